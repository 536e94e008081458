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
};

// The ranges of class data and of code; kernel/start.c readies them before anything else runs.
extern struct memory_range memory_class_data, memory_code;

void memory_init(void);
void memory_range_init(struct memory_range *range, const char *name, u64 start, u64 end, u64 step_bytes, bool is_code);
// The address of `bytes` zeroed bytes at that alignment (a power of two); 0: the range or the memory is exhausted. Code
// is zero until written through its alias.
u64 memory_take(struct memory_range *range, u64 bytes, u64 alignment);
// Whether so many more bytes can be had, which are then committed, and `reserve` bytes behind them are left of the
// range.
bool memory_has_room(struct memory_range *range, u64 bytes, u64 reserve);
// Class data, 8-aligned and zeroed; panics when it is exhausted.
void *memory_class_alloc(size_t bytes);

#endif
