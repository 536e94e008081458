// Threads with a time at which they must be woken, the earliest first and of equal ones the first to come: a pairing heap
// (Fredman, Sedgewick, Sleator, Tarjan 1986), linked by the threads themselves, so that it needs no memory. Putting one in
// takes constant time; taking one out, whichever it is, logarithmic time on average over all that is done. Of one
// processor, touched by that one only, outside interrupts.
#ifndef KERNEL_CORE_SLEEPERS_H
#define KERNEL_CORE_SLEEPERS_H

#include "kernel/core/thread.h"

struct sleepers {
    struct thread *first; // the next to be woken, NULL if nobody sleeps
    u64 count;            // of all that have ever been put in
};

// `thread` is not in it, and has its wake_at_ticks.
void sleepers_insert(struct sleepers *sleepers, struct thread *thread);
// `thread` is in it.
void sleepers_remove(struct sleepers *sleepers, struct thread *thread);

#endif
