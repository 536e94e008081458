// What ticks mean: see "Time" in recording.h. The rate, by which durations are worked out, is what the kernel found, or
// what its anchors over the whole run say if that is closer. Points in time go by the log's own clock (struct
// region_anchor), to the nanosecond that the program has read from it.
#include "viz/read/recording.h"

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

// How far the rate between two anchors was from the mean, where the counter does not keep to one.
static double spread_ppm(const struct recording *recording, double hz) {
    double most = 0;
    for (size_t i = 1; i < recording->anchor_count; i++) {
        const struct region_anchor *from = &recording->anchors[i - 1], *to = &recording->anchors[i];
        if (to->ticks <= from->ticks || to->monotonic_ns <= from->monotonic_ns) continue;
        double rate = (double)(to->ticks - from->ticks) * 1e9 / (double)(to->monotonic_ns - from->monotonic_ns);
        most = fmax(most, fabs(rate / hz - 1) * 1e6);
    }
    return most;
}

bool recording_counter_is_reference(const struct recording *recording) {
    const struct region_clock *clock = &recording->reader.header.clock;
    return clock->reference && clock->reference == clock->source && clock->source < CLOCK_SOURCE_HPET;
}

double recording_hz(const struct recording *recording, double *error_ppm) {
    const struct region_clock *clock = &recording->reader.header.clock;
    double hz = clock->hz ? (double)clock->hz : 1e9, error = clock->hz ? (double)clock->error_ppb / 1e3 : 1e6, other_hz,
           other_error;
    if (!recording_is_deterministic(recording) && !recording_counter_is_reference(recording) &&
        rate_from_anchors(recording, &other_hz, &other_error) && (other_error < error || !clock->trusted)) {
        hz = other_hz;
        error = other_error;
    }
    if (error_ppm && !clock->trusted && clock->hz) error += spread_ppm(recording, hz);
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

s64 recording_error_ns(const struct recording *recording, double ticks) {
    return recording_ns_estimated(recording, ceil(ticks));
}

double recording_ms(const struct recording *recording, s64 ticks) {
    return (double)recording_ns(recording, ticks) / 1e6;
}

// The anchor that this count, or this time, is reckoned from. Returns NULL if there is none.
static const struct region_anchor *anchor_before(const struct recording *recording, bool by_ticks, u64 value) {
    const struct region_anchor *anchors = recording->anchors;
    size_t count = recording->anchor_count, end = by_ticks ? ARRAY_LEADING(anchors, count, .ticks <= value)
                                                           : ARRAY_LEADING(anchors, count, .clock_ns <= value);
    const struct region_anchor *anchor = count ? &anchors[end ? end - 1 : 0] : NULL;
    return anchor && anchor->ns_per_tick ? anchor : NULL;
}

static s64 clamped(__int128 ns) { return ns < 0 ? 0 : ns > INT64_MAX ? INT64_MAX : (s64)ns; }

s64 recording_ns_since_start(const struct recording *recording, u64 ticks) {
    u64 start = recording->reader.header.start_ticks;
    const struct region_anchor *anchor = anchor_before(recording, true, ticks);
    if (ticks <= start) return 0;
    if (recording_is_deterministic(recording) || !anchor) {
        return recording_ns(recording, ticks - start > INT64_MAX ? INT64_MAX : (s64)(ticks - start));
    }
    bool is_after = ticks >= anchor->ticks;
    unsigned __int128 distance = is_after ? ticks - anchor->ticks : anchor->ticks - ticks;
    __int128 ns = (__int128)(distance * anchor->ns_per_tick >> 32);
    return clamped(is_after ? (__int128)anchor->clock_ns + ns : (__int128)anchor->clock_ns - ns);
}

u64 recording_ticks_at(const struct recording *recording, u64 ns) {
    u64 start = recording->reader.header.start_ticks;
    const struct region_anchor *anchor = anchor_before(recording, false, ns);
    if (recording_is_deterministic(recording) || !anchor) return start + (ns < INT64_MAX ? ns : INT64_MAX);
    bool is_after = ns >= anchor->clock_ns;
    unsigned __int128 distance = is_after ? ns - anchor->clock_ns : anchor->clock_ns - ns;
    // the first count that has this time
    unsigned __int128 ticks = ((distance << 32) + (is_after ? anchor->ns_per_tick - 1 : 0)) / anchor->ns_per_tick;
    if (!is_after) return ticks < anchor->ticks - start ? anchor->ticks - (u64)ticks : start;
    return ticks < INT64_MAX ? anchor->ticks + (u64)ticks : INT64_MAX;
}

s64 recording_wall_ns(const struct recording *recording, u64 ticks) {
    if (!recording->anchor_count) return 0;
    const struct region_anchor *anchor = &recording->anchors[0];
    s64 wall;
    return __builtin_sub_overflow(anchor->wall_ns, (s64)anchor->monotonic_ns, &wall) ||
                   __builtin_add_overflow(wall, recording_ns_since_start(recording, ticks), &wall)
               ? 0
               : wall;
}

u64 recording_clock_error_ns(const struct recording *recording) {
    u64 most = 0;
    for (size_t i = 0; i < recording->anchor_count; i++) {
        const struct region_anchor *anchor = &recording->anchors[i];
        u64 off = anchor->clock_ns > anchor->monotonic_ns ? anchor->clock_ns - anchor->monotonic_ns
                                                          : anchor->monotonic_ns - anchor->clock_ns;
        if (off + anchor->error_ns > most) most = off + anchor->error_ns;
    }
    return most;
}

double recording_step_ticks(const struct recording *recording) {
    if (recording_is_deterministic(recording)) return 0;
    u64 step = recording->reader.header.clock.step_ticks;
    return step ? (double)step : 1;
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

const char *clock_reference_name(u32 source) {
    switch (source) {
    case CLOCK_SOURCE_HPET: return "HPET";
    case CLOCK_SOURCE_PM_TIMER: return "ACPI PM timer";
    case CLOCK_SOURCE_OS: return "CLOCK_MONOTONIC";
    case CLOCK_SOURCE_CPUID:
    case CLOCK_SOURCE_CPUID_BASE:
    case CLOCK_SOURCE_HYPERVISOR: return "the counter itself";
    default: return "none";
    }
}

const char *recording_machine(const struct recording *recording) {
    static const char *const names[] = {"unknown", "qemu", "linux", "test", "pc"};
    u32 machine = recording->reader.header.machine;
    return machine < COUNT_OF(names) ? names[machine] : "unknown";
}

const char *recording_state(const struct recording *recording) {
    static const char *const names[] = {"empty", "booting", "running", "ended", "panicked"};
    u32 state = recording->reader.header.state;
    return state < COUNT_OF(names) ? names[state] : "unknown";
}
