// Clocks of the Linux process: the reference is CLOCK_MONOTONIC. The counter's rate, which only the timer needs here,
// is measured against it from the start of the process, and again whenever the time measured has doubled; log/ makes
// its own measurement, with error bounds.
#include "base/wide.h"
#include "boot/linux/linux.h"

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

static s64 asleep_ns, start_away_ns;
static s64 sleep_begin_ns;
static bool sleeping;

// The distance of the two clocks grows while the process has no processor. Whatever interrupts the two readings makes
// the distance too small, and the next reading makes up for it.
static s64 away_ns(void) {
    s64 now = (s64)clock_ns(CLOCK_MONOTONIC);
    return now - (s64)clock_ns(CLOCK_THREAD);
}

void linux_sleep_begin(void) {
    sleep_begin_ns = away_ns();
    sleeping = true;
}

void linux_sleep_end(void) {
    sleeping = false;
    asleep_ns += away_ns() - sleep_begin_ns;
}

// The interrupt that ends a sleep asks while the sleep still lasts.
s64 machine_away_ns(void) { return (sleeping ? sleep_begin_ns : away_ns()) - start_away_ns - asleep_ns; }

void linux_clock_init(void) {
    machine.reference_name = "monotonic";
    machine.reference_period_fs = 1000000;
    start_away_ns = away_ns();
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
    // By the counter itself, because a system call would be a part of each interrupt
    if (rate.measured_ns < 1000000000u && machine_ticks() - rate.start_ticks >= 2 * rate.measured_ticks) measure_rate();
    return wide_multiply_shift(ticks, rate.ns_per_tick, RATE_SHIFT);
}
