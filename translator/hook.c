// See hook.h.
#include "translator/hook.h"

static void insert_before(struct ssa_function *function, u32 position, enum ssa_operation operation) {
    ssa_insert_before(function, position, ssa_add_instruction(function, operation, TYPE_VOID, 0));
}

// The first instruction behind constants and parameters.
static u32 first_of_body(const struct ssa_function *function) {
    u32 value = ssa_block_at(function, SSA_ENTRY_BLOCK)->first;
    while (ssa_at(function, value)->operation == SSA_CONSTANT || ssa_at(function, value)->operation == SSA_PARAMETER) {
        value = ssa_at(function, value)->next;
    }
    return value;
}

static void insert_enter(struct ssa_function *function, u16 flags) {
    u32 position = first_of_body(function);
    if (flags & METHOD_TRACED) insert_before(function, position, SSA_TRACE_ENTER);
    if (flags & METHOD_PROBED) insert_before(function, position, SSA_PROBE_ENTER);
}

static void insert_leave(struct ssa_function *function, u16 flags, u32 leave) {
    if (flags & METHOD_PROBED) insert_before(function, leave, SSA_PROBE_LEAVE);
    if (flags & METHOD_TRACED) insert_before(function, leave, SSA_TRACE_LEAVE);
}

static void insert_allocation(struct ssa_function *function, u32 object) {
    u32 probe = ssa_add_instruction(function, SSA_PROBE_ALLOCATION, TYPE_VOID, 1);
    ssa_operands(function, probe)[0] = object;
    ssa_insert_after(function, object, probe);
}

void hook_insert(struct ssa_function *function, const struct translate_options *options) {
    u16 flags = function->method->flags & (METHOD_PROBED | METHOD_TRACED);
    if (flags == 0 && !options->probe_allocations) return;
    if (flags) insert_enter(function, flags);
    for (u32 value = 1, end = function->instruction_count; value < end; value++) {
        u8 operation = ssa_at(function, value)->operation;
        if (operation == SSA_RETURN) insert_leave(function, flags, value);
        bool allocates = operation == SSA_NEW || operation == SSA_NEW_ARRAY || operation == SSA_NEW_MULTI;
        if (allocates && options->probe_allocations) insert_allocation(function, value);
    }
}
