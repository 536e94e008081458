// The current thread in host tests: a variable, where the kernel has r15.
#ifndef KERNEL_CORE_SELF_H
#define KERNEL_CORE_SELF_H

struct thread;

extern struct thread *host_thread;

static inline struct thread *thread_self(void) { return host_thread; }

#endif
