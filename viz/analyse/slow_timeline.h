// What happened to the threads whose calls are to be explained, and which threads ran meanwhile: gathered in one walk
// over the recording. All lists are in the order in which things ended.
#ifndef VIZ_ANALYSE_SLOW_TIMELINE_H
#define VIZ_ANALYSE_SLOW_TIMELINE_H

#include "viz/read/recording.h"

enum moment_kind {
    MOMENT_AWAY,      // was not running, or not yet again
    MOMENT_STOLEN,    // `what` is enum stolen_kind
    MOMENT_JAVA,      // `what` is enum pseudo_method
    MOMENT_TRANSLATE, // a method
    MOMENT_CLASS,     // a class was loaded
    MOMENT_INTERRUPT,
};

struct moment {
    enum moment_kind kind;
    u64 start, end; // the same if only the end is known
    s64 spent;
    u32 what;     // AWAY: enum switch_reason
    bool waiting; // AWAY: it waited; otherwise it was ready
    u32 cpu;
    u32 thread; // AWAY: the monitor's owner, or the waker
    u32 class, object, stack, culprit_stack;
};

struct moments {
    struct moment *items;
    size_t count, capacity;
};

// A thread's time on a processor, or in a collection.
struct stay {
    u64 start, end;
    u32 thread, cpu;
    u64 earliest; // start of all that have not ended before this one
};

struct stays {
    struct stay *items;
    size_t count, capacity;
};

struct slow_timeline {
    u32 *threads; // ascending
    size_t thread_count;
    struct moments *moments; // by thread
    struct stays runs, collections;
};

// For these threads, which it sorts; `runs` and `collections` are for all.
void slow_timeline_make(struct slow_timeline *timeline, const struct recording *recording, u32 *threads, size_t count);
void slow_timeline_free(struct slow_timeline *timeline);
// Index of the thread; the count if it is not among them.
size_t slow_timeline_find(const struct slow_timeline *timeline, u32 thread);
// Index of the first item that ends after `ticks`.
size_t moments_after(const struct moments *moments, u64 ticks);
size_t stays_after(const struct stays *stays, u64 ticks);
// After the last one has been added.
void stays_finish(struct stays *stays);
// The next item from *at on that began before `ticks`; NULL if there is none. What ended later on another processor may
// have begun earlier.
const struct stay *stays_next(const struct stays *stays, size_t *at, u64 ticks);

#endif
