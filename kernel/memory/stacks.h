// Stacks of threads: address space in units of 64 KiB, the lowest page of which is a guard that is never committed.
// The lowest range that is free and long enough is taken, so that any size finds what others have given back. A stack
// is committed from its end as it is used: what is committed always holds THREAD_C_STACK_BYTES below the limit that
// translated code checks, and where that is reached more is committed. What is committed is charged. Thread level only,
// under the kernel's lock.
#ifndef KERNEL_MEMORY_STACKS_H
#define KERNEL_MEMORY_STACKS_H

#include "kernel/memory/account.h"

// Commits more of the current thread's stack. Returns false if it has all that it may have, or there is no memory.
bool stack_grow(struct thread *thread);
// From now on the thread's stack is on other accounts.
void stack_move(struct thread *thread, struct accounts *payer);

#endif
