// Bytecodes without a constant-pool entry: constants, local variables, the stack, arithmetic, arrays, branches. See
// build.h.
#include "translator/build.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"

static const u8 letter_types[5] = {TYPE_INT, TYPE_LONG, TYPE_FLOAT, TYPE_DOUBLE, TYPE_REF};

static void push_constant(struct builder *builder, enum ssa_type type, s64 bits) {
    build_push(builder, ssa_constant(builder->function, type, bits));
}

static void build_constant(struct builder *builder, u8 opcode, const u8 *at) {
    static const u32 float_bits[3] = {0, 0x3f800000, 0x40000000};
    if (opcode == OP_aconst_null) {
        push_constant(builder, TYPE_REF, 0);
    } else if (opcode <= OP_iconst_5) {
        push_constant(builder, TYPE_INT, opcode - OP_iconst_0);
    } else if (opcode <= OP_lconst_1) {
        push_constant(builder, TYPE_LONG, opcode - OP_lconst_0);
    } else if (opcode <= OP_fconst_2) {
        push_constant(builder, TYPE_FLOAT, float_bits[opcode - OP_fconst_0]);
    } else if (opcode <= OP_dconst_1) {
        push_constant(builder, TYPE_DOUBLE, opcode == OP_dconst_0 ? 0 : 0x3ff0000000000000);
    } else if (opcode == OP_bipush) {
        push_constant(builder, TYPE_INT, (s8)at[1]);
    } else {
        push_constant(builder, TYPE_INT, bytecode_s16(at + 1));
    }
}

static void build_local(struct builder *builder, const u8 *at) {
    struct build_access access = build_local_access(builder, at);
    if (access.local >= builder->code.max_locals) {
        builder->error = "local variable out of range";
    } else if (!access.writes) {
        build_push(builder, build_read(builder, builder->block, access.local, access.type));
    } else if (!access.reads) {
        build_write_local(builder, access.local, build_pop(builder));
    } else {
        s32 addend = *at == OP_wide ? bytecode_s16(at + 4) : (s8)at[2];
        u32 old = build_read(builder, builder->block, access.local, TYPE_INT), step = build_int(builder, addend);
        build_write_local(builder, access.local, build_emit_2(builder, SSA_ADD, TYPE_INT, old, step));
    }
}

// The dup family, by words: the `copied` top words are inserted again below the `skipped` words under them.
static void build_dup(struct builder *builder, u32 copied, u32 skipped) {
    u32 words[4];
    ASSERT(copied + skipped <= COUNT_OF(words));
    for (u32 i = copied + skipped; i-- > 0;) words[i] = build_pop_word(builder);
    for (u32 i = 0; i < copied; i++) build_push_word(builder, words[skipped + i]);
    for (u32 i = 0; i < copied + skipped; i++) build_push_word(builder, words[i]);
}

static void build_stack(struct builder *builder, u8 opcode) {
    switch (opcode) {
    case OP_pop2:
        build_pop_word(builder);
        build_pop_word(builder);
        break;
    case OP_pop: build_pop_word(builder); break;
    case OP_dup: build_dup(builder, 1, 0); break;
    case OP_dup_x1: build_dup(builder, 1, 1); break;
    case OP_dup_x2: build_dup(builder, 1, 2); break;
    case OP_dup2: build_dup(builder, 2, 0); break;
    case OP_dup2_x1: build_dup(builder, 2, 1); break;
    case OP_dup2_x2: build_dup(builder, 2, 2); break;
    default: {
        u32 top = build_pop_word(builder), below = build_pop_word(builder);
        build_push_word(builder, top);
        build_push_word(builder, below);
    }
    }
}

// ---- Arithmetic

static void build_binary(struct builder *builder, enum ssa_operation operation, enum ssa_type type) {
    u32 b = build_pop(builder), a = build_pop(builder);
    if ((operation == SSA_DIV || operation == SSA_REM) && (type == TYPE_INT || type == TYPE_LONG)) {
        build_emit_1(builder, SSA_CHECK_ZERO, TYPE_VOID, b);
    }
    build_push(builder, build_emit_2(builder, operation, type, a, b));
}

static void build_unary(struct builder *builder, enum ssa_operation operation, enum ssa_type type) {
    build_push(builder, build_emit_1(builder, operation, type, build_pop(builder)));
}

static void build_arithmetic(struct builder *builder, u8 opcode) {
    static const u8 numeric[6] = {SSA_ADD, SSA_SUB, SSA_MUL, SSA_DIV, SSA_REM, SSA_NEG};
    static const u8 logical[6] = {SSA_SHL, SSA_SHR, SSA_USHR, SSA_AND, SSA_OR, SSA_XOR};
    if (opcode >= OP_ishl) {
        u32 number = opcode - OP_ishl;
        ASSERT(number / 2 < COUNT_OF(logical));
        build_binary(builder, logical[number / 2], letter_types[number % 2]);
    } else if (opcode >= OP_ineg) {
        build_unary(builder, SSA_NEG, letter_types[(opcode - OP_ineg) % 4]);
    } else {
        u32 number = opcode - OP_iadd;
        ASSERT(number / 4 < COUNT_OF(numeric));
        build_binary(builder, numeric[number / 4], letter_types[number % 4]);
    }
}

static void build_conversion(struct builder *builder, u8 opcode) {
    static const u8 conversions[][2] = {
        {SSA_I2L, TYPE_LONG},   {SSA_I2F, TYPE_FLOAT},  {SSA_I2D, TYPE_DOUBLE}, {SSA_L2I, TYPE_INT},
        {SSA_L2F, TYPE_FLOAT},  {SSA_L2D, TYPE_DOUBLE}, {SSA_F2I, TYPE_INT},    {SSA_F2L, TYPE_LONG},
        {SSA_F2D, TYPE_DOUBLE}, {SSA_D2I, TYPE_INT},    {SSA_D2L, TYPE_LONG},   {SSA_D2F, TYPE_FLOAT},
        {SSA_I2B, TYPE_INT},    {SSA_I2C, TYPE_INT},    {SSA_I2S, TYPE_INT},
    };
    ASSERT((u32)opcode - OP_i2l < COUNT_OF(conversions));
    build_unary(builder, conversions[opcode - OP_i2l][0], conversions[opcode - OP_i2l][1]);
}

static void build_compare(struct builder *builder, u8 opcode) {
    u32 b = build_pop(builder), a = build_pop(builder), value = build_emit_2(builder, SSA_COMPARE, TYPE_INT, a, b);
    build_at(builder, value)->kind = opcode == OP_fcmpg || opcode == OP_dcmpg ? SSA_NAN_GREATER : SSA_NAN_LESS;
    build_push(builder, value);
}

// ---- Arrays

static const type_letter element_letters[8] = {'I', 'J', 'F', 'D', 'L', 'B', 'C', 'S'};

static void build_index_checks(struct builder *builder, u32 array, u32 index) {
    build_null_check(builder, array);
    u32 length = build_emit_1(builder, SSA_ARRAY_LENGTH, TYPE_INT, array);
    build_emit_2(builder, SSA_CHECK_BOUNDS, TYPE_VOID, index, length);
}

static void build_array_load(struct builder *builder, u8 opcode) {
    ASSERT((u32)opcode - OP_iaload < COUNT_OF(element_letters));
    type_letter letter = element_letters[opcode - OP_iaload];
    u32 index = build_pop(builder), array = build_pop(builder);
    build_index_checks(builder, array, index);
    u32 value = build_emit_2(builder, SSA_LOAD_ELEMENT, ssa_type_of_letter(letter), array, index);
    build_at(builder, value)->kind = narrow_u8(letter);
    build_push(builder, value);
}

static const char *parameter_descriptor(const struct method *method, u32 number) {
    const char *at = method->descriptor->text + 1;
    if (!(method->access_flags & ACC_STATIC) && number-- == 0) return NULL;
    for (; number; number--) at = descriptor_skip(at);
    ASSERT(*at != ')');
    return at;
}

#define MOST_DIMENSIONS 255u // JVMS 4.4.1

static const struct class *found_class(const struct builder *builder, u32 value) {
    while (builder && (builder->receiver != value || !builder->receiver_class)) builder = builder->caller;
    return builder ? builder->receiver_class : NULL;
}

static const struct class *exact_or_none(const struct class *class) {
    return class && build_is_exact(class) ? class : NULL;
}

// Fields and parameters hold what the verifier has seen. What a static field holds that is not stored to any more may
// move, but stays of its class.
static const struct class *made_class(const struct ssa_function *function, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(function, value);
    switch (instruction->operation) {
    case SSA_NEW:
    case SSA_NEW_ARRAY: {
        const struct ssa_instruction *operand = ssa_at(function, ssa_operand(function, value, 0));
        return operand->operation == SSA_CONSTANT ? class_at((u32)operand->integer) : NULL;
    }
    case SSA_PARAMETER: {
        const char *descriptor = parameter_descriptor(function->method, (u32)instruction->integer);
        return exact_or_none(descriptor ? link_known_type(function->method->holder, descriptor)
                                        : function->method->holder);
    }
    case SSA_LOAD: {
        const struct field *field = (const struct field *)(uintptr_t)instruction->packed;
        if (field && field->access_flags & ACC_STATIC) return object_class((ref)translate_static_value(field));
        return field ? exact_or_none(link_known_type(field->holder, field->descriptor->text)) : NULL;
    }
    default: return NULL;
    }
}

// An element of an element and so on is of the array's class without as many dimensions. No class has more than
// MOST_DIMENSIONS, so a longer chain has no class that is known.
const struct class *build_only_class(const struct builder *builder, u32 value) {
    const struct ssa_function *function = builder->function;
    const struct class *class = found_class(builder, value);
    u32 depth = 0;
    while (!class && ssa_at(function, value)->operation == SSA_LOAD_ELEMENT && depth < MOST_DIMENSIONS) {
        value = ssa_operand(function, value, 0);
        depth++;
        class = found_class(builder, value);
    }
    if (!class) class = made_class(function, value);
    for (; class && depth; depth--) class = class->dimensions ? exact_or_none(class_at(class->component)) : NULL;
    return class;
}

static bool may_always_store(const struct builder *builder, u32 array, u32 value) {
    if (!builder->options->again) return false;
    const struct class *arrays = build_only_class(builder, array),
                       *stored = arrays ? build_only_class(builder, value) : NULL;
    return stored && class_at(arrays->component) == stored;
}

static void build_array_store(struct builder *builder, u8 opcode) {
    ASSERT((u32)opcode - OP_iastore < COUNT_OF(element_letters));
    type_letter letter = element_letters[opcode - OP_iastore];
    u32 value = build_pop(builder), index = build_pop(builder), array = build_pop(builder);
    build_index_checks(builder, array, index);
    if (letter == 'L' && !may_always_store(builder, array, value)) {
        build_emit_2(builder, SSA_CHECK_STORE, TYPE_VOID, array, value);
    }
    if (letter == 'B') value = build_stored_byte(builder, array, value);
    u32 store = build_emit_3(builder, SSA_STORE_ELEMENT, TYPE_VOID, array, index, value);
    build_at(builder, store)->kind = narrow_u8(letter);
}

// ---- Control

// A thread must be able to stop in every loop: emitted before a jump that may go back.
static void build_poll(struct builder *builder) {
    const u32 *successors = ssa_successors(builder->function, builder->block);
    u32 count = ssa_block_at(builder->function, builder->block)->successor_count;
    for (u32 i = 0; i < count; i++) {
        ASSERT(successors[i] && successors[i] < builder->block_capacity);
        if (builder->blocks[successors[i]].position > builder->blocks[builder->block].position) continue;
        u32 poll = build_emit_0(builder, SSA_POLL, TYPE_VOID);
        if (builder->function->slow_places) build_at(builder, poll)->flags |= SSA_SLOW;
        return;
    }
}

static void build_branch(struct builder *builder, u8 opcode) {
    u32 b, a;
    u32 condition;
    if (opcode >= OP_ifnull) {
        b = ssa_constant(builder->function, TYPE_REF, 0);
        condition = opcode - OP_ifnull;
    } else if (opcode >= OP_if_icmpeq) {
        b = build_pop(builder);
        condition = opcode >= OP_if_acmpeq ? opcode - OP_if_acmpeq : opcode - OP_if_icmpeq;
    } else {
        b = build_int(builder, 0);
        condition = opcode - OP_ifeq;
    }
    a = build_pop(builder);
    build_poll(builder);
    u32 branch = build_emit_2(builder, SSA_BRANCH, TYPE_VOID, a, b);
    ASSERT(condition <= SSA_LE);
    build_at(builder, branch)->kind = narrow_u8(condition);
}

static void build_switch(struct builder *builder) {
    u32 value = build_pop(builder), room = build_target_count(builder, builder->index);
    build_poll(builder);
    // only the default: falls through to it
    if (ssa_block_at(builder->function, builder->block)->successor_count == 1) return;
    u32 keys = ssa_add_list(builder->function, room), *targets = ARENA_RAW_ARRAY(builder->arena, u32, room);
    build_targets(builder, builder->index, targets, &builder->function->lists[keys]);
    u32 instruction = build_emit_1(builder, SSA_SWITCH, TYPE_VOID, value);
    build_at(builder, instruction)->packed = keys;
}

static void build_throw(struct builder *builder) {
    u32 exception = build_pop(builder);
    build_emit_1(builder, SSA_THROW, TYPE_VOID, exception);
}

static void build_monitor_bytecode(struct builder *builder, enum ssa_operation operation) {
    u32 object = build_pop(builder);
    build_null_check(builder, object);
    build_monitor(builder, operation, object);
    builder->has_monitors = true;
}

static void build_array_length(struct builder *builder) {
    u32 array = build_pop(builder);
    build_null_check(builder, array);
    build_push(builder, build_emit_1(builder, SSA_ARRAY_LENGTH, TYPE_INT, array));
}

void build_bytecode(struct builder *builder) {
    const u8 *at = build_code_at(builder, builder->index);
    u8 opcode = *at == OP_wide ? at[1] : *at;
    if (opcode == OP_nop) return;
    if (opcode <= OP_sipush) {
        build_constant(builder, opcode, at);
    } else if (opcode <= OP_ldc2_w) {
        build_site_bytecode(builder, opcode);
    } else if (opcode <= OP_aload_3) {
        build_local(builder, at);
    } else if (opcode <= OP_saload) {
        build_array_load(builder, opcode);
    } else if (opcode <= OP_astore_3) {
        build_local(builder, at);
    } else if (opcode <= OP_sastore) {
        build_array_store(builder, opcode);
    } else if (opcode <= OP_swap) {
        build_stack(builder, opcode);
    } else if (opcode <= OP_lxor) {
        build_arithmetic(builder, opcode);
    } else if (opcode == OP_iinc) {
        build_local(builder, at);
    } else if (opcode <= OP_i2s) {
        build_conversion(builder, opcode);
    } else if (opcode <= OP_dcmpg) {
        build_compare(builder, opcode);
    } else if (opcode <= OP_if_acmpne || opcode == OP_ifnull || opcode == OP_ifnonnull) {
        build_branch(builder, opcode);
    } else if (opcode == OP_goto || opcode == OP_goto_w) {
        build_poll(builder);
    } else if (opcode == OP_jsr || opcode == OP_jsr_w) {
        push_constant(builder, TYPE_INT, 0); // the context has the address
    } else if (opcode == OP_ret) {
        build_poll(builder);
    } else if (opcode == OP_tableswitch || opcode == OP_lookupswitch) {
        build_switch(builder);
    } else if (opcode == OP_return) {
        build_return(builder, 0);
    } else if (opcode <= OP_return) {
        build_return(builder, build_returned(builder, build_pop(builder)));
    } else if (opcode == OP_arraylength) {
        build_array_length(builder);
    } else if (opcode == OP_athrow) {
        build_throw(builder);
    } else if (opcode == OP_monitorenter) {
        build_monitor_bytecode(builder, SSA_MONITOR_ENTER);
    } else if (opcode == OP_monitorexit) {
        build_monitor_bytecode(builder, SSA_MONITOR_EXIT);
    } else {
        build_site_bytecode(builder, opcode);
    }
}
