// What a recording says about methods: the timing rows added up per method and per (caller, callee), activations that
// are still open closed at the recording's end, samples per method, events per kind, the ledger and the losses. All
// figures are raw integers in ticks.
#ifndef VIZ_ANALYSE_PROFILE_H
#define VIZ_ANALYSE_PROFILE_H

#include "viz/analyse/histogram.h"

// Sums of what a damaged recording holds may be beyond what 64 bits hold, which must not be more than a wrong figure.
static inline void ticks_add(s64 *sum, s64 ticks) { *sum = (s64)((u64)*sum + (u64)ticks); }

struct figures {
    u64 count; // activations, however they ended, including open ones
    u64 nested, exceptions, abandoned, open;
    u64 inlined; // activations, as far as they have ended, whose body stands in the caller's code
    s64 raw, elapsed, cpu, exclusive_elapsed, exclusive_cpu;
    s64 minimum, maximum;   // of elapsed, over activations that have ended
    u64 pairs[PROBE_PAIRS]; // by enum calibration_subject
    // Σ c_in of the outermost activations: what raw - elapsed contains besides callees' instruments
    double inner_ticks;
};

// Ticks by which the figures may be off; the error of CPU time covers elapsed time as well.
struct figure_errors {
    double elapsed, exclusive, cpu, exclusive_cpu;
    double host;                     // the part of `cpu` that the host may have had
    double struck, exclusive_struck; // the parts of `cpu` and `exclusive_cpu` for an interrupt that took less
};

// What the error of a single call consists of, in ticks; errors.c says how.
struct call_errors {
    double fixed;                  // of each call
    double pairs, usual_ticks;     // of the pairs inside one that takes `usual_ticks` or less
    double rate;                   // for each tick of it
    double host_ticks, host_calls; // what the host may have had of the method in all, and in how many calls at most
};

// Samples that found the method the innermost timed one on a stack (witness.h).
struct seen {
    u64 samples;   // weights
    double ticks;  // that they stand for
    double square; // sum of the squares of these: the variance of the sum
    double absent; // ticks in which the machine was elsewhere near the method's beginning or end
};

struct method_figures {
    u32 id;
    struct figures own;          // inclusive ones only of outermost activations
    struct histogram *durations; // of outermost activations that have ended; NULL if there are none
    u64 callee_pairs;            // probe pairs of the methods that it called itself
    struct figure_errors errors;
    struct call_errors call_errors;
    bool is_short; // most of its calls are so short that `tail`, what is in the long ones, bounds the host's time in it
    struct tail tail;
    u64 samples;
    s64 sampled_ticks; // what they stand for
    struct seen seen;
    bool unseen; // it may have run after the last heartbeat of a guest that was killed
};

struct edge {
    u32 caller, callee;
    struct figures figures;
    struct figure_errors errors;
};

// A method in one thread.
struct thread_method {
    u32 thread, id;
    struct figures figures;
    u64 callee_pairs;
    struct figure_errors errors;
};

struct thread_errors {
    double running, own; // ticks
    double host;         // of what the host had of it, as far as its clocks tell
    double clock;        // for each tick of any other of its times
    double away;         // besides, of the time in which it did not run
};

// What the errors follow from.
struct error_rates {
    bool is_exact;                        // a tick is an instruction
    double step;                          // ticks by which a time between two readings may be off, or fewer
    double clock, interrupts;             // for each tick, by the clock's rate and by what interrupts take
    double interrupt_ticks;               // what one is charged with beyond its readings; 0 if it is known exactly
    double full, full_error, outer_error; // ticks of a probe pair: the least, and its largest errors
    double host_ticks, busy_ticks, slice_ticks;
    double migrations,
        distance; // how often a thread went to another processor, and by how much its times may be off then
    double hidden, hidden_slice; // the host's time that its clocks do not tell: of each tick that ran, ticks at once
};

struct event_count {
    u32 id;
    u64 count;
};

struct loss {
    const char *cause;
    u64 count;
};

struct account {
    const char *name;
    s64 ticks;
    // what it consists of, largest first: these ticks add up to the account's; NULL if it is not divided
    struct account_part *parts;
    size_t part_count;
    double error; // ticks
};

struct account_part {
    const char *name; // of a method, or in parentheses what else it is
    u64 calls;        // 0 if not known
    s64 ticks;
    double error; // ticks
};

struct profile {
    const struct recording *recording;
    struct method_figures *methods; // in no order until profile_sort
    size_t method_count, method_capacity;
    u32 *slots;         // hash table of methods by id: index + 1, 0 if free
    size_t slot_count;  // a power of two
    struct edge *edges; // sorted by caller, callee
    size_t edge_count, edge_capacity;
    struct thread_method *thread_methods; // sorted by thread, method
    size_t thread_method_count, thread_method_capacity;
    struct event_count *events; // sorted by id
    size_t event_count, event_capacity;
    u64 record_count;
    u64 sample_count;      // weights added
    s64 sampled_ticks;     // what they stand for
    u64 state_samples[16]; // by enum sample_state
    struct loss *losses;
    size_t loss_count, loss_capacity;
    u64 loss_total;
    struct sharing *sharing;              // sharing.h
    struct traffic *traffic;              // traffic.h
    struct heap_collections *collections; // heap.h
    struct witness_search *search;        // witness.h
    u64 samples_outside, samples_unknown; // of its samples: in no timed method, and not known in which
    struct processor *processors;         // processors.h
    size_t processor_count;
    struct domain_figures *domains; // domains.h
    size_t domain_count;            // with the machine; 0: they are not known
    struct account *ledger;         // of all processors together
    size_t ledger_count;
    s64 ledger_ticks;  // sum of the accounts
    s64 elapsed_ticks; // end - start, from outside the ledger, times the processors
    u64 open_activations;
    struct region_calibration chosen[CALIBRATIONS]; // what was subtracted per probe
    u64 inlined;                                    // of all methods
    struct error_rates rates;
};

// profile_make.c
void profile_make(struct profile *profile, const struct recording *recording);
void profile_free(struct profile *profile);
// The first of a thread's timed methods, and how many there are.
const struct thread_method *profile_thread_methods(const struct profile *profile, u32 thread, size_t *count);
// A percentile of the method's durations, with everything that it may be off by, and its shortest and longest call.
// The errors cover elapsed and CPU time, as those of the sums do.
struct percentile profile_percentile(const struct method_figures *method, double part);
struct percentile profile_shortest(const struct method_figures *method);
struct percentile profile_longest(const struct method_figures *method);
struct method_figures *profile_method(const struct profile *profile, u32 id); // NULL if there is none
// The same, made if there is none; the others may move.
struct method_figures *profile_method_make(struct profile *profile, u32 id);
void profile_index(struct profile *profile); // after the methods have moved
// Keys: elapsed, self, cpu, cpu-self, count, samples, name, average. Largest first, names ascending.
#define PROFILE_SORT_KEYS "elapsed|self|cpu|cpu-self|count|samples|average|name"
void profile_sort(struct profile *profile, const char *key);

// Divides the accounts of natives, by name, and of translated code, into what timed methods took themselves and the
// rest (viz/analyse/account.c).
void account_divide(struct profile *profile);

// ---- Errors (errors.c)

struct figure_errors profile_errors(const struct profile *profile, const struct figures *figures, u64 callee_pairs);
// For a thread that has run so many ticks, so many of which were its own.
struct thread_errors profile_thread_errors(const struct profile *profile, const struct region_thread *thread,
                                           s64 running, s64 own);
// The error of a time that was made of so many pieces, each between two readings of one counter, or of two that are
// `distance` ticks apart at most.
s64 profile_pieces_error_ns(const struct profile *profile, u64 ticks, u64 pieces, double distance);

// ---- For the making of a profile

void figures_add(struct figures *to, const struct figures *from);
void profile_add_errors(struct profile *profile); // after all else
void profile_thread_method_add(struct profile *profile, u32 thread, u32 callee, const struct figures *figures);
void profile_join_thread_methods(struct profile *profile); // after all have been added

// ---- Activations that are still open (activations.c)

// Activations of timed methods that had not ended when the recording did, closed at its end.
struct open_activation {
    u32 thread, caller, callee;
    bool outermost; // the method's outermost in its thread
    s64 raw, elapsed, cpu, exclusive_elapsed, exclusive_cpu;
};

// Innermost first in each thread; the roots of threads are left out.
void activations_visit(const struct recording *recording,
                       void (*visit)(void *context, const struct open_activation *open), void *context);
// Methods that may have run after the last heartbeat of a guest that was killed; some more than once.
void activations_visit_unseen(const struct recording *recording, void (*visit)(void *context, u32 method),
                              void *context);
// A thread's rows and open activations must add up to what its root has for its callees: returns by how much they do
// not, and names the first thread concerned. 0 if all do.
s64 activations_imbalance(const struct recording *recording, u32 *thread);

#endif
