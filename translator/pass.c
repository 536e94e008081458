// What the passes share; see pass.h.
#include "translator/pass.h"

#include "base/panic.h"
#include "base/string.h"

u32 *pass_new_forward(struct ssa_function *function) {
    return ARENA_ARRAY(function->arena, u32, function->instruction_count);
}

void pass_apply_forward(struct ssa_function *function, u32 *forward) {
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first, next; value; value = next) {
            next = ssa_at(function, value)->next;
            if (forward[value]) {
                ssa_unlink(function, value);
                continue;
            }
            u32 *operands = ssa_operands(function, value);
            for (u32 j = 0; j < ssa_at(function, value)->operand_count; j++) {
                if (forward[operands[j]]) operands[j] = pass_resolve(forward, operands[j]);
            }
        }
    }
}

void pass_apply_values(struct ssa_function *function, const u32 *values, u32 count) {
    ASSERT(count <= function->instruction_count);
    u32 *forward = pass_new_forward(function);
    memcpy(forward, values, count * sizeof(u32));
    pass_apply_forward(function, forward);
}

void pass_add_edge(struct ssa_function *function, u32 block, u32 from, u32 like) {
    u32 edge = ssa_edge(function, block, like), count = ssa_block_at(function, block)->predecessor_count;
    ssa_add_predecessor(function, block, from);
    for (u32 phi = ssa_block_at(function, block)->first; phi && ssa_at(function, phi)->operation == SSA_PHI;
         phi = ssa_at(function, phi)->next) {
        ASSERT(ssa_at(function, phi)->operand_count == count);
        u32 list = ssa_add_list(function, count + 1);
        const u32 *operands = ssa_operands(function, phi);
        for (u32 i = 0; i < count; i++) function->lists[list + i] = operands[i];
        function->lists[list + count] = operands[edge];
        ssa_at(function, phi)->operand_list = list;
        ssa_at(function, phi)->operand_count++;
    }
}

void pass_redirect(struct ssa_function *function, u32 block, u32 to, u32 instead) {
    for (u32 i = 0; i < ssa_block_at(function, block)->successor_count; i++) {
        u32 *successor = &ssa_successors(function, block)[i];
        if (*successor == to) *successor = instead;
    }
}

void pass_remove_predecessor(struct ssa_function *function, u32 block, u32 edge) {
    struct ssa_block *at = ssa_block_at(function, block);
    u32 *predecessors = ssa_predecessors(function, block);
    arena_poll(function->arena);
    ASSERT(edge < at->predecessor_count);
    at->predecessor_count--;
    for (u32 i = edge; i < at->predecessor_count; i++) predecessors[i] = predecessors[i + 1];
    for (u32 phi = at->first; phi && ssa_at(function, phi)->operation == SSA_PHI; phi = ssa_at(function, phi)->next) {
        u32 *operands = ssa_operands(function, phi);
        ASSERT(ssa_at(function, phi)->operand_count == at->predecessor_count + 1u);
        u32 count = --ssa_at(function, phi)->operand_count;
        for (u32 i = edge; i < count; i++) operands[i] = operands[i + 1];
    }
}

void pass_remove_edge(struct ssa_function *function, u32 from, u32 to) {
    pass_remove_predecessor(function, to, ssa_edge(function, to, from));
}

bool pass_dominates(const struct ssa_function *function, u32 above, u32 block) {
    const struct ssa_block *a = ssa_block_at(function, above), *b = ssa_block_at(function, block);
    return a->tree_first <= b->tree_first && b->tree_first <= a->tree_last;
}

// ---- Copies of blocks

u32 pass_copy_block(struct ssa_function *function, u32 block) {
    ASSERT(!(ssa_block_at(function, block)->flags & BLOCK_LANDING)); // only the unwinder enters those
    u32 copy = ssa_add_block(function);
    ssa_block_at(function, copy)->start_index = ssa_block_at(function, block)->start_index;
    ssa_block_at(function, copy)->flags = ssa_block_at(function, block)->flags & BLOCK_UNLIKELY;
    return copy;
}

u32 pass_copy_instruction(struct ssa_function *function, u32 value, u32 block) {
    const struct ssa_instruction *from = ssa_at(function, value);
    u32 made = ssa_add_instruction(function, (enum ssa_operation)from->operation, (enum ssa_type)from->type,
                                   from->operand_count);
    from = ssa_at(function, value);
    ASSERT(from->operation != SSA_NONE);
    struct ssa_instruction *copy = ssa_at(function, made);
    copy->kind = from->kind;
    copy->flags = from->flags;
    copy->site = from->site;
    copy->origin = from->origin;
    copy->packed = from->packed;
    copy->integer = from->integer;
    copy->marks = from->marks;
    ssa_append(function, block, made);
    return made;
}

void pass_copy_operands(struct ssa_function *function, struct pass_copies copies, u32 value) {
    ASSERT(value < copies.count && copies.of[value]);
    ASSERT(ssa_at(function, copies.of[value])->operand_count == ssa_at(function, value)->operand_count);
    u32 *to = ssa_operands(function, copies.of[value]);
    for (u32 i = 0; i < ssa_at(function, value)->operand_count; i++) {
        to[i] = pass_copy_of(copies, ssa_operand(function, value, i));
    }
}

void pass_add_exit(struct ssa_function *function, struct pass_copies copies, u32 block, u32 from, u32 like) {
    pass_add_edge(function, block, from, like);
    for (u32 phi = ssa_block_at(function, block)->first; phi && ssa_at(function, phi)->operation == SSA_PHI;
         phi = ssa_at(function, phi)->next) {
        u32 *operand = &ssa_operands(function, phi)[ssa_at(function, phi)->operand_count - 1];
        *operand = pass_copy_of(copies, *operand);
    }
}
