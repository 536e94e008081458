// Ways that meet, on one of which an object has just been made, and on the others of which a call that was seldom taken
// brought one that is not known: `iterator()` of a list that nearly always has the same class. The seldom paths get a
// copy of all that follows the join, so that on the usual one the object is what it was when it was made: its class is
// known, calls of its methods are decided, and it can be taken apart (pass_scalar). Only in methods that are translated
// again. See pass.h.
#include "base/panic.h"
#include "translator/pass.h"

#define MOST_SPLITS 4u
#define MOST_INSTRUCTIONS 400u // that are copied, for one join

struct split {
    struct ssa_function *function;
    u32 join;
    u32 *block_copies, block_count; // 0: not copied
    struct pass_copies values;
};

// ---- Where it is worth while

static bool is_seldom(const struct ssa_function *function, u32 block) {
    return ssa_block_at(function, block)->flags & BLOCK_COLD;
}

// What a phi has on all edges that are not seldom: an object made there, else 0. Some way has to be seldom.
static u32 usual_object(const struct ssa_function *function, u32 phi) {
    u32 block = ssa_at(function, phi)->block, usual = 0, seldom = 0;
    ASSERT(ssa_at(function, phi)->operand_count == ssa_block_at(function, block)->predecessor_count);
    for (u32 i = 0; i < ssa_at(function, phi)->operand_count; i++) {
        u32 operand = ssa_operand(function, phi, i);
        if (is_seldom(function, ssa_predecessors(function, block)[i])) {
            seldom++;
        } else if (usual && usual != operand) {
            return 0;
        } else {
            usual = operand;
        }
    }
    return usual && seldom && pass_can_be_scalar(function, usual) ? usual : 0;
}

// Whether what uses the object, or the phi that has it, could do without it, where that is not seldom.
static bool stays_inside(const struct ssa_function *function, u32 phi, u32 object) {
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        if (is_seldom(function, function->order[i])) continue;
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            for (u32 j = 0; j < ssa_at(function, value)->operand_count; j++) {
                u32 operand = ssa_operand(function, value, j);
                bool is_it = operand == phi || (operand == object && value != phi);
                if (is_it && !pass_is_scalar_use(function, value, j)) return false;
            }
        }
    }
    return true;
}

static bool is_wanted(const struct ssa_function *function, u32 block) {
    const struct ssa_block *at = ssa_block_at(function, block);
    if (at->predecessor_count < 2 || at->flags & (BLOCK_COLD | BLOCK_LOOP_HEADER | BLOCK_LANDING)) return false;
    for (u32 phi = at->first; ssa_at(function, phi)->operation == SSA_PHI; phi = ssa_at(function, phi)->next) {
        u32 object = usual_object(function, phi);
        if (object && stays_inside(function, phi, object)) return true;
    }
    return false;
}

// ---- What is copied: all that the join dominates

// How many instructions the block has; more than may be copied if it cannot be.
static u32 cost_of(const struct ssa_function *function, u32 block) {
    const u32 *successors = ssa_successors(function, block);
    u32 count = 0;
    if (ssa_block_at(function, block)->successor_count == 2 && successors[0] == successors[1]) {
        return MOST_INSTRUCTIONS + 1;
    }
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        if (ssa_at(function, value)->operation == SSA_SWITCH) return MOST_INSTRUCTIONS + 1;
        count++;
    }
    return count;
}

static bool is_small_enough(const struct split *split) {
    const struct ssa_function *function = split->function;
    u32 count = 0;
    for (u32 i = ssa_block_at(function, split->join)->position; i < function->order_count; i++) {
        if (pass_dominates(function, split->join, function->order[i])) count += cost_of(function, function->order[i]);
        if (count > MOST_INSTRUCTIONS) return false;
    }
    return true;
}

static u32 copy_of_block(const struct split *split, u32 block) {
    return block < split->block_count ? split->block_copies[block] : 0;
}

static void copy_block(struct split *split, u32 block) {
    struct ssa_function *function = split->function;
    ASSERT(block < split->block_count && !split->block_copies[block]);
    u32 copy = split->block_copies[block] = pass_copy_block(function, block);
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        split->values.of[value] = pass_copy_instruction(function, value, copy);
    }
}

static void copy_operands(const struct split *split, u32 block) {
    struct ssa_function *function = split->function;
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        pass_copy_operands(function, split->values, value);
    }
}

static void copy_edges(const struct split *split, u32 block) {
    struct ssa_function *function = split->function;
    u32 copy = copy_of_block(split, block), count = ssa_block_at(function, block)->successor_count;
    ASSERT(copy);
    ssa_set_successors(function, copy, count);
    for (u32 i = 0; i < count; i++) {
        u32 successor = ssa_successors(function, block)[i], inside = copy_of_block(split, successor);
        ssa_successors(function, copy)[i] = inside ? inside : successor;
        if (!inside) pass_add_exit(function, split->values, successor, copy, block);
    }
    for (u32 i = 0; i < ssa_block_at(function, block)->predecessor_count; i++) {
        u32 from = ssa_predecessors(function, block)[i], inside = copy_of_block(split, from);
        ssa_add_predecessor(function, copy, inside ? inside : from);
    }
}

// Each edge goes to one of the two.
static void part_ways(const struct split *split) {
    struct ssa_function *function = split->function;
    u32 copy = copy_of_block(split, split->join);
    ASSERT(copy);
    ASSERT(ssa_block_at(function, copy)->predecessor_count == ssa_block_at(function, split->join)->predecessor_count);
    for (u32 i = ssa_block_at(function, split->join)->predecessor_count; i-- > 0;) {
        u32 from = ssa_predecessors(function, split->join)[i];
        bool seldom = is_seldom(function, from);
        pass_remove_predecessor(function, seldom ? split->join : copy, i);
        if (seldom) pass_redirect(function, from, split->join, copy);
    }
}

static void copy_all(struct split *split) {
    struct ssa_function *function = split->function;
    u32 from = ssa_block_at(function, split->join)->position;
    split->block_count = function->block_count;
    split->block_copies = ARENA_ARRAY(function->arena, u32, split->block_count);
    split->values.count = function->instruction_count;
    split->values.of = ARENA_ARRAY(function->arena, u32, split->values.count);
    for (u32 i = from; i < function->order_count; i++) {
        if (pass_dominates(function, split->join, function->order[i])) copy_block(split, function->order[i]);
    }
    for (u32 i = from; i < function->order_count; i++) {
        if (copy_of_block(split, function->order[i])) copy_operands(split, function->order[i]);
    }
    for (u32 i = from; i < function->order_count; i++) {
        if (copy_of_block(split, function->order[i])) copy_edges(split, function->order[i]);
    }
}

static bool split_first(struct ssa_function *function) {
    for (u32 i = 0; i < function->order_count; i++) {
        struct split split = {.function = function, .join = function->order[i]};
        arena_poll(function->arena);
        if (!is_wanted(function, split.join) || !is_small_enough(&split)) continue;
        copy_all(&split);
        part_ways(&split);
        pass_order(function);
        pass_phis(function);
        return true;
    }
    return false;
}

void pass_split(struct ssa_function *function) {
    if (!function->again || !function->allocates) return;
    u32 count = 0;
    while (count < MOST_SPLITS && split_first(function)) count++;
    if (!count) return;
    pass_fold(function);
    pass_control(function);
}
