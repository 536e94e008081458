// What ticks mean: see "Time" in recording.h. The rate is what the kernel found, or what its anchors over the whole run
// say if that is closer.
#include "viz/recording.h"

#include <math.h>

static bool rate_from_anchors(const struct recording *recording, double *hz, double *error) {
    if (recording->anchor_count < 2) return false;
    const struct region_anchor *first = &recording->anchors[0],
                               *last = &recording->anchors[recording->anchor_count - 1];
    if (last->ticks <= first->ticks || last->monotonic_ns <= first->monotonic_ns) return false;
    double span_ns = (double)(last->monotonic_ns - first->monotonic_ns);
    *hz = (double)(last->ticks - first->ticks) * 1e9 / span_ns;
    *error = ((double)first->error_ns + (double)last->error_ns) / span_ns * 1e6;
    return first->error_ns && last->error_ns;
}

double recording_hz(const struct recording *recording, double *error_ppm) {
    const struct region_clock *clock = &recording->reader.header.clock;
    double hz = clock->hz ? (double)clock->hz : 1e9, error = clock->hz ? (double)clock->error_ppb / 1e3 : 1e6, other_hz,
           other_error;
    if (!recording_is_deterministic(recording) && rate_from_anchors(recording, &other_hz, &other_error) &&
        (other_error < error || !clock->trusted)) {
        hz = other_hz;
        error = other_error;
    }
    if (error_ppm) *error_ppm = error;
    return hz;
}

// To the nearest; what a damaged recording brings that is out of range becomes the end of it.
static s64 rounded(long double ns) {
    if (isnan(ns)) return 0;
    if (ns > 9.2e18L) return INT64_MAX;
    if (ns < -9.2e18L) return INT64_MIN;
    return (s64)(ns < 0 ? ns - 0.5L : ns + 0.5L);
}

s64 recording_ns(const struct recording *recording, s64 ticks) {
    if (recording_is_deterministic(recording)) return ticks;
    return rounded((long double)ticks * 1e9L / (long double)recording_hz(recording, NULL));
}

s64 recording_ns_estimated(const struct recording *recording, double ticks) {
    if (recording_is_deterministic(recording)) return rounded(ticks);
    return rounded((long double)ticks * 1e9L / (long double)recording_hz(recording, NULL));
}

s64 recording_ns_since_start(const struct recording *recording, u64 ticks) {
    u64 start = recording->reader.header.start_ticks, since = ticks > start ? ticks - start : 0;
    return recording_ns(recording, since > INT64_MAX ? INT64_MAX : (s64)since);
}

s64 recording_wall_ns(const struct recording *recording, u64 ticks) {
    if (!recording->anchor_count) return 0;
    const struct region_anchor *anchor = &recording->anchors[0];
    s64 wall;
    s64 since = recording_ns(recording, (s64)(ticks - anchor->ticks));
    return __builtin_add_overflow(anchor->wall_ns, since, &wall) ? 0 : wall;
}

bool recording_is_deterministic(const struct recording *recording) {
    return recording->reader.header.flags & REGION_DETERMINISTIC;
}

const char *recording_clock_source(const struct recording *recording) {
    static const char *const names[] = {"unknown",
                                        "instructions",
                                        "CPUID 15H",
                                        "CPUID 16H (nominal)",
                                        "hypervisor CPUID",
                                        "measured by HPET",
                                        "measured by ACPI PM timer",
                                        "measured by the operating system"};
    u32 source = recording->reader.header.clock.source;
    return source < COUNT_OF(names) ? names[source] : "unknown";
}

const char *recording_machine(const struct recording *recording) {
    static const char *const names[] = {"unknown", "qemu", "linux", "test"};
    u32 machine = recording->reader.header.machine;
    return machine < COUNT_OF(names) ? names[machine] : "unknown";
}

const char *recording_state(const struct recording *recording) {
    static const char *const names[] = {"empty", "booting", "running", "ended", "panicked"};
    u32 state = recording->reader.header.state;
    return state < COUNT_OF(names) ? names[state] : "unknown";
}
