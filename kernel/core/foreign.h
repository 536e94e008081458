// Code of libraries, which was compiled without our conventions: r15 is any register to it, rbp no frame, SSE is used,
// and fs:28h is a word that it compares (GCC's -fstack-protector). FS points to the processor's struct cpu: while
// such code runs it has the thread, so that interrupts find it. What is called must not call back into what needs r15
// or a safepoint.
#ifndef KERNEL_CORE_FOREIGN_H
#define KERNEL_CORE_FOREIGN_H

#include "kernel/core/thread.h"
#include "log/frames.h"

// Calls function(arguments[0], ... arguments[7]); a function that takes fewer ignores the rest.
u64 foreign_call(void *function, const u64 arguments[8]);

// First in every interrupt.
static inline void foreign_interrupted(void) {
    struct thread *thread;
    __asm__ volatile("mov %%fs:%c1, %0" : "=r"(thread) : "i"(FOREIGN_THREAD));
    if (thread) thread_self_set(thread);
}

#endif
