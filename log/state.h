// What log/'s own files share: the sections of the region, and what belongs to each processor.
#ifndef LOG_STATE_H
#define LOG_STATE_H

#include "base/lock_order.h"
#include "log/allocation.h"
#include "log/log.h"
#include "log/machine.h"
#include "log/offset.h"
#include "log/stream.h"

#define LOG_MAX_CPUS 64
#define ALLOCATION_BLOCKS 256u // of threads' counters, at most
#define POOL_SIZES 8u          // from TIMING_POOL_LEAST, each twice the one before
#define EVENT_CHAINS 16384u    // of types of events by their names

// The sampler's deadlines; see sampler.c.
struct sampler {
    u64 period_ticks; // 0 if off
    u64 grid_ticks;   // the grid's point to which the armed deadline belongs
    u64 deadline_ticks;
    u64 random;
    s64 spent_ticks; // in the current interrupt
    u32 asked;       // of log_state, that it follows
    bool by_thread;  // by the threads' own time: as it was when it began to follow
};

// What belongs to one processor. The ledger is updated at thread level only; the interrupt adds to `interrupt_ticks`,
// which every reading leaves out (ledger.c).
struct log_cpu {
    struct stream_writer streams[STREAM_LEVELS];
    struct region_ledger *ledger;
    struct region_domain_ledger *domain_ledgers; // of this processor, log_state.domain_capacity of them
    s64 *accounts;                               // of the running thread: the ledger's own, or its domain's
    s64 counter_last[COUNTERS_MOST];             // the counters' last values
    u32 counter_turns;                           // odd while these, and the running thread's sums, are changed; atomic
    struct region_native *natives;
    u32 native_mask;
    struct log_thread *running;
    // interrupt_ticks, host_ticks, and the running thread's I, at the ledger's last reading
    s64 ledger_interrupt_base, ledger_host_base, ledger_instrument_base;
    s64 ledger_taken_base; // the first two together
    // the bases, the account and its ticks are being updated: the interrupt leaves them alone
    volatile bool ledger_updating;
    s64 interrupt_ticks;      // cumulative
    u64 interrupt_left_ticks; // the last reading of the last interrupt
    s64 host_ticks;           // cumulative: known part of the time in which the host ran something else
    // What it ran while interrupts were being handled: a part of interrupt_ticks, and none of host_ticks
    s64 host_interrupt_ns, host_interrupt_ticks;
    u64 next_host_ticks; // until then a switch does not ask what the host took
    struct sampler sampler;
    const struct allocation_block *counters; // to which GS points
    u32 walks;                               // over stacks, one interrupting the other; atomic
    volatile u32 busy_levels;                // bits by enum stream_level: a record is being written
    u32 number;
    struct offset_exchange exchange; // with the processor that boots
};

struct log_request;

struct log_state {
    struct region_header *region;
    struct log_config config;
    struct log_cpu cpus[LOG_MAX_CPUS];
    struct region_anchor *anchors;
    struct region_offset *offsets;    // by processor; NULL where there is one
    struct region_lock *kernel_locks; // the same
    u8 *names;
    struct timing_row *rows;
    struct region_counters *counters; // NULL if none are asked for
    u32 counter_capacity;
    struct region_counted_cost *counted_cost; // with the counters
    struct region_method_counters *counted;
    u32 counted_mask;
    s64 counted_rest_ticks; // what a probe that reads them takes beyond what it measures itself
    bool counts_methods;    // timed methods read the counters
    u32 *row_index;         // see timing.c
    u32 row_index_mask;
    u32 row_capacity;
    u32 class_ids, method_ids, object_ids; // last numbers given out
    u32 event_types;                       // named so far
    // For each hash of names the last type's place among the names, plus 1 and in NAME_ALIGN bytes, 0 if there is none
    u32 event_chains[EVENT_CHAINS];
    struct slow_call *slow; // groups of config.slow_calls
    u32 slow_groups;
    struct stack_node *stacks;
    u32 stack_mask;
    struct timing_pool *pool;
    u64 pool_bytes;
    u64 pool_free[POOL_SIZES]; // lists of blocks that have been given back, by size; see pool.c
    struct region_thread *threads;
    u32 thread_capacity;
    struct region_domain *domains;
    u32 domain_capacity;
    struct region_section *memory_section;
    struct region_memory *memory;
    struct region_output *output;
    u8 *output_ring;
    struct region_input *input;
    u8 *input_ring;
    struct link_shared *net; // NULL without --net
    struct region_calibration *calibration;
    u64 *loss;
    struct region_crash *crash;
    struct region_profile *profile;
    struct allocation_site *allocation_sites;
    u32 *allocation_heads;
    u32 allocation_site_capacity, allocation_block_count;
    u64 allocation_block_bytes;
    u8 *allocation_blocks;
    struct log_thread *allocation_owners[ALLOCATION_BLOCKS]; // of the blocks; NULL: none
    u64 allocation_random;                                   // chooses whose block is taken
    struct allocation_row *allocation_rows;
    u32 *allocation_row_heads, allocation_row_mask, allocation_row_capacity;
    bool allocations_on; // some method's allocations are counted, as far as is known
    struct region_section *allocation_sites_section, *allocation_rows_section, *allocation_blocks_section;
    u8 *census;
    struct region_ages *ages; // an open hash table by class
    u32 ages_capacity;
    struct region_ages *site_ages; // by number of the site; NULL: they are not counted
    struct region_control *control;
    struct region_change *changes;
    u32 lock;                 // log_lock
    u64 sampler_period_ticks; // that each processor's sampler is to have; 0: off
    u32 sampler_asked;        // how often that has been said
    u32 strings;              // named so far
    bool takes_requests;      // log_control_begin
    struct region_section *control_section, *anchors_section, *names_section, *timing_section, *calibration_section,
        *threads_section, *stacks_section, *census_section, *ages_section;
};
extern struct log_state log_state;
_Static_assert(ALLOCATION_BLOCKS / 2 > LOG_MAX_CPUS, "a thread that does not run has a block that can be taken");

#define REGION_EVENTS_ALWAYS                                                                                        \
    (1ull << EVENT_sample | 1ull << EVENT_method_enter | 1ull << EVENT_method_leave | 1ull << EVENT_method_unwind | \
     1ull << EVENT_control | 1ull << EVENT_sample_rate | 1ull << EVENT_counters)

// Lays out the zeroed region, with `cpus` streams and ledgers, and fills log_state. Returns false if it is too small.
bool region_create(struct region_header *region, u64 bytes, const struct log_config *config, u32 cpus);
// Stores the magic, when everything else is complete.
void region_publish(void);
// The section's memory is there from now on: writers do not wait for that.
void region_prepare(const struct region_section *section);

static inline void log_lost(enum loss_cause cause) { __atomic_fetch_add(&log_state.loss[cause], 1, __ATOMIC_RELAXED); }
// What threads of all processors share and change without the kernel's lock: rows, the pool, slow calls. Held for a few
// hundred instructions by the slow paths of probes, at thread level; interrupts leave it alone. With one processor
// nothing is done.
static inline void log_lock(void) {
    if (LIKELY(log_state.region->cpu_count == 1)) return;
    u32 *locks = machine_locks();
    lock_order_check(*locks, LOCK_log);
    while (__atomic_exchange_n(&log_state.lock, 1, __ATOMIC_ACQUIRE)) __asm__ volatile("pause");
    lock_order_took(locks, LOCK_log);
}
static inline void log_unlock(void) {
    if (LIKELY(log_state.region->cpu_count == 1)) return;
    lock_order_gives(machine_locks(), LOCK_log);
    __atomic_store_n(&log_state.lock, 0, __ATOMIC_RELEASE);
}
// Whether allocations are counted, or have been: threads have counters.
static inline bool log_allocating(void) { return (log_state.config.flags & REGION_ALLOCATIONS) != 0; }
static inline bool log_timing(void) { return (log_state.config.flags & REGION_TIMING) != 0; }

// Ticks after everything before them is done, unless readings are not ordered. In tests a clock of their own, as
// log_ticks.
u64 log_ticks_ordered(void);

// ---- thread.c

// The processor of the running code; the same, for the running thread.
struct log_cpu *log_cpu_self(void);
// On whatever processor. The others stand, or what they run may change at once.
static inline bool log_is_running(const struct log_thread *thread) {
    return thread->log_cpu && thread->log_cpu->running == thread;
}
static inline struct log_cpu *log_cpu_of(const struct log_thread *self) {
    return LIKELY(self->log_cpu != NULL) ? self->log_cpu : &log_state.cpus[0];
}
// Takes back, and gives again, the running thread's loan of the stream's position.
static inline void log_stream_take(struct log_cpu *cpu, const struct log_thread *thread) {
    struct stream_writer *writer = &cpu->streams[LEVEL_THREAD];
    writer->next = thread->log_next;
    writer->extra = thread->log_extra;
}
static inline void log_stream_hand_on(const struct log_thread *from, struct log_thread *to) {
    to->log_next = from->log_next;
    to->log_end = from->log_end;
    to->log_head_bias = from->log_head_bias;
    to->log_head_at = from->log_head_at;
    to->log_extra = from->log_extra;
}
static inline void log_stream_give(const struct log_cpu *cpu, struct log_thread *thread) {
    const struct stream_writer *writer = &cpu->streams[LEVEL_THREAD];
    thread->log_next = writer->next;
    thread->log_end = writer->end;
    thread->log_head_bias = writer->head_bias;
    thread->log_head_at = (u64)&writer->control->head;
    thread->log_extra = writer->extra;
}
// Copies the thread's counters into its entry.
void log_thread_sync(struct log_thread *thread);

// ---- ledger.c

void ledger_init(struct log_cpu *cpu, u64 start_ticks);
// The current account up to this reading, which is none before the last one; up to now if it is 0. For another
// processor: one that is stopped.
void ledger_settle(struct log_cpu *cpu, u64 at);
// Up to now the host has run something else for `host_ticks` altogether. In an interrupt that came at `now`, or with
// interrupts off.
void ledger_host(struct log_cpu *cpu, u64 now, s64 host_ticks);

// ---- pool.c

void pool_init(void);
// Memory of a power of two of bytes, from TIMING_POOL_LEAST; present already, not zeroed; NULL if none is left.
void *pool_take(u64 bytes);
void pool_give(void *memory, u64 bytes);
u64 pool_offset(const void *memory);
void *pool_at(u64 offset);
// Counts a duration in the row's histogram, whose window grows where it must, but not down to durations that would make
// the row one of short calls: each of those has to come here.
void histogram_add(struct timing_row *row, s64 elapsed);
// Makes the row one that has had no duration.
void histogram_clear(struct timing_row *row);

// ---- timing.c

void timing_init(void);
// Gives the thread an activation stack with its root, from a time with the thread's counters then. If none is left, or
// nothing is timed, the thread is not timed.
void timing_thread_create(struct log_thread *thread, u64 start_ticks, s64 instrument, s64 outside);
// Closes the thread's root into its entry, and gives the stack back.
void timing_thread_end(struct log_thread *thread, u64 now);
// Looks for the row of (thread, caller, callee) and makes it if it is new; "other" if there is no room.
struct timing_row *timing_row_find(u32 thread, u32 caller, u32 callee);
// Makes the row as if nothing had been called; what is on the stack stays, and so does the kind of its calls.
void timing_row_clear(struct timing_row *row);
// Pushes an activation from C; returns false if there is no room. Up to the activation's own reading, everything since
// `from` is the instruments' time.
bool timing_push(struct log_thread *thread, u32 method, u64 sp, const struct log_reading *from);
// Called by probes.S.
bool timing_enter_slow(struct log_thread *thread, u32 method);
void timing_leave_slow(struct log_thread *thread, u64 sp, u64 t1, s64 i1, s64 n1);
// The activation above the topmost one has ended, and has exceeded its row's slow_limit.
void timing_leave_long(struct log_thread *thread, s64 probes, s64 elapsed, s64 away);
void timing_bucket_slow(struct log_thread *thread, struct timing_row *row, s64 elapsed);
// Records where the thread's activations are, for readers of the region. Also called from an interrupt.
void timing_sync(struct log_thread *thread);
// Begins a new block, so that the topmost activation's exit has to look for it in the one below.
void timing_split(struct log_thread *thread);

// What the probes cost, for probes.S as well: a pair between its readings, and altogether; its entry alone; one traced
// record.
extern u64 timing_inner_ticks, timing_full_ticks, timing_enter_ticks, timing_trace_ticks;
// The part of a pair that is not between its readings. A method's work that lasts longer than what the probes do
// between their readings goes on in parallel with that; shorter work waits for it: more is subtracted for rows whose
// calls have less than `limit` between the readings (0: for none).
extern u64 timing_outer_ticks, timing_short_inner_ticks, timing_short_limit_ticks;
// What the probes of an inlined body cost beyond these: before and after the reading of its entry, before and after
// that of its exit. And what the record of a traced one costs beyond timing_trace_ticks.
extern s64 timing_inlined_ticks[4], timing_inlined_trace_ticks;
// What the entry's slow path costs beyond a fast one and beyond what it measures itself; how much less a pair costs if
// its activation was not outermost.
extern u64 timing_slow_rest_ticks, timing_nested_less_ticks;
// How much more an exit costs if the thread has been away, or was stolen from, since the entry.
extern u64 timing_away_ticks;
// What timing_leave_long's path costs beyond what it measures itself.
extern u64 timing_long_rest_ticks;
// The same for an exit that finds no bucket in its window.
extern u64 timing_bucket_rest_ticks;
// And for one that finds its activation in the block below, beyond an ordinary exit; may be negative.
extern s64 timing_leave_rest_ticks;
// The part of what their root costs that log_java_begin and log_java_end do not measure themselves; the second: where
// it is measured without timing, too.
extern u64 timing_root_rest_ticks[2];
// What log_read and log_charge do not measure themselves, where allocations are counted.
extern u64 timing_charge_rest_ticks;
// An exit by exception: between the readings, and what log_unwind does not measure itself.
extern u64 timing_unwind_inner_ticks, timing_unwind_rest_ticks;

// An interrupt, before its first reading and after its last.
extern u64 timing_interrupt_ticks;

// Charges to the instruments the ticks between two readings that nothing else has accounted for. Returns them.
s64 log_charge_between(struct log_thread *thread, const struct log_reading *from, const struct log_reading *to);

// How an activation ends. TIMING_POPPED is for one that timing_push has made, which measures its own cost.
enum timing_exit { TIMING_RETURNED, TIMING_UNWOUND, TIMING_ABANDONED, TIMING_POPPED };
// Closes the topmost activation at this reading; afterwards at->instrument is what a caller's activation that ends at
// the same reading needs.
void timing_close(struct log_thread *thread, struct log_reading *at, enum timing_exit how);
// Closes in this way everything above the activation of this stack pointer, or above where it would be.
void timing_close_below(struct log_thread *thread, u64 sp, struct log_reading *at, enum timing_exit how);

// ---- allocation.c

// The thread runs on this processor now: its counters are those that code counts with.
void allocation_thread_run(struct log_thread *thread);
// Counting begins: a block for the thread that each processor runs. The others stand.
void allocation_threads_begin(void);
// All counters begin again.
void allocation_clear(void);
// Turns the thread's block into rows, and gives it back.
void allocation_thread_end(struct log_thread *thread);

// ---- names.c

// Appends a record: fields (with their struct name_record in front), then the texts. False if there is no room,
// counted.
bool names_append(struct name_record *fields, u32 fields_bytes, const void *text, u32 text_bytes, const void *more,
                  u32 more_bytes);

// ---- control.c

// Puts what is on at the start into the history.
void control_begin(void);
// At interrupt level: has a waiting request carried out at the next safepoint. Returns false if nobody has ever made
// one. (A host that interrupts for a request cannot know that it has just been answered.)
bool control_look(void);

// ---- log.c

// Brings all tables to one moment, including what only memory held; returns that moment. Interrupts are off.
u64 log_settle(void);

// ---- event.c

// The thread's next record begins a packet.
void log_new_packet(struct log_thread *thread);

// Called by probes.S and inline code: makes room for a record of this size, or counts a loss. 0 bytes stand for a
// component's event with an impossible number, which is lost.
u32 log_packet_slow(struct log_thread *thread, u32 bytes);

// ---- clock.c

void clock_init(void);
void clock_calibrate(void);
void clock_anchor(void);
// From the timer interrupt: appends an anchor now and then.
void clock_tick(u64 now);
// Reports to the ledger what the host took. In an interrupt that came at `now`, or with interrupts off.
// Returns what the host has taken altogether, in nanoseconds.
s64 clock_host(u64 now);
// An interrupt ends at whose beginning the host had taken so much: what it has taken since is in the interrupt's time.
// Returns that, in ticks.
s64 clock_host_interrupt(s64 before_ns);
// At a switch of threads: what the host took before it must not count for the next thread. Asks at most every 100 us.
void clock_host_switch(u64 now);

// ---- counters.c

// What was counted since the last reading is `from`'s: called before another thread runs.
void counters_switch(struct log_thread *from);
// The same of all that run, at the end: the other processors have halted.
void counters_finish(void);
// In the interrupt: the same, with an event for each counter.
void counters_sample(const struct log_thread *thread);
// Where the thread's are summed up.
struct region_counters *counters_of(const struct log_thread *thread);
// The running thread's own counters as they are now.
void counters_read_thread(struct log_thread *thread, s64 values[COUNTERS_MOST]);
// The same of any thread, which does not go from one processor to another meanwhile.
void counters_look(const struct log_thread *thread, s64 values[COUNTERS_MOST]);

// ---- counted.c

// Measures what the probes count themselves; timed methods read the counters from now on.
void counted_start(void);
// The thread runs from now on.
void counted_thread(struct log_thread *thread);
// Calls whose frames lie below have ended by an exception.
void counted_unwind(struct log_thread *thread, u64 sp);
void counted_thread_end(struct log_thread *thread);
// Figures begin again; of each thread, its open calls.
void counted_clear(void);
void counted_clear_thread(struct log_thread *thread);
// A method is on the stack of timed methods.
bool timing_is_open(u32 thread, u32 method);

// ---- calibrate.c

// Measures interrupts and records always; probes if methods are timed.
void timing_calibrate(void);
// Measures the probes in a run that did not time from the start. No activation is open.
void timing_calibrate_probes(void);
// Measures the probes again, at a safepoint of a thread on the processor that boots: some 100 us. Does nothing unless
// it is due, which it is every 20 ms at first, and then every 100 ms. Any level may ask whether it is.
bool timing_calibration_is_due(u64 now);
void timing_calibrate_again(void);
// What counting an allocation in C costs, in a run that did not count from the start.
void timing_calibrate_charge(void);

// ---- sampler.c

// If samples go by each thread's own time: `from` keeps what is left until its next one, and `to` continues with what
// it had.
void sampler_switch(struct log_thread *from, struct log_thread *to, u64 now);

#endif
