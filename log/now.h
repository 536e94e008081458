// The counter, where a call of log_ticks would be too much. Host tests put a file of this name before this one on the
// include path.
#ifndef LOG_NOW_H
#define LOG_NOW_H

#include "log/machine.h"

static inline u64 log_now(void) { return machine_ticks(); }

#endif
