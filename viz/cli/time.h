// The host's clock.
#ifndef VIZ_CLI_TIME_H
#define VIZ_CLI_TIME_H

#include "base/types.h"

u64 time_now_ns(void); // monotonic

#endif
