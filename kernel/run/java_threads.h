// java.lang.Thread: the kernel's threads as Java knows them.
#ifndef KERNEL_RUN_JAVA_THREADS_H
#define KERNEL_RUN_JAVA_THREADS_H

#include "kernel/core/threads.h"
#include "kernel/run/thread_state.h"

// The log's events have been switched while threads run: they enter monitors as that asks for.
void threads_choose_monitor_entries(void);

// Reports a thread's name, a java.lang.String, to the log.
void thread_log_name(struct thread *thread, ref name);
// Makes and starts the kernel thread of a java.lang.Thread. Returns false if there is no memory, or the domain has as
// many threads as it may have.
bool thread_start_java(struct thread *current, handle java_thread);
// What HotSpot says then.
#define THREAD_REFUSED "unable to create native thread: possibly out of memory or process/resource limits reached"
// The same for a thread that does the kernel's work: it calls `run`, which must end with thread_finish_java.
bool thread_start_service(struct thread *current, handle java_thread, void (*run)(struct thread *));
// Ends a Java thread: does what Thread.exit and join need. `thread` is the current one.
void thread_finish_java(struct thread *thread);
// Has the thread's uncaught exception, which is pending, reported as Thread.dispatchUncaughtException does; an
// exception that a handler throws is named on standard error.
void thread_dispatch_uncaught(struct thread *thread);
// From now on the kernel pays for the thread's struct, stack and handles.
void thread_move_to_kernel(struct thread *thread);
// Blocks the current thread until no other non-daemon Java thread of its domain is left.
void thread_await_others(struct thread *thread);
// Whether the thread is blocked in thread_await_others.
bool thread_awaits_others(const struct thread *thread);

// Does what the current thread has been ordered to (thread->has_orders): at its poll in translated code.
void thread_obey(struct thread *thread);

// Has all threads of a domain stop at their next safepoint, the current one too, whether they wait or not: they run no
// more Java (exception_is_end) and end.
void thread_end_all(struct thread *thread, const struct domain *domain);
// Ends them, and with them the domain, with this status unless it has one already.
void thread_exit_domain(struct thread *thread, struct domain *domain, s32 status);
// Waits until the current thread is the only one that its domain has.
void thread_await_all(struct thread *thread);

#endif
