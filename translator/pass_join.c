// Fields whose value is known on every path that leads to a load, though not the same on each: the load becomes a phi.
// So a branch on a field that has just been written does not wait for memory. Looked for are the last stores and loads
// of the same field of the same object, through blocks that no loop enters from below, across nothing that calls or may
// write to it. Only in methods that are translated again. See pass.h.
#include "base/panic.h"
#include "translator/pass.h"

#define MOST_STEPS 200u     // instructions that are looked at for one load
#define NOTHING 0xffffffffu // no value is known
#define JOINED 0x80000000u  // | block: the phi that is to be made there

struct join {
    struct ssa_function *function;
    u32 *stamps, *found; // by block: what is known at its begin, if its stamp is that of the load
    u32 stamp, steps;
    u32 load;
};

static u32 known_at_begin(struct join *join, u32 block);

static bool is_of_object(const struct ssa_function *function, u32 access) {
    return pass_is_plain(ssa_at(function, access)) &&
           ssa_at(function, ssa_operand(function, access, 0))->type == TYPE_REF;
}

// What a load or a store of a field says about the field of the load: its value, NOTHING if it may have become another,
// 0 if it is another field.
static u32 known_by_access(const struct join *join, u32 value) {
    const struct ssa_function *function = join->function;
    const struct ssa_instruction *access = ssa_at(function, value), *load = ssa_at(function, join->load);
    bool is_load = access->operation == SSA_LOAD;
    if (!is_of_object(function, value)) return is_load && pass_is_plain(access) ? 0 : NOTHING;
    if (access->integer != load->integer) return 0;
    if (access->kind == load->kind && ssa_operand(function, value, 0) == ssa_operand(function, join->load, 0)) {
        return is_load ? value : ssa_operand(function, value, 1);
    }
    return is_load ? 0 : NOTHING;
}

static u32 known_by(const struct join *join, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(join->function, value);
    if (instruction->operation == SSA_LOAD || instruction->operation == SSA_STORE) return known_by_access(join, value);
    bool calls = ssa_properties[instruction->operation] & (SSA_SAFEPOINT | SSA_CALLS);
    return calls || ssa_effects(instruction) & (SSA_WRITES(SSA_FIELDS) | SSA_ORDERS) ? NOTHING : 0;
}

// What is known behind an instruction of the block, or at its begin if that is 0.
static u32 known_behind(struct join *join, u32 block, u32 value) {
    for (; value; value = ssa_at(join->function, value)->previous) {
        if (join->steps == MOST_STEPS) return NOTHING;
        join->steps++;
        u32 known = known_by(join, value);
        if (known) return known;
    }
    return known_at_begin(join, block);
}

static u32 known_at_end(struct join *join, u32 block) {
    return known_behind(join, block, ssa_block_at(join->function, block)->last);
}

static u32 known_at_begin(struct join *join, u32 block) {
    const struct ssa_function *function = join->function;
    const struct ssa_block *at = ssa_block_at(function, block);
    if (join->stamps[block] == join->stamp) return join->found[block];
    join->stamps[block] = join->stamp;
    join->found[block] = NOTHING;
    if (at->flags & (BLOCK_LANDING | BLOCK_LOOP_HEADER) || at->predecessor_count == 0) return NOTHING;
    u32 common = known_at_end(join, ssa_predecessors(function, block)[0]);
    for (u32 i = 1; i < at->predecessor_count && common != NOTHING; i++) {
        u32 known = known_at_end(join, ssa_predecessors(function, block)[i]);
        if (known == NOTHING) return NOTHING;
        if (known != common) common = JOINED | block;
    }
    return join->found[block] = common;
}

// A value for what is known; everything that leads there has been found, so it takes no steps to find it again.
static u32 make_value(struct join *join, u32 known) {
    ASSERT(known && known != NOTHING);
    if (!(known & JOINED)) return known;
    struct ssa_function *function = join->function;
    u32 block = known & ~JOINED, count = ssa_block_at(function, block)->predecessor_count;
    ASSERT(block < function->block_count && join->stamps[block] == join->stamp);
    if (join->found[block] != known) return join->found[block];
    u32 phi = ssa_add_instruction(function, SSA_PHI, (enum ssa_type)ssa_at(function, join->load)->type, count);
    join->found[block] = phi;
    for (u32 i = 0; i < count; i++) {
        join->steps = 0;
        u32 value = make_value(join, known_at_end(join, ssa_predecessors(function, block)[i]));
        ssa_operands(function, phi)[i] = value;
    }
    ssa_insert_first(function, block, phi);
    return phi;
}

static bool is_candidate(const struct ssa_function *function, u32 value) {
    const struct ssa_instruction *load = ssa_at(function, value);
    return load->operation == SSA_LOAD && pass_is_whole(load->kind) && is_of_object(function, value);
}

// The value that the load has, 0 if it is not known.
static u32 value_of_load(struct join *join, u32 block, u32 load) {
    join->load = load;
    ASSERT(ssa_at(join->function, load)->block == block);
    join->steps = 0;
    join->stamp++;
    u32 known = known_behind(join, block, ssa_at(join->function, load)->previous);
    return known == NOTHING ? 0 : make_value(join, known);
}

void pass_join(struct ssa_function *function) {
    if (!function->again) return;
    ASSERT(function->instruction_count < JOINED && function->block_count < JOINED); // one u32 holds either
    struct join join = {.function = function};
    u32 count = function->instruction_count, *values = pass_new_forward(function);
    join.stamps = ARENA_ARRAY(function->arena, u32, function->block_count);
    join.found = ARENA_ARRAY(function->arena, u32, function->block_count);
    for (u32 i = 0; i < function->order_count; i++) {
        u32 block = function->order[i];
        arena_poll(function->arena);
        if (ssa_block_at(function, block)->flags & BLOCK_COLD) continue;
        for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
            if (is_candidate(function, value)) values[value] = value_of_load(&join, block, value);
        }
    }
    pass_apply_values(function, values, count);
}
