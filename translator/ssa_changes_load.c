// Loads that a pass has replaced. Each path back from the load is walked to where the value is known to be in that
// place: a load that gave it, or a store of it. A phi that stands for the load is followed into the edges of its block.
// See ssa_changes.h.
#include "translator/ssa_changes_load.h"

enum {
    MOST_DEPTH = 4,     // of values that are compared by how they are computed
    MOST_WAYS = 256,    // that wait to be walked
    MOST_STEPS = 20000, // instructions of the walks for one load: a walk may begin others
};

struct way {
    u32 block; // to be walked from its end upwards
    u32 expected;
};

struct walk {
    struct ssa_changes *changes;
    u32 load, depth, count, number;
    bool is_made; // the load's object was one that is no longer made: nobody else sees it
    struct way ways[MOST_WAYS];
};

static bool is_right(struct ssa_changes *changes, u32 load, u32 instead, u32 depth);

static u32 resolve(const struct ssa_changes *changes, u32 value) {
    for (u32 i = 0; i < MOST_DEPTH && value < changes->before->instruction_count && changes->replaced[value]; i++) {
        value = changes->replaced[value];
    }
    return value;
}

static bool is_load(u8 operation) { return operation == SSA_LOAD || operation == SSA_LOAD_ELEMENT; }
static bool is_known(const struct ssa_changes *changes, u32 value) {
    return value < changes->before->instruction_count && changes->keys[value];
}

// No operand says what stands for a load if all that used it has gone as well. What does may be a new phi.
static bool is_gone_load(const struct ssa_changes *changes, u32 value) {
    return is_known(changes, value) && !changes->is_left[value] && is_load(ssa_at(changes->before, value)->operation);
}

static bool is_same_operation(const struct ssa_instruction *a, const struct ssa_instruction *b) {
    return a->operation == b->operation && a->kind == b->kind && a->type == b->type && a->integer == b->integer &&
           a->operand_count == b->operand_count && a->operation != SSA_PHI;
}

// Whether both are the same value, as far as it can be told from `depth` levels of what they are computed from.
static bool is_same(struct ssa_changes *changes, u32 a, u32 b, u32 depth) {
    a = resolve(changes, a), b = resolve(changes, b);
    if (a == b || depth == MOST_DEPTH) return true;
    if (is_gone_load(changes, a)) return is_right(changes, a, b, depth + 1);
    if (is_gone_load(changes, b)) return is_right(changes, b, a, depth + 1);
    if (!is_known(changes, a) || !is_known(changes, b)) return false;
    const struct ssa_instruction *one = ssa_at(changes->before, a), *other = ssa_at(changes->before, b);
    if (!(ssa_properties[one->operation] & SSA_PURE) || !is_same_operation(one, other)) return false;
    for (u32 i = 0; i < one->operand_count; i++) {
        u32 first = ssa_operand(changes->before, a, i), second = ssa_operand(changes->before, b, i);
        if (!is_same(changes, first, second, depth + 1)) return false;
    }
    return one->operation == SSA_CONSTANT || one->operand_count > 0;
}

// ---- Places in memory

static bool is_absolute(const struct ssa_function *function, u32 base) {
    return ssa_is_constant(function, base) && ssa_at(function, base)->type == TYPE_INT;
}

static bool is_anywhere(const struct ssa_function *function, u32 base) {
    return ssa_at(function, base)->type == TYPE_INT && !ssa_is_constant(function, base);
}

static s64 start_of(const struct ssa_function *function, u32 access) {
    u32 base = ssa_operand(function, access, 0);
    return ssa_at(function, access)->integer + (is_absolute(function, base) ? ssa_at(function, base)->integer : 0);
}

// Whether a store to a field may be to the place of a load of one: no two fields of an object overlap, and none lies at
// a static's address.
static bool may_be_field(const struct ssa_function *function, u32 load, u32 store) {
    u32 base = ssa_operand(function, load, 0), other = ssa_operand(function, store, 0);
    if (is_anywhere(function, other)) return true;
    if (is_anywhere(function, base)) return false; // what a class keeps
    if (is_absolute(function, base) != is_absolute(function, other)) return false;
    return start_of(function, load) == start_of(function, store);
}

static bool may_be_to(const struct walk *walk, u32 store) {
    const struct ssa_function *function = walk->changes->before;
    const struct ssa_instruction *at = ssa_at(function, store), *load = ssa_at(function, walk->load);
    u32 memory = load->operation == SSA_LOAD ? SSA_FIELDS : SSA_ELEMENTS, effects = ssa_effects(at);
    if (walk->is_made) return false; // and nobody else stores to it
    if (at->operation == SSA_STORE && !(effects & SSA_ORDERS)) {
        return load->operation == SSA_LOAD && may_be_field(function, walk->load, store);
    }
    if (at->operation == SSA_STORE_ELEMENT && !(effects & SSA_ORDERS)) {
        return load->operation == SSA_LOAD_ELEMENT && at->kind == load->kind;
    }
    bool is_final = load->flags & SSA_FINAL;
    return !is_final && (effects & SSA_ORDERS || effects >> 8 & memory);
}

static bool is_same_place(const struct walk *walk, u32 access) {
    struct ssa_changes *changes = walk->changes;
    const struct ssa_instruction *at = ssa_at(changes->before, access), *load = ssa_at(changes->before, walk->load);
    bool is_field = load->operation == SSA_LOAD;
    if (at->operation != (is_field ? SSA_LOAD : SSA_LOAD_ELEMENT) &&
        at->operation != (is_field ? SSA_STORE : SSA_STORE_ELEMENT)) {
        return false;
    }
    if (at->kind != load->kind || (is_field && at->integer != load->integer)) return false;
    for (u32 i = 0; i < (is_field ? 1u : 2u); i++) {
        u32 a = ssa_operand(changes->before, access, i), b = ssa_operand(changes->before, walk->load, i);
        if (!is_same(changes, a, b, walk->depth)) return false;
    }
    return true;
}

// ---- Walking

enum answer { GO_ON, HOLDS, BROKEN };

// Whether it has gone because it does nothing, or to an object that is not this one.
static bool is_gone(const struct walk *walk, u32 value) {
    struct ssa_changes *changes = walk->changes;
    if (changes->is_left[value]) return false;
    return ssa_at(changes->before, value)->operation != SSA_STORE ||
           ssa_operand(changes->before, value, 0) != ssa_operand(changes->before, walk->load, 0);
}

// What a store of `stored` leaves to be loaded: a part of it, if the memory is smaller.
static bool gives(const struct walk *walk, u32 stored, u32 expected) {
    const struct ssa_function *after = walk->changes->after;
    const struct ssa_instruction *narrowed = ssa_at(after, expected);
    bool is_part = narrowed->operation == SSA_I2B || narrowed->operation == SSA_I2C || narrowed->operation == SSA_I2S;
    return is_same(walk->changes, stored, expected, walk->depth) ||
           (is_part && is_same(walk->changes, stored, ssa_operand(after, expected, 0), walk->depth));
}

static enum answer ask(const struct walk *walk, u32 value, u32 expected) {
    const struct ssa_function *before = walk->changes->before;
    const struct ssa_instruction *at = ssa_at(before, value);
    if (walk->is_made && value == ssa_operand(before, walk->load, 0)) {
        const struct ssa_instruction *zero = ssa_at(walk->changes->after, expected);
        return zero->operation == SSA_CONSTANT && zero->integer == 0 ? HOLDS : BROKEN;
    }
    bool is_plain = !(ssa_effects(at) & SSA_ORDERS);
    if ((is_plain || walk->is_made) && is_same_place(walk, value)) {
        bool is_it = resolve(walk->changes, value) == expected || value == expected;
        if (is_load(at->operation)) return is_it ? HOLDS : GO_ON;
        u32 stored = ssa_operand(before, value, at->operand_count - 1u);
        return gives(walk, stored, expected) ? HOLDS : BROKEN;
    }
    return !is_gone(walk, value) && may_be_to(walk, value) ? BROKEN : GO_ON;
}

static bool add_way(struct walk *walk, u32 block, u32 expected) {
    if (walk->count == MOST_WAYS) return false;
    walk->ways[walk->count++] = (struct way){block, expected};
    return true;
}

// Into the edges that lead to the block; the phis of it may be new. Returns false if there are too many.
static bool go_up(struct walk *walk, u32 block, u32 expected) {
    const struct ssa_function *before = walk->changes->before, *after = walk->changes->after;
    const struct ssa_instruction *at = ssa_at(after, expected);
    bool splits = at->operation == SSA_PHI && at->block == block;
    u32 count = ssa_block_at(before, block)->predecessor_count;
    if (splits && at->operand_count != count) return false;
    for (u32 i = 0; i < count; i++) {
        if (!add_way(walk, ssa_predecessors(before, block)[i], splits ? ssa_operand(after, expected, i) : expected)) {
            return false;
        }
    }
    return true;
}

// From the instruction on upwards, or from the block's begin into its edges if that is 0.
static enum answer walk_block(struct walk *walk, u32 block, u32 value, u32 expected) {
    const struct ssa_function *before = walk->changes->before;
    for (; value; value = ssa_at(before, value)->previous) {
        enum answer answer = walk->changes->steps++ < MOST_STEPS ? ask(walk, value, expected) : HOLDS;
        if (answer != GO_ON) return answer;
    }
    if (ssa_block_at(before, block)->predecessor_count == 0) return BROKEN;
    return go_up(walk, block, expected) ? GO_ON : HOLDS;
}

static bool is_right(struct ssa_changes *changes, u32 load, u32 instead, u32 depth) {
    const struct ssa_instruction *at = ssa_at(changes->before, load);
    u32 base = ssa_operand(changes->before, load, 0);
    struct walk walk = {.changes = changes, .load = load, .depth = depth, .number = ++changes->walk};
    walk.is_made = ssa_at(changes->before, base)->operation == SSA_NEW && !changes->is_left[base];
    // What is loaded from another is not followed
    if (!walk.is_made && ssa_changes_is_of_none(changes, load)) return true;
    if (!walk.is_made && ssa_effects(at) & SSA_ORDERS) return false;
    enum answer answer = walk_block(&walk, at->block, at->previous, instead);
    while (answer != BROKEN && walk.count) {
        struct way way = walk.ways[--walk.count];
        // One that was walked for another value is not walked again: the phi of its block is what differs
        if (changes->reached[way.block] == walk.number) continue;
        changes->reached[way.block] = walk.number;
        answer = walk_block(&walk, way.block, ssa_block_at(changes->before, way.block)->last, way.expected);
    }
    return answer != BROKEN;
}

bool ssa_changes_is_of_none(const struct ssa_changes *changes, u32 access) {
    u32 base = ssa_operand(changes->before, access, 0);
    u8 operation = ssa_at(changes->before, base)->operation;
    return changes->unmakes && !changes->is_left[base] && (operation == SSA_NEW || operation == SSA_LOAD);
}

bool ssa_changes_load_is_right(struct ssa_changes *changes, u32 value) {
    const struct ssa_instruction *was = ssa_at(changes->before, value);
    u32 instead = changes->replaced[value];
    bool is_class_word = was->operation == SSA_LOAD && was->integer == 0 && was->kind == 'I';
    if (!instead || !is_load(was->operation) || is_class_word) return true;
    changes->steps = 0;
    return is_right(changes, value, instead, 0);
}
