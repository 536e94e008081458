// Memory outside the heap that is given back: for Unsafe.allocateMemory, files, zlib's streams, tables that grow.
// Pieces of a number of fixed sizes from SCRATCH_START up, with a list of free pieces for each size. Thread level only.
#ifndef KERNEL_MEMORY_SCRATCH_H
#define KERNEL_MEMORY_SCRATCH_H

#include "base/types.h"

// 16-aligned, not zeroed; NULL if there is no memory left.
void *scratch_alloc(u64 bytes);
// NULL is allowed.
void scratch_free(void *memory);
// The same for memory that a program asks for and may never give back: pieces in a list, all of which go with whoever
// has the list.
struct scratch_list {
    struct scratch_link *first;
    u64 used_bytes, limit_bytes; // limit: 0 for none
};
// NULL as well if the list would have more than its limit.
void *scratch_list_alloc(struct scratch_list *list, u64 bytes);
void scratch_list_free(void *memory); // NULL is allowed
void scratch_list_free_all(struct scratch_list *list);

// Memory for the program of the current thread's domain: given back by scratch_list_free, or with the domain.
void *thread_scratch(u64 bytes);

// How many bytes the piece can hold: at least as many as were asked for.
u64 scratch_bytes(const void *memory);

// How many bytes all pieces that are in use have, with what is lost by rounding.
u64 scratch_used_bytes(void);

// An array that lives as long as its scope, for where the stack has no room: names have up to 64 KiB, and C code below
// a deep recursion has THREAD_C_STACK_BYTES in all. NULL if there is no memory left.
#define SCRATCH_ARRAY(type, name, count) \
    type *name __attribute__((cleanup(scratch_array_free))) = scratch_alloc(sizeof(type) * (u64)(count))
void scratch_array_free(void *variable);

// The range itself, for users that take large pieces and keep them (arenas).
extern struct memory_range scratch_range;
void scratch_init(void);

#endif
