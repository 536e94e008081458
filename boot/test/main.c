// A small kernel that checks the machine under it; linked with boot/pc or boot/linux and the few common files they
// need. tests/boot.t runs it.
//
// The region carries what goes in and out: its text at TEST_COMMAND says what to do, the TAP lines go to TEST_OUTPUT, a
// panic's reason and frames to TEST_CRASH, and the header's state and exit status are those of log/region.h.
#include "base/print.h"
#include "base/string.h"
#include "base/wide.h"
#include "boot/test/probe.h"
#include "boot/test/test.h"
#include "kernel/core/interrupt.h"
#include "kernel/core/memory.h"
#include "kernel/core/panic.h"
#include "kernel/core/thread.h"
#include "kernel/run/stubs.h"
#include "log/log.h"

#define TEST_COMMAND (REGION_START + 0x1000)
#define TEST_OUTPUT (REGION_START + 0x2000)
#define TEST_CRASH (REGION_START + 0x8000)
#define TEST_STACK (MACHINE_STACKS_END + 1 * MIB)

const u8 stub_call_return[1]; // there are no Java calls here, but the backtrace asks for it

static struct region_header *header(void) { return (struct region_header *)REGION_START; }

static char *output_next = (char *)TEST_OUTPUT;
static u32 test_count, test_failures;
static u64 start_ticks;

void check(bool good, const char *name, u64 got, u64 expected) {
    test_count++;
    if (!good) test_failures++;
    output_next += print_format(output_next, 200, "%sok %u - %s\n", good ? "" : "not ", test_count, name);
    if (!good) {
        output_next +=
            print_format(output_next, 200, "# got %lx (%lu), expected %lx (%lu)\n", got, got, expected, expected);
    }
}

void check_equal(u64 got, u64 expected, const char *name) { check(got == expected, name, got, expected); }
void note(const char *name, u64 value) { output_next += print_format(output_next, 200, "# %s %lu\n", name, value); }

static u64 last_fault_address, last_fault_error;

// Lets the probes' faults pass, and no others.
static bool test_fault_hook(struct trap_frame *frame) {
    if (frame->vector == TRAP_NMI) return test_nmi();
    if (frame->vector != TRAP_PAGE_FAULT) return false;
    last_fault_address = frame->fault_address;
    last_fault_error = frame->error;
    if (frame->rip == (u64)probe_write_access || frame->rip == (u64)probe_read_access) {
        frame->rip = (u64)probe_recover;
        return true;
    }
    if (frame->rip == frame->fault_address && (frame->error & 16)) { // a call into data: returns from it
        frame->rip = (u64)probe_recover;
        return true;
    }
    return false;
}

static void test_machine(void) {
    note(machine.name, machine.memory_bytes);
    note("ticks from the entry to kernel_main", start_ticks - machine.entry_ticks);
    check(machine.memory_bytes >= 64 * MIB, "memory", machine.memory_bytes, 64 * MIB);
    check(machine.region_shared, "the region is shared", machine.region_shared, 1);
    check(machine.region_bytes >= 1 * MIB, "the region has a size", machine.region_bytes, 1 * MIB);
    check_equal(machine.archive_bytes, 12345, "the archive's size, to the byte");
    const u8 *archive = (const u8 *)ARCHIVE_START;
    bool same = true;
    for (u64 i = 0; i < machine.archive_bytes; i++) same &= archive[i] == (u8) "gnomon "[i % 7];
    check(same, "the archive's content", 0, 0);
    check_equal(probe_write(ARCHIVE_START), 1, "a write to the archive faults");
    u64 here = (u64)__builtin_frame_address(0);
    check(here > machine.boot_stack_start && here < machine.boot_stack_end, "runs on the boot stack", here,
          machine.boot_stack_end);
}

static bool is_zero(u64 start, u64 bytes) {
    for (u64 at = start; at < start + bytes; at += 8) {
        if (*(const u64 *)at) return false;
    }
    return true;
}

static void test_data(void) {
    u64 free_before = machine_free_bytes();
    check_equal(machine_commit(HEAP_START, 4 * MIB, MACHINE_WRITE), true, "commit 4 MiB of heap");
    check(machine_free_bytes() <= free_before - 4 * MIB, "they are counted", machine_free_bytes(),
          free_before - 4 * MIB);
    check(is_zero(HEAP_START, 4 * MIB), "committed memory is zero", 0, 0);
    memset((void *)HEAP_START, 0x5a, 4 * MIB);
    check_equal(*(u64 *)(HEAP_START + 4 * MIB - 8), 0x5a5a5a5a5a5a5a5a, "and writable to its end");
    check_equal(probe_write(HEAP_START + 4 * MIB), 1, "behind it is nothing");
    check_equal(last_fault_address, HEAP_START + 4 * MIB, "the fault names the address");
    *(u8 *)HEAP_START = 0xc3;
    check_equal(probe_call(HEAP_START), 1, "data is not executable");
    check(last_fault_error & 16, "the fault was a fetch", last_fault_error, 16);

    u64 small = HEAP_START + 64 * MIB + MACHINE_PAGE_BYTES;
    check_equal(machine_commit(small, 3 * MACHINE_PAGE_BYTES, MACHINE_WRITE), true, "commit three small pages");
    check_equal(probe_write(small - 1), 1, "before them is nothing");
    check_equal(probe_write(small), 0, "they are writable");
    machine_release(small + MACHINE_PAGE_BYTES, MACHINE_PAGE_BYTES);
    check_equal(probe_read(small + MACHINE_PAGE_BYTES), 1, "a released page is gone");
    check_equal(probe_read(small + 2 * MACHINE_PAGE_BYTES), 0, "its neighbour is not");
    check_equal(machine_commit(small + MACHINE_PAGE_BYTES, MACHINE_PAGE_BYTES, MACHINE_WRITE), true, "commit it again");
    check(is_zero(small + MACHINE_PAGE_BYTES, MACHINE_PAGE_BYTES), "it is zero again", 0, 0);
    check_equal(machine_commit(SCRATCH_START, MACHINE_LARGE_PAGE_BYTES, MACHINE_READ), true, "commit read-only memory");
    check_equal(probe_write(SCRATCH_START + 100), 1, "it cannot be written");
    check_equal(probe_read(SCRATCH_START + 100), 0, "it can be read");
    check_equal(machine_commit(SCRATCH_START + GIB, 1ull << 46, MACHINE_WRITE), false,
                "more than there is, is refused");
}

static struct memory_range code_range, data_range;

static void test_code(void) {
    memory_range_init(&code_range, "code", CODE_START, CODE_END, MACHINE_LARGE_PAGE_BYTES, true);
    memory_range_init(&data_range, "data", CLASS_DATA_START, CLASS_DATA_END, MACHINE_LARGE_PAGE_BYTES, false);
    u64 code = memory_take(&code_range, 100, 16);
    check_equal(code, CODE_START, "code starts at its place");
    u8 *alias = machine_code_alias(code);
    alias[0] = 0xc3;
    check_equal(*(u8 *)code, 0xc3, "what the alias writes is in the code");
    check_equal(probe_call(code), 0, "code is executable");
    check_equal(probe_write(code), 1, "code is not writable");
    check_equal(probe_call((u64)alias), 1, "the alias is not executable");
    check_equal(probe_write((u64)probe_write), 1, "the kernel's code is not writable");
    check_equal(probe_write((u64) "constant"), 1, "the kernel's constants are not writable");
    check_equal(probe_call((u64)&test_count), 1, "the kernel's data is not executable");
    check_equal(probe_call(TEST_OUTPUT), 1, "the region is not executable");
    check_equal(probe_call(ARCHIVE_START), 1, "the archive is not executable");
    u64 data = memory_take(&data_range, 24, 8);
    check_equal(data, CLASS_DATA_START, "class data starts at its place");
    check_equal(memory_take(&data_range, 8, 8), data + 24, "and grows");
}

static u64 take_everything(void) {
    u64 taken = 0;
    while (taken < 256 * MIB &&
           machine_commit(HEAP_START + 256 * MIB + taken, MACHINE_LARGE_PAGE_BYTES, MACHINE_WRITE)) {
        taken += MACHINE_LARGE_PAGE_BYTES;
    }
    *(u64 *)(HEAP_START + 256 * MIB + taken - 8) = taken;
    machine_release(HEAP_START + 256 * MIB, taken);
    return taken;
}

// Takes everything there is in large steps and gives it back: the same amount each time, once the page tables are
// there, which stay and may take the rest of the last step.
static void test_exhaustion(void) {
    u64 free_before = machine_free_bytes(), first = take_everything(), second = take_everything();
    check_equal(take_everything(), second, "all memory, taken and given back, can be taken again");
    check(first == second || first == second + MACHINE_LARGE_PAGE_BYTES, "as much as at first", second, first);
    check(first == 256 * MIB || first + 4 * MIB > free_before, "all of it", first, free_before);
    check(machine_free_bytes() + 16 * MACHINE_PAGE_BYTES >= free_before, "and is free in the end", machine_free_bytes(),
          free_before);
    check_equal(probe_read(HEAP_START + 256 * MIB), 1, "and not mapped");
}

#define NULL_ACCESS_OFFSET ((u64)test_null_access - (u64)test_null_code_start)

static u64 null_code;
static bool is_null_access(u64 pc) { return pc == null_code + NULL_ACCESS_OFFSET; }

static void test_null(void) {
    check_equal(probe_read(0), 1, "page 0 is not mapped");
    check_equal(probe_read(NULL_GUARD_BYTES - 1), 1, "nor is the end of the guard");
    null_code = memory_take(&code_range, 64, 16);
    memcpy(machine_code_alias(null_code), test_null_code_start, (u64)test_null_code_end - (u64)test_null_code_start);
    interrupt_set_null_trap(is_null_access, (u64)test_null_stub);
    struct thread *thread = (struct thread *)memory_take(&data_range, sizeof(*thread), 8);
    u64 result = test_null_call(thread, null_code);
    check_equal(result, null_code + NULL_ACCESS_OFFSET + 1, "a null access goes to the stub with its address + 1");
    check_equal(thread->fault_pc, result - 1, "and is remembered in the thread");
}

// ---- The timer. How late a tick comes says nothing if the host has other work; what counts is that all come, none of
// them early, that the best of several is prompt, and that the clocks agree

static volatile u32 ticks_seen, ticks_left, ticks_early, ticks_in_time, interrupts_seen;
static volatile s64 tick_late;
static u64 tick_period, tick_next;
static bool timer_ran_on_own_stack;

static void count_tick(struct trap_frame *frame) {
    u64 here = (u64)__builtin_frame_address(0);
    timer_ran_on_own_stack = here < machine.boot_stack_start || here >= machine.boot_stack_end;
    if (frame->vector == TRAP_TIMER) ticks_seen++;
    s64 late = (s64)(machine_ticks() - tick_next);
    tick_late = late;
    ticks_early += late < 0;
    ticks_in_time += late < (s64)tick_period;
    tick_next += tick_period;
    if (--ticks_left) interrupt_timer_set(TIMER_SAMPLER, tick_next);
}

static void set_ticking(u64 period, u32 count) {
    ticks_seen = ticks_early = ticks_in_time = 0;
    ticks_left = count;
    tick_period = period;
    tick_next = machine_ticks() + period;
    interrupt_timer_set(TIMER_SAMPLER, tick_next);
}

u64 reference_ns(void) { return wide_multiply_divide(machine_reference(), machine.reference_period_fs, 1000000); }

void wait_ns(u64 ns) {
    u64 until = reference_ns() + ns;
    while (reference_ns() < until) {}
}

// Both clocks at one moment: of several readings, the pair with nothing in between.
static u64 read_clocks(u64 *ns) {
    u64 best = UINT64_MAX, ticks = 0;
    for (u32 i = 0; i < 16; i++) {
        u64 before = machine_ticks(), reference = reference_ns(), after = machine_ticks();
        if (after - before >= best) continue;
        best = after - before;
        ticks = before + best / 2;
        *ns = reference;
    }
    return ticks;
}

// The counter's rate by the reference clock, in ticks per ms, over the time since `start`.
static u64 ticks_per_ms(u64 start, u64 start_ns) {
    u64 ns, ticks = read_clocks(&ns);
    return wide_multiply_divide(ticks - start, 1000000, ns - start_ns);
}

// A timer whose rate is wrong comes late every time, or comes early and is armed again and again.
static void test_timer_rate(u64 rate) {
    s64 best = INT64_MAX;
    interrupts_seen = 0;
    for (u32 i = 0; i < 20; i++) {
        set_ticking(2 * rate, 1);
        while (ticks_left) {}
        if (tick_late < best) best = tick_late;
    }
    check(best < (s64)rate / 5, "the best of 20 ticks of 2 ms comes within 200 us", (u64)best, rate / 5);
    check(interrupts_seen <= 4 * 20, "with few interrupts", interrupts_seen, 20);
}

static void test_idle(u64 rate) {
    u64 start_ns = reference_ns();
    u32 idled = 0;
    machine_interrupts_off();
    set_ticking(rate, 50);
    for (; ticks_left; idled++) machine_idle();
    u64 ns = reference_ns() - start_ns;
    machine_interrupts_on();
    note("50 idle ms in ns", ns);
    check(ns >= 49000000 && idled <= 60, "idling waits for the timer", idled, 50);
}

static void test_held_back(u64 rate) {
    set_ticking(rate, 1);
    bool was_on = machine_interrupts_off();
    check_equal(was_on, true, "interrupts were on");
    u32 before = ticks_seen;
    wait_ns(3000000);
    check_equal(ticks_seen, before, "no tick while they are off");
    machine_interrupts_restore(was_on);
    for (u64 until = reference_ns() + 2000000000; !ticks_seen && reference_ns() < until;) wait_ns(1000000);
    check_equal(ticks_seen, 1, "what was held back comes");
}

static void test_timer(void) {
    u64 start_ns, start = read_clocks(&start_ns);
    wait_ns(20000000);
    u64 rate = ticks_per_ms(start, start_ns);
    note("ticks per ms", rate);
    note(machine.reference_name, machine.reference_period_fs);
    interrupt_timer_handler(TIMER_SAMPLER, count_tick);
    machine_interrupts_on();
    start = read_clocks(&start_ns);
    set_ticking(rate / 4, 800);
    while (ticks_left && reference_ns() - start_ns < 5000000000u) {}
    u64 again = ticks_per_ms(start, start_ns);
    check_equal(ticks_seen, 800, "the timer ticks");
    check_equal(ticks_early, 0, "never early");
    note("ticks before the next was due", ticks_in_time);
    check(again - rate + rate / 100 < rate / 50, "the counter's rate is the same again within 1 %", again, rate);
    check(timer_ran_on_own_stack, "interrupts have their own stack", 0, 1);
    test_timer_rate(rate);
    test_held_back(rate);
    test_idle(rate);
    set_ticking(rate / 20, UINT32_MAX);
    check_equal(test_registers(&ticks_seen, 1000), 0, "a thousand interrupts spoil no register");
    interrupt_timer_set(TIMER_SAMPLER, 0);
    u32 before = ticks_seen;
    wait_ns(3000000);
    check_equal(ticks_seen, before, "a timer set to 0 is silent");
}

static void test_wall(void) {
    u64 error;
    s64 wall = machine_wall_ns(&error);
    check(wall > 1577836800000000000 && error <= 1000000000, "the wall clock is after 2020", (u64)wall, 0);
    note("wall clock s", (u64)wall / 1000000000u);
}

// What the log does for the kernel, as far as this kernel needs it.
void log_crash(const struct trap_frame *frame, u32 cpu, const char *reason, const u64 *backtrace, size_t frames) {
    static char *next = (char *)TEST_CRASH;
    (void)cpu;
    if (next == (char *)TEST_CRASH) next += print_format(next, 300, "reason: %s\n", reason);
    next += print_format(next, 100, "rip: %lx\n", frame ? frame->rip : 0);
    for (size_t i = 0; i < frames; i++) {
        u64 offset;
        const char *name = panic_symbol(backtrace[i], &offset);
        next += print_format(next, 100, "frame: %s\n", name ? name : "?");
    }
    header()->exit_status = PANIC_STATUS;
    header()->state = REGION_PANICKED;
}

void log_event_fault(enum event_id id, u32 a, u64 b, u64 c) { (void)id, (void)a, (void)b, (void)c; }

// This kernel is not asked for thread reports.
bool log_obey_request(const struct trap_frame *frame) {
    (void)frame;
    return false;
}

struct log_interrupt log_interrupt_enter(struct trap_frame *frame) {
    header()->heartbeat_ticks = machine_ticks();
    interrupts_seen++;
    return (struct log_interrupt){.start_ticks = frame->rip};
}

void log_interrupt_leave(const struct log_interrupt *interrupt, struct trap_frame *frame) {
    if (interrupt->start_ticks != frame->rip) panic("the frame has changed");
}

_Noreturn static void finish(u32 status) {
    header()->exit_status = (s32)status;
    header()->end_ticks = machine_ticks();
    header()->state = REGION_ENDED;
    machine_exit(status);
}

static void run_all(void) {
    interrupt_set_fault_hook(test_fault_hook);
    test_machine();
    test_data();
    test_exhaustion();
    test_code();
    test_null();
    test_timer();
    test_wall();
    output_next += print_format(output_next, 100, "1..%u\n", test_count);
}

static void run_processors(void (*test)(void)) {
    interrupt_set_fault_hook(test_fault_hook);
    test();
    output_next += print_format(output_next, 100, "1..%u\n", test_count);
}

// A stack with nothing below it, as threads have.
static void run_overflow(void) {
    machine_commit(TEST_STACK, 16 * KIB, MACHINE_WRITE);
    test_on_stack(TEST_STACK + 16 * KIB, test_overflow);
}

void kernel_main(void) {
    start_ticks = machine_ticks();
    const char *command = (const char *)TEST_COMMAND;
    header()->magic = REGION_MAGIC;
    header()->state = REGION_RUNNING;
    if (!strcmp(command, "all")) run_all();
    if (!strcmp(command, "processors")) run_processors(test_processors);
    if (!strcmp(command, "absent")) run_processors(test_absent);
    if (!strcmp(command, "elsewhere")) test_fault_elsewhere();
    if (!strcmp(command, "status")) finish(42);
    if (!strcmp(command, "panic")) panic("deliberate, number %d", 7);
    if (!strcmp(command, "null")) probe_read(8);
    if (!strcmp(command, "overflow")) run_overflow();
    if (!strcmp(command, "assert")) ASSERT(machine.region_bytes == 1);
    if (!strcmp(command, "divide")) __asm__ volatile("xor %%ecx, %%ecx; div %%ecx" : : : "eax", "ecx", "edx");
    if (!strcmp(command, "invalid")) __asm__ volatile("ud2");
    if (!strcmp(command, "jump")) probe_call(0x10);
    if (!strcmp(command, "wild")) {
        __asm__ volatile("mov $0x4000000000, %rbp; mov $0x8000000000000000, %rax; mov (%rax), %rax");
    }
    if (!strcmp(command, "triple")) test_triple_fault();
    if (!strcmp(command, "hang")) {
        for (;;) machine_idle();
    }
    finish(test_failures != 0);
}
