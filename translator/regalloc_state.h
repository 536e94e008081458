// The part of register allocation that looks beyond one block: memory for the results, the state in which a block
// begins, slots. See regalloc.h.
#ifndef TRANSLATOR_REGALLOC_STATE_H
#define TRANSLATOR_REGALLOC_STATE_H

#include "translator/regalloc.h"

struct allocator *regalloc_new(struct ssa_function *function);
// Chooses the registers in which values arrive, and makes that the state of the walk.
void regalloc_begin_block(struct allocator *allocator, u32 block);
void regalloc_end_block(struct allocator *allocator);
// The value will be loaded from its slot. Returns true if a store is needed at this place.
bool regalloc_keep_in_memory(struct allocator *allocator, u32 value, u32 block);
void regalloc_hint_arguments(struct allocator *allocator, u32 call);
void regalloc_add_live_ref(struct allocator *allocator, u32 value);
// Makes room for one more, or for `count` in all.
void *regalloc_grow_array(struct allocator *allocator, void *array, u32 count, u32 *capacity, u32 element_bytes);
#define regalloc_grow(allocator, array, count, capacity, bytes) \
    regalloc_grow_array((allocator), (array), (count) + 1, (capacity), (u32)(bytes))

#endif
