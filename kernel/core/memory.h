// Address ranges that grow: a range of the map (base/layout.h) is reserved for one use, and committed from its start
// in steps as it is used. Never gives back. Thread level only.
#ifndef KERNEL_CORE_MEMORY_H
#define KERNEL_CORE_MEMORY_H

#include "kernel/core/machine.h"

struct memory_range {
    const char *name;
    u64 start, end;    // the range reserved
    u64 next;          // the first byte not handed out
    u64 committed_end; // the first byte not committed
    u64 step_bytes;    // committed at once; a multiple of the page
    bool is_code;      // committed by machine_commit_code
    bool is_heap;      // may take what is kept for it
};

void memory_range_init(struct memory_range *range, const char *name, u64 start, u64 end, u64 step_bytes, bool is_code);
// The address of `bytes` zeroed bytes at that alignment (a power of two); 0: the range or the memory is exhausted. Code
// is zero until written through its alias.
u64 memory_take(struct memory_range *range, u64 bytes, u64 alignment);

// machine_commit of data for anyone but the heap: false also if too little would be left for it.
bool memory_commit(u64 start, u64 bytes);

#endif
