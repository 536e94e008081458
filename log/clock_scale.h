// The arithmetic between ticks and nanoseconds: fixed point, 64 by 64 bits to 128, without divisions.
#ifndef LOG_CLOCK_SCALE_H
#define LOG_CLOCK_SCALE_H

#include "base/types.h"

// Factors, shifted by 32 bits.
struct clock_scale {
    u64 ns_per_tick, ticks_per_ns;
};

static inline u64 clock_divide_shifted(u64 dividend, u64 divisor) {
    return ((dividend / divisor) << 32) + ((dividend % divisor) << 32) / divisor;
}

// Exact to 1e-9 for `hz` from 250 MHz, below which no x86-64 processor counts, to 4 GHz; higher values up to 2^32 Hz
// are possible.
static inline struct clock_scale clock_scale_of(u64 hz) {
    return (struct clock_scale){clock_divide_shifted(1000000000, hz), clock_divide_shifted(hz, 1000000000)};
}

static inline u64 clock_scaled(u64 value, u64 factor) { return (u64)((unsigned __int128)value * factor >> 32); }

static inline u64 clock_ns_of_ticks(const struct clock_scale *scale, u64 ticks) {
    return clock_scaled(ticks, scale->ns_per_tick);
}
static inline u64 clock_ticks_of_ns(const struct clock_scale *scale, u64 ns) {
    return clock_scaled(ns, scale->ticks_per_ns);
}

// Ticks per second, from an interval of less than 18 s that was measured in both.
static inline u64 clock_hz(u64 ticks, u64 ns) {
    u64 whole = ticks / ns, rest = ticks % ns;
    return whole * 1000000000 + rest * 1000000000 / ns;
}

// |a - b| / b in 1e-9.
static inline u64 clock_distance_ppb(u64 a, u64 b) {
    u64 distance = a > b ? a - b : b - a;
    return distance > 18000000000ull ? UINT64_MAX : distance * 1000000000 / b;
}

#endif
