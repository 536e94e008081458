// The loops in which the probes are measured, written in calibrate.S: a pair for each context, which calls the method
// `count` times with its probes, and without them. Also one record of a traced method per round, and the bare loop.
#ifndef LOG_CALIBRATE_H
#define LOG_CALIBRATE_H

#include "base/types.h"

// `method` is what the probes are given; `memory` is 1 MiB that the context of cache misses reads.
typedef void calibrate_loop(u64 count, u64 method, const void *memory);

calibrate_loop calibrate_empty, calibrate_dependent, calibrate_parallel, calibrate_divide, calibrate_missing,
    calibrate_crossing, calibrate_chain, calibrate_field, calibrate_callee, calibrate_looped, calibrate_counted,
    calibrate_calling, calibrate_wide;
calibrate_loop calibrate_empty_bare, calibrate_dependent_bare, calibrate_parallel_bare, calibrate_divide_bare,
    calibrate_missing_bare, calibrate_crossing_bare, calibrate_chain_bare, calibrate_field_bare, calibrate_callee_bare,
    calibrate_looped_bare, calibrate_counted_bare, calibrate_calling_bare, calibrate_wide_bare;
// The same work with the probes of an inlined body around it, and without them.
calibrate_loop calibrate_inlined_empty, calibrate_inlined_chain, calibrate_inlined_field;
calibrate_loop calibrate_within_chain, calibrate_within_field;
// What some of their methods read and write.
extern u64 calibrate_scratch;
// Each call calls calibrate_hook, which charges what it does to the instruments.
calibrate_loop calibrate_hooked, calibrate_hooked_bare;
// Enters a method and removes its activation; and the same without the entry's probe.
calibrate_loop calibrate_enter, calibrate_enter_bare;
// Enters a method and leaves it by calibrate_unwound(sp) instead of its exit; and the same without the entry's probe.
calibrate_loop calibrate_unwind, calibrate_unwind_bare;
calibrate_loop calibrate_trace, calibrate_inlined_trace;
calibrate_loop calibrate_record;
// Calls an empty method; and not even that.
calibrate_loop calibrate_loop_bare, calibrate_loop_empty;

// Enters a method for which the fast path finds no row, and removes its activation; and the same without the entry's
// probe.
calibrate_loop calibrate_slow, calibrate_slow_bare;

// Enters and leaves a method whose call exceeds its row's slow_limit; and one whose call does not.
calibrate_loop calibrate_long, calibrate_short;

// Enters and leaves a method in which the thread's outside_ticks advance by one; and the same without probes.
calibrate_loop calibrate_left, calibrate_left_bare;

// Called by calibrate_long and calibrate_short, to set the limit.
void calibrate_limit_low(void);
void calibrate_limit_high(void);
// Called by calibrate_slow and calibrate_slow_bare.
void calibrate_forget(void);
// Called by calibrate_hooked and calibrate_hooked_bare.
void calibrate_hook(void);
// Called by calibrate_unwind and calibrate_unwind_bare: log_unwind of the current thread, or nothing.
void calibrate_unwound(u64 sp);
void calibrate_not_unwound(u64 sp);

// How far something that is measured again and again has been off: how often by so many ticks, or by more.
#define CALIBRATE_DRIFT_MOST 255u

struct calibrate_drift {
    u32 total;
    u32 counts[CALIBRATE_DRIFT_MOST + 1];
};

static inline void calibrate_drift_add(struct calibrate_drift *drift, s64 distance) {
    u64 size = (u64)(distance < 0 ? -distance : distance);
    drift->total++;
    drift->counts[size < CALIBRATE_DRIFT_MOST ? size : CALIBRATE_DRIFT_MOST]++;
}

// Three in four were off by no more. Among the others may be those that the host disturbed.
static inline u64 calibrate_drift_error(const struct calibrate_drift *drift) {
    u64 seen = 0;
    for (u32 ticks = 0; ticks < CALIBRATE_DRIFT_MOST; ticks++) {
        seen += drift->counts[ticks];
        if (4 * seen >= 3 * (u64)drift->total) return ticks;
    }
    return CALIBRATE_DRIFT_MOST;
}

#endif
