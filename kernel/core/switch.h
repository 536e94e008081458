// Switching between the stacks of two threads: switch.S.
#ifndef KERNEL_CORE_SWITCH_H
#define KERNEL_CORE_SWITCH_H

#include "kernel/core/thread.h"

// Saves the C context on the current stack and in `from`, and continues where `to` stopped; r15 becomes `to`.
void stub_switch(struct thread *from, struct thread *to);
// Calls `work`, in which the thread may be switched, and keeps the XMM registers, which other C does not touch.
void stub_keep_vectors(void (*work)(struct thread *thread), struct thread *thread);
// Where a new thread's saved context returns to: calls thread_main(r15) and never returns.
extern const u8 stub_thread_start[];

#endif
