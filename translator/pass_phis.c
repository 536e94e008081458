// Phis that stand for one value: all operands are that value or the phi itself. Replacing one can make others such, so
// this is repeated until nothing changes: in reverse postorder, two or three rounds. This includes groups of phis in
// loops that only feed each other and one value, once the outer ones are gone.
#include "base/panic.h"
#include "translator/pass.h"

static u32 *collect_phis(const struct ssa_function *function, u32 *count) {
    u32 *phis = ARENA_RAW_ARRAY(function->arena, u32, function->instruction_count);
    *count = 0;
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first;
             value && ssa_at(function, value)->operation == SSA_PHI; value = ssa_at(function, value)->next) {
            phis[(*count)++] = value;
        }
    }
    return phis;
}

// The one value that the phi stands for, 0 if there are several.
static u32 single_value(const struct ssa_function *function, const u32 *forward, u32 phi) {
    ASSERT(ssa_at(function, phi)->operand_count ==
           ssa_block_at(function, ssa_at(function, phi)->block)->predecessor_count);
    const u32 *operands = ssa_operands(function, phi);
    u32 single = 0;
    for (u32 i = 0; i < ssa_at(function, phi)->operand_count; i++) {
        u32 operand = pass_resolve(forward, operands[i]);
        ASSERT(operand);
        if (operand == phi || operand == single) continue;
        if (single) return 0;
        single = operand;
    }
    return single;
}

void pass_phis(struct ssa_function *function) {
    u32 *forward = pass_new_forward(function), count, *phis = collect_phis(function, &count);
    bool changed = true, any = false;
    while (changed) {
        changed = false;
        u32 kept = 0;
        for (u32 i = 0; i < count; i++) {
            arena_poll(function->arena);
            u32 value = single_value(function, forward, phis[i]);
            forward[phis[i]] = value;
            if (value) {
                changed = any = true;
            } else {
                phis[kept++] = phis[i];
            }
        }
        count = kept;
    }
    if (any) pass_apply_forward(function, forward);
}
