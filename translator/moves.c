// See moves.h.
#include "translator/moves.h"
#include "base/narrow.h"
#include "base/panic.h"

struct move move_of_operand(const struct allocator *a, u32 value, u32 operand, u8 to) {
    u32 source = ssa_operand(a->function, value, operand);
    const struct ssa_instruction *instruction = ssa_at(a->function, source);
    struct move move = {.to = to,
                        .from = a->operand_locations[a->allocations[value].operands + operand],
                        .type = instruction->type,
                        .value = source,
                        .constant = instruction->integer};
    ASSERT(operand < ssa_at(a->function, value)->operand_count && move.from != LOCATION_NONE);
    if (move.from == LOCATION_SLOT) move.from_address = slot_address(a->values[source].slot);
    return move;
}

// ---- Edges

static struct move move_from_end(const struct allocator *a, u32 block, u32 value, u8 to) {
    const struct ssa_instruction *instruction = ssa_at(a->function, value);
    struct move move = {
        .to = to, .from = LOCATION_SLOT, .type = instruction->type, .value = value, .constant = instruction->integer};
    if (instruction->operation == SSA_CONSTANT) {
        move.from = LOCATION_CONSTANT;
    } else {
        move.from_address = slot_address(a->values[value].slot);
    }
    u8 reg = is_small_constant(instruction) ? LOCATION_NONE : block_state_find(&a->exits[block], value);
    if (reg != LOCATION_NONE) move.from = reg;
    return move;
}

static u32 add_phi_moves(const struct allocator *a, u32 from, u32 to, struct move *moves) {
    const struct ssa_function *function = a->function;
    u32 first = ssa_block_at(function, to)->first, count = 0;
    if (ssa_at(function, first)->operation != SSA_PHI) return 0;
    u32 edge = ssa_edge(function, to, from);
    for (u32 phi = first; phi && ssa_at(function, phi)->operation == SSA_PHI; phi = ssa_at(function, phi)->next) {
        u8 location = a->allocations[phi].result;
        if (location == LOCATION_NONE) continue;
        ASSERT(location < LOCATION_REGISTERS || location == LOCATION_SLOT);
        moves[count] = move_from_end(a, from, ssa_operand(function, phi, edge), location);
        moves[count++].to_address = slot_address(a->values[phi].slot);
    }
    return count;
}

static bool is_same_slot(const struct encode_address *a, const struct encode_address *b) {
    return a->base == b->base && a->displacement == b->displacement;
}

static bool is_idle(const struct move *move) {
    return move->to == move->from &&
           (move->to < LOCATION_REGISTERS || is_same_slot(&move->to_address, &move->from_address));
}

static u32 drop_idle(struct move *moves, u32 count) {
    for (u32 i = 0; i < count;) {
        if (is_idle(&moves[i])) {
            moves[i] = moves[--count];
        } else {
            i++;
        }
    }
    return count;
}

u32 moves_most_on_edge(const struct allocator *a, u32 to) {
    u32 phi_count = 0;
    for (u32 phi = ssa_block_at(a->function, to)->first; phi && ssa_at(a->function, phi)->operation == SSA_PHI;
         phi = ssa_at(a->function, phi)->next) {
        phi_count++;
    }
    return 2 * LOCATION_REGISTERS + phi_count;
}

u32 moves_on_edge(const struct allocator *a, u32 from, u32 to, struct move *moves) {
    const struct block_state *exit = &a->exits[from], *entry = &a->entries[to];
    u32 count = add_phi_moves(a, from, to, moves);
    for (u32 rest = entry->occupied; rest; rest &= rest - 1) {
        u8 reg = narrow_u8(__builtin_ctz(rest));
        u32 value = entry->values[reg];
        if (exit->values[reg] == value || ssa_at(a->function, value)->block == to) continue;
        moves[count++] = move_from_end(a, from, value, reg);
    }
    for (u32 rest = exit->occupied; rest; rest &= rest - 1) {
        u32 value = exit->values[__builtin_ctz(rest)];
        if ((a->values[value].flags & (VALUE_STORED | VALUE_REMADE | VALUE_IN_SLOT)) != VALUE_IN_SLOT) continue;
        if (!regalloc_lives_at(a, to, value) || block_state_find(entry, value) != LOCATION_NONE) continue;
        moves[count] = move_from_end(a, from, value, LOCATION_SLOT);
        moves[count++].to_address = slot_address(a->values[value].slot);
    }
    return drop_idle(moves, count);
}

// ---- Arguments

// The lengths of NEW_MULTI lie at rsp, the outermost first.
static u32 moves_of_lengths(const struct allocator *a, u32 value, struct move *moves) {
    ASSERT(ssa_at(a->function, value)->operand_count > 1);
    u32 count = ssa_at(a->function, value)->operand_count - 1u;
    for (u32 i = 0; i < count; i++) {
        moves[i] = move_of_operand(a, value, i + 1, LOCATION_SLOT);
        moves[i].to_address = stack_address(i);
    }
    moves[count] = move_of_operand(a, value, 0, RDI);
    return count + 1;
}

u32 moves_of_arguments(const struct allocator *a, u32 value, struct move *moves) {
    const struct ssa_instruction *instruction = ssa_at(a->function, value);
    bool is_method = instruction->operation == SSA_CALL_METHOD;
    bool is_handle = instruction->operation == SSA_CALL_NATIVE && instruction->kind == SSA_NATIVE_HANDLE;
    bool is_late = is_handle && instruction->flags & SSA_BOUND_LATE;
    if (instruction->operation == SSA_NEW_MULTI) return moves_of_lengths(a, value, moves);
    struct argument_counter counter = {.integers = is_handle};
    u32 count = 0;
    for (u32 i = is_method || is_late; i < instruction->operand_count; i++) {
        u8 type = ssa_at(a->function, ssa_operand(a->function, value, i))->type, to = argument_next(&counter, type);
        if (is_handle && type == TYPE_REF && to != LOCATION_SLOT) continue;
        moves[count] = move_of_operand(a, value, i, to);
        if (to == LOCATION_SLOT) moves[count].to_address = stack_address(counter.stacks - 1);
        count++;
    }
    if (is_method) moves[count++] = move_of_operand(a, value, 0, RAX);
    ASSERT(count <= instruction->operand_count);
    return count;
}

// ---- The order

static bool reads_target(const struct move *reader, const struct move *writer) {
    if (reader->from != writer->to) return false;
    return reader->from != LOCATION_SLOT || is_same_slot(&reader->from_address, &writer->to_address);
}

static bool is_target_read(const struct move_set *set, u32 writer) {
    for (u32 i = 0; i < set->count; i++) {
        if (i != writer && reads_target(&set->moves[i], &set->moves[writer])) return true;
    }
    return false;
}

// Whether a move goes through r11.
static bool needs_scratch(const struct move *move) {
    return move->from == LOCATION_CONSTANT || (move->from == LOCATION_SLOT && move->to == LOCATION_SLOT);
}

// What the first move reads goes to scratch, for all moves that read it. The whole slot does, of whatever type.
static struct move break_cycle(struct move_set *set) {
    ASSERT(set->count > 1); // nothing stands in the way of a move alone
    struct move source = set->moves[0];
    bool by_xmm = source.from >= XMM0;
    for (u32 i = 0; i < set->count; i++) by_xmm |= needs_scratch(&set->moves[i]);
    struct move rescue = source;
    rescue.to = by_xmm ? XMM0 + SCRATCH_XMM : SCRATCH;
    if (source.from == LOCATION_SLOT) rescue.type = TYPE_DOUBLE;
    for (u32 i = 0; i < set->count; i++) {
        struct move *move = &set->moves[i];
        if (move->from != source.from ||
            (source.from == LOCATION_SLOT && !is_same_slot(&move->from_address, &source.from_address))) {
            continue;
        }
        move->from = rescue.to;
    }
    return rescue;
}

struct move_set moves_begin(const struct arena *arena, struct move *moves, u32 count) {
    return (struct move_set){.arena = arena, .moves = moves, .count = drop_idle(moves, count)};
}

bool moves_next(struct move_set *set, struct move *next) {
    while (set->count) {
        ASSERT(set->at <= set->count);
        for (; set->at < set->count; set->at++) {
            arena_poll(set->arena);
            if (is_target_read(set, set->at)) continue;
            *next = set->moves[set->at];
            set->moves[set->at] = set->moves[--set->count];
            set->has_progress = true;
            return true;
        }
        set->at = 0;
        if (!set->has_progress) {
            *next = break_cycle(set);
            return true;
        }
        set->has_progress = false;
    }
    return false;
}
