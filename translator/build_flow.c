// Basic blocks of bytecode, their edges and their order. See build.h.
#include "translator/build.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"

#define CONTEXT_LIMIT 4096
#define NO_LOCAL 0xffffffffu

static void mark_leader(struct builder *builder, u32 index) {
    if (index < builder->code.length) builder->leaders[index] = 1;
}

static bool ends_block(u8 opcode) {
    return (opcode >= OP_ifeq && opcode <= OP_return) || opcode == OP_athrow ||
           (opcode >= OP_ifnull && opcode <= OP_jsr_w);
}

u32 build_target_count(const struct builder *builder, u32 index) {
    const u8 *at = build_code_at(builder, index);
    const u8 *operands = build_code_at(builder, bytecode_switch_operands(index));
    switch (bytecode_table[*at].format) {
    case FORMAT_TABLE_SWITCH: return (u32)(bytecode_s32(operands + 8) - bytecode_s32(operands + 4)) + 2;
    case FORMAT_LOOKUP_SWITCH: return (u32)bytecode_s32(operands + 4) + 1;
    case FORMAT_BRANCH: return *at == OP_goto || *at == OP_jsr ? 1 : 2;
    case FORMAT_BRANCH_WIDE: return 1;
    default: return 0;
    }
}

// The cases of a switch that do not lead to its default (a tableswitch has many that fill gaps), then the default.
static u32 switch_targets(const u8 *operands, u32 index, bool is_table, u32 cases, u32 *targets, u32 *keys) {
    u32 other = index + bytecode_u32(operands), count = 0;
    const u8 *at = operands + (is_table ? 12 : 8);
    for (u32 i = 0; i < cases; i++, at += is_table ? 4 : 8) {
        u32 target = index + bytecode_u32(is_table ? at : at + 4);
        if (target == other) continue;
        if (keys) keys[count] = is_table ? bytecode_u32(operands + 4) + i : bytecode_u32(at);
        targets[count++] = target;
    }
    targets[count++] = other;
    return count;
}

u32 build_targets(const struct builder *builder, u32 index, u32 *targets, u32 *keys) {
    const u8 *at = build_code_at(builder, index);
    const u8 *operands = build_code_at(builder, bytecode_switch_operands(index));
    u32 count = build_target_count(builder, index);
    switch (bytecode_table[*at].format) {
    case FORMAT_TABLE_SWITCH: return switch_targets(operands, index, true, count - 1, targets, keys);
    case FORMAT_LOOKUP_SWITCH: return switch_targets(operands, index, false, count - 1, targets, keys);
    case FORMAT_BRANCH:
        targets[0] = index + (u32)bytecode_s16(at + 1);
        if (count == 2) targets[1] = index + 3;
        return count;
    case FORMAT_BRANCH_WIDE: targets[0] = index + bytecode_u32(at + 1); return 1;
    default: return 0;
    }
}

static u32 *targets_of(struct builder *builder, u32 index, u32 *count) {
    u32 *targets = ARENA_RAW_ARRAY(builder->arena, u32, build_target_count(builder, index));
    *count = build_targets(builder, index, targets, NULL);
    return targets;
}

// Blocks begin at targets, after branches, and where the set of covering handlers changes.
static void find_leaders(struct builder *builder) {
    mark_leader(builder, 0);
    u32 length;
    for (u32 index = 0; index < builder->code.length; index += length) {
        arena_poll(builder->arena);
        length = bytecode_length(builder->code.bytes, builder->code.length, index);
        if (length == 0) {
            builder->error = "malformed bytecode";
            return;
        }
        u8 opcode = builder->code.bytes[index];
        if (opcode == OP_wide && builder->code.bytes[index + 1] == OP_ret) opcode = OP_ret;
        if (!ends_block(opcode)) continue;
        u8 *mark = arena_mark(builder->arena);
        u32 count, *targets = targets_of(builder, index, &count);
        for (u32 i = 0; i < count; i++) mark_leader(builder, targets[i]);
        arena_release(builder->arena, mark);
        mark_leader(builder, index + length);
    }
    for (u32 i = 0; i < builder->code.handler_count; i++) {
        arena_step(builder->arena, i + 1);
        struct classfile_handler handler = classfile_handler(&builder->code, narrow_u16(i));
        mark_leader(builder, handler.start);
        mark_leader(builder, handler.end);
        mark_leader(builder, handler.target);
    }
}

// ---- Contexts

static u32 address_local(const struct builder *builder, u32 target) {
    const u8 *at = build_code_at(builder, target);
    if (*at >= OP_astore_0 && *at <= OP_astore_3) return *at - OP_astore_0;
    if (*at == OP_astore) return at[1];
    if (*at == OP_wide && at[1] == OP_astore) return bytecode_u16(at + 2);
    return NO_LOCAL;
}

static u32 add_context(struct builder *builder, u32 parent, u32 target, u32 return_index) {
    ASSERT(!parent || parent < builder->context_count);
    if (builder->context_count == builder->context_capacity) {
        u32 capacity = builder->context_capacity * 2 + 4;
        struct build_context *contexts = ARENA_ARRAY(builder->arena, struct build_context, capacity);
        if (builder->context_count) memcpy(contexts, builder->contexts, builder->context_count * sizeof(*contexts));
        builder->contexts = contexts;
        builder->context_capacity = capacity;
    }
    builder->contexts[builder->context_count] =
        (struct build_context){parent, target, return_index, return_index ? address_local(builder, target) : NO_LOCAL,
                               ARENA_ARRAY(builder->arena, u32, builder->code.length)};
    return builder->context_count++;
}

// The context of the subroutine that a jsr in `context` enters. A subroutine that is entered again without having
// returned was left by a branch: its old context is over.
static u32 subroutine_context(struct builder *builder, u32 context, u32 target, u32 return_index) {
    u32 parent = context;
    for (u32 outer = context; outer; outer = builder->contexts[outer].parent) {
        if (builder->contexts[outer].target == target) parent = builder->contexts[outer].parent;
    }
    for (u32 i = 1; i < builder->context_count; i++) {
        const struct build_context *known = &builder->contexts[i];
        if (known->parent == parent && known->target == target && known->return_index == return_index) return i;
    }
    if (builder->context_count >= CONTEXT_LIMIT) {
        builder->error = "subroutines are nested too deeply";
        return 0;
    }
    return add_context(builder, parent, target, return_index);
}

static u32 subroutine_of_ret(struct builder *builder, u32 context, u32 local) {
    u32 outer = context;
    while (outer && builder->contexts[outer].return_local != local) outer = builder->contexts[outer].parent;
    if (outer == 0) builder->error = "ret without a subroutine";
    return outer;
}

// ---- Blocks

u32 build_block_for(const struct builder *builder, u32 context, u32 index) {
    ASSERT(context < builder->context_count);
    return index < builder->code.length ? builder->contexts[context].block_at[index] : 0;
}

struct edge_visit {
    u32 block, next, count;
    u32 *targets; // blocks, exceptional ones included
};

struct block_walk {
    struct builder *builder;
    struct edge_visit *stack;
    u32 depth, capacity;
    u32 *postorder, postorder_count;
};

u32 build_add_block(struct builder *builder, u32 context, u32 index) {
    u32 block = ssa_add_block(builder->function);
    if (block >= builder->block_capacity) {
        u32 capacity = block * 2 + 16;
        struct build_block *blocks = ARENA_ARRAY(builder->arena, struct build_block, capacity);
        arena_copy(builder->arena, blocks, builder->blocks, builder->block_capacity * sizeof(*blocks));
        builder->blocks = blocks;
        builder->block_capacity = capacity;
    }
    builder->blocks[block] = (struct build_block){.context = context, .start = index};
    ssa_block_at(builder->function, block)->start_index = index;
    return block;
}

static u32 visit(struct block_walk *walk, u32 context, u32 index);

// Fills in where the block's last bytecode leads, making the blocks that are new. Returns the number of edges.
static u32 add_edges(struct block_walk *walk, u32 block, u32 last, u32 next) {
    struct builder *builder = walk->builder;
    u32 context = builder->blocks[block].context, count, *targets;
    u8 opcode = builder->code.bytes[last];
    bool is_wide = opcode == OP_wide;
    if (opcode == OP_jsr || opcode == OP_jsr_w) {
        targets = targets_of(builder, last, &count);
        context = subroutine_context(builder, context, targets[0], next);
    } else if (opcode == OP_ret || (is_wide && builder->code.bytes[last + 1] == OP_ret)) {
        u32 local = is_wide ? bytecode_u16(build_code_at(builder, last + 2)) : builder->code.bytes[last + 1];
        u32 subroutine = subroutine_of_ret(builder, context, local);
        count = 1;
        targets = ARENA_ARRAY(builder->arena, u32, 1);
        targets[0] = builder->contexts[subroutine].return_index;
        context = builder->contexts[subroutine].parent;
    } else if (!ends_block(opcode)) {
        count = 1;
        targets = ARENA_ARRAY(builder->arena, u32, 1);
        targets[0] = next;
    } else {
        targets = targets_of(builder, last, &count);
    }
    ssa_set_successors(builder->function, block, count);
    for (u32 i = 0; i < count; i++) {
        arena_step(builder->arena, i + 1);
        u32 to = visit(walk, context, targets[i]);
        ssa_successors(builder->function, block)[i] = to;
        ssa_add_predecessor(builder->function, to, block);
    }
    return count;
}

static u32 count_covering(const struct builder *builder, u32 index) {
    u32 count = 0;
    for (u32 i = 0; i < builder->code.handler_count; i++) {
        arena_step(builder->arena, i + 1);
        struct classfile_handler handler = classfile_handler(&builder->code, narrow_u16(i));
        count += index >= handler.start && index < handler.end;
    }
    return count;
}

// Enters a block's successors and handlers into its visit, so that those with the highest bytecode index are visited
// first: they come last in the order, and so a loop's body comes before what follows the loop.
static void open_block(struct block_walk *walk, u32 block) {
    struct builder *builder = walk->builder;
    u32 last = builder->blocks[block].start,
        next = last + bytecode_length(builder->code.bytes, builder->code.length, last);
    while (next < builder->code.length && !builder->leaders[next]) {
        arena_poll(builder->arena);
        last = next;
        next += bytecode_length(builder->code.bytes, builder->code.length, next);
    }
    builder->blocks[block].throws = builder->code.bytes[last] == OP_athrow;
    u32 slot = walk->depth - 1;
    u32 edges = add_edges(walk, block, last, next);
    u32 covering = count_covering(builder, builder->blocks[block].start);
    u32 *targets = ARENA_ARRAY(builder->arena, u32, edges + covering);
    if (edges) memcpy(targets, ssa_successors(builder->function, block), edges * sizeof(u32));
    u32 count = edges;
    for (u32 i = 0; covering && i < builder->code.handler_count; i++) {
        arena_step(builder->arena, i + 1);
        struct classfile_handler handler = classfile_handler(&builder->code, narrow_u16(i));
        if (builder->blocks[block].start >= handler.start && builder->blocks[block].start < handler.end) {
            targets[count++] = visit(walk, builder->blocks[block].context, handler.target);
        }
    }
    for (u32 i = 1; i < edges && edges <= 8; i++) {
        for (u32 j = i; j > 0 && builder->blocks[targets[j - 1]].start < builder->blocks[targets[j]].start; j--) {
            u32 swap = targets[j];
            targets[j] = targets[j - 1];
            targets[j - 1] = swap;
        }
    }
    ASSERT(count == edges + covering);
    walk->stack[slot].targets = targets;
    walk->stack[slot].count = count;
}

// The block at an index; if it is new it is made, but not opened.
static u32 visit(struct block_walk *walk, u32 context, u32 index) {
    ASSERT(context < walk->builder->context_count);
    struct builder *builder = walk->builder;
    if (index >= builder->code.length || !builder->leaders[index]) {
        builder->error = "branch to no instruction";
        index = 0;
    }
    u32 *known = &builder->contexts[context].block_at[index];
    if (*known == 0) {
        u32 block = build_add_block(builder, context, index);
        builder->contexts[context].block_at[index] = block;
        return block;
    }
    return *known;
}

static void push_visit(struct block_walk *walk, u32 block) {
    ASSERT(block && block < walk->builder->block_capacity);
    ASSERT(!walk->builder->blocks[block].filled);
    if (walk->depth == walk->capacity) {
        u32 capacity = walk->capacity * 2 + 32;
        struct edge_visit *stack = ARENA_RAW_ARRAY(walk->builder->arena, struct edge_visit, capacity);
        if (walk->depth) memcpy(stack, walk->stack, walk->depth * sizeof(*stack));
        walk->stack = stack;
        walk->capacity = capacity;
    }
    walk->stack[walk->depth++] = (struct edge_visit){.block = block};
    walk->builder->blocks[block].filled = true; // here: opened
    open_block(walk, block);
}

static void append_postorder(struct block_walk *walk, u32 block, u32 *capacity) {
    if (walk->postorder_count == *capacity) {
        u32 *larger = ARENA_RAW_ARRAY(walk->builder->arena, u32, *capacity * 2 + 32);
        if (walk->postorder_count) memcpy(larger, walk->postorder, walk->postorder_count * sizeof(u32));
        walk->postorder = larger;
        *capacity = *capacity * 2 + 32;
    }
    walk->postorder[walk->postorder_count++] = block;
}

// The blocks between a block and one that jumps back to it run often.
static void find_loops(struct builder *builder) {
    s32 *change = ARENA_ARRAY(builder->arena, s32, builder->order_count + 2), depth = 0;
    for (u32 i = 0; i < builder->order_count; i++) {
        arena_poll(builder->arena);
        u32 block = builder->order[i], position = builder->blocks[block].position;
        for (u32 j = 0; j < ssa_block_at(builder->function, block)->successor_count; j++) {
            u32 to = builder->blocks[ssa_successors(builder->function, block)[j]].position;
            if (to > position) continue;
            change[to]++;
            change[position + 1]--;
        }
    }
    for (u32 i = 0; i < builder->order_count; i++) {
        arena_step(builder->arena, i + 1);
        depth += change[i + 1];
        ASSERT(depth >= 0);
        builder->blocks[builder->order[i]].loops = (u32)depth + builder->in_loop;
    }
}

void build_find_blocks(struct builder *builder) {
    builder->leaders = ARENA_ARRAY(builder->arena, u8, builder->code.length + 1);
    find_leaders(builder);
    add_context(builder, 0, 0, 0);
    if (builder->error) return;
    struct block_walk walk = {.builder = builder};
    u32 capacity = 0, first = visit(&walk, 0, 0);
    ssa_set_successors(builder->function, builder->entry_block, 1);
    ssa_successors(builder->function, builder->entry_block)[0] = first;
    ssa_add_predecessor(builder->function, first, builder->entry_block);
    push_visit(&walk, first);
    while (walk.depth && !builder->error) {
        arena_poll(builder->arena);
        struct edge_visit *top = &walk.stack[walk.depth - 1];
        if (top->next < top->count) {
            u32 to = top->targets[top->next++];
            if (!builder->blocks[to].filled) push_visit(&walk, to);
        } else {
            append_postorder(&walk, top->block, &capacity);
            walk.depth--;
        }
    }
    builder->order_count = walk.postorder_count;
    builder->order = ARENA_RAW_ARRAY(builder->arena, u32, walk.postorder_count);
    for (u32 i = 0; i < walk.postorder_count; i++) {
        arena_step(builder->arena, i + 1);
        u32 block = walk.postorder[walk.postorder_count - 1 - i];
        builder->order[i] = block;
        builder->blocks[block].position = i + 1;
        builder->blocks[block].filled = false;
    }
    find_loops(builder);
}
