// Where the collector may run or an exception be thrown: maps, cold paths that save registers, handlers, the prologue's
// poll. See regalloc_check.h.
#include "base/string.h"
#include "translator/regalloc_check_state.h"

// ---- Frame variables

// Registers and slots hold nothing there: no value but frame variables reaches a landing block.
static void join_landing(struct regalloc_check *check, u32 landing, const u32 *variables) {
    struct check_entry *entry = &check->entries[landing];
    u32 *arriving = check->arriving + (size_t)landing * check->variable_words;
    for (u32 word = 0; word < check->variable_words; word++) {
        u32 bits = variables[word] & (entry->is_reached ? arriving[word] : UINT32_MAX);
        entry->is_due |= bits != arriving[word];
        arriving[word] = bits;
    }
    entry->is_due |= !entry->is_reached;
    entry->is_reached = true;
}

// What the map of a site leaves of the frame variables: it must not name one that holds nothing, and references that it
// does not name become stale. `map` is NULL if no variable is a reference.
static void apply_map(struct regalloc_check *check, const u32 *map, u32 *after) {
    for (u32 word = 0; word < check->variable_words; word++) {
        u32 in_map = map ? map[word] : 0, wrong = in_map & ~(check->variables[word] & check->references[word]);
        u32 slot = wrong ? word * 32 + (u32)__builtin_ctz(wrong) : 0;
        check_require(check, !wrong, "a frame variable in the map holds no reference", PLACE_SLOT + slot, 0);
        after[word] = check->variables[word] & ~(check->references[word] & ~in_map);
    }
}

void check_follow_site(struct regalloc_check *check, u32 value) {
    const struct allocator *a = check->allocator;
    const struct ssa_function *function = a->function;
    const struct ssa_site *site = &function->sites[ssa_at(function, value)->site];
    u8 *mark = arena_mark(a->arena);
    u32 *after = ARENA_RAW_ARRAY(a->arena, u32, check->variable_words);
    apply_map(check, check->frame_live->words ? frame_live_at(check->frame_live, value) : NULL, after);
    for (u32 i = 0; i < site->handler_count; i++) {
        arena_poll(a->arena);
        join_landing(check, function->handlers[site->first_handler + i].landing, after);
    }
    if (check_is_safepoint(ssa_at(function, value))) {
        memcpy(check->variables, after, check->variable_words * sizeof(*after));
    }
    arena_release(a->arena, mark);
}

// ---- Maps

static void become_stale(const struct regalloc_check *check, u32 *content) {
    if (*content & HOLDS_STALE || *content == HOLDS_NOTHING) return;
    if (check_is_reference(check, *content)) *content |= HOLDS_STALE;
}

void check_follow_map(struct regalloc_check *check, u32 value) {
    const struct allocator *a = check->allocator;
    const u32 *map = &a->map_values[a->allocations[value].map];
    check->map_number++;
    for (u32 i = 1; i <= map[0] && !check_failed(check); i++) {
        u32 place = check_slot_of(check, map[i]);
        check_require(check, check_is_reference(check, map[i]), "no reference, but in the map", place, map[i]);
        if (!check_expect(check, place, map[i], "a slot of the map")) return;
        check->in_map[place - PLACE_SLOT] = check->map_number;
    }
    for (u32 slot = a->function->frame_variable_count; slot < a->slot_count; slot++) {
        if (check->in_map[slot] != check->map_number) become_stale(check, &check->slots[slot]);
    }
}

// ---- Saved registers

static bool is_stored_there(const struct allocator *a, u32 value) {
    return !(a->values[value].flags & (VALUE_STORED | VALUE_REMADE));
}

// `before` gets what the slots held.
static void save(struct regalloc_check *check, const struct saved_register *saved, u32 *before) {
    for (; saved->value && !check_failed(check); saved++, before++) {
        check_expect(check, saved->location, saved->value, "a saved register");
        if (!is_stored_there(check->allocator, saved->value)) continue;
        u32 slot = check_slot_of(check, saved->value);
        *before = check_content(check, slot, saved->value);
        check_put(check, slot, saved->value);
    }
}

static void expect_saved(struct regalloc_check *check, const struct saved_register *saved) {
    for (; saved->value && !check_failed(check); saved++) {
        if (check->allocator->values[saved->value].flags & VALUE_REMADE) continue;
        check_expect(check, check_slot_of(check, saved->value), saved->value, "a register loaded again");
    }
}

static u32 registers_of(const struct saved_register *saved) {
    u32 registers = 0;
    for (; saved->value; saved++) registers |= REGISTER_BIT(saved->location);
    return registers;
}

// Where the cold path comes back, slots hold something only if it is the same on both.
static void leave_cold_path(struct regalloc_check *check, const struct saved_register *saved, const u32 *before) {
    for (; saved->value; saved++, before++) {
        if (!is_stored_there(check->allocator, saved->value)) continue;
        if (*before != saved->value) check_put(check, check_slot_of(check, saved->value), HOLDS_NOTHING);
    }
}

// The poll's entry keeps registers, but the collector does not see them.
void check_follow_saved(struct regalloc_check *check, u32 value) {
    const struct allocator *a = check->allocator;
    const struct allocation *allocation = &a->allocations[value];
    const struct saved_register *saved = &a->saved[allocation->saved];
    u32 before[LOCATION_REGISTERS], kept = registers_of(saved);
    save(check, saved, before);
    expect_saved(check, saved);
    if (check_failed(check)) return;
    check_follow_map(check, value);
    expect_saved(check, saved);
    for (u32 i = 0; i < LOCATION_REGISTERS; i++) {
        if (kept & REGISTER_BIT(i)) continue;
        if (ssa_at(a->function, value)->operation == SSA_POLL) {
            become_stale(check, &check->registers[i]);
        } else {
            check->registers[i] = HOLDS_NOTHING;
        }
    }
    check_require(check, allocation->result >= LOCATION_REGISTERS || !(kept & REGISTER_BIT(allocation->result)),
                  "the result is overwritten by what is loaded again", allocation->result, value);
    if (!check_failed(check)) leave_cold_path(check, saved, before);
}

// ---- The prologue

static bool is_polled(const struct regalloc_check *check, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(check->allocator->function, value);
    return instruction->operation == SSA_PARAMETER && instruction->type == TYPE_REF &&
           check->allocator->values[value].flags & VALUE_IN_SLOT;
}

// References go through slots, all at once; one that does not is stale.
static void follow_entry_poll(struct regalloc_check *check) {
    const struct allocator *a = check->allocator;
    u32 first = ssa_block_at(a->function, SSA_ENTRY_BLOCK)->first;
    for (u32 value = first; value; value = ssa_at(a->function, value)->next) {
        if (is_polled(check, value)) check_put(check, check_slot_of(check, value), value);
    }
    for (u32 value = first; value; value = ssa_at(a->function, value)->next) {
        if (is_polled(check, value)) check_expect(check, check_slot_of(check, value), value, "polled at the entry");
    }
    for (u32 i = 0; i < LOCATION_REGISTERS; i++) {
        if (!is_polled(check, check->registers[i])) become_stale(check, &check->registers[i]);
    }
    memset(check->slots, 0, a->slot_count * sizeof(*check->slots));
}

void check_enter_method(struct regalloc_check *check) {
    const struct allocator *a = check->allocator;
    check->finding.block = SSA_ENTRY_BLOCK;
    check->finding.instruction = 0;
    struct argument_counter counter = {0};
    for (u32 value = ssa_block_at(a->function, SSA_ENTRY_BLOCK)->first; value;
         value = ssa_at(a->function, value)->next) {
        const struct ssa_instruction *instruction = ssa_at(a->function, value);
        if (instruction->operation != SSA_PARAMETER) continue;
        u8 location = argument_next(&counter, instruction->type);
        bool is_right = location == LOCATION_SLOT
                            ? instruction->packed == counter.stacks
                            : instruction->packed == 0 && a->allocations[value].result == location;
        check_require(check, is_right, "a parameter that arrives elsewhere", PLACE_NONE, value);
        if (location != LOCATION_SLOT) check->registers[location] = value;
    }
    follow_entry_poll(check);
    // Those that may be in a map before anything is stored there are zeroed.
    if (check->frame_live->words) {
        memcpy(check->variables, frame_live_at_entry(check->frame_live), check->variable_words * sizeof(u32));
    }
}

void check_parameter(struct regalloc_check *check, u32 value) {
    const struct allocator *a = check->allocator;
    const struct ssa_instruction *instruction = ssa_at(a->function, value);
    u8 result = a->allocations[value].result;
    if (instruction->uses == 0) return;
    if (instruction->packed == 0) {
        check_expect(check, result, value, "a parameter");
        return;
    }
    check_require(check, instruction->type != TYPE_REF || is_polled(check, value),
                  "a reference on the stack that the poll at the entry does not see", PLACE_NONE, value);
    if (check_require(check, result < LOCATION_REGISTERS, "no register for a parameter", PLACE_NONE, value)) {
        check_put(check, result, value);
    }
}

// ---- What lives on

// A walk up through a block: live_in says in which block a value was last found to be live.
struct live_walk {
    struct regalloc_check *check;
    u32 *live_in, *in_map; // by value
    u32 block, map_number, reference_count;
};

static void set_live(struct live_walk *walk, u32 value) {
    if (walk->live_in[value] == walk->block || !is_tracked(walk->check->allocator->function, value)) return;
    walk->live_in[value] = walk->block;
    walk->reference_count += check_is_reference(walk->check, value);
}

static void set_dead(struct live_walk *walk, u32 value) {
    if (walk->live_in[value] != walk->block) return;
    walk->live_in[value] = 0;
    walk->reference_count -= check_is_reference(walk->check, value);
}

static void find_missing(struct live_walk *walk) {
    const struct ssa_function *function = walk->check->allocator->function;
    for (u32 value = 1; value < function->instruction_count; value++) {
        if (walk->live_in[value] != walk->block || walk->in_map[value] == walk->map_number) continue;
        if (!check_is_reference(walk->check, value)) continue;
        check_require(walk->check, false, "a live reference that is not in the map", check_slot_of(walk->check, value),
                      value);
    }
}

static void check_map(struct live_walk *walk, u32 value) {
    const struct allocator *a = walk->check->allocator;
    const u32 *map = &a->map_values[a->allocations[value].map];
    u32 count = 0;
    walk->map_number++;
    walk->check->finding.instruction = value;
    for (u32 i = 1; i <= map[0]; i++) {
        check_require(walk->check, walk->live_in[map[i]] == walk->block, "in the map, but not live",
                      check_slot_of(walk->check, map[i]), map[i]);
        count += walk->in_map[map[i]] != walk->map_number;
        walk->in_map[map[i]] = walk->map_number;
    }
    if (count != walk->reference_count) find_missing(walk);
}

static void walk_block(struct live_walk *walk, u32 block) {
    struct allocator *a = walk->check->allocator;
    walk->block = walk->check->finding.block = block;
    walk->reference_count = 0;
    if (a->words) liveness_at_end(a, block);
    for (u32 word = 0; word < a->words; word++) {
        for (u64 rest = a->out[word]; rest; rest &= rest - 1) {
            set_live(walk, a->globals[word * 64 + (u32)__builtin_ctzll(rest)]);
        }
    }
    for (u32 value = ssa_block_at(a->function, block)->last; value && !check_failed(walk->check);
         value = ssa_at(a->function, value)->previous) {
        const struct ssa_instruction *instruction = ssa_at(a->function, value);
        if (instruction->operation == SSA_PHI) break;
        arena_poll(a->arena);
        set_dead(walk, value);
        if (check_is_safepoint(instruction)) check_map(walk, value);
        for (u32 i = 0; i < instruction->operand_count; i++) set_live(walk, ssa_operand(a->function, value, i));
    }
}

void check_maps_are_exact(struct regalloc_check *check) {
    const struct ssa_function *function = check->allocator->function;
    struct arena *arena = check->allocator->arena;
    struct live_walk walk = {.check = check,
                             .live_in = ARENA_ARRAY(arena, u32, function->instruction_count),
                             .in_map = ARENA_ARRAY(arena, u32, function->instruction_count)};
    for (u32 i = 0; i < function->order_count && !check_failed(check); i++) walk_block(&walk, function->order[i]);
}
