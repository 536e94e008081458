// The current thread: r15 holds its address whenever its code runs, in C as well. Host tests put a file of this name
// before this one on the include path.
#ifndef LOG_SELF_H
#define LOG_SELF_H

struct log_thread;

static inline struct log_thread *log_self(void) {
    struct log_thread *thread;
    __asm__("mov %%r15, %0" : "=r"(thread));
    return thread;
}

static inline void log_self_set(struct log_thread *thread) { __asm__ volatile("mov %0, %%r15" : : "r"(thread)); }

#endif
