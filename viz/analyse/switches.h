// Which instruments were on when: from what a run was started with, and what was switched while it ran.
#ifndef VIZ_ANALYSE_SWITCHES_H
#define VIZ_ANALYSE_SWITCHES_H

#include "log/events.h"
#include "viz/read/recording.h"

// An instrument from one moment to another. `until_ticks` is the recording's end if it was still on.
struct switched {
    enum control_kind kind; // CONTROL_time, _trace, _alloc, _sample, _sample_cpu
    const char *text;       // the pattern, or NULL
    u64 number;             // the rate, or 0
    u64 from_ticks, until_ticks;
};

struct switches {
    struct switched *items; // by their start
    size_t count, capacity;
};

void switches_load(struct switches *switches, const struct recording *recording);
void switches_free(struct switches *switches);
// For how long instruments of this kind were on from `since` on; time in which several were on counts once.
u64 switches_ticks(const struct switches *switches, enum control_kind kind, u64 since);
// For how long the method was timed, since figures began (again): a rate divides by this. Returns 0 if it never was, or
// the recording's range is of a part of the time, for which nothing was summed.
u64 switches_timed_ticks(const struct recording *recording, const struct method_name *method);
const char *switches_kind_name(enum control_kind kind);

#endif
