// What comes from outside of the machine, besides its timers, and is seen to at a safepoint: hooks, which
// kernel/net/net_link.c implements. They are called only where cpu->outside is set.
#ifndef KERNEL_CORE_OUTSIDE_H
#define KERNEL_CORE_OUTSIDE_H

#include "base/types.h"

struct outside;

// From an interrupt: whether there is anything to do.
bool outside_look(const struct outside *outside);
// Does it; at thread level.
void outside_work(struct outside *outside);
// Whether a thread may be waiting for something from outside.
bool outside_may_wake(const struct outside *outside);
// By the idle processor, with interrupts off: looks for a short while, but not beyond `until_ticks`, whether there is
// anything to do. Returns false at once if an interrupt says so in time.
bool outside_await(struct outside *outside, u64 until_ticks);

#endif
