// Puts an empty block on each edge from a block with several successors to one with several predecessors, so that the
// moves for phis have a place. See pass.h.
#include "base/panic.h"
#include "translator/pass.h"

static void split(struct ssa_function *function, u32 from, u32 number) {
    ASSERT(number < ssa_block_at(function, from)->successor_count);
    u32 to = ssa_successors(function, from)[number], between = ssa_add_block(function);
    ssa_block_at(function, between)->start_index = ssa_block_at(function, to)->start_index;
    u32 jump = ssa_add_instruction(function, SSA_JUMP, TYPE_VOID, 0);
    ssa_at(function, jump)->origin = ssa_at(function, ssa_block_at(function, from)->last)->origin;
    ssa_append(function, between, jump);
    ssa_set_successors(function, between, 1);
    ssa_successors(function, between)[0] = to;
    ssa_add_predecessor(function, between, from);
    ssa_successors(function, from)[number] = between;
    ssa_predecessors(function, to)[ssa_edge(function, to, from)] = between;
}

void pass_edges(struct ssa_function *function) {
    bool changed = false;
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        u32 block = function->order[i];
        for (u32 j = 0;
             ssa_block_at(function, block)->successor_count > 1 && j < ssa_block_at(function, block)->successor_count;
             j++) {
            if (ssa_block_at(function, ssa_successors(function, block)[j])->predecessor_count < 2) continue;
            arena_poll(function->arena); // a block that many lead to has the edge looked for among all of them
            split(function, block, j);
            changed = true;
        }
    }
    if (changed) pass_order(function);
}
