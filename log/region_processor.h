// What the region holds of each processor where there are several, besides its streams and its account.
#ifndef LOG_REGION_PROCESSOR_H
#define LOG_REGION_PROCESSOR_H

#include "base/types.h"

// What one processor's counter shows when that of the processor that boots shows 0: to be taken off its records' times.
struct region_offset {
    s64 ticks;          //  0
    u64 error_ticks;    //  8  it is not farther off than that
    u64 measured_ticks; // 16  the counter of the processor that boots, then; 0: it has not been measured
};

// What one processor had of the kernel's lock; written by itself only. A hold is the time from having it to giving it
// up; what other processors do with it while it is lent to them is theirs as well.
struct region_lock {
    u64 takes;          //  0
    u64 waits;          //  8  takes for which it had to wait
    u64 waited_ticks;   // 16
    u64 waited_longest; // 24
    u64 held_ticks;     // 32
    u64 held_longest;   // 40
    u64 since_ticks;    // 48  has had it since then; 0 if it has not
    u64 reserved;       // 56
};
_Static_assert(sizeof(struct region_lock) == 64, "one line");

#endif
