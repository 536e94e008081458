// Moves that happen at once: those on an edge, and those of a call's arguments. First they are a set; moves_next takes
// them out of it in an order in which no source is overwritten before it is read. emit_move.c encodes them, and
// regalloc_check.c follows the values through them: both see the same moves, in the same order.
#ifndef TRANSLATOR_MOVES_H
#define TRANSLATOR_MOVES_H

#include "translator/regalloc.h"

struct move {
    u8 to, from; // registers, LOCATION_SLOT (by address), for `from` also LOCATION_CONSTANT
    u8 type;     // enum ssa_type
    u32 value;   // what moves
    struct encode_address to_address, from_address;
    s64 constant;
};

static inline struct encode_address slot_address(u32 slot) { return address_base(RBP, -8 * (s32)(slot + 1)); }
// Words of arguments on the stack.
static inline struct encode_address stack_address(u32 word) { return address_base(RSP, 8 * (s32)word); }

// The move of an operand to a register, or to LOCATION_SLOT, whose address the caller fills in.
struct move move_of_operand(const struct allocator *allocator, u32 value, u32 operand, u8 to);
// How many moves an edge to the block can need at most.
u32 moves_most_on_edge(const struct allocator *allocator, u32 to);
// Those of values that are in other places at the successor's beginning than at this block's end, and of its phis.
// Returns how many.
u32 moves_on_edge(const struct allocator *allocator, u32 from, u32 to, struct move *moves);
// Those of the operands to where the instruction's call takes them, operand_count at most. Not among them are the
// references of a handle native that go to registers, and the address of one that is bound late. Returns how many.
u32 moves_of_arguments(const struct allocator *allocator, u32 value, struct move *moves);

struct move_set {
    const struct arena *arena; // for its polls
    struct move *moves;        // those that are left
    u32 count, at;
    bool has_progress; // in this round over all that are left
};

// The set works in the array.
struct move_set moves_begin(const struct arena *arena, struct move *moves, u32 count);
// The next one to make; a cycle is broken by an additional one to a scratch register. Returns false if none is left.
bool moves_next(struct move_set *set, struct move *next);

#endif
