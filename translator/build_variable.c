// Local variables and operand stack as SSA values. See build.h.
#include "translator/build.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"

// How far a read searches through joins whose predecessors are all built before it makes a phi.
#define JOIN_DEPTH 12

// Where to look for variables that a block does not have; 0 if there is no single block.
static u32 single_predecessor(const struct builder *builder, u32 block) {
    if (builder->blocks[block].head) return builder->blocks[block].head;
    return ssa_block_at(builder->function, block)->predecessor_count == 1 ? *ssa_predecessors(builder->function, block)
                                                                          : 0;
}

static void add_pending(struct builder *builder, u32 block, u32 variable, u32 phi) {
    if (builder->pending_count == builder->pending_capacity) {
        u32 capacity = builder->pending_capacity * 2 + 32;
        struct pending_phi *pending = ARENA_ARRAY(builder->arena, struct pending_phi, capacity);
        arena_copy(builder->arena, pending, builder->pending, builder->pending_count * sizeof(*pending));
        builder->pending = pending;
        builder->pending_capacity = capacity;
    }
    builder->pending[builder->pending_count++] = (struct pending_phi){block, variable, phi};
}

static u32 make_phi(struct builder *builder, u32 block, u32 variable, enum ssa_type type) {
    ASSERT(ssa_block_at(builder->function, block)->predecessor_count);
    u32 phi = ssa_add_instruction(builder->function, SSA_PHI, type,
                                  ssa_block_at(builder->function, block)->predecessor_count);
    ssa_insert_first(builder->function, block, phi);
    add_pending(builder, block, variable, phi);
    return phi;
}

static u32 read_at_depth(struct builder *builder, u32 block, u32 variable, enum ssa_type type, u32 depth);

static void find_written(struct builder *builder) {
    u32 index = 0;
    builder->written = ARENA_ARRAY(builder->arena, u8, builder->code.max_locals + 1u);
    for (; index < builder->code.length; index += bytecode_length(builder->code.bytes, builder->code.length, index)) {
        struct build_access access = build_local_access(builder, build_code_at(builder, index));
        bool is_wide = access.type == TYPE_LONG || access.type == TYPE_DOUBLE;
        for (u32 local = access.local; access.writes && local <= access.local + is_wide; local++) {
            if (local < builder->code.max_locals) builder->written[local] = true;
        }
    }
}

// An argument of an inlined method, which has no handlers, that is never written: it has its value in all blocks. That
// a loop does not change it need not be found out when the loop is done then, and what is known of the value holds
// there. Otherwise 0.
static u32 argument_of_all(struct builder *builder, u32 variable) {
    if (!builder->caller || variable >= builder->code.max_locals) return 0;
    if (!builder->written) find_written(builder);
    u32 value = builder->written[variable] ? 0 : builder->blocks[builder->entry_block].values[variable];
    return value == BUILD_SECOND_WORD ? 0 : value;
}

// What arrives at a join: the one value that all predecessors have, if that is quickly found, otherwise a phi.
static u32 read_join(struct builder *builder, u32 block, u32 variable, enum ssa_type type, u32 depth) {
    u32 count = ssa_block_at(builder->function, block)->predecessor_count, common = 0;
    bool is_simple = depth < JOIN_DEPTH && count <= 8;
    for (u32 i = 0; is_simple && i < count; i++) {
        u32 predecessor = ssa_predecessors(builder->function, block)[i];
        is_simple = builder->blocks[predecessor].filled &&
                    builder->blocks[predecessor].position < builder->blocks[block].position;
    }
    for (u32 i = 0; is_simple && i < count; i++) {
        u32 value = read_at_depth(builder, ssa_predecessors(builder->function, block)[i], variable, type, depth + 1);
        is_simple = i == 0 || value == common;
        common = value;
    }
    return is_simple ? common : make_phi(builder, block, variable, type);
}

// The value of a variable that nothing defines: by the verifier it cannot be read. Zero does no harm.
static u32 undefined(struct builder *builder, enum ssa_type type) { return ssa_constant(builder->function, type, 0); }

static u32 read_at_depth(struct builder *builder, u32 block, u32 variable, enum ssa_type type, u32 depth) {
    u32 at = block, value;
    ASSERT(variable < builder->variable_count);
    while (builder->blocks[at].values[variable] == 0) {
        u32 predecessor = single_predecessor(builder, at);
        if (predecessor == 0) break;
        at = predecessor;
    }
    value = builder->blocks[at].values[variable];
    if (value == 0) value = argument_of_all(builder, variable);
    if (value == 0) {
        if (ssa_block_at(builder->function, at)->flags & BLOCK_LANDING) {
            value = build_landing_value(builder, at, variable, type);
        } else if (ssa_block_at(builder->function, at)->predecessor_count == 0) {
            value = undefined(builder, type);
        } else {
            value = read_join(builder, at, variable, type, depth);
        }
    }
    builder->blocks[at].values[variable] = value;
    for (u32 step = block; step != at; step = single_predecessor(builder, step)) {
        builder->blocks[step].values[variable] = value;
    }
    return value;
}

u32 build_read(struct builder *builder, u32 block, u32 variable, enum ssa_type type) {
    ASSERT(variable < builder->variable_count);
    u32 value = builder->blocks[block].values[variable];
    if (value == 0 || value == BUILD_SECOND_WORD) value = read_at_depth(builder, block, variable, type, 0);
    if (value == BUILD_SECOND_WORD || build_at(builder, value)->type != type) {
        builder->error = "variable of another type";
        value = undefined(builder, type);
    }
    return value;
}

void build_write_local(struct builder *builder, u32 local, u32 value) {
    enum ssa_type type = build_at(builder, value)->type;
    bool is_wide = type == TYPE_LONG || type == TYPE_DOUBLE;
    if (local + is_wide >= builder->code.max_locals) {
        builder->error = "local variable out of range";
        return;
    }
    builder->values[local] = value;
    if (is_wide) builder->values[local + 1] = BUILD_SECOND_WORD;
    build_store_frame(builder, local, value);
}

// The operand stack at a block's beginning is that of any predecessor built before; in reverse postorder there is one.
static void enter_stack(struct builder *builder, u32 block) {
    u32 count = ssa_block_at(builder->function, block)->predecessor_count, model = 0;
    for (u32 i = 0; i < count && model == 0; i++) {
        if (builder->blocks[ssa_predecessors(builder->function, block)[i]].filled) {
            model = ssa_predecessors(builder->function, block)[i];
        }
    }
    if (model == 0) {
        builder->error = "no way into a block";
        return;
    }
    u32 depth = builder->blocks[model].depth, base = builder->code.max_locals;
    ASSERT(depth <= builder->code.max_stack);
    builder->blocks[block].depth = narrow_u16(depth);
    for (u32 i = 0; i < depth; i++) {
        u32 value = builder->blocks[model].values[base + i];
        if (value != BUILD_SECOND_WORD && count > 1) {
            value = read_join(builder, block, base + i, build_at(builder, value)->type, 0);
        }
        builder->blocks[block].values[base + i] = value;
    }
    for (u32 i = 0; i < count; i++) {
        const struct build_block *predecessor = &builder->blocks[ssa_predecessors(builder->function, block)[i]];
        if (predecessor->filled && predecessor->depth != depth) builder->error = "stack of another depth";
    }
}

void build_enter_block(struct builder *builder, u32 block) {
    struct build_block *state = &builder->blocks[block];
    state->values = ARENA_ARRAY(builder->arena, u32, builder->variable_count);
    builder->block = block;
    builder->values = state->values;
    enter_stack(builder, block);
    builder->depth = builder->blocks[block].depth;
}

// Handles the phis made on the way, and those that their operands need in turn.
void build_finish_phis(struct builder *builder) {
    for (u32 i = 0; i < builder->pending_count && !builder->error; i++) {
        struct pending_phi pending = builder->pending[i];
        arena_poll(builder->arena);
        enum ssa_type type = build_at(builder, pending.phi)->type;
        u32 count = ssa_block_at(builder->function, pending.block)->predecessor_count;
        ASSERT(build_at(builder, pending.phi)->operand_count == count);
        for (u32 p = 0; p < count; p++) {
            u32 value =
                build_read(builder, ssa_predecessors(builder->function, pending.block)[p], pending.variable, type);
            ssa_operands(builder->function, pending.phi)[p] = value;
        }
    }
}
