// What a recording says about methods: the timing rows added up per method and per (caller, callee), activations that
// are still open closed at the recording's end, samples per method, events per kind, the ledger and the losses. All
// figures are raw integers in ticks.
#ifndef VIZ_PROFILE_H
#define VIZ_PROFILE_H

#include "viz/histogram.h"

struct figures {
    u64 count; // activations, however they ended, open ones as well
    u64 nested, exceptions, abandoned, open;
    s64 raw, elapsed, cpu, exclusive_elapsed, exclusive_cpu;
    s64 minimum, maximum;   // of elapsed; of activations that have ended
    u64 pairs[PROBE_PAIRS]; // by enum calibration_subject
    // Σ c_in of the outermost activations: what raw - elapsed holds beside callees' instruments
    double inner_ticks;
};

struct method_figures {
    u32 id;
    struct figures own;            // inclusive only of outermost activations
    struct histogram *durations;   // of outermost ones that have ended; NULL if there are none
    u64 callee_pairs;              // probe pairs of the methods that it called itself
    double error, exclusive_error; // ticks, of elapsed and of CPU
    double call_error;             // ticks, of one duration
    double part_error;             // and of each tick of it
    u64 samples;
    s64 sampled_ticks; // what they stand for
    bool unseen;       // it may have run behind the last heartbeat of a guest that was killed
};

struct edge {
    u32 caller, callee;
    struct figures figures;
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
    // what it is made of, the most first: these ticks add up to the account's; NULL where it is not divided
    struct account_part *parts;
    size_t part_count;
};

struct account_part {
    const char *name; // of a method, or in parentheses what else it is
    u64 calls;        // 0: not known
    s64 ticks;
};

struct profile {
    const struct recording *recording;
    struct method_figures *methods; // in no order until profile_sort
    size_t method_count, method_capacity;
    u32 *slots;         // hash table of methods by id: index + 1, 0: free
    size_t slot_count;  // a power of two
    struct edge *edges; // sorted by caller, callee
    size_t edge_count, edge_capacity;
    struct event_count *events; // sorted by id
    size_t event_count, event_capacity;
    u64 record_count;
    u64 sample_count;      // weights added
    s64 sampled_ticks;     // what they stand for
    u64 state_samples[16]; // by enum sample_state
    struct loss *losses;
    size_t loss_count, loss_capacity;
    u64 loss_total;
    struct account *ledger;
    size_t ledger_count, ledger_capacity;
    s64 ledger_ticks;  // sum of the accounts
    s64 elapsed_ticks; // end - start, from outside the ledger, times the processors
    u64 open_activations;
    struct region_calibration chosen[CALIBRATIONS]; // what was taken out per probe
};

void profile_make(struct profile *profile, const struct recording *recording);
void profile_free(struct profile *profile);
// A percentile of the method's durations, with all that it may be off by.
struct percentile profile_percentile(const struct method_figures *method, double part);
struct method_figures *profile_method(const struct profile *profile, u32 id); // NULL if there is none
void profile_index(struct profile *profile);                                  // after the methods have moved
// Keys: elapsed, self, cpu, cpu-self, count, samples, name, average. Largest first, names ascending.
#define PROFILE_SORT_KEYS "elapsed|self|cpu|cpu-self|count|samples|average|name"
void profile_sort(struct profile *profile, const char *key);

// Divides the accounts of natives, by name, and of translated code, into what timed methods took themselves and the rest
// (viz/account.c).
void account_divide(struct profile *profile);

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
// Methods that may have run behind the last heartbeat of a guest that was killed; some more than once.
void activations_visit_unseen(const struct recording *recording, void (*visit)(void *context, u32 method),
                              void *context);
// A thread's rows and open activations must add up to what its root has of its callees: how much they do not, of which
// the first thread is named. 0: they do in all.
s64 activations_imbalance(const struct recording *recording, u32 *thread);

#endif
