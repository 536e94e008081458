// The host's clock, and units of time.
#ifndef VIZ_CLI_TIME_H
#define VIZ_CLI_TIME_H

#include "base/types.h"

u64 time_now_ns(void); // monotonic

struct time_unit {
    const char *name;
    double ns;
};

enum { TIME_UNITS = 4 };
extern const struct time_unit time_units[TIME_UNITS]; // s, ms, us, ns
// The largest of s, ms and us of which a time has at least `least`; us if there is none.
struct time_unit time_unit_of(double ns, double least);

#endif
