// Values are followed through instructions, moves and blocks. See regalloc_check.h.
#include "translator/regalloc_check.h"

#include "base/print.h"
#include "base/string.h"
#include "translator/regalloc_check_state.h"

#define MOST_STACK_WORDS 256u
#define TEXT_BYTES 384u

// ---- Places

bool check_require(struct regalloc_check *check, bool holds, const char *rule, u32 place, u32 expected) {
    if (holds || check_failed(check)) return holds;
    check->finding.rule = rule;
    check->finding.place = place;
    check->finding.expected = expected;
    check->finding.found = check_content(check, place, expected);
    return false;
}

u32 check_content(const struct regalloc_check *check, u32 place, u32 value) {
    if (place < LOCATION_REGISTERS) return check->registers[place];
    if (place == PLACE_CONSTANT) return ssa_is_constant(check->allocator->function, value) ? value : HOLDS_NOTHING;
    if (place == PLACE_NONE) return HOLDS_NOTHING;
    return place & PLACE_SLOT ? check->slots[place & ~PLACE_SLOT] : check->stack[place & ~PLACE_STACK];
}

bool check_expect(struct regalloc_check *check, u32 place, u32 value, const char *rule) {
    return check_require(check, check_content(check, place, value) == value, rule, place, value);
}

static u32 slot_place(const struct regalloc_check *check, u32 slot) {
    bool is_of_values = slot >= check->allocator->function->frame_variable_count && slot < check->allocator->slot_count;
    return is_of_values ? PLACE_SLOT + slot : PLACE_NONE;
}

u32 check_slot_of(const struct regalloc_check *check, u32 value) {
    const struct value_state *state = &check->allocator->values[value];
    return state->flags & VALUE_IN_SLOT ? slot_place(check, state->slot) : PLACE_NONE;
}

static u32 place_of(const struct regalloc_check *check, u8 location, u32 value) {
    if (location < LOCATION_REGISTERS) return location;
    if (location == LOCATION_SLOT) return check_slot_of(check, value);
    return location == LOCATION_CONSTANT ? PLACE_CONSTANT : PLACE_NONE;
}

static u32 place_of_address(const struct regalloc_check *check, struct encode_address address) {
    if (address.base == RSP) {
        u32 word = (u32)address.displacement / 8;
        return word < check->stack_words ? PLACE_STACK + word : PLACE_NONE;
    }
    return slot_place(check, (u32)-address.displacement / 8 - 1);
}

void check_put(struct regalloc_check *check, u32 place, u32 value) {
    if (place < LOCATION_REGISTERS) {
        check->registers[place] = value;
    } else if (check_require(check, place != PLACE_NONE && place != PLACE_CONSTANT, "written to no place", place, 0)) {
        *(place & PLACE_SLOT ? &check->slots[place & ~PLACE_SLOT] : &check->stack[place & ~PLACE_STACK]) = value;
    }
}

static bool fits_register(const struct regalloc_check *check, u8 location, u32 value) {
    bool is_xmm = type_is_xmm(ssa_at(check->allocator->function, value)->type);
    return location < LOCATION_REGISTERS && REGISTER_BIT(location) & (is_xmm ? XMM_REGISTERS : GENERAL_REGISTERS);
}

// ---- Moves

static void follow_recorded_moves(struct regalloc_check *check, u32 value) {
    const struct allocator *a = check->allocator;
    for (; check->next_move < a->move_count && a->moves[check->next_move].at == value; check->next_move++) {
        const struct register_move *move = &a->moves[check->next_move];
        if (move->to == LOCATION_SLOT && a->values[move->value].flags & VALUE_STORED) continue;
        check_expect(check, place_of(check, move->from, move->value), move->value, "read by a move");
        check_require(check, move->to == LOCATION_SLOT || fits_register(check, move->to, move->value),
                      "moved to a register of another kind", move->to, move->value);
        check_put(check, place_of(check, move->to, move->value), move->value);
    }
}

// As emit_move does it: constants that no instruction holds, and moves between slots, go through r11.
static void follow_move(struct regalloc_check *check, const struct move *move) {
    u32 from = move->from == LOCATION_SLOT ? place_of_address(check, move->from_address)
                                           : place_of(check, move->from, move->value);
    u32 to =
        move->to == LOCATION_SLOT ? place_of_address(check, move->to_address) : place_of(check, move->to, move->value);
    u32 content = check_content(check, from, move->value);
    bool is_general = move->to < XMM0;
    if (!is_general &&
        (move->from == LOCATION_CONSTANT || (move->from == LOCATION_SLOT && move->to == LOCATION_SLOT))) {
        check->registers[SCRATCH] = HOLDS_NOTHING;
    }
    check_put(check, to, content);
}

static void expect_moved(struct regalloc_check *check, const struct move *wanted, u32 count) {
    for (u32 i = 0; i < count && !check_failed(check); i++) {
        u32 to = wanted[i].to == LOCATION_SLOT ? place_of_address(check, wanted[i].to_address) : wanted[i].to;
        check_expect(check, to, wanted[i].value, "after moves that happen at once");
    }
}

static void follow_moves(struct regalloc_check *check, struct move *moves, u32 count) {
    struct arena *arena = check->allocator->arena;
    struct move *wanted = ARENA_RAW_ARRAY(arena, struct move, count);
    arena_copy(arena, wanted, moves, count * sizeof(*moves));
    struct move_set set = moves_begin(arena, moves, count);
    for (struct move move; moves_next(&set, &move);) follow_move(check, &move);
    expect_moved(check, wanted, count);
}

// The call's own registers are lost when it returns.
static void follow_arguments(struct regalloc_check *check, u32 value) {
    struct allocator *a = check->allocator;
    u8 *mark = arena_mark(a->arena);
    u32 registers[LOCATION_REGISTERS];
    memcpy(registers, check->registers, sizeof(registers));
    struct move *moves = ARENA_RAW_ARRAY(a->arena, struct move, ssa_at(a->function, value)->operand_count);
    follow_moves(check, moves, moves_of_arguments(a, value, moves));
    memcpy(check->registers, registers, sizeof(registers));
    arena_release(a->arena, mark);
}

// ---- Instructions

// Whether the constraint lets the operand be there.
static bool is_allowed(const struct regalloc_check *check, const struct constraint *c, u32 operand, u32 value,
                       u8 location) {
    bool has_bit = operand < 8;
    if (operand < 4 && c->fixed[operand] != LOCATION_NONE) return location == c->fixed[operand];
    if (c->calls && location >= LOCATION_REGISTERS) return true;
    if (location == LOCATION_SLOT) return has_bit && c->memory >> operand & 1;
    if (location != LOCATION_CONSTANT) return fits_register(check, location, value);
    return has_bit && c->immediate >> operand & 1 && is_small_constant(ssa_at(check->allocator->function, value));
}

// What the instruction writes before it has read its operands: its temporary; what it clobbers, except where it asks
// for the operand in that register; and for those that are read late, its result.
static bool is_overwritten(const struct regalloc_check *check, const struct constraint *c, u32 value, u32 operand,
                           u8 location) {
    const struct allocation *allocation = &check->allocator->allocations[value];
    if (c->calls || location >= LOCATION_REGISTERS) return false;
    bool is_fixed = operand < 4 && c->fixed[operand] != LOCATION_NONE;
    if (!is_fixed && c->clobbered & REGISTER_BIT(location)) return true;
    if (c->temporaries && location == allocation->temporary) return true;
    return operand < 8 && c->late >> operand & 1 && location == allocation->result;
}

static void check_operands(struct regalloc_check *check, u32 value, const struct constraint *c) {
    const struct allocator *a = check->allocator;
    for (u32 i = 0; i < ssa_at(a->function, value)->operand_count && !check_failed(check); i++) {
        u32 operand = ssa_operand(a->function, value, i);
        u8 location = a->operand_locations[a->allocations[value].operands + i];
        u32 place = place_of(check, location, operand);
        check_require(check, is_allowed(check, c, i, operand, location), "an operand is where it may not be", place,
                      operand);
        check_require(check, !is_overwritten(check, c, value, i, location), "overwritten before it is read", place,
                      operand);
        check_expect(check, place, operand, "an operand");
    }
}

static void define_result(struct regalloc_check *check, u32 value, const struct constraint *c) {
    const struct allocation *allocation = &check->allocator->allocations[value];
    if (ssa_at(check->allocator->function, value)->type == TYPE_VOID) return;
    check_require(check, fits_register(check, allocation->result, value), "no register for the result",
                  place_of(check, allocation->result, value), value);
    check_require(check, c->result == LOCATION_NONE || c->result == allocation->result,
                  "the result is in another register", c->result, value);
    check_require(check, !c->temporaries || allocation->temporary != allocation->result,
                  "the result is the temporary register", allocation->result, value);
    if (!check_failed(check)) check->registers[allocation->result] = value;
}

static void lose_registers(struct regalloc_check *check, u32 lost) {
    for (u32 rest = lost; rest; rest &= rest - 1) check->registers[__builtin_ctz(rest)] = HOLDS_NOTHING;
}

static void follow_operation(struct regalloc_check *check, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(check->allocator->function, value);
    struct constraint c;
    constraint_of(check->allocator->function, value, &c);
    check_operands(check, value, &c);
    if (check_failed(check)) return;
    if (c.calls || (c.saves && instruction->operation != SSA_RESOLVE)) follow_arguments(check, value);
    if (ssa_needs_site(instruction)) check_follow_site(check, value);
    if (c.saves) {
        check_follow_saved(check, value);
    } else if (check_is_safepoint(instruction)) {
        check_follow_map(check, value);
    }
    u8 temporary = check->allocator->allocations[value].temporary;
    if (c.temporaries && check_require(check, temporary < XMM0 && REGISTER_BIT(temporary) & GENERAL_REGISTERS,
                                       "no temporary register", temporary, 0)) {
        lose_registers(check, REGISTER_BIT(temporary));
    }
    lose_registers(check, c.calls ? UINT32_MAX : c.clobbered);
    define_result(check, value, &c);
}

static void follow_frame_variable(struct regalloc_check *check, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(check->allocator->function, value);
    u32 variable = (u32)instruction->integer, bit = 1u << variable % 32;
    if (instruction->operation == SSA_FRAME_STORE) {
        check->variables[variable / 32] |= bit;
    } else {
        check_require(check, check->variables[variable / 32] & bit, "a frame variable that holds nothing, or is stale",
                      PLACE_SLOT + variable, value);
    }
}

static void follow_instruction(struct regalloc_check *check, u32 value) {
    const struct allocator *a = check->allocator;
    u8 operation = ssa_at(a->function, value)->operation;
    if (operation == SSA_CONSTANT) return;
    arena_poll(a->arena);
    check->finding.instruction = value;
    follow_recorded_moves(check, value);
    if (operation == SSA_PARAMETER) {
        check_parameter(check, value);
    } else if (operation != SSA_PHI) {
        follow_operation(check, value);
    }
    if (operation == SSA_FRAME_STORE || operation == SSA_FRAME_LOAD) follow_frame_variable(check, value);
    if (a->values[value].flags & VALUE_STORED && a->allocations[value].result < LOCATION_REGISTERS) {
        check_put(check, check_slot_of(check, value), value);
    }
}

// ---- Blocks

// Also for the first edge: then the entry holds what is known here.
static void join_registers(struct regalloc_check *check, struct check_entry *entry) {
    for (u32 i = 0; i < LOCATION_REGISTERS; i++) {
        u32 there = entry->registers[i], here = check->registers[i];
        if (there == here) continue;
        u32 joined = (there ^ here) == HOLDS_STALE ? there | HOLDS_STALE : HOLDS_NOTHING;
        entry->is_due |= joined != there;
        entry->registers[i] = joined;
    }
}

// Only slots of values that are live there take part.
static void join_slots(struct regalloc_check *check, u32 to) {
    const struct allocator *a = check->allocator;
    struct check_entry *entry = &check->entries[to];
    const u64 *live = a->live + (size_t)to * a->words;
    u64 *stored = check->stored + (size_t)to * a->words;
    for (u32 word = 0; word < a->words; word++) {
        u64 bits = 0;
        for (u64 rest = live[word]; rest; rest &= rest - 1) {
            u32 bit = (u32)__builtin_ctzll(rest), value = a->globals[word * 64 + bit];
            if (check_content(check, check_slot_of(check, value), value) == value) bits |= 1ull << bit;
        }
        if (entry->is_reached) bits &= stored[word];
        entry->is_due |= bits != stored[word];
        stored[word] = bits;
    }
}

static void join_block(struct regalloc_check *check, u32 to) {
    struct check_entry *entry = &check->entries[to];
    if (!entry->is_reached) memcpy(entry->registers, check->registers, sizeof(entry->registers));
    join_registers(check, entry);
    join_slots(check, to);
    u32 *arriving = check->arriving + (size_t)to * check->variable_words;
    for (u32 word = 0; word < check->variable_words; word++) {
        u32 bits = check->variables[word] & (entry->is_reached ? arriving[word] : UINT32_MAX);
        entry->is_due |= bits != arriving[word];
        arriving[word] = bits;
    }
    entry->is_due |= !entry->is_reached;
    entry->is_reached = true;
}

// The operands of phis must have arrived in the phis' places.
static void expect_phis(struct regalloc_check *check, u32 from, u32 to) {
    const struct ssa_function *function = check->allocator->function;
    u32 edge = ssa_edge(function, to, from);
    for (u32 phi = ssa_block_at(function, to)->first; phi && ssa_at(function, phi)->operation == SSA_PHI;
         phi = ssa_at(function, phi)->next) {
        u8 location = check->allocator->allocations[phi].result;
        if (location == LOCATION_NONE) continue;
        check_require(check, location == LOCATION_SLOT || fits_register(check, location, phi), "no place for a phi",
                      place_of(check, location, phi), phi);
        check_expect(check, place_of(check, location, phi), ssa_operand(function, phi, edge), "the operand of a phi");
    }
}

// Only a block that ends in a jump makes moves, and only if its successor can be reached otherwise too.
static void follow_edge(struct regalloc_check *check, u32 from, u32 to) {
    struct allocator *a = check->allocator;
    u8 *mark = arena_mark(a->arena);
    check->finding.instruction = 0;
    check->finding.to = to;
    if (ssa_block_at(a->function, to)->predecessor_count > 1 &&
        ssa_at(a->function, ssa_block_at(a->function, from)->last)->operation == SSA_JUMP) {
        struct move *moves = ARENA_RAW_ARRAY(a->arena, struct move, moves_most_on_edge(a, to));
        follow_moves(check, moves, moves_on_edge(a, from, to, moves));
    }
    expect_phis(check, from, to);
    join_block(check, to);
    if (!check_failed(check)) check->finding.to = 0;
    arena_release(a->arena, mark);
}

static void begin_block(struct regalloc_check *check, u32 block) {
    const struct allocator *a = check->allocator;
    const u64 *stored = check->stored + (size_t)block * a->words;
    memcpy(check->registers, check->entries[block].registers, sizeof(check->registers));
    memset(check->slots, 0, a->slot_count * sizeof(*check->slots));
    memcpy(check->variables, check->arriving + (size_t)block * check->variable_words,
           check->variable_words * sizeof(*check->variables));
    for (u32 word = 0; word < a->words; word++) {
        for (u64 rest = stored[word]; rest; rest &= rest - 1) {
            u32 value = a->globals[word * 64 + (u32)__builtin_ctzll(rest)];
            check_put(check, check_slot_of(check, value), value);
        }
    }
    for (u32 phi = ssa_block_at(a->function, block)->first; phi && ssa_at(a->function, phi)->operation == SSA_PHI;
         phi = ssa_at(a->function, phi)->next) {
        u8 location = a->allocations[phi].result;
        if (location != LOCATION_NONE) check_put(check, place_of(check, location, phi), phi);
    }
}

static void follow_block(struct regalloc_check *check, u32 block) {
    const struct ssa_function *function = check->allocator->function;
    check->finding.block = block;
    check->finding.instruction = 0;
    check->next_move = check->first_moves[block];
    check->entries[block].is_due = false;
    begin_block(check, block);
    for (u32 value = ssa_block_at(function, block)->first; value && !check_failed(check);
         value = ssa_at(function, value)->next) {
        follow_instruction(check, value);
    }
    for (u32 i = 0; i < ssa_block_at(function, block)->successor_count && !check_failed(check); i++) {
        follow_edge(check, block, ssa_successors(function, block)[i]);
    }
}

static void follow_all(struct regalloc_check *check) {
    const struct ssa_function *function = check->allocator->function;
    for (bool is_done = false; !is_done;) {
        is_done = true;
        for (u32 i = 0; i < function->order_count && !check_failed(check); i++) {
            if (!check->entries[function->order[i]].is_due) continue;
            follow_block(check, function->order[i]);
            is_done = false;
        }
        if (check_failed(check)) return;
    }
}

// Recorded moves are made in their order, as the instructions are reached; a block that is only a jump may have none.
static void find_first_moves(struct regalloc_check *check) {
    const struct allocator *a = check->allocator;
    const struct ssa_function *function = a->function;
    u32 next = 0;
    for (u32 i = 0; i < function->order_count; i++) {
        check->first_moves[function->order[i]] = next;
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            u8 operation = ssa_at(function, value)->operation;
            if (operation == SSA_CONSTANT || operation == SSA_JUMP) continue;
            while (next < a->move_count && a->moves[next].at == value) next++;
        }
    }
    if (next == a->move_count) return;
    check->finding.instruction = a->moves[next].at;
    check->finding.block = ssa_at(function, a->moves[next].at)->block;
    check_require(check, false, "a move that is never made", PLACE_NONE, a->moves[next].value);
}

// ---- The answer

static const char *name_place(u32 place, char *to, size_t bytes) {
    static const char *const names[16] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                          "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
    if (place < XMM0) return names[place];
    if (place < LOCATION_REGISTERS) {
        print_format(to, bytes, "xmm%u", place - XMM0);
    } else if (place == PLACE_CONSTANT || place >= PLACE_NONE) {
        return place == PLACE_CONSTANT ? "the instruction" : "no place";
    } else {
        print_format(to, bytes, place & PLACE_SLOT ? "slot %u" : "argument word %u", place & 0xfffffff);
    }
    return to;
}

static const char *name_content(const struct ssa_function *function, u32 content, char *to, size_t bytes) {
    u32 value = content & ~HOLDS_STALE;
    if (value == HOLDS_NOTHING) return "nothing known";
    print_format(to, bytes, "v%u %s%s", value, ssa_operation_names[ssa_at(function, value)->operation],
                 content & HOLDS_STALE ? " as it was before a safepoint" : "");
    return to;
}

static const char *text_of(const struct regalloc_check *check) {
    const struct check_finding *finding = &check->finding;
    const struct ssa_function *function = check->allocator->function;
    if (!finding->rule) return NULL;
    char point[64], place[32], expected[64], found[64], *text = arena_alloc(check->allocator->arena, TEXT_BYTES);
    if (finding->instruction) {
        print_format(point, sizeof(point), "b%u, v%u %s", finding->block, finding->instruction,
                     ssa_operation_names[ssa_at(function, finding->instruction)->operation]);
    } else {
        print_format(point, sizeof(point), finding->to ? "b%u to b%u" : "b%u", finding->block, finding->to);
    }
    print_format(text, TEXT_BYTES, "%s: %s, %s: expected %s, found %s", point, finding->rule,
                 name_place(finding->place, place, sizeof(place)),
                 name_content(function, finding->expected, expected, sizeof(expected)),
                 name_content(function, finding->found, found, sizeof(found)));
    return text;
}

static void begin_check(struct regalloc_check *check, const struct allocator *a) {
    const struct ssa_function *function = a->function;
    struct arena *arena = a->arena;
    check->slots = ARENA_ARRAY(arena, u32, a->slot_count);
    check->stack_words = MOST_STACK_WORDS;
    check->stack = ARENA_ARRAY(arena, u32, check->stack_words);
    check->variable_words = (function->frame_variable_count + 31) / 32;
    check->variables = ARENA_ARRAY(arena, u32, check->variable_words);
    check->references = ARENA_ARRAY(arena, u32, check->variable_words);
    check->in_map = ARENA_ARRAY(arena, u32, a->slot_count);
    check->entries = ARENA_ARRAY(arena, struct check_entry, function->block_count);
    check->stored = ARENA_ARRAY(arena, u64, (size_t)a->words * function->block_count);
    check->arriving = ARENA_ARRAY(arena, u32, (size_t)check->variable_words * function->block_count);
    check->first_moves = ARENA_ARRAY(arena, u32, function->block_count);
    for (u32 i = 0; i < function->frame_variable_count; i++) {
        if (function->frame_variables[i].type == TYPE_REF) check->references[i / 32] |= 1u << i % 32;
    }
}

const char *regalloc_check(struct allocator *allocator, const struct frame_live *frame_live) {
    struct regalloc_check check = {.allocator = allocator, .frame_live = frame_live};
    u8 *mark = arena_mark(allocator->arena);
    begin_check(&check, allocator);
    find_first_moves(&check);
    if (!check_failed(&check)) check_maps_are_exact(&check);
    if (!check_failed(&check)) check_enter_method(&check);
    if (!check_failed(&check)) join_block(&check, SSA_ENTRY_BLOCK);
    follow_all(&check);
    arena_release(allocator->arena, mark);
    return text_of(&check);
}

const char *regalloc_check_moves(struct allocator *allocator, const struct move *wanted, u32 wanted_count,
                                 const struct move *order, u32 count) {
    struct regalloc_check check = {.allocator = allocator};
    u8 *mark = arena_mark(allocator->arena);
    begin_check(&check, allocator);
    for (u32 i = 0; i < wanted_count; i++) {
        if (wanted[i].from == LOCATION_CONSTANT) continue;
        u32 from = wanted[i].from == LOCATION_SLOT ? place_of_address(&check, wanted[i].from_address) : wanted[i].from;
        check_put(&check, from, wanted[i].value);
    }
    for (u32 i = 0; i < count; i++) follow_move(&check, &order[i]);
    expect_moved(&check, wanted, wanted_count);
    arena_release(allocator->arena, mark);
    return text_of(&check);
}
