// The passes, in the order of translate.c's list. Each leaves the form valid (ssa_check). What a pass says that it
// breaks is repaired by the pass named. All are linear, or nearly: a method's translation time is part of the boot.
#ifndef TRANSLATOR_PASS_H
#define TRANSLATOR_PASS_H

#include "translator/ssa.h"

// Order of blocks, dominators, loops, cold blocks; drops blocks that nothing reaches, with their edges. What all other
// passes begin from.
void pass_order(struct ssa_function *function);
// Removes phis that stand for one value.
void pass_phis(struct ssa_function *function);
// Constant folding, copies, simpler arithmetic, comparisons into the branches that use them. Needs order.
void pass_fold(struct ssa_function *function);
// Branches whose way is known, code behind calls that do not return, straight-line blocks into one. Ends with
// pass_order and, if edges went, pass_phis.
void pass_control(struct ssa_function *function);
// Values, loads and checks that are there already (checks in dominating blocks, values in the same block). Needs order
// and dominators.
void pass_number(struct ssa_function *function);
// Null checks into the access that follows; values and frame stores without use. pass_dead fills in `uses`.
void pass_traps(struct ssa_function *function);
void pass_dead(struct ssa_function *function);
// Splits edges from blocks with several successors to blocks with several predecessors, and puts the order right again.
void pass_edges(struct ssa_function *function);

// ---- What the passes share (pass.c)

// By instruction: what takes its place, 0: nothing. From the arena, zeroed.
u32 *pass_new_forward(struct ssa_function *function);
static inline u32 pass_resolve(const u32 *forward, u32 value) {
    while (forward[value]) value = forward[value];
    return value;
}
// Puts replacements in place of operands everywhere, and takes the replaced instructions out.
void pass_apply_forward(struct ssa_function *function, u32 *forward);
// Takes away the edge at index `edge` of the block's predecessors, with the phis' operands.
void pass_remove_predecessor(struct ssa_function *function, u32 block, u32 edge);
// Takes away one edge from one block to another, at the receiving end.
void pass_remove_edge(struct ssa_function *function, u32 from, u32 to);
bool pass_dominates(const struct ssa_function *function, u32 above, u32 block);

#endif
