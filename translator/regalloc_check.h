// A proof of one register allocation, made after it and before anything is encoded; for tests, and for the option that
// checks after every pass. The model is the checker of regalloc2: bytecodealliance/regalloc2, src/checker.rs.
//
// Values are followed through the allocation as symbols: each register and each frame slot holds one SSA value, or
// nothing that is known. Moves, spills and reloads copy what a place holds; calls leave nothing in registers; where
// edges meet, a place holds what it holds on all of them. What a place holds at the beginning of a block is found by
// going over the blocks until nothing changes. At each use, the place that the allocation names must hold exactly the
// value that the instruction uses, and obey the instruction's constraint.
//
// At a safepoint every reference outside the map becomes stale, because the collector does not correct it: it is found
// by its next use. Each slot in the map must hold a reference that is not stale, and the values in it must be exactly
// the references that live on. Frame variables are followed in the same way, from each site to its handlers too.
//
// It trusts the constraints (constraint.c), the SSA form (ssa_check), and that the emitter makes of an instruction what
// its constraint says.
#ifndef TRANSLATOR_REGALLOC_CHECK_H
#define TRANSLATOR_REGALLOC_CHECK_H

#include "translator/frame_live.h"
#include "translator/moves.h"

// Returns NULL if the allocation is right; otherwise one line, in the arena, that says where it is wrong, what should
// be there, and what is. Writes nothing of the allocation except the liveness at the end of "the current block".
const char *regalloc_check(struct allocator *allocator, const struct frame_live *frame_live);
// The same of moves that happen at once: made one by one in this order, they have the effect that is wanted.
const char *regalloc_check_moves(struct allocator *allocator, const struct move *wanted, u32 wanted_count,
                                 const struct move *order, u32 count);

#endif
