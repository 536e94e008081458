// See time.h.
#include "viz/cli/time.h"

#include <time.h>

u64 time_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (u64)now.tv_sec * 1000000000u + (u64)now.tv_nsec;
}

const struct time_unit time_units[TIME_UNITS] = {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}};

struct time_unit time_unit_of(double ns, double least) {
    const struct time_unit *unit = time_units;
    while (unit->ns > 1e3 && ns < least * unit->ns) unit++;
    return *unit;
}
