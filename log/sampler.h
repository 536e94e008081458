// The sampler's end in the timer interrupt; log_sampler_start (log/log.h) switches it on and off.
#ifndef LOG_SAMPLER_H
#define LOG_SAMPLER_H

#include "base/types.h"

#define SAMPLER_MAX_FRAMES 128u

// For the end: what the region says of the sampler stays.
void sampler_stop(void);
// What the sampler took since the last call: a part of the interrupt that belongs to the instruments.
s64 sampler_take_spent(void);

// The table of distinct stacks: a node for `frames`, addresses, innermost first. `truncated`: the outermost were left out.
// Returns the node of the innermost, 0 when the table is full.
u32 stacks_add(const u32 *frames, u32 count, bool truncated);

#endif
