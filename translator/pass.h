// The passes (translate.c has their order). Each leaves the form valid (ssa_check). What a pass says it breaks is
// repaired by the pass it names. All are linear, or nearly: a method's translation time is part of the boot.
#ifndef TRANSLATOR_PASS_H
#define TRANSLATOR_PASS_H

#include "translator/ssa.h"

// Order of blocks, dominators, loops, cold blocks; drops blocks that nothing reaches, with their edges. All other
// passes start from this.
void pass_order(struct ssa_function *function);
// Removes phis that stand for one value.
void pass_phis(struct ssa_function *function);
// In a method that is translated again, copies what follows a join for the ways that are seldom taken, if on the usual
// one an object was made that only the method sees; ends with pass_control then. Needs order and dominators.
void pass_split(struct ssa_function *function);
// In a method that is translated again, makes values of the fields of objects that only the method sees. Needs order
// and dominators; stands before what simplifies those values.
void pass_scalar(struct ssa_function *function);
// Constant folding, copies, simpler arithmetic, comparisons into the branches that use them. Needs order.
void pass_fold(struct ssa_function *function);
// Decides branches whose direction is known, also that of a phi of constants for each edge that leads there; drops code
// after calls that do not return, and merges straight-line blocks. Ends with pass_order and, if edges went, pass_phis.
void pass_control(struct ssa_function *function);
// Lets the ways of a guard that asks again what one just before it asked go on apart. Needs order and dominators; ends
// with pass_order.
void pass_guard(struct ssa_function *function);
// Removes values, loads and checks that exist already (checks in dominating blocks, values in the same block). Needs
// order and dominators.
void pass_number(struct ssa_function *function);
// In a method that is translated again, makes phis of loads of fields that were loaded or stored on each path that
// leads there. Needs order and dominators.
void pass_join(struct ssa_function *function);
// Folds null checks into the access that follows; removes values and frame stores that are not used. pass_dead fills in
// `uses`.
void pass_traps(struct ssa_function *function);
void pass_dead(struct ssa_function *function);
// In a method that is translated again, finds the stores into objects that it has just made. Stands behind what moves
// or merges instructions.
void pass_fresh(struct ssa_function *function);
// In a method that is translated again, several turns of short loops for each poll. Needs order and dominators; stands
// behind what knows loops' counters by their shape.
void pass_unroll(struct ssa_function *function);
// Splits edges from blocks with several successors to blocks with several predecessors, and restores the order.
void pass_edges(struct ssa_function *function);

// ---- What the passes share (pass.c)

// By instruction: what replaces it, 0 if nothing does. From the arena, zeroed.
u32 *pass_new_forward(struct ssa_function *function);
static inline u32 pass_resolve(const u32 *forward, u32 value) {
    while (forward[value]) value = forward[value];
    return value;
}
// Puts replacements in place of operands everywhere, and removes the replaced instructions.
void pass_apply_forward(struct ssa_function *function, u32 *forward);
// The same, where instructions were added since `values` was made, which has room for `count`.
void pass_apply_values(struct ssa_function *function, const u32 *values, u32 count);
// Another edge leads to the block, from `from`: its phis have there what they have at the edge from `like`.
void pass_add_edge(struct ssa_function *function, u32 block, u32 from, u32 like);
// Has the jump or branch of one block lead elsewhere, at the sending end.
void pass_redirect(struct ssa_function *function, u32 block, u32 to, u32 instead);
// Removes the edge at index `edge` of the block's predecessors, with the phis' operands.
void pass_remove_predecessor(struct ssa_function *function, u32 block, u32 edge);
// Removes one edge from one block to another, at the receiving end.
void pass_remove_edge(struct ssa_function *function, u32 from, u32 to);
bool pass_dominates(const struct ssa_function *function, u32 above, u32 block);

// ---- Memory

// Whether the access orders nothing: another of the same memory may stand for it.
static inline bool pass_is_plain(const struct ssa_instruction *access) { return !(ssa_effects(access) & SSA_ORDERS); }
// Whether memory of this letter holds all of the value that is stored.
static inline bool pass_is_whole(u8 letter) {
    return letter == 'I' || letter == 'J' || letter == 'F' || letter == 'D' || letter == 'L';
}

// ---- Copies of blocks

// By instruction: what the copy has in its place, 0 if that is the instruction itself, as it is from `count` on.
struct pass_copies {
    u32 *of;
    u32 count;
};
static inline u32 pass_copy_of(struct pass_copies copies, u32 value) {
    u32 copy = value < copies.count ? copies.of[value] : 0;
    return copy ? copy : value;
}
// A new block in the same place of the bytecode, taken as often; empty, without edges.
u32 pass_copy_block(struct ssa_function *function, u32 block);
// Appends a copy of the instruction to the block, without operands. They can be set when all it may name is copied.
u32 pass_copy_instruction(struct ssa_function *function, u32 value, u32 block);
void pass_copy_operands(struct ssa_function *function, struct pass_copies copies, u32 value);
// As pass_add_edge, for the copy `from` of `like`: the phis have what the copy has.
void pass_add_exit(struct ssa_function *function, struct pass_copies copies, u32 block, u32 from, u32 like);

// ---- Objects that only the method sees

// pass_scalar's: whether the instruction makes an object that need not be made if only such uses are made of it, and
// whether what an instruction does with the operand of this index is one.
bool pass_can_be_scalar(const struct ssa_function *function, u32 value);
bool pass_is_scalar_use(const struct ssa_function *function, u32 value, u32 index);
// Whether it loads an object's class word.
static inline bool pass_is_class_word(const struct ssa_instruction *access) {
    return access->operation == SSA_LOAD && access->integer == 0 && access->kind == 'I';
}

#endif
