// How far the processors' counters are from that of the one that boots (struct region_offset), and times put right by
// it.
//
// An offset that is no larger than its error may be none, and is taken for none: nothing is taken off, and its size is
// part of the error that is left. So counters that agree stay as they are.
#ifndef VIZ_READ_OFFSETS_H
#define VIZ_READ_OFFSETS_H

#include "log/region.h"

struct offsets {
    struct region_offset *items; // by processor; NULL where there is one processor
    u32 count;
};

// Makes of what the region says what is taken off.
void offsets_choose(struct offsets *offsets);
// A reading of this processor's counter, as that of the one that boots would have shown it; never beyond what 64 bits
// hold.
u64 offsets_put_right(const struct offsets *offsets, u32 cpu, u64 ticks);
// How far the difference of two times that were put right may be off, of whichever two processors they are.
u64 offsets_error(const struct offsets *offsets);
// The same for what the guest itself subtracted, without putting it right: a call that began on one processor and ended
// on another, a time away.
u64 offsets_distance(const struct offsets *offsets);

#endif
