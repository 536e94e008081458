// Between the parts of the checker of passes (ssa_changes.h).
#ifndef TRANSLATOR_SSA_CHANGES_LOAD_H
#define TRANSLATOR_SSA_CHANGES_LOAD_H

#include "translator/ssa.h"

struct ssa_changes {
    const struct ssa_function *before, *after;
    u32 *keys;        // by instruction of before: its place in the order, 0 if it was in no block
    u32 *replaced;    // by instruction of before: what stands for it, 0 if it is not known
    bool *is_left;    // by instruction: it is in a block afterwards
    bool *is_ordered; // by block: it is in the order afterwards
    bool *has_left;   // by block of before: an instruction of it is left
    u32 *reached;     // by block of before: the walk that was there last
    u32 walk;         // its number
    u32 steps;        // of all walks for one load
    u32 *waiting;     // blocks of before that a walk is still to leave
    bool *is_entered; // by block of before: the place of its effects has been found
    bool unmakes;     // an object is made no more, as nobody but the method saw it
    const char *error;
    u32 where;
};

// Whether it accesses such an object, which nothing else reads or writes: made by a NEW that has gone, or loaded from
// another of them.
bool ssa_changes_is_of_none(const struct ssa_changes *changes, u32 access);
// Whether what stands for a load that has gone is what it would have loaded. True of all else, and where it is too far
// to tell.
bool ssa_changes_load_is_right(struct ssa_changes *changes, u32 value);

#endif
