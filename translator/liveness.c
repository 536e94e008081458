// Which values live at the beginning of each block, and which of them are used before a call is reached. Only values
// that live across an edge take part. See regalloc.h.
#include "base/panic.h"
#include "base/string.h"
#include "translator/regalloc.h"

#define DEEPEST 6

static bool is_phi(const struct ssa_function *function, u32 value) {
    return ssa_at(function, value)->operation == SSA_PHI;
}

static void make_global(struct allocator *allocator, u32 value) {
    if (allocator->values[value].global || !is_tracked(allocator->function, value)) return;
    ASSERT(allocator->global_count < allocator->function->instruction_count);
    allocator->globals[allocator->global_count++] = value;
    allocator->values[value].global = allocator->global_count;
}

static bool uses_upper_half(const struct ssa_instruction *instruction, u32 operand) {
    switch (instruction->operation) {
    case SSA_PHI:
    case SSA_ZERO_EXTEND: return true;
    case SSA_LOAD:
    case SSA_STORE: return operand == 0;
    case SSA_LOAD_ELEMENT:
    case SSA_STORE_ELEMENT: return operand == 1;
    default: return false;
    }
}

// Weights, global numbers, and the phi into which a value flows.
static void note_uses(struct allocator *allocator, u32 block, u32 value) {
    struct ssa_function *function = allocator->function;
    const struct ssa_instruction *instruction = ssa_at(function, value);
    const u32 *operands = ssa_operands(function, value);
    u32 depth = ssa_block_at(function, block)->loop_depth, weight = 1u << 3 * (depth < DEEPEST ? depth : DEEPEST);
    if (ssa_block_at(function, block)->flags & BLOCK_COLD) weight = 0;
    for (u32 i = 0; i < instruction->operand_count; i++) {
        ASSERT(operands[i] && operands[i] < function->instruction_count);
        struct value_state *state = &allocator->values[operands[i]];
        state->weight = state->weight + weight < state->weight ? UINT32_MAX : state->weight + weight;
        if (uses_upper_half(instruction, i)) state->flags |= VALUE_EXTEND;
        if (instruction->operation == SSA_PHI) state->phi = value;
        if (instruction->operation == SSA_PHI || ssa_at(function, operands[i])->block != block) {
            make_global(allocator, operands[i]);
        }
    }
}

// The block's own uses, upwards: what is used here before it is defined here lives at its beginning. Returns true if
// something is called here.
static bool find_own(struct allocator *allocator, u32 block, u64 *live, u64 *near) {
    struct ssa_function *function = allocator->function;
    bool has_call = false;
    for (u32 value = ssa_block_at(function, block)->last; value; value = ssa_at(function, value)->previous) {
        if (is_phi(function, value)) continue;
        arena_step(function->arena, value * 16);
        if (constraint_calls(function, value)) {
            arena_poll(function->arena);
            has_call = true;
            memset(near, 0, allocator->words * sizeof(u64));
        }
        const u32 *operands = ssa_operands(function, value);
        u32 count = ssa_at(function, value)->operand_count;
        for (u32 i = 0; i < count; i++) {
            u32 global = allocator->values[operands[i]].global;
            if (!global || ssa_at(function, operands[i])->block == block) continue;
            ASSERT(global <= allocator->global_count);
            bit_set(live, global - 1);
            bit_set(near, global - 1);
        }
    }
    return has_call;
}

static void add_phi_operands(struct allocator *allocator, u32 block, u32 successor) {
    struct ssa_function *function = allocator->function;
    u32 first = ssa_block_at(function, successor)->first;
    if (!first || !is_phi(function, first)) return;
    u32 edge = ssa_edge(function, successor, block);
    ASSERT(edge < ssa_block_at(function, successor)->predecessor_count);
    for (u32 phi = first; phi && is_phi(function, phi); phi = ssa_at(function, phi)->next) {
        u32 global = allocator->values[ssa_operand(function, phi, edge)].global;
        if (!global) continue;
        ASSERT(global <= allocator->global_count);
        bit_set(allocator->out, global - 1);
        bit_set(allocator->out_near, global - 1);
    }
}

void liveness_at_end(struct allocator *allocator, u32 block) {
    ASSERT(allocator->words && block && block < allocator->function->block_count);
    struct ssa_function *function = allocator->function;
    u32 words = allocator->words;
    memset(allocator->out, 0, words * sizeof(u64));
    memset(allocator->out_near, 0, words * sizeof(u64));
    const struct ssa_block *at = ssa_block_at(function, block);
    for (u32 i = 0; i < at->successor_count; i++) {
        u32 successor = ssa_successors(function, block)[i];
        arena_poll(function->arena);
        bool counts = !(ssa_block_at(function, successor)->flags & BLOCK_COLD) || at->flags & BLOCK_COLD;
        const u64 *live = allocator->live + (size_t)successor * words,
                  *near = allocator->near + (size_t)successor * words;
        for (u32 word = 0; word < words; word++) {
            allocator->out[word] |= live[word];
            if (counts) allocator->out_near[word] |= near[word];
        }
        add_phi_operands(allocator, block, successor);
    }
}

// What lives at the end and is not defined here also lives at the beginning. Returns true if something was added.
static bool extend_upwards(struct allocator *allocator, u32 block, const u64 *defined, bool has_call) {
    u64 *live = allocator->live + (size_t)block * allocator->words,
        *near = allocator->near + (size_t)block * allocator->words, changed = 0;
    liveness_at_end(allocator, block);
    for (u32 word = 0; word < allocator->words; word++) {
        u64 more = allocator->out[word] & ~defined[word] & ~live[word];
        u64 more_near = has_call ? 0 : allocator->out_near[word] & ~defined[word] & ~near[word];
        live[word] |= more;
        near[word] |= more_near;
        changed |= more | more_near;
    }
    return changed;
}

void liveness_find(struct allocator *allocator) {
    struct ssa_function *function = allocator->function;
    allocator->globals = ARENA_RAW_ARRAY(allocator->arena, u32, function->instruction_count);
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            arena_step(function->arena, value * 16); // each with its operands is worth as many steps
            note_uses(allocator, function->order[i], value);
        }
    }
    allocator->words = (allocator->global_count + 63) / 64;
    size_t total = (size_t)allocator->words * function->block_count;
    allocator->live = ARENA_ARRAY(allocator->arena, u64, total);
    allocator->near = ARENA_ARRAY(allocator->arena, u64, total);
    allocator->out = ARENA_ARRAY(allocator->arena, u64, allocator->words);
    allocator->out_near = ARENA_ARRAY(allocator->arena, u64, allocator->words);
    if (allocator->words == 0) return;
    bool *calls = ARENA_RAW_ARRAY(allocator->arena, bool, function->block_count);
    u64 *defined = ARENA_ARRAY(allocator->arena, u64, total); // by block: the global values
    for (u32 i = 0; i < allocator->global_count; i++) {
        arena_poll(function->arena);
        bit_set(defined + (size_t)ssa_at(function, allocator->globals[i])->block * allocator->words, i);
    }
    for (u32 i = 0; i < function->order_count; i++) {
        u32 block = function->order[i];
        arena_poll(function->arena);
        calls[block] = find_own(allocator, block, allocator->live + (size_t)block * allocator->words,
                                allocator->near + (size_t)block * allocator->words);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = function->order_count; i-- > 0;) {
            u32 block = function->order[i];
            arena_poll(function->arena);
            // What comes before is still looked at in this round.
            if (extend_upwards(allocator, block, defined + (size_t)block * allocator->words, calls[block])) {
                changed |= ssa_is_reached_from_below(function, block);
            }
        }
    }
}
