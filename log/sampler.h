// The sampler's part in the timer interrupt; log_sampler_start (log/log.h) switches it on and off.
#ifndef LOG_SAMPLER_H
#define LOG_SAMPLER_H

#include "base/types.h"

#define SAMPLER_MAX_FRAMES 128u

// At the end: what the region says about the sampler stays.
void sampler_stop(void);
// Starts, stops or changes the processor's sampler if that has been asked for since. Interrupts are off.
void sampler_follow(void);
// How much time the sampler took since the last call: the part of the interrupt that belongs to the instruments.
s64 sampler_take_spent(void);

// The table of distinct stacks: makes a node for `frames`, addresses, innermost first. `truncated` means that the
// outermost were left out. Returns the node of the innermost, or 0 if the table is full.
u32 stacks_add(const u32 *frames, u32 count, bool truncated);

#endif
