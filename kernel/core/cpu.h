// What belongs to one processor: FS points to it, and so does thread->cpu.
//
// The run queue and the sleepers are touched only outside interrupts, under the kernel's lock, by any processor: one
// that makes a thread of another ready puts it there. The timer interrupt reads `next_wake_ticks`, `quantum_end_ticks`
// and the queue's length, a word each, and writes nothing but the timer and the running thread's `stack_limit`. The
// letters in brackets: kernel_lock.h.
#ifndef KERNEL_CORE_CPU_H
#define KERNEL_CORE_CPU_H

#include "kernel/core/sleepers.h"
#include "kernel/core/thread_queue.h"
#include "log/frames.h"
#include "log/machine.h"
#include "log/region.h"

// The machine's timer, shared among its clients (interrupt.c). Touched with interrupts off.
struct cpu_timer {
    u64 deadline[TIMER_CLIENTS]; // TIMER_NEVER if there is none
    void (*handler[TIMER_CLIENTS])(struct trap_frame *frame);
    u64 armed; // the deadline that the machine's timer is set for
};
#define TIMER_NEVER UINT64_MAX
#define NO_TIMER \
    { .deadline = {TIMER_NEVER, TIMER_NEVER, TIMER_NEVER, TIMER_NEVER}, .handler = {NULL}, .armed = TIMER_NEVER }
_Static_assert(TIMER_CLIENTS == 4, "each has no deadline");

struct policy;
struct outside;

struct cpu {
    // At fixed distances from FS, because library code knows some of them (kernel/core/foreign.h)
    struct cpu *self;              // [I]  0
    u64 libc[4];                   // [o]  8
    u64 guard;                     // [I] 28h  never changes
    struct thread *foreign_thread; // [o] the thread that runs foreign code, or NULL
    u64 foreign_fp;                // [o] the rbp with which that code was called

    u32 number;                   // [I]
    u64 stack_start, stack_end;   // [I] that it boots on, and idles on
    struct cpu_timer timer;       // [o]
    volatile u32 interrupt_depth; // [o]
    u32 fault_depth;              // [o] how many faults are being handled, one within another

    // The scheduler's
    struct thread *running;        // [k]
    struct thread *idle;           // [I] runs when nothing else can; its stack is the one that the processor booted on
    struct thread *ended;          // [k] has ended; its stack is given back as soon as another thread runs
    struct thread_queue run_queue; // [k] its length counts what is in shares as well
    bool is_ruled;                 // [k] by one of the next two, not only by turns
    bool is_shared;                // [k] the time is divided among domains: shares.h
    bool is_turn_of_none;          // [k] the last turn was of a thread of no domain
    struct policy *policy;         // [k] chooses instead, among all threads: policy.h
    u32 policies;                  // [k] that, and those of domains
    struct share *shares;          // [k] of domains that have threads ready here
    struct sleepers sleepers;      // [k]
    u64 next_wake_ticks;           // [p] of the first sleeper, or all ones
    u64 quantum_ticks, usual_quantum_ticks; // [k] the latter while `holds` is not 0
    u32 holds;                              // [a] domains whose threads are held: scheduler_hold_others
    u64 quantum_end_ticks;                  // [p]
    u64 next_quantum_ticks;                 // [k] the next thread's; 0: the usual
    bool idles;                             // [a] waits for an interrupt, or is about to; under the kernel's lock
    u32 locks;                              // [o] those that the processor has: base/lock_order.h
    // The kernel's lock: kernel_lock.c
    bool is_started;   // [p]
    bool at_safepoint; // [a] waits for the lock where everything may move, or idles
    bool wants_loan;   // [a] a leaf waits for the lock
    bool has_old_code; // [a] may have fetched code whose memory was given back since; set while it is at a safepoint
    struct region_lock *lock_log; // [I] what the region has of that; from before the processor takes it first
    u64 world_stopped_ticks; // [o] all others have been standing since then, by this one's order; 0 if they are not
    u32 world_stops;         // [o] how often it has had them stand since it has the lock
    u64 to_interrupt; // [o] processors, by number, that are interrupted as soon as this one has given the lock up
    // The end: processors.c
    bool must_halt, has_halted;            // [a]
    const struct trap_frame *halted_frame; // [a] where a panic has stopped it, NULL if it has not
    // There is work at the next safepoint (scheduler_safepoint_work); set at any level
    volatile bool is_work_wanted;    // [a]
    struct outside *outside;         // [I] outside.h; of all processors alike; NULL: there is none
    volatile bool is_outside_wanted; // [a]
};
_Static_assert(offsetof(struct cpu, self) == 0 && offsetof(struct cpu, guard) == 0x28 &&
                   offsetof(struct cpu, foreign_thread) == FOREIGN_THREAD &&
                   offsetof(struct cpu, foreign_fp) == FOREIGN_FP,
               "as foreign.S and libraries have it");

#define CPUS_MOST 64u
#define NO_CPU UINT32_MAX
// By number; the first one boots. The machine sets its FS before kernel_main.
extern struct cpu cpus[CPUS_MOST];

#endif
