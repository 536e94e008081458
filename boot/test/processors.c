// Several processors: that they come up, and what they can do to each other. Processor 0 gives all of them the same
// work, one function at a time, and waits until all are done.
#include "kernel/core/processors.h"
#include "base/panic.h"
#include "base/string.h"
#include "boot/pc/instruction.h"
#include "boot/test/probe.h"
#include "boot/test/test.h"
#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/interrupt.h"
#include "kernel/core/machine.h"

// The exchange of counters, as it is in the log, with counters to which the test has added.
static u64 shifted_ticks(void);
#define machine_ticks_ordered shifted_ticks
#include "log/offset.c"
#undef machine_ticks_ordered

#define TEST_CPUS 4u // at most
#define WAIT_NS 20000000000u
#define SHARED_PLACE (HEAP_START + 512 * MIB)
#define OTHER_PLACE (HEAP_START + 513 * MIB)
#define OWN_PLACE(number) (HEAP_START + 600 * MIB + (number)*8 * MIB)

static struct cpu test_cpus[TEST_CPUS]; // but the one that boots
static u32 arrived, finished[TEST_CPUS], round_number;
static void (*work)(u32 number);

static u32 self(void) { return cpu_self()->number; }
static struct cpu *cpu_at(u32 number) { return number ? &test_cpus[number] : &cpus[0]; }
static u32 load(const u32 *value) { return __atomic_load_n(value, __ATOMIC_ACQUIRE); }
static void store(u32 *value, u32 to) { __atomic_store_n(value, to, __ATOMIC_RELEASE); }
static void add(u32 *value, u32 more) { __atomic_fetch_add(value, more, __ATOMIC_SEQ_CST); }

static bool wait_for(const u32 *value, u32 wanted) {
    u64 until = reference_ns() + WAIT_NS;
    while (load(value) != wanted && reference_ns() < until) machine_relax(0);
    return load(value) == wanted;
}

void kernel_processor(struct cpu *cpu) {
    if (machine_interrupts_off()) panic("a processor comes with interrupts on");
    machine_interrupts_on();
    add(&arrived, 1);
    for (u32 done = 0;;) {
        while (load(&round_number) == done) machine_relax(0);
        work(cpu->number);
        store(&finished[cpu->number], ++done);
    }
}

// On the others at once, and on this one if it has a function of its own. Returns on how many others it came to an end.
static u32 run_on_all(void (*function)(u32 number), void (*own)(u32 number)) {
    u32 done = 0;
    work = function;
    store(&round_number, round_number + 1);
    if (own) own(0);
    for (u32 i = 1; i < machine.cpu_count; i++) done += wait_for(&finished[i], round_number);
    return done;
}

static u32 sum(const u32 *values) {
    u32 result = 0;
    for (u32 i = 0; i < machine.cpu_count; i++) result += load(&values[i]);
    return result;
}

// ---- Start

#define MSR_PAT 0x277
#define PAT_1(value) ((value) >> 8 & 0xff)
#define PAT_GATHERED 1
#define CR4_MCE 0x40u

static u64 stack_of[TEST_CPUS], self_of[TEST_CPUS];
static bool is_set_up[TEST_CPUS];

// A PC's processors must agree on how memory is cached, and take machine checks.
static bool is_own_set_up(void) {
    return !strcmp(machine.name, "linux") || (PAT_1(rdmsr(MSR_PAT)) == PAT_GATHERED && read_cr4() & CR4_MCE);
}

static void look_around(u32 number) {
    is_set_up[number] = is_own_set_up();
    stack_of[number] = (u64)__builtin_frame_address(0);
    self_of[number] = (u64)cpu_self();
}

// Returns how many others there are.
static u32 use_processors(void) {
    if (machine.cpu_count > TEST_CPUS) machine.cpu_count = TEST_CPUS;
    note("processors", machine.cpu_count);
    machine_interrupts_on();
    return machine.cpu_count - 1;
}

static bool start(u32 number) {
    *cpu_at(number) =
        (struct cpu){.self = cpu_at(number),
                     .number = number,
                     .timer = {.deadline = {TIMER_NEVER, TIMER_NEVER, TIMER_NEVER}, .armed = TIMER_NEVER}};
    u64 before = reference_ns();
    bool good = machine_start_processor(cpu_at(number));
    note("started after ns", reference_ns() - before);
    return good;
}

static void test_start(u32 others) {
    u32 started = 0, right = 0;
    for (u32 i = 1; i <= others; i++) started += start(i);
    check_equal(started, others, "all other processors start");
    check(wait_for(&arrived, others), "and get to the kernel", arrived, others);
    check_equal(run_on_all(look_around, NULL), others, "and work");
    for (u32 i = 1; i <= others; i++) {
        right +=
            self_of[i] == (u64)cpu_at(i) && stack_of[i] > cpu_at(i)->stack_start && stack_of[i] < cpu_at(i)->stack_end;
    }
    check_equal(right, others, "each is itself, on its own stack");
    u32 set_up = 0;
    for (u32 i = 1; i <= others; i++) set_up += is_set_up[i];
    check_equal(set_up, others, "each caches as the first one does, and takes machine checks");
    check_equal(is_own_set_up(), true, "as the first one");
}

// ---- Calls

#define CALL_ROUNDS 8u

// asked[the processor that was asked][the one that asked]
static u32 asked[TEST_CPUS][TEST_CPUS], calls[TEST_CPUS], call_failures[TEST_CPUS];
static u32 awake, nmis[TEST_CPUS];
static bool is_call_on_own_stack;

static void called(struct trap_frame *frame) {
    u32 number = self();
    u64 here = (u64)__builtin_frame_address(0);
    is_call_on_own_stack = frame->vector == TRAP_CALL && (here < frame->rsp - 64 * KIB || here > frame->rsp);
    calls[number]++;
    for (u32 i = 0; i < machine.cpu_count; i++) store(&asked[number][i], 0);
}

static void listen(u32 number) {
    (void)number;
    interrupt_timer_handler(TIMER_SCHEDULER, called);
}

void processors_halt_here(void) { panic("nobody has asked a processor to halt"); }

bool test_nmi(void) {
    nmis[self()]++;
    return true;
}

// Several calls may come as one, but none is lost.
static void call_all(u32 number) {
    for (u32 i = 0; i < CALL_ROUNDS * machine.cpu_count; i++) {
        u32 target = i % machine.cpu_count;
        store(&asked[target][number], 1);
        machine_interrupt(cpu_at(target));
        if (!wait_for(&asked[target][number], 0)) call_failures[number]++;
    }
}

static u32 ears_open; // processors whose interrupts are off wait until it is 1
static u32 deaf[TEST_CPUS];

static void be_deaf(u32 number) {
    machine_interrupts_off();
    store(&deaf[number], 1);
    wait_for(&ears_open, 1);
    machine_interrupts_on();
}

static u32 calls_before, calls_while_deaf, nmis_while_deaf;

static void call_the_deaf(u32 number) {
    (void)number;
    u64 until = reference_ns() + WAIT_NS;
    while (sum(deaf) < machine.cpu_count - 1 && reference_ns() < until) machine_relax(0);
    calls_before = sum(calls);
    for (u32 i = 1; i < machine.cpu_count; i++) {
        machine_interrupt(cpu_at(i));
        machine_interrupt_hard(cpu_at(i));
    }
    while (sum(nmis) < machine.cpu_count - 1 && reference_ns() < until) machine_relax(0);
    wait_ns(2000000);
    calls_while_deaf = sum(calls) - calls_before;
    nmis_while_deaf = sum(nmis);
    store(&ears_open, 1);
}

static void sleep_until_awake(u32 number) {
    (void)number;
    machine_interrupts_off();
    while (!load(&awake)) machine_idle();
    machine_interrupts_on();
}

static void wake_all(u32 number) {
    (void)number;
    wait_ns(2000000);
    store(&awake, 1);
    for (u32 i = 1; i < machine.cpu_count; i++) machine_interrupt(cpu_at(i));
}

static void test_calls(u32 others) {
    listen(0);
    check_equal(run_on_all(listen, NULL), others, "all listen");
    check_equal(run_on_all(call_all, call_all), others, "all call all at once");
    check_equal(sum(call_failures), 0, "no call is lost");
    check(is_call_on_own_stack, "a call has its own stack", 0, 1);
    check_equal(run_on_all(be_deaf, call_the_deaf), others, "interrupts on again");
    check_equal(calls_while_deaf, 0, "no call comes while interrupts are off");
    check_equal(sum(calls) - calls_before, others, "what was held back comes");
    check_equal(nmis_while_deaf, others, "what cannot be held back comes at once");
    check_equal(run_on_all(sleep_until_awake, wake_all), others, "a call ends idling");
}

// ---- Timers

#define TICKS_WANTED 40u

static u32 ticks[TEST_CPUS], ticks_early[TEST_CPUS];
static u64 next_tick[TEST_CPUS], ticks_ms;

static void count_tick(struct trap_frame *frame) {
    (void)frame;
    u32 number = self();
    ticks_early[number] += (s64)(machine_ticks() - next_tick[number]) < 0;
    next_tick[number] += ticks_ms;
    if (++ticks[number] < TICKS_WANTED) interrupt_timer_set(TIMER_SAMPLER, next_tick[number]);
    machine_relax(0); // on one host thread the others have their turn
}

static void tick(u32 number) {
    interrupt_timer_handler(TIMER_SAMPLER, count_tick);
    // as each needs the emulator's turn, not all at the same time
    next_tick[number] = machine_ticks() + ticks_ms + number * ticks_ms / machine.cpu_count;
    interrupt_timer_set(TIMER_SAMPLER, next_tick[number]);
    wait_for(&ticks[number], TICKS_WANTED);
}

static void test_timers(u32 others) {
    u64 start_ns = reference_ns(), start_ticks = machine_ticks();
    wait_ns(5000000);
    ticks_ms = (machine_ticks() - start_ticks) * 1000000 / (reference_ns() - start_ns);
    check_equal(run_on_all(tick, tick), others, "all have their timers");
    check_equal(sum(ticks), machine.cpu_count * TICKS_WANTED, "each ticks");
    check_equal(sum(ticks_early), 0, "never early");
}

// ---- Memory

static u32 wrong[TEST_CPUS];
static u64 expected_value;

static void read_shared(u32 number) { wrong[number] += *(volatile u64 *)SHARED_PLACE != expected_value; }
static void read_released(u32 number) { wrong[number] += !probe_read(SHARED_PLACE); }
static void release_shared(u32 number) {
    (void)number;
    u64 until = reference_ns() + WAIT_NS;
    while (sum(deaf) < machine.cpu_count - 1 && reference_ns() < until) machine_relax(0);
    machine_release(SHARED_PLACE, MACHINE_PAGE_BYTES);
    store(&ears_open, 1);
}

// The page goes from one place to another, and the first place gets another page: a processor that still had the old
// one would find its new content.
static void test_release(u32 others) {
    check_equal(machine_commit(SHARED_PLACE, MACHINE_PAGE_BYTES, MACHINE_WRITE), true, "commit a page for all");
    expected_value = *(u64 *)SHARED_PLACE = 1;
    check_equal(run_on_all(read_shared, NULL) * 1000 + sum(wrong), others * 1000, "all see it");
    store(&ears_open, 0);
    memset(deaf, 0, sizeof(deaf));
    check_equal(run_on_all(be_deaf, release_shared), others, "it is released while the others' interrupts are off");
    machine_commit(OTHER_PLACE, MACHINE_PAGE_BYTES, MACHINE_WRITE);
    *(u64 *)OTHER_PLACE = 2;
    check_equal(run_on_all(read_released, NULL) * 1000 + sum(wrong), others * 1000, "all fault there");
    machine_commit(SHARED_PLACE, MACHINE_PAGE_BYTES, MACHINE_WRITE);
    expected_value = 0;
    check_equal(run_on_all(read_shared, NULL) * 1000 + sum(wrong), others * 1000, "all see the page that comes next");
    machine_release(SHARED_PLACE, MACHINE_PAGE_BYTES);
    machine_release(OTHER_PLACE, MACHINE_PAGE_BYTES);
}

#define CHURN_ROUNDS 9u

// Small and large pages by turns; every second processor never lets an interrupt in meanwhile.
static void churn(u32 number) {
    if (number % 2) machine_interrupts_off();
    for (u32 i = 0; i < CHURN_ROUNDS; i++) {
        u64 bytes = i % 8 ? (1 + i % 5) * MACHINE_PAGE_BYTES : MACHINE_LARGE_PAGE_BYTES;
        u64 start = OWN_PLACE(number) + (i % 8 ? 0 : 2 * MACHINE_LARGE_PAGE_BYTES);
        if (!machine_commit(start, bytes, MACHINE_WRITE)) {
            wrong[number]++;
            continue;
        }
        volatile u64 *words = (volatile u64 *)start;
        for (u64 at = 0; at < bytes / 8; at += 256) wrong[number] += words[at] != 0;
        for (u64 at = 0; at < bytes / 8; at += 256) words[at] = number + 1;
        for (u64 at = 0; at < bytes / 8; at += 256) wrong[number] += words[at] != number + 1;
        machine_release(start, bytes);
    }
    if (number % 2) machine_interrupts_on();
}

static void test_memory(u32 others) {
    test_release(others);
    u64 free_before = machine_free_bytes();
    check_equal(run_on_all(churn, churn), others, "all commit and release at once");
    check_equal(sum(wrong), 0, "nobody finds anything of another's");
    u64 tables = (2 + 3ull * machine.cpu_count) * MACHINE_PAGE_BYTES; // which stay
    check(machine_free_bytes() + tables >= free_before, "all is free again", machine_free_bytes(), free_before);
    check_equal(sum(nmis), others, "of what that took the kernel sees nothing");
}

// ---- A lock, and the clocks

#define LOCK_ROUNDS 1000u

static u32 test_lock, count_under_lock, waits, reference_back, counter_back;
static u64 last_reference, last_ticks, longest_wait;

static void count_under(void) {
    u64 before = machine_ticks();
    while (__atomic_exchange_n(&test_lock, 1, __ATOMIC_ACQUIRE)) {
        waits++; // roughly
        machine_relax(0);
    }
    if (count_under_lock % 8 == 0) machine_relax(0); // so that others come to wait, on one host thread too
    u64 reference = machine_reference(), now = machine_ticks_ordered();
    reference_back += reference < last_reference;
    counter_back += now < last_ticks;
    last_reference = reference;
    last_ticks = now;
    if (now - before > longest_wait) longest_wait = now - before;
    count_under_lock++;
    __atomic_store_n(&test_lock, 0, __ATOMIC_RELEASE);
}

static void contend(u32 number) {
    (void)number;
    for (u32 i = 0; i < LOCK_ROUNDS; i++) count_under();
}

static void test_locking(u32 others) {
    check_equal(run_on_all(contend, contend), others, "all want one lock");
    check_equal(count_under_lock, (others + 1) * LOCK_ROUNDS, "each has it in turn");
    check_equal(reference_back, 0, "the reference clock never goes back from one processor to another");
    note("lock waits", waits);
    note("longest wait and hold in ticks", longest_wait);
    note("counter readings that went back", counter_back);
}

// The last processor that the firmware lists is not there. The others are.
void test_absent(void) {
    u32 absent = machine.cpu_count - 1;
    u64 before = reference_ns();
    check_equal(start(absent), false, "a processor that is not there does not start");
    u64 ns = reference_ns() - before;
    check(ns >= 100000000 && ns < 3000000000, "after a second, or what the host makes of it", ns, 1000000000);
    check_equal(absent > 1 && start(1), true, "another one does");
    check(wait_for(&arrived, 1), "and gets to the kernel", arrived, 1);
}

static void fault_there(u32 number) {
    machine_interrupts_off();
    if (number == 1) probe_read(8 + NULL_GUARD_BYTES / 2);
    for (;;) machine_relax(0);
}

// Another processor panics; nobody lets an interrupt in.
void test_fault_elsewhere(void) {
    test_start(use_processors());
    run_on_all(fault_there, fault_there);
}

// ---- The counters

static struct offset_exchange exchanges[TEST_CPUS];
static s64 shifts[TEST_CPUS]; // what each processor's counter is made to be ahead by

static u64 shifted_ticks(void) { return machine_ticks_ordered() + (u64)shifts[self()]; }

static void answer(u32 number) { offset_answer(&exchanges[number]); }
static void measure(u32 number) {
    for (u32 i = 1; i < machine.cpu_count; i++) {
        struct clock_offset offset = offset_measure(&exchanges[i], 5 * ticks_ms);
        s64 miss = offset.ticks - (shifts[i] - shifts[number]);
        u64 distance = (u64)(miss < 0 ? -miss : miss);
        check(distance <= offset.error_ticks, shifts[i] ? "the offset is found" : "the counter agrees", distance,
              offset.error_ticks);
        note("within ticks", offset.error_ticks);
    }
}

static void test_counters(u32 others) { check_equal(run_on_all(answer, measure), others, "all tell their counters"); }

// Counters that are ahead and behind, by more than a second.
static void test_injected(u32 others) {
    for (u32 i = 0; i < TEST_CPUS; i++) {
        exchanges[i] = (struct offset_exchange){0};
        shifts[i] = ((s64)i * 7 - 10) * 987654321;
    }
    test_counters(others);
}

void test_processors(void) {
    u32 others = use_processors();
    test_start(others);
    test_calls(others);
    test_timers(others);
    test_memory(others);
    test_locking(others);
    test_counters(others);
    test_injected(others);
}
