// A region's tables, loaded: names, threads, timing rows, ledger, losses. The streams of events are read by stream.h.
#ifndef VIZ_READ_RECORDING_H
#define VIZ_READ_RECORDING_H

#include "viz/read/exact.h"
#include "viz/read/reader.h"

struct class_name {
    u32 id, super, domain;
    char *name, *source; // with dots
};

struct method_name {
    u32 id, class_id, flags; // enum name_method_flag
    char *class_name;        // with dots; "" for a pseudo-method
    char *name, *descriptor;
    char *label; // "pkg.Class.method(int, String)"
};

struct simple_name {
    u32 id;
    u64 ticks;
    char *text;
};

struct name_table {
    struct simple_name *items;
    size_t count, capacity;
};

struct code_place {
    u32 method;
    u16 bytecode_index, line; // line 0: not known
    u32 caller;               // number of the place into which it is inlined + 1, a smaller one; 0 if outermost
};

// The code from `offset` up to the next run's.
struct code_run {
    u32 offset, place;
};

struct code_range {
    u32 start, size, method, kind;
    u64 from, to;
    u64 reach;  // no range up to this one, in the order of addresses, extends beyond it
    char *name; // "" if it is a method's
    struct code_place *places;
    struct code_run *runs;
    u32 place_count, run_count;
    bool has_origins; // the runs are; otherwise each is of the call or access with which it ends
};

struct recording {
    struct reader reader;
    u64 end_ticks; // the end, or the last sign of life
    bool open;     // it has no end: the guest is still running, or died
    bool moment;   // it is running, and all of this is of one moment
    // how long a guest that died silently may have gone on after its last sign of life; otherwise 0
    u64 unseen_ticks;
    struct class_name *classes;
    size_t class_count, class_capacity;
    struct method_name *methods;
    size_t method_count, method_capacity;
    struct name_table threads_names, domains, event_types, patterns, strings;
    struct code_range *code;
    size_t code_count, code_capacity;
    bool code_ends; // some of it ends: its addresses may be another's later
    struct region_anchor *anchors;
    size_t anchor_count;
    struct timing_row *rows;
    size_t row_count;
    struct slow_call *slow_calls; // those in use
    size_t slow_count;
    u8 *pool; // the part of the timing pool that has been in use; NULL if there is none
    u64 pool_bytes;
    struct stack_node *stacks;
    size_t stack_count;
    struct region_thread *threads; // those in use: first the ones that are looked at
    size_t thread_count, all_thread_count;
    struct region_ledger *ledgers; // of all domains together
    size_t ledger_count;
    struct region_domain *domain_entries;        // by number, as in the region: the last one stands for all others
    size_t domain_count;                         // 0: nothing is known of domains, nor of their ledgers
    struct region_domain_ledger *domain_ledgers; // of each processor, domain_count of them
    // By number of domain, then the machine's; NULL if the run has not come to its end
    struct region_memory *memory;
    u8 *chosen_threads;               // see struct reader_range; NULL: all
    struct region_counters *counters; // by thread
    size_t counter_count;
    struct region_counted_cost counted_cost;
    struct region_method_counters *method_counters; // of timed methods; entry 0 of those that found no room
    size_t method_counter_count;
    struct region_native *natives; // of all processors
    size_t native_count;
    struct region_calibration *calibrations;
    size_t calibration_count;
    u64 losses[LOSS_CAUSES];
    struct region_crash crash; // ticks 0 if there was none
    struct region_profile profile;
    struct region_control control; // what became of requests
    struct region_change *changes;
    size_t change_count;
    u64 broken_names;   // name records that could not be read
    u64 broken_entries; // entries of other tables with impossible figures
    struct exact exact; // of --exact; no counts if there are none
    // Facts from the host's meta.json; "" if there is none
    char *main_class, *jdk, *directory;
};

// By enum account_kind.
extern const char *const recording_memory_kinds[ACCOUNT_KINDS];

// recording_load.c
bool recording_open(struct recording *recording, const char *path, struct problem *problem);
void recording_close(struct recording *recording);

const struct method_name *recording_method(const struct recording *recording, u32 id); // NULL if not known
const struct class_name *recording_class(const struct recording *recording, u32 id);
// Ticks that the accounts have beyond since_ticks: 0, but of a guest that was killed between stores that belong
// together.
s64 recording_ledger_ahead(const struct region_ledger *ledger);
// The row's part of a histogram, NULL if it has none or it cannot be.
const struct timing_window *recording_window(const struct recording *recording, const struct timing_row *row);
// A part of a thread's stack of timed methods, by its offset in the pool; NULL if that is impossible.
const struct timing_block *recording_block(const struct recording *recording, u64 offset);
// Never NULL: an unknown one is shown by its number.
const char *recording_method_label(const struct recording *recording, u32 id);
// The same, with its domain where there are several: "Store.find(String) [store]".
const char *recording_method_words(const struct recording *recording, u32 id);
// The domain whose class it is; "" for what belongs to no class.
const char *recording_method_domain(const struct recording *recording, u32 id);
// NULL if it is not known.
const struct region_thread *recording_thread(const struct recording *recording, u32 number);
// The number of the thread's domain; 0 if the thread is not known.
u32 recording_thread_domain(const struct recording *recording, u32 number);
// Never NULL: "(machine)" for a number that no domain has.
const char *recording_domain_words(const struct recording *recording, u32 number);
const char *recording_domain_name(const struct recording *recording, u32 number); // NULL if it has none
const char *recording_string(const struct recording *recording, u32 number);      // NULL if there is none
const char *recording_thread_name(const struct recording *recording, u32 number, u64 ticks);
// The name that it had for the longest time: "main", although it ends as "DestroyJavaVM".
const char *recording_thread_title(const struct recording *recording, u32 number);
// The same, with its domain where there are several: "worker [store]".
const char *recording_thread_words(const struct recording *recording, u32 number);
// Ticks up to now.
s64 recording_thread_running(const struct recording *recording, const struct region_thread *thread);
// Whether there has been a domain besides the first one.
bool recording_has_domains(const struct recording *recording);
const char *recording_event_name(const struct recording *recording, u32 id);
// The code that was at an address at a time; NULL if none is known.
const struct code_range *recording_code(const struct recording *recording, u32 address, u64 ticks);
// The innermost place of an address inside its range; NULL if it has none. For a return address: of the byte before it.
const struct code_place *recording_place(const struct code_range *range, u32 address);
// Where a place's method is inlined; NULL if it is the range's own. Chains are followed for INLINED_DEPTH places.
enum { INLINED_DEPTH = 16 };
const struct code_place *recording_place_caller(const struct code_range *range, const struct code_place *place);
// Translations of methods without origins: made before those were asked for.
size_t recording_count_coarse(const struct recording *recording);
// The method in which an address lies: the innermost inlined one; 0 if none is known.
u32 recording_method_at(const struct recording *recording, u32 address, u64 ticks);

// ---- Time
// Converts ticks to nanoseconds, rounded to the nearest; never overflows.
s64 recording_ns(const struct recording *recording, s64 ticks);
// Nanoseconds from the recording's start to a record's time; 0 for what a damaged recording has before its start.
s64 recording_ns_since_start(const struct recording *recording, u64 ticks);
// The first count at which the clock shows `ns` since the start.
u64 recording_ticks_at(const struct recording *recording, u64 ns);
// How far the log's clock, and so System.nanoTime, may have been from the reference clock.
u64 recording_clock_error_ns(const struct recording *recording);
// Since 1970, by the anchor; 0 if there is none. In a deterministic run only the beginning is known.
s64 recording_wall_ns(const struct recording *recording, u64 ticks);
s64 recording_ns_estimated(const struct recording *recording, double ticks);
s64 recording_error_ns(const struct recording *recording, double ticks); // rounded up
double recording_ms(const struct recording *recording, s64 ticks);
double recording_hz(const struct recording *recording, double *error_ppm);
// What a time between two readings may be off by: the counter's step. 0 where a tick is an instruction.
double recording_step_ticks(const struct recording *recording);
bool recording_is_deterministic(const struct recording *recording);
const char *recording_clock_source(const struct recording *recording);
// The machine had no other clock: nothing has confirmed the rate that CPUID says.
bool recording_counter_is_reference(const struct recording *recording);
const char *clock_reference_name(u32 source); // of enum clock_source
const char *recording_machine(const struct recording *recording);
const char *recording_state(const struct recording *recording);

#endif
