// What processors and threads had to wait for each other for, as the events tell it: stops of the world, monitors that
// another thread had, and how long they were held; the processors' queues; and what the kernel's own lock counted.
#ifndef VIZ_ANALYSE_SHARING_H
#define VIZ_ANALYSE_SHARING_H

#include "viz/analyse/profile.h"
#include "viz/read/stream.h"

// Processor `cpu` had all others stand.
struct world_stop {
    u64 ticks;     // when all stood
    u64 waited;    // how long that took
    u64 stood;     // until they went on, since the first stop of that time; 0 if they did not
    u32 cpu, last; // `last` was waited for to the end; `cpu` itself if none was
    u32 thread;
    const char *reason; // "collection", "end", "other"
};

// A thread waited for a monitor until it had it, or until the recording's end.
struct monitor_wait {
    u64 start, waited;
    u32 thread, owner;         // had it in the beginning
    u32 class, object, method; // `method` blocked; 0 if it has no stack
};

// The waits for monitors of one class that began in one method, and the holds that ended there, together; ticks.
struct monitor_use {
    u32 class, method;
    u64 waits, waited;
    u64 holds, held, held_longest;
    const struct monitor_wait *longest; // NULL if there are no waits
};

// The threads that waited for a processor, from its first event on.
struct run_queue {
    u64 since, changed; // ticks
    double waited;      // ticks, of all that waited together
    u64 changes;
    u64 ticks; // with at least one
    u32 length, longest;
};

struct sharing {
    const struct recording *recording;
    struct sharing_making *making; // until sharing_end
    struct run_queue *queues;      // by processor
    size_t queue_count;
    struct world_stop *stops;
    size_t stop_count, stop_capacity;
    struct monitor_wait *waits;
    size_t wait_count, wait_capacity;
    struct monitor_use *uses; // those that were waited for longest first, then those that were held longest
    size_t use_count, use_capacity;
    struct region_lock *locks; // by processor
    size_t lock_count;
    double distance_error; // ticks, of what began on one processor and ended on another
};

// Parts of the making of a profile, which has one: each event is noted, in order.
struct sharing *sharing_begin(const struct profile *profile);
void sharing_note(struct sharing *sharing, const struct event *event);
void sharing_end(struct sharing *sharing);
void sharing_free(struct sharing *sharing);

enum stop_figure { STOP_WAITED, STOP_STOOD };
// That part (0.5: the median; 1: the longest) of the stops took at most so many ticks. 0 if there were none.
u64 sharing_percentile(const struct sharing *sharing, enum stop_figure figure, double part);

#endif
