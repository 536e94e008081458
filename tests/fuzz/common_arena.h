// The arena of common_arena.c.
#ifndef TESTS_FUZZ_COMMON_ARENA_H
#define TESTS_FUZZ_COMMON_ARENA_H

#include "base/arena.h"

// Whether there are gaps between allocations; without them an arena holds what it does in the kernel.
void arena_set_gaps(bool wanted);

#endif
