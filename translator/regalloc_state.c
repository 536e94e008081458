// See regalloc_state.h.
#include "translator/regalloc_state.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"

// How many registers values may occupy at the beginning of a block; a loop keeps a few for what it computes.
#define MERGE_GENERAL 11u
#define MERGE_XMM 14u
#define LOOP_GENERAL 10u
#define LOOP_XMM 13u
#define SLOT_SEARCH 48u
#define FIRST_CAPACITY 16u // of arrays that grow

void *regalloc_grow_array(struct allocator *allocator, void *array, u32 count, u32 *capacity, u32 element_bytes) {
    if (count <= *capacity) return array;
    u32 larger = *capacity * 2 > count ? *capacity * 2 : count + FIRST_CAPACITY;
    ASSERT(larger >= count);
    u8 *grown = arena_alloc_raw(allocator->arena, (size_t)larger * element_bytes);
    arena_copy(allocator->arena, grown, array, (size_t)*capacity * element_bytes);
    *capacity = larger;
    return grown;
}

static void init_values(struct allocator *a) {
    struct ssa_function *function = a->function;
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_poll(a->arena);
        const struct ssa_instruction *instruction = ssa_at(function, value);
        bool is_remade = instruction->operation == SSA_CONSTANT && !is_small_constant(instruction);
        a->values[value] = (struct value_state){.location = is_remade ? LOCATION_CONSTANT : LOCATION_NONE,
                                                .hint = LOCATION_NONE,
                                                .flags = is_remade ? VALUE_REMADE : 0};
        a->allocations[value] = (struct allocation){.result = LOCATION_NONE, .temporary = LOCATION_NONE};
        if (instruction->operation != SSA_PHI) a->operand_total += instruction->operand_count;
    }
}

struct allocator *regalloc_new(struct ssa_function *function) {
    struct arena *arena = function->arena;
    struct allocator *a = ARENA_NEW(arena, struct allocator);
    u32 count = function->instruction_count;
    a->function = function;
    a->arena = arena;
    a->allocations = ARENA_RAW_ARRAY(arena, struct allocation, count);
    a->values = ARENA_RAW_ARRAY(arena, struct value_state, count);
    a->constraints = ARENA_RAW_ARRAY(arena, struct constraint, count);
    a->next_use = ARENA_ARRAY(arena, u32, count);
    a->live_ref_place = ARENA_ARRAY(arena, u32, count);
    a->live_refs = ARENA_RAW_ARRAY(arena, u32, count);
    a->calls = ARENA_RAW_ARRAY(arena, u32, count);
    a->entries = ARENA_RAW_ARRAY(arena, struct block_state, function->block_count);
    a->exits = ARENA_RAW_ARRAY(arena, struct block_state, function->block_count);
    a->exits[0].occupied = 0; // of the predecessor of a block without one
    a->block_starts = ARENA_RAW_ARRAY(arena, u32, function->block_count);
    init_values(a);
    a->operand_locations = ARENA_RAW_ARRAY(arena, u8, a->operand_total);
    a->next_uses = ARENA_RAW_ARRAY(arena, u32, a->operand_total);
    a->operand_total = 0;
    a->slot_count = function->frame_variable_count;
    a->saved_count = a->saved_capacity = 0;
    a->position = 1;
    return a;
}

bool regalloc_keep_in_memory(struct allocator *a, u32 value, u32 block) {
    struct value_state *state = &a->values[value];
    ASSERT(!(state->flags & VALUE_REMADE)); // which needs no memory
    state->flags |= VALUE_IN_SLOT;
    bool is_late = ssa_block_at(a->function, block)->flags & BLOCK_COLD &&
                   !(ssa_block_at(a->function, ssa_at(a->function, value)->block)->flags & BLOCK_COLD);
    if (!is_late) state->flags |= VALUE_STORED;
    return is_late && !(state->flags & VALUE_STORED);
}

void regalloc_hint_arguments(struct allocator *a, u32 call) {
    const struct ssa_instruction *instruction = ssa_at(a->function, call);
    const u32 *operands = ssa_operands(a->function, call);
    struct argument_counter counter = {0};
    if (instruction->operation == SSA_CALL_NATIVE && instruction->kind == SSA_NATIVE_HANDLE) counter.integers = 1;
    u32 first = (instruction->operation == SSA_CALL_NATIVE && instruction->flags & SSA_BOUND_LATE) ||
                instruction->operation == SSA_CALL_METHOD;
    for (u32 i = first; i < instruction->operand_count; i++) {
        u8 location = argument_next(&counter, ssa_at(a->function, operands[i])->type);
        if (location != LOCATION_SLOT) a->values[operands[i]].hint = location;
    }
}

// ---- The beginning of a block

static void enter(struct allocator *a, u32 value, u8 reg) {
    ASSERT(value && reg < LOCATION_REGISTERS && !a->now.values[reg]);
    ASSERT(type_is_xmm(ssa_at(a->function, value)->type) == (reg >= XMM0));
    block_state_set(&a->now, reg, value);
    a->values[value].location = reg;
}

static void enter_parameters(struct allocator *a) {
    struct ssa_function *function = a->function;
    struct argument_counter counter = {0};
    for (u32 value = ssa_block_at(function, SSA_ENTRY_BLOCK)->first; value; value = ssa_at(function, value)->next) {
        if (ssa_at(function, value)->operation != SSA_PARAMETER) continue;
        u8 location = argument_next(&counter, ssa_at(function, value)->type);
        ssa_at(function, value)->packed = location == LOCATION_SLOT ? counter.stacks : 0;
        // for the poll at the entry
        if (ssa_at(function, value)->type == TYPE_REF && a->next_use[value] != USE_NONE) {
            a->values[value].flags |= VALUE_IN_SLOT;
        }
        a->values[value].start = a->values[value].end = 1;
        if (location == LOCATION_SLOT) continue;
        a->allocations[value].result = location;
        if (a->next_use[value] == USE_NONE) continue;
        enter(a, value, location);
        regalloc_add_live_ref(a, value);
    }
}

// All live values are in memory unless they are found in a register.
static void begin_in_memory(struct allocator *a, u32 block) {
    const u64 *live = a->live + (size_t)block * a->words;
    for (u32 word = 0; word < a->words; word++) {
        for (u64 rest = live[word]; rest; rest &= rest - 1) {
            u32 value = a->globals[word * 64 + (u32)__builtin_ctzll(rest)];
            a->values[value].location = a->values[value].flags & VALUE_REMADE ? LOCATION_CONSTANT : LOCATION_SLOT;
            regalloc_add_live_ref(a, value);
        }
    }
}

static void begin_after(struct allocator *a, u32 block, u32 predecessor) {
    const struct block_state *exit = &a->exits[predecessor];
    for (u32 rest = exit->occupied; rest; rest &= rest - 1) {
        u8 reg = narrow_u8(__builtin_ctz(rest));
        if (regalloc_lives_at(a, block, exit->values[reg])) enter(a, exit->values[reg], reg);
    }
}

struct candidate {
    u32 value, weight;
    u8 wished;
};

struct merge {
    u32 block, primary; // primary: the predecessor whose registers are preferred
    u32 done;           // predecessors that were walked
    bool is_loop;
    struct candidate general[LOCATION_REGISTERS], xmm[LOCATION_REGISTERS];
    u32 general_count, xmm_count;
};

// Keeps the heaviest candidates, in descending order.
static void add_candidate(struct allocator *a, struct merge *merge, u32 value, u32 weight, u8 wished) {
    bool is_xmm = type_is_xmm(ssa_at(a->function, value)->type);
    struct candidate *list = is_xmm ? merge->xmm : merge->general;
    u32 *count = is_xmm ? &merge->xmm_count : &merge->general_count;
    u32 limit = is_xmm ? merge->is_loop ? LOOP_XMM : MERGE_XMM : merge->is_loop ? LOOP_GENERAL : MERGE_GENERAL;
    ASSERT(*count <= limit);
    if (*count == limit) {
        if (list[limit - 1].weight >= weight) return;
        --*count;
    }
    u32 at = (*count)++;
    for (; at > 0 && list[at - 1].weight < weight; at--) list[at] = list[at - 1];
    list[at] = (struct candidate){value, weight, wished};
}

static bool is_walked(const struct allocator *a, u32 predecessor, u32 block) {
    ASSERT(predecessor && predecessor < a->function->block_count);
    return ssa_block_at(a->function, predecessor)->position < ssa_block_at(a->function, block)->position;
}

static void find_primary(struct allocator *a, struct merge *merge) {
    const struct ssa_block *block = ssa_block_at(a->function, merge->block);
    for (u32 i = 0; i < block->predecessor_count; i++) {
        u32 predecessor = ssa_predecessors(a->function, merge->block)[i];
        if (!is_walked(a, predecessor, merge->block)) continue;
        merge->done++;
        if (!merge->primary || ssa_block_at(a->function, predecessor)->loop_depth >
                                   ssa_block_at(a->function, merge->primary)->loop_depth) {
            merge->primary = predecessor;
        }
    }
}

// In how many of the walked predecessors the value is in a register at the end.
static u32 count_in_register(struct allocator *a, const struct merge *merge, u32 value) {
    u32 count = 0;
    for (u32 i = 0; i < ssa_block_at(a->function, merge->block)->predecessor_count; i++) {
        u32 predecessor = ssa_predecessors(a->function, merge->block)[i];
        if (is_walked(a, predecessor, merge->block) &&
            block_state_find(&a->exits[predecessor], value) != LOCATION_NONE) {
            count++;
        }
    }
    return count;
}

static void add_live(struct allocator *a, struct merge *merge) {
    const struct ssa_block *block = ssa_block_at(a->function, merge->block);
    const u64 *live = a->live + (size_t)merge->block * a->words, *near = a->near + (size_t)merge->block * a->words;
    u32 in_loop = 1u << 3 * (block->loop_depth < 6 ? block->loop_depth : 6);
    for (u32 word = 0; word < a->words; word++) {
        arena_poll(a->arena);
        for (u64 rest = live[word]; rest; rest &= rest - 1) {
            u32 bit = (u32)__builtin_ctzll(rest), value = a->globals[word * 64 + bit];
            bool is_near = near[word] >> bit & 1;
            if (!is_near && merge->is_loop) continue;
            const struct value_state *state = &a->values[value];
            u32 count = count_in_register(a, merge, value);
            bool is_wanted = merge->is_loop && state->weight >= in_loop;
            if (!is_wanted && (count == 0 || (count < merge->done && (!is_near || state->flags & VALUE_REMADE)))) {
                continue;
            }
            add_candidate(a, merge, value, is_near ? state->weight : state->weight / 8,
                          block_state_find(&a->exits[merge->primary], value));
        }
    }
}

static void add_phis(struct allocator *a, struct merge *merge) {
    struct ssa_function *function = a->function;
    u32 edge = merge->primary ? ssa_edge(function, merge->block, merge->primary) : 0;
    for (u32 phi = ssa_block_at(function, merge->block)->first; phi && ssa_at(function, phi)->operation == SSA_PHI;
         phi = ssa_at(function, phi)->next) {
        u32 operand = ssa_operand(function, phi, edge);
        u8 wished = a->values[phi].hint;
        if (!regalloc_lives_at(a, merge->block, operand)) {
            u8 there = block_state_find(&a->exits[merge->primary], operand);
            if (wished == LOCATION_NONE || merge->is_loop) wished = there != LOCATION_NONE ? there : wished;
        }
        if (a->next_use[phi] != USE_NONE) add_candidate(a, merge, phi, a->values[phi].weight, wished);
    }
}

static void give_registers(struct allocator *a, const struct candidate *list, u32 count, u32 registers) {
    for (u32 i = 0; i < count; i++) {
        if (list[i].wished < LOCATION_REGISTERS && a->now.values[list[i].wished] == 0 &&
            registers >> list[i].wished & 1) {
            enter(a, list[i].value, list[i].wished);
        }
    }
    for (u32 i = 0; i < count; i++) {
        if (a->values[list[i].value].location < LOCATION_REGISTERS) continue;
        u32 free = registers & ~a->now.occupied;
        if (free) enter(a, list[i].value, narrow_u8(__builtin_ctz(free)));
    }
}

static void place_phis(struct allocator *a, u32 block) {
    struct ssa_function *function = a->function;
    for (u32 phi = ssa_block_at(function, block)->first; phi && ssa_at(function, phi)->operation == SSA_PHI;
         phi = ssa_at(function, phi)->next) {
        struct value_state *state = &a->values[phi];
        if (a->next_use[phi] == USE_NONE) continue;
        state->start = state->end = a->position;
        ASSERT(state->location < LOCATION_REGISTERS || state->location == LOCATION_SLOT);
        a->allocations[phi].result = state->location;
        if (state->location < LOCATION_REGISTERS) {
            state->hint = state->location;
        } else {
            state->flags |= VALUE_IN_SLOT;
        }
        regalloc_add_live_ref(a, phi);
    }
}

// Live values that begin in memory here were stored before.
static void settle_memory(struct allocator *a, u32 block) {
    const u64 *live = a->live + (size_t)block * a->words;
    for (u32 word = 0; word < a->words; word++) {
        for (u64 rest = live[word]; rest; rest &= rest - 1) {
            u32 value = a->globals[word * 64 + (u32)__builtin_ctzll(rest)];
            if (a->values[value].location == LOCATION_SLOT) regalloc_keep_in_memory(a, value, block);
        }
    }
}

static void begin_merge(struct allocator *a, u32 block) {
    struct ssa_function *function = a->function;
    struct merge merge = {.block = block, .is_loop = ssa_block_at(function, block)->flags & BLOCK_LOOP_HEADER};
    find_primary(a, &merge);
    for (u32 phi = ssa_block_at(function, block)->first; phi && ssa_at(function, phi)->operation == SSA_PHI;
         phi = ssa_at(function, phi)->next) {
        a->values[phi].location = LOCATION_SLOT;
    }
    add_phis(a, &merge);
    add_live(a, &merge);
    give_registers(a, merge.general, merge.general_count, GENERAL_REGISTERS);
    give_registers(a, merge.xmm, merge.xmm_count, XMM_REGISTERS);
    place_phis(a, block);
    settle_memory(a, block);
}

void regalloc_begin_block(struct allocator *a, u32 block) {
    const struct ssa_block *at = ssa_block_at(a->function, block);
    a->now = (struct block_state){0};
    for (u32 i = 0; i < a->live_ref_count; i++) a->live_ref_place[a->live_refs[i]] = 0;
    a->live_ref_count = 0;
    begin_in_memory(a, block);
    if (block == SSA_ENTRY_BLOCK) {
        enter_parameters(a);
    } else if (at->predecessor_count == 1 && ssa_at(a->function, at->first)->operation != SSA_PHI &&
               is_walked(a, ssa_predecessors(a->function, block)[0], block)) {
        begin_after(a, block, ssa_predecessors(a->function, block)[0]);
    } else if (at->predecessor_count) {
        begin_merge(a, block);
    }
    a->entries[block] = a->now;
}

void regalloc_end_block(struct allocator *a) {
    for (u32 rest = a->now.occupied; rest; rest &= rest - 1) {
        ASSERT(a->now.values[__builtin_ctz(rest)] < a->function->instruction_count); // no temporary copy is left
        struct value_state *state = &a->values[a->now.values[__builtin_ctz(rest)]];
        state->location = state->flags & VALUE_REMADE ? LOCATION_CONSTANT : LOCATION_NONE;
    }
}

// ---- Slots

// A value's slot is in use from its definition to the end of the last block into which it is live.
static void extend_ends(struct allocator *a) {
    struct ssa_function *function = a->function;
    for (u32 i = 0; i < function->order_count; i++) {
        u32 block = function->order[i],
            end = i + 1 < function->order_count ? a->block_starts[function->order[i + 1]] : a->position;
        const u64 *live = a->live + (size_t)block * a->words;
        arena_poll(a->arena);
        for (u32 word = 0; word < a->words; word++) {
            for (u64 rest = live[word]; rest; rest &= rest - 1) {
                struct value_state *state = &a->values[a->globals[word * 64 + (u32)__builtin_ctzll(rest)]];
                if (state->end < end) state->end = end;
            }
        }
        for (u32 j = 0; j < ssa_block_at(function, block)->successor_count; j++) {
            u32 to = ssa_successors(function, block)[j], edge = ssa_edge(function, to, block);
            for (u32 phi = ssa_block_at(function, to)->first; phi && ssa_at(function, phi)->operation == SSA_PHI;
                 phi = ssa_at(function, phi)->next) {
                struct value_state *state = &a->values[ssa_operand(function, phi, edge)];
                if (state->end < end) state->end = end;
            }
        }
    }
}

void slots_assign(struct allocator *a) {
    struct ssa_function *function = a->function;
    u32 *ends = ARENA_ARRAY(a->arena, u32, function->instruction_count + 1), first = a->slot_count, count = 0,
        search = 0;
    extend_ends(a);
    for (u32 i = 0; i < function->order_count; i++) {
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            struct value_state *state = &a->values[value];
            if (!(state->flags & VALUE_IN_SLOT)) continue;
            arena_poll(a->arena);
            // a phi's slot is written in its predecessors
            bool is_shared = a->allocations[value].result != LOCATION_SLOT;
            ASSERT(state->start <= state->end && !(state->flags & VALUE_REMADE));
            u32 slot = count, start = ssa_at(function, value)->operation == SSA_PARAMETER ? 0 : state->start;
            for (u32 tries = 0; is_shared && tries < SLOT_SEARCH && tries < count; tries++) {
                search = search + 1 < count ? search + 1 : 0;
                if (ends[search] >= start) continue;
                slot = search;
                break;
            }
            ASSERT(slot <= count && count <= function->instruction_count);
            if (slot == count) count++;
            ends[slot] = is_shared ? state->end : UINT32_MAX;
            state->slot = first + slot;
        }
    }
    a->slot_count = first + count;
}
