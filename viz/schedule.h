// Who ran when, from the switch events: for the page's strip. Without such events nothing is known, and the schedule is
// empty.
#ifndef VIZ_SCHEDULE_H
#define VIZ_SCHEDULE_H

#include "viz/recording.h"

struct schedule_segment {
    u32 thread;        // index in `threads`
    u32 reason;        // enum switch_reason that ended it; 0 when several were merged
    u64 start, length; // ticks, from the recording's start
    double share;      // of `length` in which it ran: below 1 when several were merged
};

struct schedule {
    u32 *threads; // numbers
    size_t thread_count, thread_capacity;
    size_t left_out;                   // threads that ran as well, beyond those that can be drawn
    struct schedule_segment *segments; // in order of time
    size_t segment_count, segment_capacity;
    bool merged; // there were too many to show each
    u64 length;  // ticks of the whole
};

void schedule_make(struct schedule *schedule, const struct recording *recording);
void schedule_free(struct schedule *schedule);

#endif
