// Register allocation over SSA form, in one walk over the blocks in their order.
//
// Each block begins with a state: which register holds which value; all other live values are in their frame slots, or
// are constants that are made again. Within a block, the value that loses its register to pressure is the one with the
// furthest next use; at a call, all values lose theirs. A value that ever loses its register while it is still needed
// has one frame slot and is stored there once, where it is defined (in cold blocks: where it loses the register). Where
// edges meet, the state is chosen first and the moves are made at the ends of the predecessors. r11 and xmm15 are never
// allocated: they are the emitter's scratch registers.
//
// The result says for every instruction where its operands and result are; emit.c walks the blocks in the same order
// and makes code of it.
#ifndef TRANSLATOR_REGALLOC_H
#define TRANSLATOR_REGALLOC_H

#include "base/encode.h"
#include "base/narrow.h"
#include "translator/ssa.h"

static inline bool type_is_xmm(u8 type) { return type == TYPE_FLOAT || type == TYPE_DOUBLE; }

// Where a value is: a general register (0 to 15), an XMM register (16 to 31), or
enum location { XMM0 = 16, LOCATION_CONSTANT = 0xfd, LOCATION_SLOT = 0xfe, LOCATION_NONE = 0xff };
#define LOCATION_REGISTERS 32u
#define SCRATCH R11
#define SCRATCH_XMM 15u
#define GENERAL_REGISTERS (0xffffu & ~(REGISTER_BIT(RSP) | REGISTER_BIT(RBP) | REGISTER_BIT(R11) | REGISTER_BIT(R15)))
#define XMM_REGISTERS 0x7fff0000u

// What an instruction asks of its operands and result.
struct constraint {
    u32 clobbered;  // registers that it changes, other than results and temporaries
    u8 fixed[4];    // by operand: the register that it must be in, or LOCATION_NONE
    u8 immediate;   // bits of operands that may be constants of up to 32 bits
    u8 memory;      // bits of operands that may be in their slots
    u8 late;        // bits of operands that are read when the result has already been written
    u8 temporaries; // how many general registers, at most 1
    u8 result;      // the register in which it leaves the result, or LOCATION_NONE
    bool same;      // two-address: the result preferably takes operand 0's register
    bool calls;     // all registers are lost; operands may be anywhere
    bool saves;     // a cold path of it calls, and saves what is live
};

void constraint_of(const struct ssa_function *function, u32 value, struct constraint *constraint);
bool constraint_calls(const struct ssa_function *function, u32 value); // the same as constraint->calls

// Longer arrays are allocated by an entry, which is a call.
#define LARGEST_INLINE_LENGTH 0x1000

struct allocation {
    u32 operands; // index into operand_locations
    u8 result, temporary;
    u32 saved; // for `saves`: index into `saved` of the first, 0 if none
    u32 map;   // for sites: index into map_values, of a count and as many values
};

// Before instruction `at`. `from` may be LOCATION_SLOT or LOCATION_CONSTANT, `to` LOCATION_SLOT; needed only if the
// value is not stored where it is defined.
struct register_move {
    u32 at, value;
    u8 to, from;
};

// A register that is live across an instruction's cold path; the list ends with value 0.
struct saved_register {
    u32 value;
    u8 location;
};

enum value_flag {
    VALUE_IN_SLOT = 1, // has a slot
    VALUE_STORED = 2,  // stored there where it is defined
    VALUE_REMADE = 4,  // a constant that is better in a register; made again instead of loaded
    VALUE_EXTEND = 8,  // a parameter or call's result whose upper half must be zero
};

struct value_state {
    u32 global;     // its number + 1 in the sets of live values, 0 if it lives in one block only
    u32 weight;     // of its uses, by loop depth
    u32 slot;       // frame slot
    u32 start, end; // positions between which the slot is in use
    u32 phi;        // a phi that it is an operand of
    u8 location;    // its register during the walk; for a phi, the one that it would like
    u8 hint;        // the register in which its next use wants it
    u8 flags;
};

struct block_state {
    u32 values[LOCATION_REGISTERS]; // by register: the value, 0 if none
    u32 occupied;                   // bits of the registers that have one
};

static inline void block_state_set(struct block_state *state, u8 reg, u32 value) {
    state->values[reg] = value;
    state->occupied |= REGISTER_BIT(reg);
}

static inline void block_state_clear(struct block_state *state, u8 reg) {
    state->values[reg] = 0;
    state->occupied &= ~REGISTER_BIT(reg);
}

// Returns LOCATION_NONE if it is in no register.
static inline u8 block_state_find(const struct block_state *state, u32 value) {
    for (u32 rest = state->occupied; rest; rest &= rest - 1) {
        if (state->values[__builtin_ctz(rest)] == value) return narrow_u8(__builtin_ctz(rest));
    }
    return LOCATION_NONE;
}

struct allocator {
    struct ssa_function *function;
    struct arena *arena;
    struct allocation *allocations; // by instruction
    struct value_state *values;     // by instruction
    struct constraint *constraints; // by instruction, for those in the current block
    u8 *operand_locations;
    u32 *next_uses; // parallel to operand_locations: position of the next use after this one
    struct register_move *moves;
    struct saved_register *saved;
    u32 *map_values;
    struct block_state *entries, *exits; // by block
    u32 operand_total, move_count, move_capacity, saved_count, saved_capacity, map_count, map_capacity;
    u32 slot_count; // of the frame, those of frame variables first
    // Liveness
    u32 *globals; // by global number: the value
    u32 global_count, words;
    u64 *live; // by block: live at its beginning, phis not included
    u64 *near; // of those: used before a call is reached, so worth a register
    u64 *out;  // of the current block
    u64 *out_near;
    u32 *block_starts; // by block: the position of its first instruction
    // The walk (regalloc.c)
    struct block_state now;
    u32 *live_refs; // references that are live at this point, and by value their place in that list + 1
    u32 *live_ref_place;
    u32 live_ref_count;
    u32 *next_use; // by value, within the block
    u32 pinned;    // registers that the current instruction needs
    u32 block, instruction, position;
    u32 *calls; // positions of calls in the block, the last one first
    u32 call_count;
};

// Where a call's arguments go: SysV, in order.
struct argument_counter {
    u32 integers, xmms, stacks;
};

// The register of the next argument; LOCATION_SLOT means the stack, at 8 * (stacks - 1).
static inline u8 argument_next(struct argument_counter *counter, u8 type) {
    static const u8 integers[6] = {RDI, RSI, RDX, RCX, R8, R9};
    if (type_is_xmm(type) && counter->xmms < 8) return narrow_u8(XMM0 + counter->xmms++);
    if (!type_is_xmm(type) && counter->integers < 6) return integers[counter->integers++];
    counter->stacks++;
    return LOCATION_SLOT;
}

#define USE_NONE 0xffffffffu // no further use
#define USE_OUT 0xfffffffeu  // lives on beyond the block

struct allocator *regalloc_run(struct ssa_function *function);

// ---- Between regalloc's files

void liveness_find(struct allocator *allocator);
// Fills in allocator->out and out_near for the end of a block.
void liveness_at_end(struct allocator *allocator, u32 block);
void slots_assign(struct allocator *allocator);

static inline bool bit_is_set(const u64 *bits, u32 bit) { return bits[bit / 64] >> (bit % 64) & 1; }
static inline void bit_set(u64 *bits, u32 bit) { bits[bit / 64] |= 1ull << (bit % 64); }
// Whether the value is in use at the block's beginning.
static inline bool regalloc_lives_at(const struct allocator *a, u32 block, u32 value) {
    u32 global = a->values[value].global;
    return global && bit_is_set(a->live + (size_t)block * a->words, global - 1);
}
static inline bool fits_s32(s64 value) { return value == (s32)value; }

// A constant that an instruction can hold: any except floats, doubles, and longs of more than 32 bits.
static inline bool is_small_constant(const struct ssa_instruction *instruction) {
    if (instruction->operation != SSA_CONSTANT || type_is_xmm(instruction->type)) return false;
    return instruction->type != TYPE_LONG || fits_s32(instruction->integer);
}

// A value that the walk keeps track of: everything except small constants.
static inline bool is_tracked(const struct ssa_function *function, u32 value) {
    return !is_small_constant(ssa_at(function, value));
}

#endif
