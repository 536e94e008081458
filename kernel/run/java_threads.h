// java.lang.Thread: the kernel's threads as Java knows them.
#ifndef KERNEL_RUN_JAVA_THREADS_H
#define KERNEL_RUN_JAVA_THREADS_H

#include "kernel/core/threads.h"
#include "kernel/heap/java_thread.h"

// Makes every thread made from now on one that can run Java. Called once, before the first.
void java_threads_init(void);

// Thread.threadStatus, which Thread.getState decodes (JVMTI's bits).
enum java_thread_status {
    STATUS_NEW = 0,
    STATUS_RUNNABLE = 0x5,
    STATUS_SLEEPING = 0xe1,
    STATUS_WAITING = 0x191,
    STATUS_WAITING_TIMED = 0x1a1,
    STATUS_PARKED = 0x291,
    STATUS_PARKED_TIMED = 0x2a1,
    STATUS_BLOCKED = 0x401,
    STATUS_TERMINATED = 0x2,
};

// The log's events have been switched while threads run: they enter monitors as that asks for.
void threads_choose_monitor_entries(void);

// The thread that has this lock number.
struct thread *thread_by_lock_number(u32 number);

// The kernel thread of a java.lang.Thread; NULL if it has not started, or has ended.
struct thread *thread_of(ref java_thread);
void thread_set_java_status(struct thread *thread, enum java_thread_status status);

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

// What the counter will be `nanoseconds` from now.
u64 thread_deadline(s64 nanoseconds);
// Wakes a thread from wait, sleep or park because it was interrupted.
void thread_interrupt(struct thread *thread, struct thread *target);
// Whether it was interrupted; from now on it is not. The field of its Thread is the caller's.
bool thread_take_interruption(struct thread *thread);
// Thread.sleep; returns false if interrupted.
bool thread_sleep(struct thread *thread, s64 nanoseconds);
// LockSupport's permit: waits for it, for `nanoseconds` if `timed`, otherwise without limit.
void thread_park(struct thread *thread, bool timed, u64 nanoseconds);
void thread_unpark(struct thread *thread, struct thread *target);

// Thread.stop, suspend and resume. The target obeys at its next poll in translated code; one that sleeps or waits is
// woken to be stopped, and one that is about to enter a monitor enters it first.
void thread_stop(struct thread *thread, struct thread *target, ref exception);
void thread_suspend(struct thread *target);
void thread_resume(struct thread *thread, struct thread *target);
void thread_obey(struct thread *thread);

// Has all threads of a domain stop at their next safepoint, the current one too, whether they wait or not: they run no
// more Java (exception_is_end) and end.
void thread_end_all(struct thread *thread, const struct domain *domain);
// Ends them, and with them the domain, with this status unless it has one already.
void thread_exit_domain(struct thread *thread, struct domain *domain, s32 status);
// Waits until the current thread is the only one that its domain has.
void thread_await_all(struct thread *thread);

#endif
