// The path from translated code into the kernel (kernel/core/kernel_lock.h) with references in hand: where another
// processor has the kernel's lock they wait in handles, because objects may move meanwhile.
#ifndef KERNEL_RUN_ENTER_H
#define KERNEL_RUN_ENTER_H

#include "kernel/core/kernel_lock.h"
#include "kernel/core/thread.h"

// As kernel_enter; returns the current thread. `first` and `second`: references, NULL if there are fewer.
struct thread *enter_with(ref *first, ref *second);
static inline struct thread *enter(void) {
    kernel_enter();
    return thread_self();
}

#endif
