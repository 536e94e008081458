// Threads, round robin with a quantum; each processor has a queue of its own, and one that has nothing to run takes
// from another's, under the kernel's lock. A thread gives up the processor only in a function of this
// header, so a thread that does not run always stands at a safepoint. Nothing here may be called from an interrupt,
// except scheduler_tick and scheduler_request_work. Why a thread left the processor is an enum switch_reason of
// log/events.h, which is kept in thread->switch_reason and recorded in the log.
#ifndef KERNEL_CORE_SCHEDULER_H
#define KERNEL_CORE_SCHEDULER_H

#include "kernel/core/dispatch.h"
#include "log/events.h"

struct trap_frame;

#define SCHEDULER_FOR_EVER UINT64_MAX

// Makes the running C code the idle thread of `cpu`; it is the current thread from now on (r15).
void scheduler_init(struct cpu *cpu, struct thread *idle, u64 quantum_ticks);

// Makes a new or blocked thread runnable. `waker` is for the log: NULL if the clock woke it.
void scheduler_ready(struct thread *thread, struct thread *waker);

// Stops the current thread until scheduler_ready is called for it or the counter reaches `deadline_ticks`. `state` says
// what it waits for. Returns false if the deadline came first.
bool scheduler_block(enum thread_state state, enum switch_reason reason, u64 deadline_ticks);

// Stops the current thread in the same way, without a deadline, for a call through a portal or for the next one; and
// `to`, which waits, runs at once, on this processor and for the rest of the quantum: it does what the current thread
// waits for, or waits for what that has done. If `to` is held, it runs as soon as it is not.
void scheduler_hand_over(struct thread *to);

// Lets the other runnable threads run first. scheduler_await_output, which does so while there is no room for output,
// is declared in log/machine.h.
void scheduler_yield(void);

// Hook, in kernel/report/thread_report.c: whether the program can never end although some of its threads sleep. It is
// asked when no thread is ready.
bool scheduler_is_deadlocked(void);

// For the current thread, at a safepoint: resets its stack_limit, wakes the threads that are due, and lets others run
// if its quantum is over.
void scheduler_poll(struct thread *thread);
// The same for a native in the middle of long work, between two pieces of it, if the thread is asked to stop: other
// threads may run and objects may move. What other processors have waited for, they get here. Anything else it is asked
// to do waits until it is back in translated code.
#define SCHEDULER_PIECE_BYTES (256u * 1024u)
void scheduler_poll_native(struct thread *thread);
// How much of what is left of a number of bytes the next piece is.
static inline u64 scheduler_piece(u64 left_bytes) {
    return left_bytes < SCHEDULER_PIECE_BYTES ? left_bytes : SCHEDULER_PIECE_BYTES;
}
// Whether to, for what is seldom long, and holds memory until it is done: what has begun at `start_ticks` is left alone
// for half a quantum, so that threads that are many do not all stand in the middle of it.
bool scheduler_is_poll_due(const struct thread *thread, u64 start_ticks);

// ---- Holding the threads of one domain, while those of others run

// Whether the current thread can hold others: not while one chooses among all (policy.h), which knows all that are
// ready; nor one that chooses itself.
bool scheduler_may_hold(void);
// The current thread holds all others of its domain, which stand at safepoints: none of them runs before
// scheduler_let_go, by the same thread. `hold` is the caller's. As long as anybody holds threads, all threads have
// short turns: the holder does work that others wait for, and must not be in the way of the rest.
void scheduler_hold_others(struct thread_hold *hold);
void scheduler_let_go(void);
// For the thread that holds others, between two pieces of its work: threads of other domains run if it is their turn.
// What concerns the whole machine (scheduler_safepoint_work) waits until another thread is at a safepoint.
void scheduler_poll_holding(struct thread *thread);
// Has the running thread call scheduler_safepoint_work at its next safepoint, or the idle thread at once. Any level.
void scheduler_request_work(void);
// The same for each other processor's; they stand (kernel_stop_others).
void scheduler_request_work_of_others(void);
// Hook, in kernel/instruments/control.c: what a processor does then.
void scheduler_safepoint_work(void);

// Whether no thread but the idle ones runs or is ready on any processor.
bool scheduler_is_idle(void);

// The timer's handler (kernel/core/interrupt.h): asks the running thread to stop when its quantum is over or a sleeper
// is due.
void scheduler_tick(struct trap_frame *frame);

// Ends the current thread; never returns.
_Noreturn void scheduler_end(void);

// Hook, in threads.c: gives back what the ended thread had, its stack too; it must not be the current thread, which
// stands on its own stack. So the next thread that runs on the processor calls it (dispatch_switched).
// Returns the thread that waits to be its domain's only one, if it is so now, or NULL.
struct thread *thread_release(struct thread *thread);

// Called by the idle thread: runs the threads of the processor. If the program can never end (nothing is ready or
// asleep, or all its threads wait for each other), reports that and ends the machine with status 3.
_Noreturn void scheduler_run(struct cpu *cpu);

#endif
