// Clocks of the Linux process: the reference is CLOCK_MONOTONIC. The counter's rate, which only the timer needs here,
// is measured against it from the start of the process, and again whenever the time measured has doubled; log/ makes
// its own measurement, with error bounds.
#include "base/wide.h"
#include "boot/linux/linux.h"

struct linux_processor linux_processors[CPUS_MOST];

#define FIRST_MEASUREMENT_NS 200000u
#define RATE_SHIFT 32

static struct {
    u64 start_ticks, start_ns;
    u64 measured_ns, measured_ticks; // length of the last measurement
    u64 ns_per_tick;                 // shifted by RATE_SHIFT
} rate;

static u64 clock_ns(u64 which) {
    struct timespec time = {0, 0};
    syscall2(SYS_clock_gettime, which, (u64)&time);
    return (u64)time.seconds * 1000000000u + (u64)time.nanoseconds;
}

u64 machine_reference(void) { return clock_ns(CLOCK_MONOTONIC); }

s64 machine_wall_ns(u64 *error_ns) {
    *error_ns = 1000;
    return (s64)clock_ns(CLOCK_REALTIME);
}

// The clocks' distance grows while the process has no processor. The first is read first: whatever comes in between
// makes the distance too small, and the next reading makes up for it.
static s64 away_ns(void) {
    s64 now = (s64)clock_ns(CLOCK_MONOTONIC);
    return now - (s64)clock_ns(CLOCK_THREAD);
}

void linux_sleep_begin(void) {
    struct linux_processor *processor = linux_processor_self();
    processor->sleep_begin_ns = away_ns();
    processor->sleeping = true;
}

void linux_sleep_end(void) {
    struct linux_processor *processor = linux_processor_self();
    processor->sleeping = false;
    processor->asleep_ns += away_ns() - processor->sleep_begin_ns;
}

// The interrupt that ends a sleep asks while it still lasts.
s64 machine_away_ns(void) {
    const struct linux_processor *processor = linux_processor_self();
    return (processor->sleeping ? processor->sleep_begin_ns : away_ns()) - processor->start_away_ns -
           processor->asleep_ns;
}

void linux_clock_start(void) { linux_processor_self()->start_away_ns = away_ns(); }

void linux_clock_init(void) {
    machine.reference_name = "monotonic";
    machine.reference_period_fs = 1000000;
    linux_clock_start();
    rate.start_ns = machine_reference();
    rate.start_ticks = machine_ticks();
}

static void measure_rate(void) {
    u64 now_ns;
    do {
        now_ns = machine_reference();
    } while (now_ns - rate.start_ns < FIRST_MEASUREMENT_NS);
    u64 ticks = machine_ticks() - rate.start_ticks;
    rate.measured_ns = now_ns - rate.start_ns;
    rate.measured_ticks = ticks;
    rate.ns_per_tick = wide_multiply_divide(rate.measured_ns, 1ull << RATE_SHIFT, ticks);
}

u64 linux_ticks_to_ns(u64 ticks) {
    // By the counter itself, because a system call would be a part of each interrupt; by the processor that boots
    bool measures = !rate.measured_ns || (cpu_self()->number == 0 && rate.measured_ns < 1000000000u);
    if (measures && machine_ticks() - rate.start_ticks >= 2 * rate.measured_ticks) measure_rate();
    return wide_multiply_shift(ticks, rate.ns_per_tick, RATE_SHIFT);
}
