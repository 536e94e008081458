// See timers.c.
#ifndef TESTS_HOST_TIMERS_H
#define TESTS_HOST_TIMERS_H

#include "log/machine.h"

extern u64 timer_deadlines[TIMER_CLIENTS]; // 0: none
extern void (*timer_handlers[TIMER_CLIENTS])(struct trap_frame *frame);

#endif
