// How far the processors' counters are from that of the one that boots (struct region_offset), and times put right by
// it.
//
// An offset that is no larger than its error may be none, and is taken for none: nothing is taken off, and its size is
// part of the error that is left. So counters that agree stay as they are.
#ifndef VIZ_READ_OFFSETS_H
#define VIZ_READ_OFFSETS_H

#include "viz/read/reader.h"

// Reads them; without the section, or with a damaged one, there are none. The reader frees them.
void offsets_load(struct reader *reader);
// A reading of this processor's counter, as that of the one that boots would have shown it; never beyond what 64 bits
// hold.
u64 offsets_put_right(const struct reader *reader, u32 cpu, u64 ticks);
// How far the difference of two times that were put right may be off, of whichever two processors they are.
u64 offsets_error(const struct reader *reader);
// The same for what the guest itself subtracted, without putting it right: a call that began on one processor and ended
// on another, a time away.
u64 offsets_distance(const struct reader *reader);

#endif
