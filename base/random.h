// xorshift64 (Marsaglia 2003): numbers that look random and are the same in every run, so that what depends on them
// repeats.
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include "base/types.h"

// The next number; `state` must never be 0. The upper bits are the better ones.
static inline u64 random_next(u64 *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#endif
