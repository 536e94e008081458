// Address ranges that grow: a range of the map (base/layout.h) is reserved for one use and committed in steps from its
// start as it is used. Nothing is given back. Thread level only.
#ifndef KERNEL_CORE_MEMORY_H
#define KERNEL_CORE_MEMORY_H

#include "kernel/core/machine.h"

struct memory_range {
    const char *name;
    u64 start, end;    // the range reserved
    u64 next;          // the first byte not handed out
    u64 committed_end; // the first byte not committed
    u64 step_bytes;    // how much is committed at once; a multiple of the page
    bool is_code;      // committed by machine_commit_code
    bool is_heap;      // may also take the memory that is kept for the heap
};

void memory_range_init(struct memory_range *range, const char *name, u64 start, u64 end, u64 step_bytes, bool is_code);
// Returns the address of `bytes` zeroed bytes aligned to `alignment` (a power of two), or 0 if the range or the memory
// is exhausted. Code is zero until written through its alias.
u64 memory_take(struct memory_range *range, u64 bytes, u64 alignment);
// Large pieces of memory are readied in steps of this size, between which others run.
#define MEMORY_STEP_BYTES (4 * MIB)
// Gets so much more from the machine, which zeroes it, that memory_take will want later. Returns false if there is
// none.
bool memory_prepare(struct memory_range *range, u64 bytes);
// Whether the machine has so much that is free, besides what it keeps.
bool memory_may_commit(u64 bytes);

// machine_commit of data for any use but the heap: also returns false if too little would be left for the heap.
bool memory_commit(u64 start, u64 bytes);

#endif
