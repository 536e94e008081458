// What belongs to one processor: the running thread, the run queue, the sleepers. Reached through thread->cpu, so that
// nothing of it is a global.
//
// The run queue and the list of sleepers are touched only outside interrupts, by the processor itself. The timer
// interrupt reads `next_wake_ticks`, `quantum_end_ticks` and the queue's length, and writes nothing but the running
// thread's `stack_limit`.
#ifndef KERNEL_CORE_CPU_H
#define KERNEL_CORE_CPU_H

#include "kernel/core/thread_queue.h"

struct cpu {
    u32 number;
    struct thread *running;
    struct thread *idle;  // runs when nothing else can; its stack is the one that the processor booted on
    struct thread *ended; // its stack is given back as soon as another thread runs
    struct thread_queue run_queue;
    struct thread *sleepers; // the earliest first, linked by next_sleeper
    u64 next_wake_ticks;     // of the first sleeper, or all ones
    u64 quantum_ticks;
    u64 quantum_end_ticks;
    u64 switches;
};

#endif
