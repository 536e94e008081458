// Calls library code, which was compiled without our conventions: to it r15 is a register like any other and rbp is no
// frame pointer; it uses SSE, and compares the word at fs:28h (GCC's -fstack-protector). FS points to the processor's
// struct cpu, which holds the thread while such code runs, so that interrupts find it. The code called must not call
// back into anything that needs r15 or a safepoint.
#ifndef KERNEL_CORE_FOREIGN_H
#define KERNEL_CORE_FOREIGN_H

#include "kernel/core/thread.h"
#include "log/frames.h"

// Calls function(arguments[0], ... arguments[7]); a function that takes fewer ignores the rest.
u64 foreign_call(void *function, const u64 arguments[8]);

// Called first in every interrupt.
static inline void foreign_interrupted(void) {
    struct thread *thread;
    __asm__ volatile("mov %%fs:%c1, %0" : "=r"(thread) : "i"(FOREIGN_THREAD));
    if (thread) thread_self_set(thread);
}

#endif
