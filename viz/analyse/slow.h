// Why the slowest calls of timed methods took as long as they did: each is taken apart by the scheduling events between
// its beginning and its end. The parts and what is left unexplained add up to the call's elapsed time, exactly.
//
// What timing itself knows is not taken from events: a call's elapsed time and its CPU time. The events say what the
// difference is made of, and what of the CPU time went into loading and initialising classes.
#ifndef VIZ_ANALYSE_SLOW_H
#define VIZ_ANALYSE_SLOW_H

#include "viz/analyse/profile.h"

// A wait for a call to another domain is taken apart in the same way, by what the thread there did that served it: such
// a part has that thread as its `server`.
//
// What is called a culprit: the thread that ran meanwhile, had the monitor, collected, or finally woke the call's
// thread.
// clang-format off
#define SLOW_KIND_TABLE(KIND) \
    KIND(RAN, "ran") KIND(INITIALISERS, "class initialisers") KIND(LOADERS, "class loading") \
    KIND(TRANSLATION, "translation") KIND(LINKING, "linking") KIND(COLLECTION, "collection") \
    KIND(INTERRUPTS, "interrupts") KIND(PREEMPTED, "preempted") KIND(YIELDED, "yielded") KIND(READY, "ready") \
    KIND(MONITOR, "monitor") KIND(WAIT, "wait") KIND(PARK, "park") KIND(SLEEP, "sleep") KIND(BLOCKED, "blocked")
// clang-format on

#define KIND(name, text) SLOW_##name,
enum slow_kind { SLOW_KIND_TABLE(KIND) SLOW_KINDS };
#undef KIND

enum { SLOW_EVENTS = 16 };

struct slow_part {
    enum slow_kind kind;
    s64 ticks;
    u64 count;
    u32 reason;        // SLOW_BLOCKED: enum switch_reason
    u32 server;        // in another domain, the one to which it happened; 0: to the call's own thread
    u32 thread;        // the culprit; 0 if none, or the clock
    u32 class, object; // whose monitor it is; the object on which it parked
    u64 longest;       // ticks of the longest of `count`, to which the stacks belong
    u64 at;            // when it ended
    u32 stack;         // node: where the call was; 0 if not known
    u32 culprit_stack; // where the culprit was
};

// A method that was translated, or a class that was loaded (spent is 0 if not known separately).
struct slow_item {
    u32 server; // as above
    u32 method, class;
    u64 spent;
};

struct slow_explanation {
    const struct slow_call *call;
    struct slow_part *parts; // largest first
    size_t part_count, part_capacity;
    struct slow_item *items; // methods by the time they took, then classes in order
    size_t item_count, item_capacity;
    s64 unexplained;     // ticks; small ones may be negative
    bool is_overwritten; // events since its beginning were overwritten
    double error;        // ticks, of elapsed
};

struct slow_analysis {
    struct slow_explanation *calls; // slowest first
    size_t count;
    u64 kept; // for each method
    u32 missing[SLOW_EVENTS];
    u32 missing_count; // events that were not recorded and could have said more
};

// `calls` must live on. The reader's range must be the whole recording.
void slow_analyse(struct slow_analysis *analysis, const struct profile *profile, const struct slow_call *const *calls,
                  size_t count);
void slow_free(struct slow_analysis *analysis);
const char *slow_kind_name(enum slow_kind kind);

#endif
