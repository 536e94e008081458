// The counter in host tests, which have a clock of their own.
#ifndef LOG_NOW_H
#define LOG_NOW_H

#include "log/log.h"

static inline u64 log_now(void) { return log_ticks(); }

#endif
