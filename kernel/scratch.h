// Memory outside the heap that is given back: Unsafe.allocateMemory, files, zlib's streams. Powers of two from SCRATCH_START up, with a list of free pieces for each
// size. Thread level only.
#ifndef KERNEL_SCRATCH_H
#define KERNEL_SCRATCH_H

#include "kernel/types.h"

// 16-aligned, not zeroed; NULL: no memory left.
void *scratch_alloc(u64 bytes);
// NULL is allowed.
void scratch_free(void *memory);
// What the piece can hold: at least what was asked for.
u64 scratch_bytes(const void *memory);

// The range itself, for what takes large pieces and keeps them (arenas).
extern struct memory_range scratch_range;
void scratch_init(void);

#endif
