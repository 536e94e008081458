// What the log owns of a thread, and everything it knows about one: the kernel's struct thread begins with it. Its
// fields are written by the log, by inline probes and by the interrupts of the thread's own processor, except for those
// at the end, which the kernel maintains for the log to read.
#ifndef LOG_THREAD_H
#define LOG_THREAD_H

#include "base/types.h"
#include "log/self.h"

struct log_cpu;
struct region_thread;
struct timing_activation;
struct timing_block;

// Stolen time, by what took it.
enum stolen_kind { STOLEN_INTERRUPT, STOLEN_COLLECTION, STOLEN_TRANSLATION, STOLEN_LINKING, STOLEN_KINDS };

// What the instruments' inline code calls, with `call [r15 + offset]`: log/probes.S.
enum log_entry {
    LOG_ENTRY_SLOW,
    LOG_ENTRY_TIME_ENTER,
    LOG_ENTRY_TIME_LEAVE,
    LOG_ENTRY_TRACE,
    LOG_ENTRY_INLINED_TIME_ENTER,
    LOG_ENTRY_INLINED_TIME_LEAVE,
    LOG_ENTRY_INLINED_TRACE_ENTER,
    LOG_ENTRY_INLINED_TRACE_LEAVE,
    LOG_ENTRIES
};

struct log_thread {
    // The processor's thread-level stream, lent to the running thread
    u64 log_next;      // address of the next record
    u64 log_end;       // end of the current packet
    u64 log_head_bias; // stream head = log_next + bias
    u64 log_head_at;   // address of the stream's head in the region
    u64 log_extra;     // how many 16-byte units the packet's records have beyond the first one each
    // Timing
    struct timing_activation *activation; // top of the activation stack
    struct timing_activation *activation_end;
    s64 instrument_ticks;           // I of the timing rule, cumulative
    s64 away_ticks;                 // A
    s64 stolen_ticks[STOLEN_KINDS]; // S
    s64 outside_ticks;              // away_ticks and all of stolen_ticks: what CPU time leaves out
    s64 unstolen_ticks;             // code that ran inside stolen time, cumulative: see log_java_begin
    u64 stolen_open;                // sections of stolen time that have begun and not ended
    struct timing_block *timing;    // where `activation` is; NULL if the thread is not timed
    u64 cache;                      // address of its struct timing_slot, 0 if it is not timed
    u32 cache_mask;                 // for the byte offset of a slot in them
    u32 cache_misses;               // in which another row's slot was taken, since the cache has had this size
    u64 log_entries[LOG_ENTRIES];   // by enum log_entry
    // Accounts
    struct region_thread *log_entry; // its entry in the region
    struct log_cpu *log_cpu;         // of the processor where it runs or ran last; NULL: the first
    u64 away_since_ticks;
    u64 probed_bytes;                     // allocated, as the allocation probe counts them
    u64 probed_step;                      // of them, since its last event
    struct allocation_block *allocations; // its counters, where GS points while it runs; NULL: it has none now
    u64 sample_left_ticks;                // of its own time until its next sample, while it does not run
    u64 sample_behind_ticks;              // that sample's place in its period
    u64 sampled_since_ticks;              // when the sampler to which the next two belong was started
    s64 unseen_ticks;   // what interrupts took from it before its last sample, as far as no sample has paid for it yet
    s64 unseen_base;    // its stolen_ticks[STOLEN_INTERRUPT] then
    u32 ledger_account; // enum ledger_account while it runs
    u32 ledger_row;     // books its time on: 0: the machine's own accounts; n: those of the domain with entry n - 1
    // Entries in the processors' tables, 0 for those without one: of the native that is called next, stored by its
    // wrapper, and of the one that it is in
    u32 next_native, native_entry;
    u64 polled_ticks; // when it last polled, waited or left translated code (log/polls.h); 0: that is not measured
    u32 polled_ip;    // where the last interrupt since then struck; 0: none did

    // The kernel's, for the log to read
    u32 number;   // from 1, never used again in a run
    bool is_idle; // a processor's idle thread
    // Handed out by the heap, including what is left of the thread's window (heap_next to heap_end)
    u64 allocated_bytes;
    u64 heap_next; // allocation window, zeroed
    u64 heap_end;
    u64 anchor_fp; // rbp of the last translated frame while the thread is in C; 0 if there is none
    u64 anchor_pc; // the return address into it
    u64 stack_start, stack_end;
    struct counted_stack *counted; // open calls that read the host's counters (log/counted.c); NULL: none yet
    // log_work_begin: the thread that waits for its work, or NULL; and the rbp of the frame from which that is done
    struct log_thread *works_for;
    u64 work_fp;
    u32 awaited_object; // number of the object whose monitor it waits for or in, 0: none
    u32 domain_number;  // of its domain; 0 if it is in none
};

// An interrupt adds to the same counters of the thread that it strikes: so this is one instruction, between whose load
// and store none can come.
static inline void log_ticks_add(s64 *counter, s64 ticks) {
    __asm__ volatile("add %1, %0" : "+m"(*counter) : "er"(ticks) : "cc");
}

// What the thread does from the frame in which it is anchored now, it does for another one, which waits, anchored,
// until it is done: stacks that are taken of it lead on to that one's. By the thread itself.
static inline void log_work_begin(struct log_thread *thread, struct log_thread *waiting) {
    thread->work_fp = thread->anchor_fp;
    __atomic_store_n(&thread->works_for, waiting,
                     __ATOMIC_RELEASE); // an interrupt that finds it finds the frame as well
}
static inline void log_work_end(struct log_thread *thread) {
    __atomic_store_n(&thread->works_for, NULL, __ATOMIC_RELAXED);
}

// Bytes of the objects that the thread has made.
static inline u64 log_thread_allocated(const struct log_thread *thread) {
    return thread->allocated_bytes - (thread->heap_end - thread->heap_next);
}

#endif
