// What regalloc_check.c (instructions, moves, blocks) and regalloc_check_site.c (safepoints, maps, handlers) share:
// what each place holds at the point that is looked at, and the first finding. See regalloc_check.h.
#ifndef TRANSLATOR_REGALLOC_CHECK_STATE_H
#define TRANSLATOR_REGALLOC_CHECK_STATE_H

#include "translator/regalloc_check.h"

// A place: the number of a register, or one of these and a number.
enum check_place {
    PLACE_STACK = 0x10000000, // word of arguments
    PLACE_SLOT = 0x20000000,
    PLACE_CONSTANT = 0x40000000, // in the instruction: holds each constant
    PLACE_NONE = 0x7fffffff,
};

// What a place holds: an SSA value, with STALE if a safepoint has left it behind, or
#define HOLDS_NOTHING 0u
#define HOLDS_STALE 0x80000000u

// What places hold at the beginning of a block. Slots and frame variables are in regalloc_check.stored and .arriving.
struct check_entry {
    u32 registers[LOCATION_REGISTERS];
    bool is_reached, is_due; // is_due: must be followed, once more if it has changed
};

struct check_finding {
    const char *rule; // NULL: nothing found
    u32 block, to, instruction;
    u32 place, expected, found;
};

struct regalloc_check {
    struct allocator *allocator;
    const struct frame_live *frame_live;
    struct check_finding finding; // its block, to and instruction are those that are looked at
    // The point that is looked at
    u32 registers[LOCATION_REGISTERS];
    u32 *slots; // by frame slot; those of frame variables are not used
    u32 *stack; // words of arguments
    u32 stack_words;
    u32 *variables; // bits of the frame variables that hold what was stored there last, or zero
    u32 next_move;
    // By block
    struct check_entry *entries;
    u64 *stored;      // allocator->words each: bits of global values that are in their slots
    u32 *arriving;    // variable_words each: as `variables`
    u32 *first_moves; // next_move at the beginning
    // For the whole method
    u32 *references; // bits of the frame variables that are references
    u32 variable_words;
    u32 *in_map; // by slot: the number of the last map that had it
    u32 map_number;
};

static inline bool check_failed(const struct regalloc_check *check) { return check->finding.rule; }
// Both keep the first finding only, and return whether all is right.
bool check_require(struct regalloc_check *check, bool holds, const char *rule, u32 place, u32 expected);
bool check_expect(struct regalloc_check *check, u32 place, u32 value, const char *rule);
// PLACE_NONE if the value has no slot.
u32 check_slot_of(const struct regalloc_check *check, u32 value);
u32 check_content(const struct regalloc_check *check, u32 place, u32 value);
void check_put(struct regalloc_check *check, u32 place, u32 value);

static inline bool check_is_reference(const struct regalloc_check *check, u32 value) {
    return ssa_at(check->allocator->function, value)->type == TYPE_REF;
}
// Whether the collector may run while the instruction does; then there is a map.
static inline bool check_is_safepoint(const struct ssa_instruction *instruction) {
    return ssa_properties[instruction->operation] & SSA_SAFEPOINT && ssa_needs_site(instruction);
}

// ---- Sites (regalloc_check_site.c)

// The prologue: parameters arrive, and its poll goes through frame slots.
void check_enter_method(struct regalloc_check *check);
void check_parameter(struct regalloc_check *check, u32 value);
// For an instruction with a site: what frame variables hold in its handlers, and after it.
void check_follow_site(struct regalloc_check *check, u32 value);
// The map of a safepoint, which makes all references outside it stale.
void check_follow_map(struct regalloc_check *check, u32 value);
// A cold path that saves registers, calls, and loads them again.
void check_follow_saved(struct regalloc_check *check, u32 value);
// Whether the maps hold exactly the references that live on.
void check_maps_are_exact(struct regalloc_check *check);

#endif
