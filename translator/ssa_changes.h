// What a pass has done to a function, held against the effects of its operations: the checker compares the form before
// and after. It knows nothing of any pass, only the table of effects (ssa.h):
// - What has effects, or can throw, stays where it is: it leaves its block only when the whole block is merged into
//   one that led to it, and it passes nothing that its effects conflict with.
// - It does not go away, unless nobody could tell: it is no longer reached; it only read; it is a check; it is a store
//   to an object that is no longer made, or to a frame variable that no handler loads before another store.
// - A load that goes away was replaced by what it would have loaded: on each path back from it there is a load or store
//   of the same place with that value, and nothing between that may have written to the place, or orders.
// Whether a check was needed is not asked.
// For tests, and for the option that checks after every pass.
#ifndef TRANSLATOR_SSA_CHANGES_H
#define TRANSLATOR_SSA_CHANGES_H

#include "translator/ssa.h"

struct ssa_snapshot {
    struct ssa_function function; // a copy: whatever passes change is its own
    u32 instruction_room, block_room, list_room, site_room, handler_room, variable_room, order_room;
};

// Copies the function into its own arena; the snapshot, zeroed at first, is used again for the next pass.
void ssa_snapshot_take(struct ssa_snapshot *snapshot, const struct ssa_function *function);
// Returns NULL if all of the above holds, otherwise what does not, with the instruction in *where. Needs order and
// dominators.
const char *ssa_check_changes(const struct ssa_snapshot *before, const struct ssa_function *after, u32 *where);

#endif
