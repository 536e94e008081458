// Code of libraries, which was compiled without our conventions: r15 is any register to it, rbp no frame, SSE is used,
// and fs:28h is a word that it compares (GCC's -fstack-protector). FS names a block of the processor's own: while such
// code runs the block has the thread, so that interrupts find it. What is called must not call back into what needs r15
// or a safepoint.
#ifndef KERNEL_CORE_FOREIGN_H
#define KERNEL_CORE_FOREIGN_H

#include "kernel/core/thread.h"
#include "log/frames.h"

// What the base of FS points to.
struct foreign_block {
    u64 libc[5];           //  0
    u64 guard;             // 28h  never changes
    struct thread *thread; // 30h  in foreign code; NULL: none is
    u64 fp;                // 38h  the rbp with which it was called
};
_Static_assert(offsetof(struct foreign_block, thread) == FOREIGN_THREAD &&
                   offsetof(struct foreign_block, fp) == FOREIGN_FP,
               "as foreign.S has it");

// Of the processor that boots. The machine sets its FS before kernel_main.
extern struct foreign_block foreign_first;

// Calls function(arguments[0], ... arguments[7]); what it takes less of is not looked at.
u64 foreign_call(void *function, const u64 arguments[8]);

// First in every interrupt.
static inline void foreign_interrupted(void) {
    struct thread *thread;
    __asm__ volatile("mov %%fs:%c1, %0" : "=r"(thread) : "i"(FOREIGN_THREAD));
    if (thread) thread_self_set(thread);
}

#endif
