// Branches, switches, returns, and the moves on edges. See emit.h.
#include "translator/emit.h"

#include "base/panic.h"

enum encode_condition emit_condition(u8 kind) {
    static const u8 conditions[] = {CC_E, CC_NE, CC_L, CC_GE, CC_G, CC_LE, CC_B, CC_AE};
    ASSERT(kind < COUNT_OF(conditions));
    return (enum encode_condition)conditions[kind];
}

// Whether what is before it has left the flags of a comparison with 0, as far as it looks at them.
static bool is_compared(const struct emitter *m, u32 value, u8 type, u8 reg) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    if (instruction->operation != SSA_BRANCH && instruction->operation != SSA_IS) return false;
    if (instruction->kind != SSA_EQ && instruction->kind != SSA_NE) return false;
    return encode_offset(&m->out) == m->zero_end && m->zero_register == reg && m->zero_type == type;
}

void emit_compare(struct emitter *m, u32 value) {
    u8 a = emit_register(m, value, 0), b = emit_location(m, value, 1),
       type = emit_at(m, ssa_operand(m->function, value, 0))->type;
    if (b == LOCATION_CONSTANT) {
        s32 constant = (s32)emit_constant(m, value, 1);
        if (constant == 0 && is_compared(m, value, type, a)) return;
        if (constant == 0) {
            encode_register(&m->out, X_TEST | wide_bit(type), a, a);
        } else {
            encode_alu_immediate(&m->out, ALU_CMP, type == TYPE_LONG, a, constant);
        }
    } else if (b == LOCATION_SLOT) {
        encode_memory(&m->out, X_CMP | wide_bit(type), a, emit_slot(m, ssa_operand(m->function, value, 1)));
    } else {
        encode_register(&m->out, X_CMP | wide_bit(type), a, b);
    }
}

// ---- Edges

// The moves' array, from the arena.
static struct move *new_moves(struct emitter *m, u32 to) {
    return ARENA_RAW_ARRAY(m->arena, struct move, moves_most_on_edge(m->allocator, to));
}

// Whether the edge may need moves. A block with one predecessor begins as that has ended, so it has no phis.
static bool is_join(const struct emitter *m, u32 block) {
    const struct ssa_block *at = ssa_block_at(m->function, block);
    ASSERT(at->predecessor_count != 1 || emit_at(m, at->first)->operation != SSA_PHI);
    return at->predecessor_count > 1;
}

static void emit_edge(struct emitter *m, u32 from, u32 to) {
    if (!is_join(m, to)) return;
    u8 *mark = arena_mark(m->arena);
    struct move *moves = new_moves(m, to);
    emit_parallel_moves(m, moves, moves_on_edge(m->allocator, from, to, moves));
    arena_release(m->arena, mark);
}

static bool is_edge_empty(struct emitter *m, u32 from, u32 to) {
    if (!is_join(m, to)) return true;
    u8 *mark = arena_mark(m->arena);
    u32 count = moves_on_edge(m->allocator, from, to, new_moves(m, to));
    arena_release(m->arena, mark);
    return count == 0;
}

// Backwards, so that a jump to a jump is followed to the end. A jump back has a poll before it, so none of these leads
// in a circle.
void emit_find_targets(struct emitter *m) {
    struct ssa_function *function = m->function;
    m->targets = ARENA_RAW_ARRAY(m->arena, u32, function->block_count);
    m->marks_to = ARENA_ARRAY(m->arena, u32, function->block_count);
    for (u32 i = 0; i < function->order_count; i++) m->targets[function->order[i]] = function->order[i];
    for (u32 i = function->order_count; i-- > 0;) {
        u32 block = function->order[i];
        const struct ssa_block *at = ssa_block_at(function, block);
        arena_poll(m->arena); // an edge has as many moves as there are phis behind it
        if (at->first != at->last || emit_at(m, at->last)->operation != SSA_JUMP || block == SSA_ENTRY_BLOCK) continue;
        u32 to = *ssa_successors(function, block);
        if (ssa_block_at(function, to)->position > at->position && is_edge_empty(m, block, to)) {
            m->targets[block] = m->targets[to];
            m->marks_to[block] = ssa_join_marks(function, emit_at(m, at->last)->marks, m->marks_to[to]);
        }
    }
}

#define LONGEST_TEST 4

// A loop's header that does little more than test whether the loop goes on. A jump back to it would be followed by a
// second jump each time.
static bool is_short_test(const struct emitter *m, u32 block) {
    const struct ssa_block *at = ssa_block_at(m->function, block);
    u32 count = 0;
    if (!(at->flags & BLOCK_LOOP_HEADER) || emit_at(m, at->last)->operation != SSA_BRANCH) return false;
    for (u32 value = at->first; value; value = emit_at(m, value)->next) {
        const struct ssa_instruction *instruction = emit_at(m, value);
        if (instruction->operation == SSA_PHI) continue;
        if (++count > LONGEST_TEST || ssa_properties[instruction->operation] & (SSA_SAFEPOINT | SSA_CALLS) ||
            ssa_effects(instruction) & SSA_WRITES(SSA_LOG)) {
            return false;
        }
    }
    return true;
}

static void jump_unless_next(struct emitter *m, u32 block) {
    emit_marks(m, m->marks_to[block]);
    if (m->targets[block] != m->next_block) emit_jump(m, m->targets[block]);
}

static void emit_jump_to(struct emitter *m, u32 from, u32 to) {
    emit_edge(m, from, to);
    bool is_back = ssa_block_at(m->function, to)->position <= ssa_block_at(m->function, from)->position;
    if (is_back && is_short_test(m, to)) {
        emit_again(m, to);
    } else {
        jump_unless_next(m, to);
    }
}

// ---- Branches

static bool is_above(const struct emitter *m, u32 block) {
    ASSERT(m->next_block);
    return ssa_block_at(m->function, m->targets[block])->position < ssa_block_at(m->function, m->next_block)->position;
}

// The label for a branch to the block: the branch goes by the marks that are on the way.
static u32 branch_label(struct emitter *m, u32 block) {
    return m->marks_to[block] ? emit_cold_label(m, COLD_DETOUR, ssa_block_at(m->function, block)->last)
                              : m->targets[block];
}

// One of the two is what follows, or the branch is to the one above, where a loop goes on.
static void branch_to(struct emitter *m, enum encode_condition condition, u32 yes, u32 no) {
    bool is_swapped =
        m->targets[no] != m->next_block && (m->targets[yes] == m->next_block || (m->next_block && is_above(m, no)));
    emit_branch(m, is_swapped ? condition ^ 1 : condition, branch_label(m, is_swapped ? no : yes));
    jump_unless_next(m, is_swapped ? yes : no);
}

// ucomis sets "below", "equal" and "parity" for NaN.
static void branch_float(struct emitter *m, u32 value, u32 opcode, u32 yes, u32 no) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    u8 a = emit_register(m, value, 0), b = emit_register(m, value, 1), kind = instruction->kind;
    bool nan = instruction->flags & SSA_NAN_TRUE;
    if (kind == SSA_EQ || kind == SSA_NE) {
        u32 equal = kind == SSA_EQ ? yes : no, other = kind == SSA_EQ ? no : yes;
        encode_register(&m->out, opcode, a, b);
        emit_branch(m, CC_P, branch_label(m, other));
        branch_to(m, CC_E, equal, other);
        return;
    }
    bool is_less = kind == SSA_LT || kind == SSA_LE, or_equal = kind == SSA_LE || kind == SSA_GE;
    bool swapped = is_less != nan;
    encode_register(&m->out, opcode, swapped ? b : a, swapped ? a : b);
    branch_to(m, nan ? (or_equal ? CC_BE : CC_B) : or_equal ? CC_AE : CC_A, yes, no);
}

static void emit_conditional(struct emitter *m, u32 value, const u32 *successors) {
    ASSERT(ssa_block_at(m->function, emit_at(m, value)->block)->successor_count == 2);
    u8 type = emit_at(m, ssa_operand(m->function, value, 0))->type;
    if (type_is_xmm(type)) {
        branch_float(m, value, type == TYPE_FLOAT ? X_UCOMISS : X_UCOMISD, successors[0], successors[1]);
        return;
    }
    emit_compare(m, value);
    branch_to(m, emit_condition(emit_at(m, value)->kind), successors[0], successors[1]);
}

struct search {
    const s32 *keys;
    const u32 *targets;
    u32 other;
    u8 reg;
};

// Binary search; keys `start` to `end` remain.
static void search_keys(struct emitter *m, const struct search *search, u32 start, u32 end) {
    ASSERT(start <= end);
    if (end - start <= 3) {
        for (u32 i = start; i < end; i++) {
            ASSERT(i == start || search->keys[i - 1] < search->keys[i]);
            if (search->keys[i] == 0) {
                encode_register(&m->out, X_TEST, search->reg, search->reg);
            } else {
                encode_alu_immediate(&m->out, ALU_CMP, false, search->reg, search->keys[i]);
            }
            emit_branch(m, CC_E, branch_label(m, search->targets[i]));
        }
        emit_marks(m, m->marks_to[search->other]);
        emit_jump(m, m->targets[search->other]);
        return;
    }
    u32 middle = (start + end) / 2, half = emit_new_labels(m, 1);
    encode_alu_immediate(&m->out, ALU_CMP, false, search->reg, search->keys[middle]);
    emit_branch(m, CC_E, branch_label(m, search->targets[middle]));
    emit_branch(m, CC_G, half);
    search_keys(m, search, start, middle);
    emit_label(m, half);
    search_keys(m, search, middle + 1, end);
}

// ---- Returns

static void emit_return(struct emitter *m, u32 value) {
    encode_leave(&m->out);
    emit_probes(m, emit_at(m, value)->block, PROBE_LEAVES);
    encode_return(&m->out);
}

void emit_control(struct emitter *m, u32 value) {
    u32 block = emit_at(m, value)->block;
    const u32 *successors = ssa_successors(m->function, block);
    switch (emit_at(m, value)->operation) {
    case SSA_JUMP:
        ASSERT(ssa_block_at(m->function, block)->successor_count == 1);
        emit_jump_to(m, block, successors[0]);
        break;
    case SSA_BRANCH: emit_conditional(m, value, successors); break;
    case SSA_GUARD:
        ASSERT(emit_at(m, value)->integer && ssa_block_at(m->function, block)->successor_count == 2);
        encode_compare_byte(
            &m->out, address_absolute((u32)emit_at(m, value)->integer + (u32)offsetof(struct method, is_overridden)),
            0);
        branch_to(m, CC_E, successors[0], successors[1]);
        break;
    case SSA_SWITCH: {
        ASSERT(ssa_block_at(m->function, block)->successor_count);
        u32 count = ssa_block_at(m->function, block)->successor_count - 1;
        struct search search = {ssa_switch_keys(m->function, value), successors, successors[count],
                                emit_register(m, value, 0)};
        search_keys(m, &search, 0, count);
        break;
    }
    case SSA_RETURN: emit_return(m, value); break;
    default: break;
    }
}
