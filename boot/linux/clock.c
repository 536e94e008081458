// Clocks of the Linux process: the reference is CLOCK_MONOTONIC. The counter's rate, which only the timer needs here, is measured against it from the
// start of the process on, and again whenever the time measured has doubled; log/ measures its own, with error bounds.
#include "boot/linux/linux.h"
#include "kernel/wide.h"

#define FIRST_MEASUREMENT_NS 200000u
#define RATE_SHIFT 32

static struct {
    u64 start_ticks, start_ns;
    u64 measured_ns;  // length of the last measurement
    u64 ns_per_tick;  // shifted by RATE_SHIFT
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

void linux_clock_init(void) {
    machine.reference_name = "monotonic";
    machine.reference_period_fs = 1000000;
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
    rate.ns_per_tick = wide_multiply_divide(rate.measured_ns, 1ull << RATE_SHIFT, ticks);
}

u64 linux_ticks_to_ns(u64 ticks) {
    if (rate.measured_ns < 1000000000u && machine_reference() - rate.start_ns >= 2 * rate.measured_ns) measure_rate();
    return wide_multiply_shift(ticks, rate.ns_per_tick, RATE_SHIFT);
}
