// The current thread in host tests: a variable of the host's thread, where the kernel has r15.
#ifndef LOG_SELF_H
#define LOG_SELF_H

struct log_thread;

extern _Thread_local struct log_thread *host_thread;

static inline struct log_thread *log_self(void) { return host_thread; }
static inline void log_self_set(struct log_thread *thread) { host_thread = thread; }

#endif
