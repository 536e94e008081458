// The log on a machine: clock, calibration, timing, sampler, ledger and end of the region, in a kernel that has nothing
// else. Linked with boot/pc or boot/linux; tests/log.t runs it. TAP lines go to the console.
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/core/machine.h"
#include "kernel/core/processors.h"
#include "kernel/core/scheduler.h"
#include "log/calibrate.h"
#include "log/frames.h"
#include "log/hooks.h"
#include "log/inline.h"
#include "log/state.h"
#include "log/thread.h"

#define OUTER 0x10001000u
#define CALLS 1000
#define ROUNDS 5
#define INTERRUPT_ROUNDS 60
#define MOST_AGAIN 100 // where others use the machine
#define FEW_AGAIN 10
#define MOST_PERMILLE_MORE 50
#define LEAST_INTERRUPTS 3 // in a round that counts as interrupted

extern const u8 probe_slow[], probe_trace[];

static struct log_thread first;
static u32 count, failures;
static bool is_deterministic;

// What the log needs of the rooms above it.
void log_ask_safepoint(void) {}
s32 log_carry_out(const struct log_request *request, char *words) { return (void)request, (void)words, 1; }
void log_end_requested(const struct trap_frame *frame) { (void)frame; }
void log_beat(void) {}
void scheduler_await_output(void) {}
const u8 stub_call_return[1], kernel_stubs_start[1], kernel_stubs_end[1], kernel_trampolines_start[1],
    kernel_trampolines_end[1];
u64 frameless_return(u64 rip, u64 rsp) { return (void)rip, (void)rsp, 0; }

static void ok(bool good, const char *name) {
    if (!good) failures++;
    print_console("%sok %u - %s\n", good ? "" : "not ", ++count, name);
}

// Per call: exact in deterministic runs, otherwise within what the probes' cost may differ from one place to another.
static bool is_about(s64 got, s64 expected) {
    s64 distance = got > expected ? got - expected : expected - got;
    return is_deterministic ? distance == 0 : distance <= (s64)timing_full_ticks / 2;
}

static void about(s64 got, s64 expected, const char *name) {
    ok(is_about(got, expected), name);
    if (!is_about(got, expected)) print_console("# got %ld, expected %ld\n", got, expected);
}

static void start(void) {
    is_deterministic = *(const char *)ARCHIVE_START == 'd';
    struct log_config config = {
        .flags = REGION_TIMING | REGION_RING | REGION_SAMPLING | (is_deterministic ? REGION_DETERMINISTIC : 0),
        .machine = machine.name[0] == 'p' ? REGION_MACHINE_QEMU : REGION_MACHINE_LINUX,
        .jitter_seed = 5,
        .event_mask = {~0ull, ~0ull, ~0ull, ~0ull},
    };
    machine.cpu_count = 1;
    log_init(&config);
    first.number = 1;
    log_self_set(&first);
    log_thread_create(&first, NULL, 0);
    log_thread_adopt(&first);
    machine_interrupts_on();
    log_calibrate();
    log_running();
    ledger_switch(LEDGER_translated);
}

static void test_clock(void) {
    const struct region_clock *clock = &log_state.region->clock;
    print_console("# %lu Hz, error %lu ppb, source %u, invariant %u, trusted %u\n", clock->hz, clock->error_ppb,
                  clock->source, clock->invariant, clock->trusted);
    ok(clock->hz >= 100000000 && clock->hz < 10000000000 && clock->source != CLOCK_SOURCE_UNKNOWN,
       "the counter's frequency is known");
    ok(clock->error_ppb < 1000000, "to a thousandth");
    u64 ticks = 12345678901234;
    s64 back = (s64)log_ticks_of_ns(log_ns_of_ticks(ticks)) - (s64)ticks;
    ok(back > -20000 && back < 20000, "ticks to nanoseconds and back");
    ok(log_monotonic_ns() > 0 && log_state.anchors_section->used >= 2, "anchors");
}

static void test_calibration(void) {
    s64 least = INT64_MAX, most = 0;
    for (u64 i = 0; i < log_state.calibration_section->used; i++) {
        const struct region_calibration *entry = &log_state.calibration[i];
        print_console("# calibration: subject %u, context %u: inner %ld, full %ld\n", entry->subject, entry->context,
                      entry->inner_ticks, entry->full_ticks);
        if (entry->subject != CALIBRATE_RETURN) continue;
        if (entry->full_ticks < least) least = entry->full_ticks;
        if (entry->full_ticks > most) most = entry->full_ticks;
    }
    ok(log_state.calibration_section->used == CONTEXTS + CALIBRATIONS, "every context was measured");
    ok((s64)timing_full_ticks > 0 && timing_inner_ticks < timing_full_ticks, "probes cost something");
    if (is_deterministic) ok(least == most, "the same in every context, where a tick is an instruction");
}

static s64 ticks_of(calibrate_loop *loop, u32 method) {
    u64 before = log_ticks_ordered();
    loop(CALLS, method, log_state.region);
    return (s64)(log_ticks_ordered() - before);
}

static const struct timing_row *row_of(u32 caller, u32 callee) {
    for (u64 i = 1; i < log_state.timing_section->used; i++) {
        const struct timing_row *row = &log_state.rows[i];
        if (row->caller == caller && row->callee == callee) return row;
    }
    panic("no row %x %x", caller, callee);
}

static s64 lesser(s64 a, s64 b) { return a < b ? a : b; }

// The best of several rounds, because others use the machine as well.
static s64 best_ticks_of(calibrate_loop *loop) {
    s64 best = INT64_MAX;
    for (int round = 0; round < ROUNDS; round++) best = lesser(best, ticks_of(loop, OUTER));
    return best;
}

static s64 best_row_ticks(calibrate_loop *loop, u32 method) {
    s64 best = INT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        ticks_of(loop, method + 16 * (u32)round);
        best = lesser(best, row_of(PSEUDO_ROOT, method + 16 * (u32)round)->elapsed);
    }
    return best;
}

static s64 root_ticks; // of all roots until now

// Loops of timed calls, each under a root of its own whose time is then free of the probes that ran in it.
static s64 best_root_ticks(calibrate_loop *loop, u32 method) {
    s64 best = INT64_MAX, before = root_ticks;
    for (int round = 0; round < ROUNDS; round++) {
        struct log_java java;
        log_java_begin(&first, PSEUDO_KERNEL, &java);
        loop(CALLS, method, log_state.region);
        log_java_end(&first, &java);
        s64 now = row_of(PSEUDO_ROOT, PSEUDO_KERNEL)->elapsed;
        best = lesser(best, now - before);
        before = now;
    }
    root_ticks = before;
    return best;
}

// Per call, of a short method and of a caller, with probes and without.
struct accuracy {
    s64 method, method_bare, caller, caller_bare;
};

static struct accuracy measure_accuracy(u32 method) {
    struct accuracy times = {.caller_bare = best_ticks_of(calibrate_empty_bare) / CALLS};
    // what the caller pays for it
    s64 call = (best_ticks_of(calibrate_loop_bare) + best_ticks_of(calibrate_loop_empty)) / 2;
    times.method_bare = (best_ticks_of(calibrate_divide_bare) - call) / CALLS;
    times.method = best_row_ticks(calibrate_divide, method) / CALLS;
    times.caller = best_root_ticks(calibrate_empty, OUTER + 16) / CALLS;
    return times;
}

// A method's time as the probes see it is what it takes without them, and a caller's time is free of its callees'
// probes. A machine that is used by others as well may take longer for one of them: it is asked again.
static void test_accuracy(void) {
    struct accuracy times = measure_accuracy(OUTER + 1024);
    for (u32 again = 1; again <= FEW_AGAIN &&
                        (!is_about(times.method, times.method_bare) || !is_about(times.caller, times.caller_bare));
         again++) {
        times = measure_accuracy(OUTER + 1024 + again * 16 * ROUNDS);
    }
    about(times.method, times.method_bare, "a short method's time, without its probes' cost");
    ok(row_of(PSEUDO_ROOT, OUTER + 1024)->count == CALLS, "every call is counted");
    about(times.caller, times.caller_bare, "a caller's time is free of its callees' probes");
}

static void spin_ns(u64 ns) {
    u64 until = log_ticks() + log_ticks_of_ns(ns);
    while (log_ticks() < until) {}
}

static void test_sampler(void) {
    log_sampler_start(1000);
    spin_ns(200000000);
    log_sampler_start(0);
    s64 expected = (s64)log_state.loss[COUNT_SAMPLES_EXPECTED], taken = (s64)log_state.loss[COUNT_SAMPLES_TAKEN];
    print_console("# samples: %ld expected, %ld taken, %lu lost\n", expected, taken, log_state.loss[LOSS_SAMPLES]);
    ok(expected >= 195 && expected <= (is_deterministic ? 200 : 400), "a thousand samples a second are due");
    ok(taken + (s64)log_state.loss[LOSS_SAMPLES] == expected, "taken and lost are what was due");
    if (is_deterministic) ok(taken == expected, "none is lost where nobody else uses the machine");
    ok(first.stolen_ticks[STOLEN_INTERRUPT] > 0 && (s64)first.log_entry->samples == taken,
       "interrupts took time from the thread");
}

// The thread's own time for some work that interrupts strike.
static s64 own_ticks_of_work(void) {
    struct log_reading from = log_read(&first);
    for (u64 steps = 1000000; steps; steps--) __asm__ volatile("");
    struct log_reading to = log_read(&first);
    return (s64)(to.ticks - from.ticks) - (to.instrument - from.instrument) - (to.outside - from.outside);
}

// How much longer the shortest round with interrupts was than the shortest without.
static s64 permille_more(s64 undisturbed, s64 struck) { return (struck - undisturbed) * 1000 / undisturbed; }

static bool is_close(s64 undisturbed, s64 struck) {
    s64 more = struck == INT64_MAX ? INT64_MAX : permille_more(undisturbed, struck);
    return more > -MOST_PERMILLE_MORE && more < MOST_PERMILLE_MORE;
}

struct shortest {
    s64 undisturbed, struck; // INT64_MAX: none yet
    bool same;               // all rounds took the same
};

static struct shortest measure_interrupts(void) {
    struct shortest shortest = {INT64_MAX, INT64_MAX, true};
    for (int round = 0; round < INTERRUPT_ROUNDS; round++) {
        shortest.undisturbed = lesser(shortest.undisturbed, own_ticks_of_work());
        u64 before = first.log_entry->interrupts;
        log_sampler_start(10000);
        s64 work = own_ticks_of_work();
        log_sampler_start(0);
        if (first.log_entry->interrupts - before >= LEAST_INTERRUPTS) shortest.struck = lesser(shortest.struck, work);
        shortest.same &= work == shortest.undisturbed;
    }
    return shortest;
}

// Interrupts take nothing from a thread that is not accounted for: neither what lies between their readings nor the
// entry to and return from those. Others use the machine as well, perhaps for seconds, and its speed may change: the
// shortest rounds taken together are compared, and there are more of them until both had the machine to themselves.
static void test_interrupts(void) {
    bool can_be_close = !is_deterministic && !machine.emulated;
    struct shortest shortest = measure_interrupts();
    for (int again = 0; again < MOST_AGAIN && can_be_close && !is_close(shortest.undisturbed, shortest.struck);
         again++) {
        shortest = measure_interrupts();
    }
    ok(shortest.struck != INT64_MAX, "interrupts strike");
    // An emulator in real time runs slower for a while after each interrupt: that is its own affair.
    if (is_deterministic || can_be_close)
        ok(is_deterministic ? shortest.same : is_close(shortest.undisturbed, shortest.struck),
           "and the thread's own time is what it is without them");
    print_console("# %ld ticks, with interrupts %ld: by %ld permille more\n", shortest.undisturbed, shortest.struck,
                  permille_more(shortest.undisturbed, shortest.struck));
}

static void test_events(void) {
    bool is_new;
    u32 number = log_user_event("test", 4, true, &is_new);
    for (s32 i = 0; i < 2000; i++) log_user_record(number, FORM_INT, i, 0);
    u64 before = first.log_next;
    calibrate_trace(1, OUTER, NULL);
    ok(first.log_next == before + 16, "a traced call is a record");
    log_output(1, "output\n", 7);
    ok(log_state.output->head == 16 && log_state.output->written[1] == 7, "output goes to its ring");
}

static void test_end(void) {
    log_finish(0);
    const struct region_ledger *ledger = log_state.cpus[0].ledger;
    s64 sum = 0;
    for (u32 i = 0; i < LEDGER_ACCOUNTS; i++) sum += ledger->ticks[i];
    ok(sum == (s64)(log_state.region->end_ticks - ledger->start_ticks), "the ledger closes to the tick");
    ok(ledger->ticks[LEDGER_instrument] > 0 && ledger->ticks[LEDGER_interrupt] > 0,
       "with its instruments and interrupts");
    const struct region_thread *entry = first.log_entry;
    const struct timing_activation *root = first.timing->activations;
    s64 raw = (s64)(log_state.region->end_ticks - root->t0);
    s64 rest = raw - (entry->instrument_ticks - root->i0) - (first.outside_ticks - root->n0) -
               (root->callees_elapsed - root->callees_away);
    s64 parts = rest + entry->instrument_ticks;
    for (unsigned i = 0; i < STOLEN_KINDS; i++) parts += entry->stolen[i];
    for (u64 i = 1; i < log_state.timing_section->used; i++) parts += timing_exclusive_cpu(&log_state.rows[i]);
    ok(parts == (s64)entry->running_ticks, "the thread's running time closes to the tick");
    if (parts != (s64)entry->running_ticks) print_console("# %ld parts, %lu running\n", parts, entry->running_ticks);
    ok(log_state.region->state == REGION_ENDED, "the region has ended");
}

// There is one processor.
void kernel_processor(struct cpu *cpu) { panic("processor at %lx", (u64)cpu); }
void processors_halt_here(void) { panic("nobody has asked a processor to halt"); }
void machine_interrupt_others(void) {}

void kernel_main(void) {
    start();
    test_clock();
    test_calibration();
    test_accuracy();
    test_sampler();
    test_interrupts();
    test_events();
    test_end();
    print_console("1..%u\n", count);
    machine_exit(failures != 0);
}
