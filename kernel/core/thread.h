// A thread of the kernel. r15 holds its address whenever its code runs, in C as well. The rooms above add to it: see
// thread_part_make. After a thread's end its struct is used for another one; its number, which the log names, never is.
// The letters in brackets: kernel_lock.h; the part that code and log know is the thread's own.
#ifndef KERNEL_CORE_THREAD_H
#define KERNEL_CORE_THREAD_H

#include "translator/thread.h"

struct cpu;
struct domain;
struct thread_queue;
struct share;
struct thread_hold;
struct accounts;

enum thread_state {
    THREAD_NEW,
    THREAD_READY,
    THREAD_RUNNING,
    THREAD_BLOCKED, // for a lock
    THREAD_WAITING, // for a notification
    THREAD_PARKED,
    THREAD_SLEEPING,
    THREAD_SUSPENDED,
    THREAD_ENDED,
};

struct thread {
    union {
        struct code_thread code;
        struct code_thread;
    };

    // Its processor's, at thread level: the scheduler
    struct cpu *cpu;  // [k] where it runs, is ready to run, or ran last
    u32 state;        // [p] enum thread_state
    u8 switch_reason; // [k] enum switch_reason
    bool timed_out;   // [k] why it was woken
    bool has_orders;  // [a] stops at every poll, until it has obeyed them
    u32 ran_on;       // [k] the number of the processor where it ran last, or NO_CPU
    u64 saved_sp;     // [o] while it does not run
    // in the run queue, or in the queue of those that wait for something: a thread is in at most one
    struct thread *next_in_queue, *previous_in_queue; // [k]
    struct thread_queue *waits_in;                    // [k] the queue that it leaves when it is made ready
    struct thread *sleeper_child, *sleeper_next, *sleeper_previous; // [k] in the processor's sleepers: sleepers.h
    u64 sleeper_number;                                             // [k]
    u64 wake_at_ticks;                                              // [k] 0 if there is no limit
    u64 running_ticks;                                              // [k]
    u64 run_start_ticks;                                            // [k]

    // Set when it is made
    void (*run)(struct thread *);   // [I] what it begins with
    struct domain *domain;          // [k] inherited from the thread that made it; NULL if there is none yet
    struct thread *next_thread;     // [k] in its domain's list, or in a list of those that have ended
    struct thread *previous_thread; // [k]
    u32 name_hash;                  // [k] 0 until it has a name
    // kernel/memory/stacks.c: how far down its stack may grow; and the accounts that it is on
    // (kernel/memory/account.h), NULL for one that stands on a stack of its processor
    u64 stack_floor;        // [k]
    struct accounts *payer; // [I]
};

// What this room knows of a domain; struct domain begins with it.
struct domain_core {
    u32 domain_number;           // [I]
    struct accounts *accounts;   // [k] kernel/memory/account.h
    struct thread *first_thread; // [k] of those that have not ended, the newest first, linked by next_thread
    u32 thread_count;            // [k] of those
    u32 thread_limit;            // [k] beyond which the program starts none; 0: there is no limit
    struct thread *last_thread;  // [k] waits until it is the only one; NULL: none does
    u64 ended_ticks;             // [k] for which those have run that have ended
    u64 ended_bytes;             // [k] that those have allocated
    struct thread_hold *hold;    // [k] NULL unless one of its threads holds the others: scheduler_hold_others
    // kernel/core/shares.h
    u32 weight;                // [k]
    struct share_group *group; // [k]
    u64 virtual_time;          // [k] that its threads have run, by its weight
    u64 uncounted_ticks;       // [k] that they have run, and that are not in it yet
    struct share *shares;      // [k] by processor; NULL: its threads are queued like those of no domain
    struct policy *policy;     // [k] chooses among its threads: kernel/core/policy.h; NULL: they take turns
};

static inline struct domain_core *core_of(const struct domain *domain) {
    return (struct domain_core *)(uintptr_t)domain;
}

static inline struct thread *thread_self(void) { return (struct thread *)log_self(); }
// Asks the thread to poll (scheduler_poll) at its next safepoint. At any level, on any processor.
static inline void thread_request_stop(struct thread *thread) {
    __atomic_store_n(&thread->stack_limit, UINT64_MAX, __ATOMIC_RELAXED);
}
static inline void thread_self_set(struct thread *thread) { log_self_set(&thread->log); }

#endif
