// The current thread: r15. Host tests put a file of this name before this one on the include path.
#ifndef KERNEL_CORE_SELF_H
#define KERNEL_CORE_SELF_H

struct thread;

static inline struct thread *thread_self(void) {
    struct thread *thread;
    __asm__("mov %%r15, %0" : "=r"(thread));
    return thread;
}

static inline void thread_self_set(struct thread *thread) { __asm__ volatile("mov %0, %%r15" : : "r"(thread)); }

#endif
