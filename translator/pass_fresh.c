// Stores into an object or array that the method has made, before anything at which a collection may begin: it is young
// until then, and what it refers to is found without the marks on cards. Making the next one ends that. What is
// translated for the first time does not run long enough to pay for the search. See pass.h.
#include "translator/pass.h"

// What the block begins with: what all edges to it end with; `at_end` is by block.
static u32 fresh_at_begin(const struct ssa_function *function, u32 block, const u32 *at_end) {
    const struct ssa_block *at = ssa_block_at(function, block);
    u32 fresh = at->predecessor_count ? at_end[ssa_predecessors(function, block)[0]] : 0;
    for (u32 i = 1; i < at->predecessor_count; i++) {
        if (at_end[ssa_predecessors(function, block)[i]] != fresh) return 0;
    }
    return fresh;
}

// A block that is reached by a back edge begins with nothing, as its end has not been looked at.
void pass_fresh(struct ssa_function *function) {
    if (!function->again) return;
    u32 *at_end = ARENA_ARRAY(function->arena, u32, function->block_count);
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        u32 block = function->order[i], fresh = fresh_at_begin(function, block, at_end);
        for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
            struct ssa_instruction *instruction = ssa_at(function, value);
            bool makes = instruction->operation == SSA_NEW || instruction->operation == SSA_NEW_ARRAY;
            bool stores = instruction->operation == SSA_STORE || instruction->operation == SSA_STORE_ELEMENT;
            if (ssa_properties[instruction->operation] & (SSA_SAFEPOINT | SSA_CALLS)) {
                fresh = makes ? value : 0;
            } else if (fresh && stores && ssa_operand(function, value, 0) == fresh) {
                instruction->flags |= SSA_FRESH;
            }
        }
        at_end[block] = fresh;
    }
}
