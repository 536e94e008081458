// See time.h.
#include "viz/cli/time.h"

#include <time.h>

u64 time_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (u64)now.tv_sec * 1000000000u + (u64)now.tv_nsec;
}
