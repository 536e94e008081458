// A thread, as the kernel and translated code see it. r15 holds its address whenever its code runs, in C as well.
// Lives in class data; is used again for another thread after its end. Its number, in the log, never is.
#ifndef KERNEL_CORE_THREAD_H
#define KERNEL_CORE_THREAD_H

#include "kernel/core/self.h"
#include "kernel/run/entries.h"
#include "translator/object.h"

struct cpu;
struct domain;
struct monitor;
struct region_thread;
struct timing_activation;
struct timing_block;

enum thread_state {
    THREAD_NEW,
    THREAD_READY,
    THREAD_RUNNING,
    THREAD_BLOCKED, // entering a monitor
    THREAD_WAITING, // Object.wait
    THREAD_PARKED,
    THREAD_SLEEPING,
    THREAD_SUSPENDED, // Thread.suspend
    THREAD_ENDED,
};

// Stolen time, by who took it.
enum stolen_kind { STOLEN_INTERRUPT, STOLEN_COLLECTION, STOLEN_TRANSLATION, STOLEN_LINKING, STOLEN_KINDS };

struct thread_queue;

struct thread {
    // Read and written by translated code; the first are within reach of an 8-bit displacement
    u64 stack_limit; // the stack ends here; all ones asks the thread to stop at the next poll
    u64 heap_next;   // allocation window, zeroed
    u64 heap_end;
    // address of the next record of the processor's thread-level stream, lent to the running thread
    u64 log_next;
    u64 log_end;       // end of the current packet
    u64 log_head_bias; // stream head = log_next + bias
    u64 log_head_at;   // address of the stream's head in the region
    u64 log_extra;     // 16-byte units of the packet's records beyond each one's first
    u64 anchor_fp;     // rbp and return address of the last Java frame, while the thread is in C; fp 0: none
    u64 anchor_pc;
    struct timing_activation *activation; // top of the activation stack
    struct timing_activation *activation_end;
    s64 instrument_ticks;           // I of the timing rule, cumulative
    s64 away_ticks;                 // A
    s64 stolen_ticks[STOLEN_KINDS]; // S
    s64 outside_ticks;              // away_ticks and all of stolen_ticks: what CPU time leaves out
    ref exception;                  // pending exception, 0: none
    ref java_thread;                // the java.lang.Thread
    struct timing_block *timing;
    struct region_thread *log_entry; // its entry in the region
    u64 entries[ENTRY_COUNT];
    u32 thin_mark; // what it makes of an object's mark when it locks it: MARK_THIN, its lock number, depth 1

    // C only
    u32 lock_number; // 1 to 65,535, of no other living thread
    u64 real_stack_limit;
    u64 stack_start, stack_end;
    u64 saved_sp;                  // while it does not run
    struct cpu *cpu;               // where it runs or ran last
    u32 number;                    // from 1, never used again in a run
    u32 state;                     // enum thread_state
    struct thread *next_in_queue;  // of the run queue or of a monitor: a thread is in one queue at most
    struct thread_queue *waits_in; // of a monitor's, that it leaves when it is made ready
    struct thread *next_sleeper;   // of the processor's sleepers
    struct thread *next_thread;    // list of all; of those that have ended
    struct thread *previous_thread;
    struct monitor *blocked_on; // enters it, or waits in it
    u64 wake_at_ticks;          // 0: no limit
    u64 fault_pc;               // address of the access that trapped
    ref stop_exception;         // Thread.stop: what it will throw at its next poll, 0: nothing
    bool is_suspended;          // Thread.suspend: stops at its next poll
    bool park_permit, interrupted, daemon, timed_out, notified;
    u8 switch_reason;
    ref *handles; // stack of slots that the collector knows (handle.h)
    u32 handle_count, handle_capacity;
    s64 unstolen_ticks; // Java that ran inside stolen time, cumulative: see log_stolen_pause
    u64 away_since_ticks;
    u32 ledger_account; // enum ledger_account while it runs
    u64 probed_bytes;   // allocated, as the allocation probe counts them
    // of its own time until its next sample, and that sample's place in its period; while it does not run
    u64 sample_left_ticks, sample_behind_ticks;
    u64 running_ticks; // as the scheduler counts them
    u64 run_start_ticks;
    u64 allocated_bytes;
    void (*run)(struct thread *); // what a new thread begins with
    struct domain *domain;
    u32 exception_depth; // exceptions being made: see exception.c
};

#endif
