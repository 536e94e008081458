// Guards of one method in a row, as calls of the same method on one object after another have them: where the first
// guard's two paths meet only to be told apart again by the second guard, each goes on to the second guard's path of
// its own. The path past a failed guard is a dispatched call, which is always right. The path past a guard that held is
// right for the second receiver too if that had been brought before the first guard asked: a class is linked, and what
// it overrides is marked, before its first object exists. See pass.h.
#include "base/panic.h"
#include "translator/pass.h"

enum { HELD, FAILED, WAYS };

// The block `middle` holds phis and a guard; `from` are its two predecessors, `to` its two successors, by way; `join`
// is where the ways meet again, 0 if they do not.
struct fork {
    u32 middle, join;
    u32 from[WAYS], edges[WAYS], to[WAYS];
};

static bool ends_with(const struct ssa_function *function, u32 block, enum ssa_operation operation) {
    u32 last = ssa_block_at(function, block)->last;
    return last && ssa_at(function, last)->operation == operation;
}

// The receiver of the call that the guard's other path begins with, 0 if it begins with something else.
static u32 receiver_of(const struct ssa_function *function, u32 block) {
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        u8 operation = ssa_at(function, value)->operation;
        if (operation == SSA_CALL_VIRTUAL) return ssa_operand(function, value, 0);
        if (operation != SSA_CHECK_NULL) return 0;
    }
    return 0;
}

// Whether the block is nothing but phis and a guard that ask again what the block above it asked, for a receiver that
// was there by then.
static bool asks_again(const struct ssa_function *function, u32 block) {
    const struct ssa_block *at = ssa_block_at(function, block);
    u32 above = at->dominator, first = at->first;
    if (at->predecessor_count != WAYS || !ends_with(function, block, SSA_GUARD) ||
        !ends_with(function, above, SSA_GUARD) ||
        ssa_at(function, at->last)->integer != ssa_at(function, ssa_block_at(function, above)->last)->integer) {
        return false;
    }
    while (ssa_at(function, first)->operation == SSA_PHI) first = ssa_at(function, first)->next;
    u32 receiver = receiver_of(function, ssa_successors(function, block)[FAILED]);
    return first == at->last && receiver && pass_dominates(function, ssa_at(function, receiver)->block, above);
}

static bool find_ways(const struct ssa_function *function, struct fork *fork) {
    u32 above = ssa_block_at(function, fork->middle)->dominator;
    ASSERT(ssa_block_at(function, above)->successor_count == WAYS);
    ASSERT(ssa_block_at(function, fork->middle)->successor_count == WAYS);
    for (u32 way = 0; way < WAYS; way++) {
        u32 begin = ssa_successors(function, above)[way], edge = 0;
        fork->to[way] = ssa_successors(function, fork->middle)[way];
        while (edge < WAYS && !pass_dominates(function, begin, ssa_predecessors(function, fork->middle)[edge])) edge++;
        if (edge == WAYS || ssa_block_at(function, begin)->predecessor_count != 1 ||
            ssa_block_at(function, fork->to[way])->predecessor_count != 1) {
            return false;
        }
        fork->edges[way] = edge;
        fork->from[way] = ssa_predecessors(function, fork->middle)[edge];
        if (!ends_with(function, fork->from[way], SSA_JUMP)) return false;
    }
    return fork->to[HELD] != fork->to[FAILED];
}

// The path on which a block lies, WAYS if on none.
static u32 way_of(const struct ssa_function *function, const struct fork *fork, u32 block) {
    u32 way = 0;
    while (way < WAYS && !pass_dominates(function, fork->to[way], block)) way++;
    return way;
}

static void find_join(const struct ssa_function *function, struct fork *fork) {
    for (u32 i = ssa_block_at(function, fork->middle)->position + 1; i < function->order_count; i++) {
        u32 block = function->order[i];
        if (ssa_block_at(function, block)->predecessor_count != WAYS) continue;
        const u32 *predecessors = ssa_predecessors(function, block);
        u32 a = way_of(function, fork, predecessors[0]), b = way_of(function, fork, predecessors[1]);
        if (a == b || a == WAYS || b == WAYS) continue;
        fork->join = block;
        return;
    }
}

// Where an operand is needed: a phi's at the end of the edge that brings it.
static u32 block_of_use(const struct ssa_function *function, u32 value, u32 index) {
    u32 block = ssa_at(function, value)->block;
    return ssa_at(function, value)->operation == SSA_PHI ? ssa_predecessors(function, block)[index] : block;
}

static bool is_brought_together(const struct ssa_function *function, const struct fork *fork, u32 value) {
    const struct ssa_instruction *at = ssa_at(function, value);
    return at->operation == SSA_PHI && at->block == fork->middle;
}

static bool covers_use(const struct ssa_function *function, const struct fork *fork, u32 value, u32 index) {
    u32 block = block_of_use(function, value, index);
    return way_of(function, fork, block) != WAYS || (fork->join && pass_dominates(function, fork->join, block));
}

// Whether every use of the phis has a value after the change.
static bool covers_uses(const struct ssa_function *function, const struct fork *fork) {
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            for (u32 j = 0; j < ssa_at(function, value)->operand_count; j++) {
                if (is_brought_together(function, fork, ssa_operand(function, value, j)) &&
                    !covers_use(function, fork, value, j)) {
                    return false;
                }
            }
        }
    }
    return true;
}

// A phi where the ways meet again, with what each of them has in place of a phi of the block in the middle.
static u32 join_values(struct ssa_function *function, const struct fork *fork, u32 phi) {
    ASSERT(fork->join && ssa_at(function, phi)->operand_count == WAYS);
    u32 joined = ssa_add_instruction(function, SSA_PHI, (enum ssa_type)ssa_at(function, phi)->type, WAYS);
    for (u32 i = 0; i < WAYS; i++) {
        u32 way = way_of(function, fork, ssa_predecessors(function, fork->join)[i]);
        ASSERT(way != WAYS);
        ssa_operands(function, joined)[i] = ssa_operand(function, phi, fork->edges[way]);
    }
    ssa_insert_first(function, fork->join, joined);
    return joined;
}

static void replace_uses(struct ssa_function *function, const struct fork *fork, u32 *joined) {
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            for (u32 j = 0; j < ssa_at(function, value)->operand_count; j++) {
                u32 phi = ssa_operand(function, value, j);
                if (!is_brought_together(function, fork, phi)) continue;
                u32 way = way_of(function, fork, block_of_use(function, value, j));
                if (way == WAYS && !joined[phi]) joined[phi] = join_values(function, fork, phi);
                ssa_operands(function, value)[j] =
                    way == WAYS ? joined[phi] : ssa_operand(function, phi, fork->edges[way]);
            }
        }
    }
}

static void part_ways(struct ssa_function *function, const struct fork *fork) {
    ASSERT(fork->edges[HELD] != fork->edges[FAILED]);
    u32 guard = ssa_block_at(function, fork->middle)->last;
    u32 *joined = pass_new_forward(function);
    replace_uses(function, fork, joined);
    for (u32 way = 0; way < WAYS; way++) {
        ASSERT(ssa_block_at(function, fork->from[way])->successor_count == 1);
        ASSERT(ssa_successors(function, fork->from[way])[0] == fork->middle);
        ASSERT(ssa_block_at(function, fork->to[way])->predecessor_count == 1);
        struct ssa_instruction *jump = ssa_at(function, ssa_block_at(function, fork->from[way])->last);
        jump->marks = ssa_join_marks(function, jump->marks, ssa_at(function, guard)->marks);
        ssa_successors(function, fork->from[way])[0] = fork->to[way];
        ssa_predecessors(function, fork->to[way])[0] = fork->from[way];
    }
    struct ssa_block *middle = ssa_block_at(function, fork->middle);
    while (middle->last) ssa_unlink(function, middle->last);
    middle->successor_count = middle->predecessor_count = 0;
}

static bool part_first(struct ssa_function *function) {
    for (u32 i = 0; i < function->order_count; i++) {
        struct fork fork = {.middle = function->order[i]};
        arena_poll(function->arena);
        if (!asks_again(function, fork.middle) || !find_ways(function, &fork)) continue;
        find_join(function, &fork);
        if (!covers_uses(function, &fork)) continue;
        part_ways(function, &fork);
        pass_order(function);
        return true;
    }
    return false;
}

#define MOST_FORKS 16

void pass_guard(struct ssa_function *function) {
    u32 parted = 0;
    while (parted < MOST_FORKS && part_first(function)) parted++;
}
