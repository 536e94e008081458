// The wrapper of a native method, so that stack traces and instruments see it like any other method: parameters, the
// call, return. See docs/architecture.md, "Natives".
#include "base/panic.h"
#include "translator/build.h"
#include "translator/entries.h"

#include "translator/intrinsic.h"
#include "translator/program.h"

// The instructions themselves if the translator knows them; otherwise a call of what the method is bound to, or of what
// link_native finds when it runs (which must be a handle native).
static u32 build_native_call(struct builder *builder, u32 count, u32 *operands) {
    struct method *method = builder->method;
    u32 result;
    if (intrinsic_build(builder, method, operands + 1, &result)) return result;
    const struct native *native = method->native;
    enum ssa_type type = ssa_type_of_letter(method->return_type);
    if (native == NULL) {
        operands[0] = build_entry(builder, ENTRY_link_native, TYPE_LONG, 1,
                                  (u32[]){build_int(builder, (s32)method_address(method))});
        result = build_emit(builder, SSA_CALL_NATIVE, type, count + 1, operands);
        build_at(builder, result)->flags |= SSA_BOUND_LATE;
        build_at(builder, result)->kind = SSA_NATIVE_HANDLE;
        return result;
    }
    bool wants_method = native->kind == NATIVE_METHOD;
    if (wants_method) operands[0] = build_int(builder, (s32)method_address(method));
    result = build_emit(builder, SSA_CALL_NATIVE, type, count + wants_method, operands + 1 - wants_method);
    build_at(builder, result)->integer = (s64)(uintptr_t)native->function;
    static const u8 kinds[] = {[NATIVE_LEAF] = SSA_NATIVE_LEAF,
                               [NATIVE_LOCKED] = SSA_NATIVE_LOCKED,
                               [NATIVE_HANDLE] = SSA_NATIVE_HANDLE,
                               [NATIVE_REENTRANT] = SSA_NATIVE_HANDLE,
                               [NATIVE_METHOD] = SSA_NATIVE_HANDLE};
    ASSERT(native->function && native->kind < COUNT_OF(kinds));
    build_at(builder, result)->kind = kinds[native->kind];
    return result;
}

const char *build_native(struct builder *builder) {
    struct ssa_function *function = builder->function;
    builder->variable_count = builder->code.max_locals = builder->method->argument_slots;
    u32 body = build_add_block(builder, 0, 0);
    u32 count = build_entry_block(builder), operands[257] = {0};
    ASSERT(count < COUNT_OF(operands));
    for (u32 i = 0, local = 0; i < count; i++, local++) {
        operands[i + 1] = builder->values[local];
        if (local + 1 < builder->variable_count && builder->values[local + 1] == BUILD_SECOND_WORD) local++;
    }
    build_emit_0(builder, SSA_JUMP, TYPE_VOID);
    ssa_set_successors(function, SSA_ENTRY_BLOCK, 1);
    ssa_successors(function, SSA_ENTRY_BLOCK)[0] = body;
    ssa_add_predecessor(function, body, SSA_ENTRY_BLOCK);
    build_find_handlers(builder);
    if (builder->unlock_landing) {
        builder->blocks[body].first_handler =
            ssa_add_handlers(function, &(struct ssa_handler){0, builder->unlock_landing, builder->method}, 1);
        builder->blocks[body].handler_count = 1;
    }
    builder->block = body;
    build_begin_bytecode(builder);
    u32 result = build_native_call(builder, count, operands);
    build_return(builder, builder->method->return_type == 'V' ? 0 : result);
    return builder->error;
}
