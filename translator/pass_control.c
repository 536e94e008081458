// Simplifies control flow; see pass.h.
#include "base/panic.h"
#include "translator/entries.h"
#include "translator/pass.h"

static bool never_returns(const struct ssa_instruction *instruction) {
    static const bool is_throw[ENTRY_COUNT] = {
#define IS_SAFEPOINT false
#define IS_LEAF false
#define IS_STUB false
#define IS_THROW true
#define ENTRY(kind, name) [ENTRY_##name] = IS_##kind,
        ENTRY_TABLE(ENTRY)
#undef ENTRY
    };
    if (instruction->operation != SSA_CALL_ENTRY) return false;
    ASSERT((u64)instruction->integer < ENTRY_COUNT);
    return is_throw[instruction->integer];
}

static void drop_successors(struct ssa_function *function, u32 block) {
    for (u32 i = 0; i < ssa_block_at(function, block)->successor_count; i++) {
        pass_remove_edge(function, block, ssa_successors(function, block)[i]);
    }
    ssa_block_at(function, block)->successor_count = 0;
}

// Nothing after this instruction is reached.
static void cut_after(struct ssa_function *function, u32 value) {
    u32 block = ssa_at(function, value)->block;
    drop_successors(function, block);
    while (ssa_block_at(function, block)->last != value) ssa_unlink(function, ssa_block_at(function, block)->last);
    ssa_take_marks(function, block); // nor are these
    ssa_append(function, block, ssa_add_instruction(function, SSA_UNREACHABLE, TYPE_VOID, 0));
}

// Ends the block with a jump to its successor number `taken`.
static void make_jump(struct ssa_function *function, u32 block, u32 taken) {
    ASSERT(taken < ssa_block_at(function, block)->successor_count);
    u32 *successors = ssa_successors(function, block), to = successors[taken];
    for (u32 i = 0; i < ssa_block_at(function, block)->successor_count; i++) {
        if (i != taken) pass_remove_edge(function, block, successors[i]);
    }
    successors[0] = to;
    ssa_block_at(function, block)->successor_count = 1;
    u32 last = ssa_block_at(function, block)->last, jump = ssa_add_instruction(function, SSA_JUMP, TYPE_VOID, 0);
    ssa_at(function, jump)->origin = ssa_at(function, last)->origin;
    ssa_unlink(function, last);
    ssa_append(function, block, jump);
}

static bool all_the_same(const u32 *successors, u32 count) {
    for (u32 i = 1; i < count; i++) {
        if (successors[i] != successors[0]) return false;
    }
    return true;
}

static bool condition_holds(u8 condition, s64 a, s64 b) {
    switch ((enum ssa_condition)condition) {
    case SSA_EQ: return a == b;
    case SSA_NE: return a != b;
    case SSA_LT: return a < b;
    case SSA_GE: return a >= b;
    case SSA_GT: return a > b;
    case SSA_LE: return a <= b;
    case SSA_BELOW: return (u64)a < (u64)b;
    default: return (u64)a >= (u64)b;
    }
}

static u32 switch_target(const struct ssa_function *function, u32 value, s64 key) {
    ASSERT(ssa_block_at(function, ssa_at(function, value)->block)->successor_count);
    u32 count = ssa_block_at(function, ssa_at(function, value)->block)->successor_count - 1u;
    for (u32 i = 0; i < count; i++) {
        if (ssa_switch_keys(function, value)[i] == key) return i;
    }
    return count;
}

// Returns true if an edge was removed.
static bool simplify_end(struct ssa_function *function, u32 block) {
    u32 last = ssa_block_at(function, block)->last, count = ssa_block_at(function, block)->successor_count;
    const struct ssa_instruction *end = ssa_at(function, last);
    if (end->operation != SSA_BRANCH && end->operation != SSA_SWITCH) return false;
    const struct ssa_instruction *a = ssa_at(function, ssa_operand(function, last, 0));
    bool is_integer = a->operation == SSA_CONSTANT && a->type != TYPE_FLOAT && a->type != TYPE_DOUBLE;
    if (all_the_same(ssa_successors(function, block), count)) {
        make_jump(function, block, 0);
    } else if (end->operation == SSA_SWITCH && is_integer) {
        make_jump(function, block, switch_target(function, last, a->integer));
    } else if (end->operation == SSA_BRANCH && is_integer &&
               ssa_is_constant(function, ssa_operand(function, last, 1))) {
        make_jump(
            function, block,
            condition_holds(end->kind, a->integer, ssa_at(function, ssa_operand(function, last, 1))->integer) ? 0 : 1);
    } else {
        return false;
    }
    return true;
}

static bool simplify_block(struct ssa_function *function, u32 block) {
    arena_poll(function->arena);
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        if (!never_returns(ssa_at(function, value))) continue;
        cut_after(function, value);
        return true;
    }
    return simplify_end(function, block);
}

// Moves the only successor's instructions into the block, as long as the block has only one, with no other predecessor.
static bool merge_successors(struct ssa_function *function, u32 block) {
    bool merged = false;
    for (;;) {
        arena_poll(function->arena);
        struct ssa_block *at = ssa_block_at(function, block);
        if (at->successor_count != 1) return merged;
        u32 next = *ssa_successors(function, block);
        struct ssa_block *taken = ssa_block_at(function, next);
        if (taken->predecessor_count != 1 || next == block) return merged;
        ssa_unlink(function, at->last);
        u32 first = taken->first;
        ASSERT(first && ssa_at(function, first)->operation != SSA_PHI);
        ssa_at(function, first)->marks =
            ssa_join_marks(function, ssa_take_marks(function, block), ssa_at(function, first)->marks);
        for (u32 value = first; value; value = ssa_at(function, value)->next) ssa_at(function, value)->block = block;
        if (at->last) {
            ssa_at(function, at->last)->next = first;
        } else {
            at->first = first;
        }
        ssa_at(function, first)->previous = at->last;
        at->last = taken->last;
        at->flags |= taken->flags & BLOCK_UNLIKELY; // both are reached as often
        at->successors = taken->successors;
        at->successor_count = taken->successor_count;
        taken->first = taken->last = 0;
        taken->successor_count = 0;
        taken->predecessor_count = 0;
        for (u32 i = 0; i < at->successor_count; i++) {
            u32 to = ssa_successors(function, block)[i];
            u32 *predecessors = ssa_predecessors(function, to);
            for (u32 j = 0; j < ssa_block_at(function, to)->predecessor_count; j++) {
                if (predecessors[j] == next) predecessors[j] = block;
            }
        }
        merged = true;
    }
}

// ---- Branches on what a phi brings

// A block that holds nothing but a phi and the branch that compares it with a constant, and does not lead back. A
// loop's header does not count as one: an edge from outside must pass it.
static bool is_decision(const struct ssa_function *function, u32 block) {
    const struct ssa_block *at = ssa_block_at(function, block);
    if (!at->first || ssa_at(function, at->first)->operation != SSA_PHI ||
        ssa_at(function, at->first)->next != at->last || ssa_at(function, at->last)->operation != SSA_BRANCH) {
        return false;
    }
    const u32 *successors = ssa_successors(function, block), *compared = ssa_operands(function, at->last);
    u8 type = ssa_at(function, at->first)->type;
    for (u32 i = 0; i < 2; i++) {
        if (pass_dominates(function, successors[i], block)) return false;
    }
    return compared[0] == at->first && ssa_is_constant(function, compared[1]) &&
           (type == TYPE_INT || type == TYPE_REF) && successors[0] != successors[1] && !(at->flags & BLOCK_LOOP_HEADER);
}

static bool leads_to(const struct ssa_function *function, u32 from, u32 to) {
    for (u32 i = 0; i < ssa_block_at(function, from)->successor_count; i++) {
        if (ssa_successors(function, from)[i] == to) return true;
    }
    return false;
}

// A block between the two that has marks.
static u32 add_marked_block(struct ssa_function *function, u32 from, u32 to, u32 marks) {
    u32 between = pass_copy_block(function, to);
    ssa_append(function, between, ssa_add_instruction(function, SSA_JUMP, TYPE_VOID, 0));
    ssa_at(function, ssa_block_at(function, between)->last)->marks = marks;
    ssa_set_successors(function, between, 1);
    ssa_successors(function, between)[0] = to;
    ssa_add_predecessor(function, between, from);
    return between;
}

// Has `from` lead to `to` in place of `via`; what the phis there get is what they get from `decision`. `marks` are
// those on the way that is no longer taken.
static bool redirect(struct ssa_function *function, u32 from, u32 via, u32 to, u32 decision, u32 marks) {
    if (leads_to(function, from, to)) return false;
    u32 *successors = ssa_successors(function, from), at = 0;
    while (successors[at] != via) at++;
    ASSERT(at < ssa_block_at(function, from)->successor_count);
    successors[at] = to;
    if (leads_to(function, from, via)) { // twice: which edge is which is not known
        successors[at] = via;
        return false;
    }
    if (marks && ssa_block_at(function, from)->successor_count > 1) {
        u32 between = add_marked_block(function, from, to, marks);
        ssa_successors(function, from)[at] = between;
        from = between;
    } else if (marks) {
        struct ssa_instruction *jump = ssa_at(function, ssa_block_at(function, from)->last);
        jump->marks = ssa_join_marks(function, jump->marks, marks);
    }
    pass_add_edge(function, to, from, decision);
    return true;
}

// A block that holds nothing but a phi, which only the next block's phi uses.
static bool hands_on(const struct ssa_function *function, u32 block, u32 phi) {
    const struct ssa_block *at = ssa_block_at(function, block);
    return at->first == phi && ssa_at(function, phi)->operation == SSA_PHI && ssa_at(function, phi)->next == at->last &&
           ssa_at(function, at->last)->operation == SSA_JUMP && ssa_at(function, phi)->uses == 1 &&
           !(at->flags & BLOCK_LOOP_HEADER);
}

// Which successor of the decision a constant leads to.
static u32 decided(const struct ssa_function *function, u32 decision, s64 brought) {
    u32 branch = ssa_block_at(function, decision)->last;
    ASSERT(ssa_at(function, branch)->operation == SSA_BRANCH);
    s64 compared = ssa_at(function, ssa_operand(function, branch, 1))->integer;
    return !condition_holds(ssa_at(function, branch)->kind, brought, compared);
}

// Visits the edges that bring a decision its values: those into its block, and those into blocks that hand a phi on to
// it. The program chooses how many blocks stand one behind the other, so they wait in an array, not on the stack.
struct visit {
    struct ssa_function *function;
    struct turn {
        u32 block, edge; // edges below this one are still to be visited
        u32 marks;       // from the block to the decision's end
    } * turns;           // room for as many as there are blocks: each hands on to one block
    u32 depth;
};

static void visit_later(struct visit *visit, u32 block) {
    ASSERT(ssa_at(visit->function, ssa_block_at(visit->function, block)->first)->operation == SSA_PHI);
    ASSERT(visit->depth < visit->function->block_count);
    const struct ssa_block *at = ssa_block_at(visit->function, block);
    u32 behind = visit->depth ? visit->turns[visit->depth - 1].marks : 0;
    visit->turns[visit->depth++] =
        (struct turn){block, at->predecessor_count,
                      ssa_join_marks(visit->function, ssa_at(visit->function, at->last)->marks, behind)};
}

// The next such edge: its number among the block's predecessors, and what the block's phi gets there. An edge that has
// been visited may be removed. Returns false if there is none left.
static bool visit_next(struct visit *visit, struct turn *found, u32 *value) {
    const struct ssa_function *function = visit->function;
    while (visit->depth) {
        struct turn *turn = &visit->turns[visit->depth - 1];
        arena_poll(function->arena);
        if (turn->edge == 0) {
            visit->depth--;
            continue;
        }
        ASSERT(turn->edge <= ssa_block_at(function, turn->block)->predecessor_count);
        u32 from = ssa_predecessors(function, turn->block)[--turn->edge];
        *found = *turn;
        *value = ssa_operand(function, ssa_block_at(function, turn->block)->first, turn->edge);
        if (!hands_on(function, from, *value)) return true;
        visit_later(visit, from);
    }
    return false;
}

// Finds to which successors of the decision warm blocks lead.
static void find_warm(struct visit *visit, u32 decision, bool *is_warm) {
    ASSERT(!visit->depth);
    const struct ssa_function *function = visit->function;
    struct turn turn;
    u32 value;
    visit_later(visit, decision);
    while (visit_next(visit, &turn, &value)) {
        const struct ssa_instruction *brought = ssa_at(function, value);
        u32 from = ssa_predecessors(function, turn.block)[turn.edge];
        if (ssa_block_at(function, from)->flags & BLOCK_COLD) continue;
        for (u32 k = 0; k < 2; k++) {
            is_warm[k] |= brought->operation != SSA_CONSTANT || k == decided(function, decision, brought->integer);
        }
    }
}

// What follows a seldom path and a usual one that meet is as warm as the latter; it must not become as cold as the
// former when they no longer meet.
static bool leaves_warm(struct visit *visit, u32 decision) {
    const struct ssa_function *function = visit->function;
    bool is_warm[2] = {false, false};
    if (ssa_block_at(function, decision)->flags & BLOCK_COLD) return true;
    find_warm(visit, decision, is_warm);
    for (u32 i = 0; i < 2; i++) {
        u32 to = ssa_successors(function, decision)[i];
        if (!is_warm[i] && !(ssa_block_at(function, to)->flags & BLOCK_COLD)) return false;
    }
    return true;
}

// A predecessor that brings a constant leads to where the branch goes with it, also one that brings it to a block which
// hands it on. Nothing else of the blocks is lost on that way: a phi has no use but the next one, and the last no use
// but the branch. Returns whether it was so for some.
static bool thread_decision(struct ssa_function *function, struct visit *visit, u32 decision) {
    ASSERT(!visit->depth);
    struct turn turn;
    u32 value;
    bool changed = false;
    visit_later(visit, decision);
    while (visit_next(visit, &turn, &value)) {
        const struct ssa_instruction *brought = ssa_at(function, value);
        if (brought->operation != SSA_CONSTANT) continue;
        u32 from = ssa_predecessors(function, turn.block)[turn.edge],
            to = ssa_successors(function, decision)[decided(function, decision, brought->integer)];
        if (!redirect(function, from, turn.block, to, decision, turn.marks)) continue;
        pass_remove_predecessor(function, turn.block, turn.edge);
        changed = true;
    }
    return changed;
}

static bool thread_branches(struct ssa_function *function) {
    struct visit visit = {.function = function};
    bool changed = false;
    for (u32 i = 0; i < function->order_count; i++) {
        u32 block = function->order[i];
        arena_poll(function->arena);
        if (!ssa_block_at(function, block)->last || !is_decision(function, block)) continue;
        if (!visit.turns) {
            ssa_count_uses(function);
            visit.turns = ARENA_RAW_ARRAY(function->arena, struct turn, function->block_count);
        }
        u32 phi = ssa_block_at(function, block)->first;
        if (ssa_at(function, phi)->uses != 1 || !leaves_warm(&visit, block)) continue;
        changed |= thread_decision(function, &visit, block);
    }
    for (u32 value = 1; visit.turns && value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        ssa_at(function, value)->uses = 0;
    }
    return changed;
}

// ---- The pass

static void simplify(struct ssa_function *function) {
    bool cut = false, merged = false;
    for (u32 i = 0; i < function->order_count; i++) cut |= simplify_block(function, function->order[i]);
    if (cut) {
        pass_order(function);
        pass_phis(function);
    }
    // Only now does no block have a phi with one operand, which merging could not move along.
    for (u32 i = 0; i < function->order_count; i++) {
        if (ssa_block_at(function, function->order[i])->last) merged |= merge_successors(function, function->order[i]);
    }
    if (merged) pass_order(function);
}

void pass_control(struct ssa_function *function) {
    simplify(function);
    if (!thread_branches(function)) return;
    // What is left of such a phi is often a single condition, which goes into the branch now.
    pass_order(function);
    pass_phis(function);
    pass_fold(function);
    simplify(function);
}
