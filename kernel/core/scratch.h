// Memory outside the heap that is given back: Unsafe.allocateMemory, files, zlib's streams, tables that grow. Pieces of
// some sizes from SCRATCH_START up, with a list of free ones for each size. Thread level only.
#ifndef KERNEL_CORE_SCRATCH_H
#define KERNEL_CORE_SCRATCH_H

#include "base/types.h"

// 16-aligned, not zeroed; NULL if there is no memory left.
void *scratch_alloc(u64 bytes);
// NULL is allowed.
void scratch_free(void *memory);
// What the piece can hold: at least what was asked for.
u64 scratch_bytes(const void *memory);

// An array for as long as its scope lasts, where a stack has no room: names have up to 64 KiB, and below a deep
// recursion in C has THREAD_C_STACK_BYTES in all. NULL if there is no memory left.
#define SCRATCH_ARRAY(type, name, count) \
    type *name __attribute__((cleanup(scratch_array_free))) = scratch_alloc(sizeof(type) * (u64)(count))
void scratch_array_free(void *variable);

// The range itself, for what takes large pieces and keeps them (arenas).
extern struct memory_range scratch_range;
void scratch_init(void);

#endif
