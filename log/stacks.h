// The table of distinct stacks.
#ifndef LOG_STACKS_H
#define LOG_STACKS_H

#include "log/region.h"

// `frames`: addresses, innermost first. `truncated`: the outermost were left out. The node of the innermost, 0 when the
// table is full.
u32 stacks_add(const u32 *frames, u32 count, bool truncated);

#endif
