// Threads that must be woken at a certain time, the earliest first and those with equal times in the order in which
// they came: a pairing heap (Fredman, Sedgewick, Sleator, Tarjan 1986), linked through the threads themselves, so that
// it needs no memory. Inserting takes constant time; removing any of them takes logarithmic time, amortized. It belongs
// to one processor; any may change it, under the kernel's lock, outside interrupts.
#ifndef KERNEL_CORE_SLEEPERS_H
#define KERNEL_CORE_SLEEPERS_H

#include "kernel/core/thread.h"

struct sleepers {
    struct thread *first; // [k] the next to be woken, NULL if no thread sleeps
    u64 count;            // [k] how many were ever inserted
};

// `thread` is not in the heap, and its wake_at_ticks is set.
void sleepers_insert(struct sleepers *sleepers, struct thread *thread);
// `thread` is in the heap.
void sleepers_remove(struct sleepers *sleepers, struct thread *thread);

#endif
