// The walk over a block: where operands and results go. See regalloc.h; the states in which blocks begin are chosen in
// regalloc_state.c.
#include "translator/regalloc.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/regalloc_state.h"

#define OUT_DISTANCE 0x40000000u
#define BEHIND_CALL 0x60000000u
#define WEIGHT_LIMIT 0xffffffu
#define NO_VALUE 0xffffffffu // in a block_state: a temporary copy

static struct value_state *state_of(struct allocator *a, u32 value) { return &a->values[value]; }
static u32 class_registers(const struct allocator *a, u32 value) {
    return type_is_xmm(ssa_at(a->function, value)->type) ? XMM_REGISTERS : GENERAL_REGISTERS;
}

static u32 free_registers(const struct allocator *a) { return ~a->now.occupied; }

// How far away the value's next use is; far if it only comes after a call, where the register is lost anyway.
static u32 distance(struct allocator *a, u32 value) {
    u32 use = a->next_use[value], next_call = a->call_count ? a->calls[a->call_count - 1] : USE_NONE;
    if (use == USE_NONE) return USE_NONE;
    if (use != USE_OUT) return use > next_call ? BEHIND_CALL + use : use;
    const struct value_state *state = state_of(a, value);
    ASSERT(state->global); // it lives on beyond the block
    if (next_call != USE_NONE || !bit_is_set(a->out_near, state->global - 1)) return USE_OUT;
    return OUT_DISTANCE + WEIGHT_LIMIT - (state->weight < WEIGHT_LIMIT ? state->weight : WEIGHT_LIMIT);
}

static void record_move(struct allocator *a, u32 value, u8 to, u8 from) {
    ASSERT(value && value != NO_VALUE && to != from);
    a->moves = regalloc_grow(a, a->moves, a->move_count, &a->move_capacity, sizeof(*a->moves));
    a->moves[a->move_count++] = (struct register_move){a->instruction, value, to, from};
}

// The value leaves its register while it is still needed.
static void drop(struct allocator *a, u8 reg) {
    u32 value = a->now.values[reg];
    ASSERT(value && value != NO_VALUE);
    struct value_state *state = state_of(a, value);
    block_state_clear(&a->now, reg);
    if (state->flags & VALUE_REMADE) {
        state->location = LOCATION_CONSTANT;
        return;
    }
    state->location = LOCATION_SLOT;
    if (regalloc_keep_in_memory(a, value, a->block)) record_move(a, value, LOCATION_SLOT, reg);
}

static u8 furthest(struct allocator *a, u32 candidates) {
    u8 best = LOCATION_NONE;
    u32 best_distance = 0;
    for (u32 rest = candidates; rest; rest &= rest - 1) {
        u8 reg = narrow_u8(__builtin_ctz(rest));
        ASSERT(a->now.values[reg]); // none of the candidates is free
        u32 far = distance(a, a->now.values[reg]);
        if (best != LOCATION_NONE && far <= best_distance) continue;
        best = reg;
        best_distance = far;
    }
    return best;
}

// A register of `candidates` to be written; whatever is in it is displaced.
static u8 take(struct allocator *a, u32 candidates, u8 hint) {
    candidates &= ~a->pinned;
    u32 free = candidates & free_registers(a);
    if (hint < LOCATION_REGISTERS && free & REGISTER_BIT(hint)) return hint;
    if (free) return narrow_u8(__builtin_ctz(free));
    for (u32 rest = candidates; rest; rest &= rest - 1) {
        if (a->now.values[__builtin_ctz(rest)] == NO_VALUE) candidates &= ~REGISTER_BIT(__builtin_ctz(rest));
    }
    u8 reg = furthest(a, candidates);
    ASSERT(reg < LOCATION_REGISTERS); // an instruction never pins all that it may use
    drop(a, reg);
    return reg;
}

static void place(struct allocator *a, u32 value, u8 reg) {
    ASSERT(class_registers(a, value) & REGISTER_BIT(reg));
    block_state_set(&a->now, reg, value);
    state_of(a, value)->location = reg;
}

// The register is wanted: its value moves to another one if there is one and that is worth it.
static void vacate(struct allocator *a, u8 reg, u32 forbidden) {
    ASSERT(reg < LOCATION_REGISTERS);
    u32 value = a->now.values[reg];
    if (value == 0 || value == NO_VALUE) return;
    u32 free = class_registers(a, value) & free_registers(a) & ~forbidden & ~a->pinned;
    bool operand_now = a->next_use[value] == a->position;
    if (!operand_now && (!free || distance(a, value) >= BEHIND_CALL)) {
        drop(a, reg);
        return;
    }
    u8 to = take(a, class_registers(a, value) & ~forbidden & ~REGISTER_BIT(reg), state_of(a, value)->hint);
    record_move(a, value, to, reg);
    block_state_clear(&a->now, reg);
    place(a, value, to);
}

static void release(struct allocator *a, u32 value) {
    struct value_state *state = state_of(a, value);
    if (state->location < LOCATION_REGISTERS && a->now.values[state->location] == value) {
        block_state_clear(&a->now, state->location);
    }
    state->location = LOCATION_NONE;
    u32 place_in_list = a->live_ref_place[value];
    if (!place_in_list) return;
    ASSERT(place_in_list <= a->live_ref_count && a->live_refs[place_in_list - 1] == value);
    u32 last = a->live_refs[--a->live_ref_count];
    a->live_refs[place_in_list - 1] = last;
    a->live_ref_place[last] = place_in_list;
    a->live_ref_place[value] = 0;
}

void regalloc_add_live_ref(struct allocator *a, u32 value) {
    if (ssa_at(a->function, value)->type != TYPE_REF || a->live_ref_place[value]) return;
    ASSERT(a->live_ref_count < a->function->instruction_count);
    a->live_refs[a->live_ref_count++] = value;
    a->live_ref_place[value] = a->live_ref_count;
}

// ---- Operands

static void fix_operand(struct allocator *a, const struct constraint *c, u32 operand, u32 value, u8 *location,
                        u32 next_use, u32 forbidden) {
    u8 reg = c->fixed[operand];
    ASSERT(reg < LOCATION_REGISTERS && !(a->pinned & REGISTER_BIT(reg)));
    *location = reg;
    bool is_small = !is_tracked(a->function, value);
    bool is_there = !is_small && state_of(a, value)->location == reg && a->now.values[reg] == value;
    if (is_there && (next_use == USE_NONE || !(c->clobbered & REGISTER_BIT(reg)))) {
        a->pinned |= REGISTER_BIT(reg);
        return;
    }
    vacate(a, reg, forbidden);
    ASSERT(is_small || state_of(a, value)->location != LOCATION_NONE);
    record_move(a, value, reg, is_small ? LOCATION_CONSTANT : state_of(a, value)->location);
    block_state_set(&a->now, reg, NO_VALUE);
    a->pinned |= REGISTER_BIT(reg);
}

static void place_operand(struct allocator *a, const struct constraint *c, u32 operand, u32 value, u8 *location,
                          u32 next_use, u32 forbidden) {
    struct value_state *state = state_of(a, value);
    bool is_small = !is_tracked(a->function, value);
    ASSERT(is_small || state->location != LOCATION_NONE);
    if (c->calls || (is_small && c->immediate >> operand & 1)) {
        *location = is_small ? LOCATION_CONSTANT : state->location;
        return;
    }
    if (is_small) {
        *location = take(a, GENERAL_REGISTERS & ~forbidden, LOCATION_NONE);
        record_move(a, value, *location, LOCATION_CONSTANT);
        block_state_set(&a->now, *location, NO_VALUE);
    } else if (state->location >= LOCATION_REGISTERS) {
        u32 next_call = a->call_count ? a->calls[a->call_count - 1] : USE_NONE;
        if (c->memory >> operand & 1 && state->location == LOCATION_SLOT &&
            (next_use >= USE_OUT || next_use > next_call)) {
            *location = LOCATION_SLOT;
            return;
        }
        u8 reg = take(a, class_registers(a, value) & ~forbidden, state->hint);
        record_move(a, value, reg, state->location);
        place(a, value, reg);
        *location = reg;
    } else {
        *location = state->location;
    }
    a->pinned |= REGISTER_BIT(*location);
}

static void place_operands(struct allocator *a, u32 value, const struct constraint *c) {
    const u32 *operands = ssa_operands(a->function, value);
    u32 count = ssa_at(a->function, value)->operand_count, first = a->allocations[value].operands,
        forbidden = c->clobbered;
    for (u32 i = 0; i < count && i < 4; i++) {
        if (c->fixed[i] != LOCATION_NONE) forbidden |= REGISTER_BIT(c->fixed[i]);
    }
    for (u32 i = 0; i < count && i < 4; i++) {
        if (c->fixed[i] != LOCATION_NONE) {
            fix_operand(a, c, i, operands[i], &a->operand_locations[first + i], a->next_uses[first + i], forbidden);
        }
    }
    for (u32 rest = c->clobbered & ~a->pinned; rest; rest &= rest - 1) {
        vacate(a, narrow_u8(__builtin_ctz(rest)), forbidden);
    }
    for (u32 i = 0; i < count; i++) {
        if (i < 4 && c->fixed[i] != LOCATION_NONE) continue;
        place_operand(a, c, i, operands[i], &a->operand_locations[first + i], a->next_uses[first + i], forbidden);
    }
}

// Operands that nothing uses any more release their registers, except those that are read late.
static void release_operands(struct allocator *a, u32 value, u8 late, bool want_late) {
    const u32 *operands = ssa_operands(a->function, value);
    u32 first = a->allocations[value].operands;
    u32 count = ssa_at(a->function, value)->operand_count;
    for (u32 i = 0; i < count; i++) {
        if (!is_tracked(a->function, operands[i]) || (i < 8 && (late >> i & 1)) != want_late) continue;
        a->next_use[operands[i]] = a->next_uses[first + i];
        state_of(a, operands[i])->end = a->position;
        if (a->next_uses[first + i] == USE_NONE) release(a, operands[i]);
    }
}

// Late operands count as used once the instruction's cold path is described.
static void use_late_operands(struct allocator *a, u32 value, u8 late) {
    for (u32 i = 0; i < 8 && late >> i; i++) {
        if (late >> i & 1 && i < ssa_at(a->function, value)->operand_count) {
            a->next_use[ssa_operand(a->function, value, i)] = a->next_uses[a->allocations[value].operands + i];
        }
    }
}

static void release_temporaries(struct allocator *a, u32 mask) {
    for (u32 rest = mask & a->now.occupied; rest; rest &= rest - 1) {
        if (a->now.values[__builtin_ctz(rest)] == NO_VALUE) block_state_clear(&a->now, narrow_u8(__builtin_ctz(rest)));
    }
}

// ---- Sites

static u32 record_map(struct allocator *a) {
    a->map_values =
        regalloc_grow(a, a->map_values, a->map_count + a->live_ref_count + 1, &a->map_capacity, sizeof(*a->map_values));
    u32 map = a->map_count, count = 0;
    for (u32 i = 0; i < a->live_ref_count; i++) {
        if (a->next_use[a->live_refs[i]] != USE_NONE) a->map_values[map + 1 + count++] = a->live_refs[i];
    }
    a->map_values[map] = count;
    a->map_count += count + 1;
    return map;
}

static u32 record_saved(struct allocator *a, bool refs_only) {
    a->saved =
        regalloc_grow(a, a->saved, a->saved_count + LOCATION_REGISTERS + 1, &a->saved_capacity, sizeof(*a->saved));
    u32 first = a->saved_count;
    for (u32 rest = a->now.occupied; rest; rest &= rest - 1) {
        u8 reg = narrow_u8(__builtin_ctz(rest));
        u32 value = a->now.values[reg];
        if (value == NO_VALUE || a->next_use[value] == USE_NONE) continue;
        if (refs_only && ssa_at(a->function, value)->type != TYPE_REF) continue;
        if (!(state_of(a, value)->flags & VALUE_REMADE)) state_of(a, value)->flags |= VALUE_IN_SLOT;
        a->saved[a->saved_count++] = (struct saved_register){value, reg};
    }
    a->saved[a->saved_count++] = (struct saved_register){0, LOCATION_NONE};
    return first;
}

// The result has taken the register of a value that lost it: that value is in its slot, and is not loaded again.
static void forget_saved(struct allocator *a, u32 first, u8 reg) {
    ASSERT(first < a->saved_count && !a->saved[a->saved_count - 1].value);
    u32 kept = first;
    for (u32 i = first; i < a->saved_count; i++) {
        if (a->saved[i].location != reg) a->saved[kept++] = a->saved[i];
    }
    a->saved_count = kept;
}

// ---- Instructions

static u8 result_hint(struct allocator *a, u32 value, const struct constraint *c) {
    const struct value_state *state = state_of(a, value);
    u32 free = free_registers(a) & ~a->pinned & class_registers(a, value);
    u8 wished = state->phi ? state_of(a, state->phi)->hint : LOCATION_NONE;
    if (wished < LOCATION_REGISTERS && free & REGISTER_BIT(wished)) return wished;
    if (state->hint < LOCATION_REGISTERS && free & REGISTER_BIT(state->hint)) return state->hint;
    if (c->same && ssa_at(a->function, value)->operand_count) {
        u8 first = a->operand_locations[a->allocations[value].operands];
        if (first < LOCATION_REGISTERS && free & REGISTER_BIT(first)) return first;
        u8 second = ssa_at(a->function, value)->operand_count > 1
                        ? a->operand_locations[a->allocations[value].operands + 1]
                        : LOCATION_NONE;
        if (second < LOCATION_REGISTERS && free & REGISTER_BIT(second)) return second;
    }
    return LOCATION_NONE;
}

static void define(struct allocator *a, u32 value, const struct constraint *c) {
    if (ssa_at(a->function, value)->type == TYPE_VOID) return;
    u8 reg = c->result;
    if (reg == LOCATION_NONE) {
        reg = take(a, class_registers(a, value), result_hint(a, value, c));
    } else if (a->now.values[reg] != NO_VALUE) {
        vacate(a, reg, REGISTER_BIT(reg));
    }
    ASSERT(reg < LOCATION_REGISTERS);
    a->allocations[value].result = reg;
    struct value_state *state = state_of(a, value);
    state->start = state->end = a->position;
    if (a->next_use[value] == USE_NONE) return;
    place(a, value, reg);
    if (state->phi && state_of(a, state->phi)->hint == LOCATION_NONE) state_of(a, state->phi)->hint = reg;
    regalloc_add_live_ref(a, value);
}

static void lose_all(struct allocator *a) {
    for (u32 rest = a->now.occupied; rest; rest &= rest - 1) drop(a, narrow_u8(__builtin_ctz(rest)));
}

static bool keeps_registers(const struct ssa_instruction *instruction) { return instruction->operation == SSA_POLL; }

static void allocate(struct allocator *a, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(a->function, value);
    struct allocation *allocation = &a->allocations[value];
    const struct constraint c = a->constraints[value];
    a->pinned = 0;
    place_operands(a, value, &c);
    if (c.temporaries) {
        allocation->temporary = take(a, GENERAL_REGISTERS & ~c.clobbered, LOCATION_NONE);
        block_state_set(&a->now, allocation->temporary, NO_VALUE);
    }
    u32 taken = a->pinned | (c.temporaries ? REGISTER_BIT(allocation->temporary) : 0);
    if (c.calls) {
        if (a->call_count && a->calls[a->call_count - 1] == a->position) a->call_count--;
        release_operands(a, value, 0, false);
        lose_all(a);
        a->pinned = 0;
    } else {
        release_operands(a, value, c.late, false);
        u32 late_registers = 0;
        for (u32 i = 0; c.late && i < instruction->operand_count && i < 4; i++) {
            u8 location = a->operand_locations[allocation->operands + i];
            if (c.late >> i & 1 && location < LOCATION_REGISTERS) late_registers |= REGISTER_BIT(location);
        }
        release_temporaries(a, taken & ~late_registers & ~(c.temporaries ? REGISTER_BIT(allocation->temporary) : 0));
        a->pinned = late_registers | (c.temporaries ? REGISTER_BIT(allocation->temporary) : 0);
    }
    use_late_operands(a, value, c.late);
    if (c.saves) allocation->saved = record_saved(a, keeps_registers(instruction));
    bool is_safepoint = ssa_properties[instruction->operation] & SSA_SAFEPOINT && ssa_needs_site(instruction);
    if (is_safepoint) allocation->map = record_map(a);
    define(a, value, &c);
    if (c.saves && allocation->result != LOCATION_NONE) forget_saved(a, allocation->saved, allocation->result);
    if (!c.calls && c.late) release_operands(a, value, c.late, true);
    release_temporaries(a, taken);
}

// The next use of each operand after this one, hints, calls: upwards through the block.
static void scan_block(struct allocator *a, u32 block, u32 first_position) {
    struct ssa_function *function = a->function;
    u32 position = first_position;
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        a->next_use[value] = USE_NONE;
        if (ssa_at(function, value)->operation == SSA_PHI) continue;
        const u32 *operands = ssa_operands(function, value);
        u32 count = ssa_at(function, value)->operand_count;
        a->allocations[value].operands = a->operand_total;
        a->operand_total += count;
        for (u32 i = 0; i < count; i++) a->next_use[operands[i]] = USE_NONE;
        position++;
    }
    for (u32 word = 0; word < a->words; word++) {
        for (u64 rest = a->out[word]; rest; rest &= rest - 1) {
            a->next_use[a->globals[word * 64 + (u32)__builtin_ctzll(rest)]] = USE_OUT;
        }
    }
    a->call_count = 0;
    for (u32 value = ssa_block_at(function, block)->last; value; value = ssa_at(function, value)->previous) {
        if (ssa_at(function, value)->operation == SSA_PHI) continue;
        position--;
        arena_poll(a->arena);
        struct constraint *c = &a->constraints[value];
        constraint_of(function, value, c);
        if (c->calls) a->calls[a->call_count++] = position;
        if (c->calls) regalloc_hint_arguments(a, value);
        const u32 *operands = ssa_operands(function, value);
        u32 first = a->allocations[value].operands, count = ssa_at(function, value)->operand_count;
        for (u32 i = count; i-- > 0;) {
            u32 operand = operands[i];
            a->next_uses[first + i] = a->next_use[operand];
            a->next_use[operand] = position;
            if (i < 4 && c->fixed[i] != LOCATION_NONE) state_of(a, operand)->hint = c->fixed[i];
        }
        if (c->same && state_of(a, value)->hint != LOCATION_NONE && count) {
            struct value_state *operand = state_of(a, operands[0]);
            if (operand->hint == LOCATION_NONE) operand->hint = state_of(a, value)->hint;
        }
    }
    ASSERT(position == first_position);
}

static void walk_block(struct allocator *a, u32 block) {
    struct ssa_function *function = a->function;
    u32 position = a->block_starts[block] = a->position;
    a->block = block;
    if (a->words) liveness_at_end(a, block);
    scan_block(a, block, position);
    regalloc_begin_block(a, block);
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        u8 operation = ssa_at(function, value)->operation;
        if (operation == SSA_PHI) continue;
        arena_poll(a->arena);
        a->instruction = value;
        bool has_register = operation == SSA_PARAMETER && a->allocations[value].result != LOCATION_NONE;
        if (operation != SSA_CONSTANT && !has_register) allocate(a, value);
        a->position++;
    }
    ASSERT(!a->call_count);
    a->exits[block] = a->now;
    regalloc_end_block(a);
}

struct allocator *regalloc_run(struct ssa_function *function) {
    struct allocator *a = regalloc_new(function);
    liveness_find(a);
    for (u32 i = 0; i < function->order_count; i++) walk_block(a, function->order[i]);
    slots_assign(a);
    return a;
}
