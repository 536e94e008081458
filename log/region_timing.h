// The parts of the log region (log/region.h) that the timing of methods fills: rows by thread, caller and callee, the
// slowest calls, the pool with stacks of activations and histograms, and the measured cost of the probes.
#ifndef LOG_REGION_TIMING_H
#define LOG_REGION_TIMING_H

#include "base/types.h"

// ---- Rows

// A duration's bucket: eight to an octave, and one for each tick below 16. If e is the number of its highest bit, but
// at least 3, duration d is in bucket 8 * e + (8 * d >> e). No run lasts 2^61 ticks. Negative durations have a count of
// their own.
#define TIMING_BUCKET_FIRST 24u
#define TIMING_BUCKET_END 496u

static inline u32 timing_bucket(u64 duration) {
    u32 high = 63 - (u32)__builtin_clzll(duration | 8);
    return duration >> 61 ? TIMING_BUCKET_END - 1 : 8 * high + (u32)(8 * duration >> high);
}

// The least duration in the bucket.
static inline u64 timing_bucket_start(u32 bucket) {
    return bucket < 40 ? bucket - TIMING_BUCKET_FIRST : (bucket % 8 + 8ull) << (bucket / 8 - 4);
}

// The part of a histogram in which durations have been seen. It is replaced by a larger one when a duration lies
// outside it.
struct timing_window {
    u32 first;    // the number of the bucket that counts[0] is for
    u32 size;     // buckets
    u64 counts[]; // activations
};

// One per thread, caller and callee. Sums are signed. Inclusive figures (probes, elapsed, away, minimum, maximum,
// histogram) are of the activations that were the callee's outermost in the thread; exclusive ones are of all. CPU time
// is elapsed - away: most calls are never away, and the probe has nothing to add then.
struct timing_row {
    // 0  method id; caller and callee form the key, stored last, with one store: 0 means not in use
    u32 caller;
    u32 callee;            //   4
    u64 count;             //   8  activations that ended by return
    s64 probes;            //  16  t1 - t0 - elapsed: c_in, and what the instruments took inside
    s64 elapsed;           //  24
    s64 away;              //  32  not running, or stolen
    s64 exclusive_elapsed; //  40
    s64 exclusive_away;    //  48
    // 56  guest address of the on-stack count of (thread, callee), which is in one of their rows
    u64 depth_at;
    s64 minimum;     //  64  of elapsed
    s64 maximum;     //  72
    u32 thread;      //  80
    u32 depth;       //  84  on-stack count, if depth_at points to this row
    u64 nested;      //  88  activations that were not outermost
    u64 exceptions;  //  96  activations that ended by an exception
    u32 abandoned;   // 104  activations that were found stale
    u32 inner_ticks; // 108  c_in as it is subtracted from its calls
    u64 histogram;   // 112  of elapsed: guest address of a struct timing_window in the pool
    u64 below_zero;  // 120  outermost activations whose elapsed time came out below zero
    s64 slow_limit;  // 128  what a call must exceed to be looked at: see log/timing.c. Never above `maximum`
    u64 inlined;     // 136  activations, ended or not, of a body that stands in its caller's code
};
_Static_assert(sizeof(struct timing_row) == 144, "timing row");

static inline s64 timing_raw(const struct timing_row *row) { return (s64)((u64)row->elapsed + (u64)row->probes); }
static inline s64 timing_cpu(const struct timing_row *row) { return (s64)((u64)row->elapsed - (u64)row->away); }
static inline s64 timing_exclusive_cpu(const struct timing_row *row) {
    return (s64)((u64)row->exclusive_elapsed - (u64)row->exclusive_away);
}

// One of the slowest calls of a timed method that have ended. `elapsed` is as in a row; end - begin is the raw time.
struct slow_call {
    u32 callee;    //  0  method id, stored last; 0 if not in use, or being written
    u32 caller;    //  4
    u64 begin;     //  8  ticks
    u64 end;       // 16
    s64 elapsed;   // 24
    s64 cpu;       // 32
    u32 thread;    // 40
    u32 processor; // 44  on which it ended
    u32 how;       // 48  enum slow_end
    u32 reserved;  // 52
};
_Static_assert(sizeof(struct slow_call) == 56, "slow call");

enum slow_end { SLOW_RETURNED, SLOW_UNWOUND, SLOW_ABANDONED };

#define SLOW_CALLS_MOST 64u // of each method

// What lies on a thread's stack of timed methods.
struct timing_activation {
    u64 sp;              //  0  of the frame: where it saves rbp, below its return address
    u64 t0;              //  8
    s64 i0;              // 16  instruments' ticks of the thread at t0
    s64 n0;              // 24  ticks away and stolen at t0
    s64 callees_elapsed; // 32
    s64 callees_away;    // 40
    u64 row;             // 48  guest address of the row
    u32 method;          // 56  callee
    u32 reserved;        // 60
};
_Static_assert(sizeof(struct timing_activation) == 64, "activation");

// A part of a thread's stack of activations; region_thread.activations leads to the topmost. Entry 0 is the thread's
// root or, if there is a part below, stands for that part's topmost activation: it holds the sums of what is called
// from there, which are still to be added to it.
struct timing_block {
    u32 thread;      //  0  number of the thread
    u32 capacity;    //  4  activations, entry 0 among them
    u64 previous;    //  8  the part below, as its offset in the pool; 0 if none
    u64 top;         // 16  number of the topmost activation; as of the last switch or interrupt
    u64 reserved[5]; // 24
    struct timing_activation activations[];
};
_Static_assert(sizeof(struct timing_block) == 64, "timing block");

// A shortcut to a row that one compare verifies; see log/probes.S. Not for readers.
struct timing_slot {
    u32 caller, callee;
    u64 row;
};

// The pool's first bytes. What timing takes beyond them is a power of two in size, from TIMING_POOL_LEAST.
#define TIMING_POOL_LEAST 128u
struct timing_pool {
    u64 address;      //  0  guest address of the pool
    u64 taken;        //  8  how many bytes from its beginning have ever been in use
    u64 no_window[2]; // 16  a window without buckets, which a row has before its first duration
    u64 reserved[12];
};
_Static_assert(sizeof(struct timing_pool) == TIMING_POOL_LEAST, "the pool's beginning");

// ---- Calibration of the probes

enum calibration_context {
    CONTEXT_EMPTY,
    CONTEXT_DEPENDENT,
    CONTEXT_PARALLEL,
    CONTEXT_DIVIDE,
    CONTEXT_MISSING,
    CONTEXT_CROSSING,
    // work that lasts longer than the probes, from here on: each call waits for the one before
    CONTEXT_CHAIN,   // by a register
    CONTEXT_FIELD,   // by a field
    CONTEXT_CALLEE,  // the same in a method that it calls
    CONTEXT_LOOPED,  // in a counted loop
    CONTEXT_COUNTED, // in a counted loop of a method that it calls
    CONTEXT_CALLING, // in three that it calls
    CONTEXT_WIDE,    // much that goes on side by side
    CONTEXTS,
    CONTEXTS_SHORT = CONTEXT_CHAIN,
    // the entry that holds what is used, and as uncertainty the distance to the farthest context
    CONTEXT_CHOSEN = 255
};

// What is measured: a probe pair, by how the method ends and whether it is shorter than what goes on between its
// probes' readings anyway (a synchronized method's probes are outside its monitor's instructions: the same code, the
// same cost); one record of an event; what an interrupt takes before its first reading and after its last; what a pair
// around an inlined body costs beyond another one.
enum calibration_subject {
    CALIBRATE_RETURN,
    CALIBRATE_EXCEPTION,
    CALIBRATE_SHORT,
    PROBE_PAIRS,
    CALIBRATE_RECORD = PROBE_PAIRS,
    CALIBRATE_INTERRUPT,
    CALIBRATE_INLINED,
    CALIBRATIONS
};

struct region_calibration {
    u32 subject;     //  0  enum calibration_subject
    u32 context;     //  4  enum calibration_context
    s64 inner_ticks; //  8  c_in: between the readings
    s64 full_ticks;  // 16  c_full
    u64 inner_error; // 24
    u64 full_error;  // 32
    u64 repeats;     // 40
    u64 outer_error; // 48  of full_ticks - inner_ticks, which differ less among contexts than each of them
    u64 checks; // 56  how often it has been measured again while the program ran; the errors hold what it has moved by
};
_Static_assert(sizeof(struct region_calibration) == 64, "calibration");

// ---- Counters of timed methods

#define COUNTERS_MOST 8

// What a pair of probes that reads the counters adds to them: between its two readings, and in all.
struct region_counted_cost { // the errors: to the farthest of 16 measurements
    s64 inner[COUNTERS_MOST], full[COUNTERS_MOST], inner_error[COUNTERS_MOST], full_error[COUNTERS_MOST];
};

// The counts of a timed method, without what the probes have counted. Inclusive: outermost calls only.
struct region_method_counters {
    u32 method; //  0  0: not in use, but for entry 0
    u32 reserved;
    u64 calls; //  8  that ended
    u64 pairs; // 16  of probes inside these
    s64 inclusive[COUNTERS_MOST], exclusive[COUNTERS_MOST];
};

#endif
