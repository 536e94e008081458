// A thread that runs Java: what the heap and the rooms above it add to a thread of the kernel (thread_part_make of
// kernel/core/threads.h). Every thread is one.
#ifndef KERNEL_HEAP_JAVA_THREAD_H
#define KERNEL_HEAP_JAVA_THREAD_H

#include "kernel/core/thread.h"

struct monitor;
struct portal_server;

// What java.lang.management says of the thread's waits.
struct java_waits {
    u64 count;
    s64 ticks; // while the domain's program wants to know (struct domain's times_waits)
};

#define HANDLE_PIECES 16u

struct java_thread {
    struct thread thread; // [k]

    // kernel/heap/handle.h: a stack of slots that the collector knows
    ref *handles[HANDLE_PIECES]; // [o] from the front; NULL: not there yet
    u32 handle_capacity;         // [o]

    // kernel/run/
    struct portal_server *portal_server;   // [k] NULL unless it serves calls of other domains: kernel/domains/calls.c
    u32 lock_number;                       // [I] 1 to 65,535, shared with no other living thread
    struct monitor *blocked_on;            // [k] the monitor that it enters or waits in
    bool notified;                         // [k] why it left Object.wait
    bool park_permit, interrupted, daemon; // [k]
    struct java_waits blocked, waited;     // [k] for monitors, and otherwise
    struct java_waits *waits_for;          // [k] one of the two, or NULL: it does not wait now
    u64 waits_since_ticks;                 // [k] 0: nobody wants to know
    bool is_suspended;                     // [k] Thread.suspend: stops at its next poll
    bool is_ending;                        // [k] its domain ends: exception_is_end (kernel/heap/raise.h)
    bool chooses;                          // [k] for others (kernel/core/policy.h), and may not allocate
    u32 handlers_left;   // [k] of `synchronized` and `finally`, that it may run while is_ending; 0 if its domain ends
    bool unsafe_fault;   // [o] an access by sun.misc.Unsafe has faulted: throws at its next poll
    s64 told;            // [k] what it has told the program's gnomon.Scheduler
    ref stop_exception;  // [k] Thread.stop: what it will throw at its next poll, or 0
    u32 exception_depth; // [o] how many exceptions are being made, one within another: see exception.c
};

static inline struct java_thread *java_of(const struct thread *thread) { return (struct java_thread *)thread; }

#endif
