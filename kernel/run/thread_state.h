// What a thread of Java waits for, and what it is woken or stopped by: status, interruption, sleep, park, suspension;
// and the threads by their lock numbers. How threads begin and end is in java_threads.h.
#ifndef KERNEL_RUN_THREAD_STATE_H
#define KERNEL_RUN_THREAD_STATE_H

#include "kernel/heap/java_thread.h"

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

// The thread that has this lock number, or had it last; NULL if there is none.
struct thread *thread_by_lock_number(u32 number);
// The first number, from 1 on, that no thread has had; at most 65,536.
u32 thread_lock_numbers(void);

// The kernel thread of a java.lang.Thread; NULL if it has not started, or has ended.
struct thread *thread_of(ref java_thread);
void thread_set_java_status(struct thread *thread, enum java_thread_status status);

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

#endif
