// Threads of one processor: round robin with a quantum. A thread gives up the processor only in a function of this header, so it always
// stands at a safepoint while it does not run. Nothing here may be called from an interrupt, except scheduler_tick.
#ifndef KERNEL_SCHEDULER_H
#define KERNEL_SCHEDULER_H

#include "kernel/cpu.h"

// Why a thread left the processor; kept in thread->switch_reason and in the log.
enum switch_reason {
    SWITCH_QUANTUM,     // time slice over
    SWITCH_YIELD,
    SWITCH_MONITOR,     // enters a monitor that another thread owns
    SWITCH_WAIT,        // Object.wait
    SWITCH_PARK,
    SWITCH_SLEEP,
    SWITCH_CLASS_INIT,  // another thread initialises the class
    SWITCH_END,
    SWITCH_IDLE,        // the idle thread found work
    SWITCH_REASONS
};

#define SCHEDULER_FOR_EVER UINT64_MAX

// Makes the running C code the idle thread of `cpu`: its stack is [stack_start, stack_end). Sets r15.
void scheduler_init(struct cpu *cpu, u64 quantum_ticks, u64 stack_start, u64 stack_end);

// Makes a thread that is new or blocked runnable. `waker` is for the log; NULL: the clock.
void scheduler_ready(struct thread *thread, struct thread *waker);

// The current thread stops running until scheduler_ready is called for it or the counter reaches `deadline_ticks`. `state` says what it waits for.
// Returns false when the deadline came first.
bool scheduler_block(enum thread_state state, enum switch_reason reason, u64 deadline_ticks);

// Lets the other runnable threads run first.
void scheduler_yield(void);

// The current thread is at a safepoint and its stack_limit may ask it to stop: resets the limit, wakes who is due, switches when the quantum is over.
void scheduler_poll(struct thread *thread);

// Asks `thread` to call scheduler_poll at its next safepoint. May be called from an interrupt.
void scheduler_request_stop(struct thread *thread);

// From the timer interrupt, at every tick: asks the running thread to stop when its quantum is over or a sleeper is due.
void scheduler_tick(struct cpu *cpu, u64 now_ticks);

// The current thread is at its end: never returns.
__attribute__((noreturn)) void scheduler_end(void);

// Runs the threads of the processor, from its idle thread, until `finished` says so. Threads that can never run again (nothing ready, nothing
// asleep) are a deadlock: ends the machine with status 3 and says so.
void scheduler_run(struct cpu *cpu, bool (*finished)(void));

#endif
