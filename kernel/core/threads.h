// Kernel threads and the java.lang.Thread objects that belong to them.
//
// A thread's number is never used again in a run, because the log names it. When it has ended, its memory goes, and its
// struct and the place of its stack are for another thread.
#ifndef KERNEL_CORE_THREADS_H
#define KERNEL_CORE_THREADS_H

#include "kernel/core/cpu.h"

// Of a Java thread, below which only C runs: what a native or the unwinder may need when Java's part of the stack is
// used up.
#define THREAD_C_STACK_BYTES (96 * KIB)
// What is left of that for C while StackOverflowError, which runs Java, is made.
#define THREAD_C_STACK_RESERVE_BYTES (40 * KIB)
#define THREAD_STACK_BYTES (1 * MIB)

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

extern struct thread *thread_first; // all that have not ended, linked by next_thread, the newest first

// The thread of the running C code, on the stack [stack_start, stack_end): for the idle thread.
struct thread *thread_create_here(u64 stack_start, u64 stack_end);
// A thread that will run `run` when it is made ready. NULL: no memory for its stack of `stack_bytes` for Java (what C
// needs comes on top), or too many threads.
struct thread *thread_create(u64 stack_bytes, void (*run)(struct thread *));
// What a new thread begins with, called by stub_thread_start.
_Noreturn void thread_main(struct thread *thread);
// Gives back what the ended thread had; it must not be the current one.
void thread_release(struct thread *thread);
struct thread *thread_by_lock_number(u32 number);

// The kernel thread behind a java.lang.Thread; NULL: not started, or at its end.
struct thread *thread_of(ref java_thread);
void thread_set_java_status(struct thread *thread, enum java_thread_status status);

// Tells the log a thread's name, a java.lang.String.
void thread_log_name(const struct thread *thread, ref name);
// Makes and starts the kernel thread of a java.lang.Thread. False: no memory.
bool thread_start_java(struct thread *current, handle java_thread);
// The end of a Java thread: what Thread.exit and join need. `thread` is the current one.
void thread_finish_java(struct thread *thread);
// Has the thread's uncaught exception, which is pending, reported as Thread.dispatchUncaughtException does; what a
// handler throws is named on standard error.
void thread_dispatch_uncaught(struct thread *thread);
// Blocks the current thread until no other non-daemon Java thread is left.
void thread_await_others(struct thread *thread);
// Whether the thread is in there.
bool thread_awaits_others(const struct thread *thread);

// The counter `nanoseconds` from now.
u64 thread_deadline(s64 nanoseconds);
// Wakes a thread out of wait, sleep or park because it was interrupted.
void thread_interrupt(struct thread *thread, struct thread *target);
// Thread.sleep; false: interrupted.
bool thread_sleep(struct thread *thread, s64 nanoseconds);
// LockSupport's permit. `deadline_ticks` as for scheduler_block.
void thread_park(struct thread *thread, u64 deadline_ticks);
void thread_unpark(struct thread *thread, struct thread *target);

// Thread.stop, suspend and resume. The target obeys at its next poll in translated code; one that sleeps or waits is
// woken to be stopped, one that is about to enter a monitor gets it first.
void thread_stop(struct thread *thread, struct thread *target, ref exception);
void thread_suspend(struct thread *target);
void thread_resume(struct thread *thread, struct thread *target);
static inline bool thread_has_orders(const struct thread *thread) {
    return thread->is_suspended || thread->stop_exception;
}
void thread_obey(struct thread *thread);

#endif
