// What belongs to one processor: the running thread, the run queue, the sleepers. Reached through thread->cpu, so that nothing of it is a global.
//
// The run queue and the list of sleepers are touched only outside interrupts, by the processor itself, at safepoints. The timer interrupt
// reads `next_wake_ticks` and `quantum_end_ticks` and writes nothing but the running thread's `stack_limit`.
#ifndef KERNEL_CPU_H
#define KERNEL_CPU_H

#include "kernel/thread.h"

struct thread_queue {
    struct thread *first, *last;
    u32 length;
};

struct cpu {
    u32 number;
    bool stop_requested;          // the quantum is over or a sleeper is due: somebody set the running thread's stack_limit to all ones
    struct thread *running;
    struct thread *idle;          // runs when nothing else can; its stack is the one that the processor booted on
    struct thread *ended;         // the thread that ended last: its stack may be freed once another one runs
    struct thread_queue run_queue;
    struct thread *sleepers;      // by wake_at_ticks, the earliest first, linked by next_sleeper
    u64 next_wake_ticks;          // the first sleeper's, or all ones
    u64 quantum_ticks;
    u64 quantum_end_ticks;
    u64 switches;                 // counted for the log
};

#endif
