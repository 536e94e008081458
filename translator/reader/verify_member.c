// Instructions that name fields, methods and constants: protected access, constructors, and what `super.` may call
// (JVMS 4.10.1.8, 4.10.1.9).
#include "base/narrow.h"
#include "translator/reader/verify_state.h"

#define VERSION_INTERFACE_CODE 52
#define VERSION_CLASS_CONSTANTS 49
#define VERSION_DYNAMIC 51

#define TAG(tag) (1u << (tag))

bool verify_pool_tag(struct verifier *verifier, u32 index, u32 tags) {
    const struct classfile *file = verifier->file;
    if (index == 0 || index >= file->pool_count) return verify_fail(verifier, "Illegal constant pool index %u", index);
    return (tags >> classfile_tag(file, narrow_u16(index)) & 1) ||
           verify_fail(verifier, "Illegal type at constant pool entry %u", index);
}

// ---- Constants

static bool push_dynamic_constant(struct verifier *verifier, u32 index, bool wide) {
    vtype type =
        verify_descriptor_type(verifier, classfile_dynamic(verifier->file, narrow_u16(index)).descriptor.bytes);
    if (type_is_wide(type) != wide) return verify_fail(verifier, "Illegal type at constant pool entry %u", index);
    return verify_push(verifier, type);
}

bool verify_constant(struct verifier *verifier, u8 opcode, u32 index) {
    const u32 narrow = TAG(POOL_INTEGER) | TAG(POOL_FLOAT) | TAG(POOL_STRING) | TAG(POOL_CLASS) |
                       TAG(POOL_METHOD_HANDLE) | TAG(POOL_METHOD_TYPE);
    bool wide = opcode == OP_ldc2_w;
    u32 tags = (wide ? TAG(POOL_LONG) | TAG(POOL_DOUBLE) : narrow) | TAG(POOL_DYNAMIC);
    if (verifier->file->major_version < VERSION_CLASS_CONSTANTS) tags &= ~TAG(POOL_CLASS);
    if (!verify_pool_tag(verifier, index, tags)) return false;
    switch (classfile_tag(verifier->file, narrow_u16(index))) {
    case POOL_INTEGER: return verify_push(verifier, TYPE_INT);
    case POOL_FLOAT: return verify_push(verifier, TYPE_FLOAT);
    case POOL_LONG: return verify_push(verifier, TYPE_LONG);
    case POOL_DOUBLE: return verify_push(verifier, TYPE_DOUBLE);
    case POOL_STRING: return verify_push(verifier, verifier->string_type);
    case POOL_CLASS: return verify_push(verifier, verifier->class_type);
    case POOL_METHOD_HANDLE: return verify_push(verifier, verifier->method_handle_type);
    case POOL_METHOD_TYPE: return verify_push(verifier, verifier->method_type_type);
    default: return push_dynamic_constant(verifier, index, wide);
    }
}

// ---- Protected members

// A protected member of a superclass in another package may be used only on objects of the class being verified (or of
// its subclasses).
static bool check_protected(struct verifier *verifier, const struct member_ref *member, vtype target, vtype object,
                            bool is_method) {
    const struct verify_hierarchy *hierarchy = verifier->hierarchy;
    if (object == verifier->this_type || target == verifier->this_type) return true;
    if (!verify_answer(verifier, hierarchy->is_own_superclass(hierarchy->context, member->class_name))) {
        return !verifier->failed;
    }
    enum verify_answer elsewhere = hierarchy->is_protected_elsewhere(hierarchy->context, member->class_name,
                                                                     member->name, member->descriptor, is_method);
    if (!verify_answer(verifier, elsewhere)) return !verifier->failed;
    if (is_method && target == verifier->object_type && verify_is_array(verifier, object) &&
        text_is(member->name, "clone")) {
        return true;
    }
    return verify_assignable(verifier, verifier->this_type, object, true) ||
           verify_fail(verifier, "Bad access to protected data");
}

// ---- Fields

static bool is_own_field(const struct verifier *verifier, const struct member_ref *member) {
    const struct classfile *file = verifier->file;
    for (u32 i = 0; i < file->field_count; i++) {
        if (text_equal(classfile_member_name(file, &file->fields[i]), member->name) &&
            text_equal(classfile_member_descriptor(file, &file->fields[i]), member->descriptor)) {
            return true;
        }
    }
    return false;
}

// A constructor may set the class's own fields before it calls another constructor.
static bool verify_put_field(struct verifier *verifier, const struct member_ref *member, vtype target, vtype type) {
    vtype object;
    if (!verify_pop(verifier, type) || !verify_pop_any(verifier, TYPE_ANY_REFERENCE, &object)) return false;
    if (object == TYPE_UNINITIALIZED_THIS && target == verifier->this_type && is_own_field(verifier, member)) {
        object = verifier->this_type;
    }
    if (!verify_assignable(verifier, target, object, false)) {
        return verify_fail(verifier, "Bad type on operand stack in putfield");
    }
    return check_protected(verifier, member, target, object, false);
}

static bool verify_get_field(struct verifier *verifier, const struct member_ref *member, vtype target, vtype type) {
    vtype object;
    if (!verify_pop_any(verifier, TYPE_ANY_REFERENCE, &object)) return false;
    if (!verify_assignable(verifier, target, object, false)) {
        return verify_fail(verifier, "Bad type on operand stack in getfield");
    }
    return verify_push(verifier, type) && check_protected(verifier, member, target, object, false);
}

static bool verify_field(struct verifier *verifier, u8 opcode, u16 index) {
    if (!verify_pool_tag(verifier, index, TAG(POOL_FIELD))) return false;
    struct member_ref member = verify_member_ref(verifier, index);
    vtype target = verify_class_type(verifier, member.class_name),
          type = verify_descriptor_type(verifier, member.descriptor.bytes);
    if (verify_is_array(verifier, target)) {
        return verify_fail(verifier, "Expecting reference to class at constant pool index %u", index);
    }
    switch (opcode) {
    case OP_getstatic: return verify_push(verifier, type);
    case OP_putstatic: return verify_pop(verifier, type);
    case OP_getfield: return verify_get_field(verifier, &member, target, type);
    default: return verify_put_field(verifier, &member, target, type);
    }
}

// ---- Constructors

// May the code from a handler on return normally? Then an object whose constructor has thrown could escape.
static bool handler_returns(struct verifier *verifier, u32 handler) {
    const struct classfile_code *code = &verifier->code;
    u8 *mark = arena_mark(verifier->arena);
    u8 *seen = arena_alloc(verifier->arena, code->length);
    u32 *work = ARENA_ARRAY(verifier->arena, u32, code->length), count = 0;
    bool returns = false;
#define VISIT(target)                                                             \
    do {                                                                          \
        s64 to = (target);                                                        \
        if (to < 0 || to >= code->length || !verifier->marks[to]) returns = true; \
        else if (!seen[to]) seen[to] = 1, work[count++] = (u32)to;                \
    } while (0)
    VISIT(handler);
    while (count > 0 && !returns) {
        u32 index = work[--count], next = index + bytecode_length(code->bytes, code->length, index);
        arena_poll(verifier->arena);
        const u8 *at = code->bytes + index;
        for (u16 i = 0; i < code->handler_count; i++) {
            struct classfile_handler other = classfile_handler(code, i);
            arena_step(verifier->arena, i);
            if (verify_in_handler_range(other, index)) VISIT(other.target);
        }
        switch (at[0]) {
        case OP_return: returns = true; continue;
        case OP_athrow: continue;
        case OP_goto: VISIT((s64)index + bytecode_s16(at + 1)); continue;
        case OP_goto_w: VISIT((s64)index + bytecode_s32(at + 1)); continue;
        case OP_tableswitch:
        case OP_lookupswitch: {
            u32 operands = bytecode_switch_operands(index), step = at[0] == OP_tableswitch ? 4 : 8;
            VISIT((s64)index + bytecode_s32(code->bytes + operands));
            for (u32 entry = operands + (step == 4 ? 12 : 8); entry < next; entry += step) {
                VISIT((s64)index + bytecode_s32(code->bytes + entry + step - 4));
            }
            continue;
        }
        default: break;
        }
        if (bytecode_table[at[0]].format == FORMAT_BRANCH) VISIT((s64)index + bytecode_s16(at + 1));
        VISIT(next);
    }
#undef VISIT
    arena_release(verifier->arena, mark);
    return returns;
}

static bool initialize_this(struct verifier *verifier, const struct member_ref *member, vtype target) {
    const struct classfile *file = verifier->file;
    bool is_super = file->super_class && text_equal(member->class_name, classfile_class_name(file, file->super_class));
    if (target != verifier->this_type && !is_super) return verify_fail(verifier, "Bad <init> method call");
    if (!verifier->infer) {
        for (u16 i = 0; i < verifier->code.handler_count; i++) {
            struct classfile_handler handler = classfile_handler(&verifier->code, i);
            arena_step(verifier->arena, i);
            if (verify_in_handler_range(handler, verifier->index) && handler_returns(verifier, handler.target)) {
                return verify_fail(verifier, "Bad <init> method call from after the start of a try block");
            }
        }
    }
    if (!verify_handlers(verifier)) return false;
    verify_initialize(verifier, TYPE_UNINITIALIZED_THIS, verifier->this_type);
    verifier->initialized_this = true;
    return true;
}

static bool initialize_new(struct verifier *verifier, const struct member_ref *member, vtype target, vtype object) {
    const struct verify_hierarchy *hierarchy = verifier->hierarchy;
    const u8 *creator = verifier->code.bytes + type_value(object);
    vtype type = verify_pool_class_type(verifier, bytecode_u16(creator + 1));
    if (type != target) return verify_fail(verifier, "Call to wrong <init> method");
    if (target != verifier->this_type &&
        verify_answer(verifier, hierarchy->is_own_superclass(hierarchy->context, member->class_name)) &&
        verify_answer(verifier, hierarchy->is_protected_elsewhere(hierarchy->context, member->class_name, member->name,
                                                                  member->descriptor, true)) &&
        !verify_assignable(verifier, verifier->this_type, type, true)) {
        return verify_fail(verifier, "Bad access to protected <init> method");
    }
    if (verifier->failed || !verify_handlers(verifier)) return false;
    verify_initialize(verifier, object, type);
    return true;
}

static bool verify_constructor_call(struct verifier *verifier, const struct member_ref *member, vtype target) {
    vtype object;
    if (!verify_pop_any(verifier, TYPE_ANY_REFERENCE, &object)) return false;
    if (object == TYPE_UNINITIALIZED_THIS) return initialize_this(verifier, member, target);
    if (type_kind(object) == TYPE_UNINITIALIZED) return initialize_new(verifier, member, target, object);
    return verify_fail(verifier, "Bad operand type when invoking <init>");
}

// ---- Invocations

static u32 method_tags(const struct verifier *verifier, u8 opcode) {
    switch (opcode) {
    case OP_invokeinterface: return TAG(POOL_INTERFACE_METHOD);
    case OP_invokedynamic: return TAG(POOL_INVOKE_DYNAMIC);
    case OP_invokevirtual: return TAG(POOL_METHOD);
    default:
        return TAG(POOL_METHOD) |
               (verifier->file->major_version >= VERSION_INTERFACE_CODE ? TAG(POOL_INTERFACE_METHOD) : 0);
    }
}

static bool check_operand_bytes(struct verifier *verifier, u8 opcode, struct text descriptor) {
    const u8 *at = verifier->code.bytes + verifier->index;
    if (opcode == OP_invokeinterface && at[3] != descriptor_argument_slots(descriptor) + 1) {
        return verify_fail(verifier, "Inconsistent args count operand in invokeinterface");
    }
    if (opcode == OP_invokeinterface && at[4] != 0) {
        return verify_fail(verifier, "Fourth operand byte of invokeinterface must be zero");
    }
    if (opcode == OP_invokedynamic && (at[3] != 0 || at[4] != 0)) {
        return verify_fail(verifier, "Third and fourth operand bytes of invokedynamic must be zero");
    }
    return true;
}

// Arguments lie on the stack in order: goes through the descriptor once and compares from below.
static bool pop_arguments(struct verifier *verifier, struct text descriptor) {
    vtype types[256];
    u32 count = 0;
    for (const char *at = descriptor.bytes + 1; *at != ')'; at = descriptor_skip(at)) {
        if (count == COUNT_OF(types)) return verify_fail(verifier, "Too many arguments");
        types[count++] = verify_descriptor_type(verifier, at);
    }
    while (count > 0) {
        if (!verify_pop(verifier, types[--count])) return false;
    }
    return true;
}

static bool is_direct_interface(const struct verifier *verifier, struct text name) {
    const struct classfile *file = verifier->file;
    for (u16 i = 0; i < file->interface_count; i++) {
        if (text_equal(classfile_class_name(file, classfile_interface(file, i)), name)) return true;
    }
    return false;
}

// invokespecial of anything but a constructor: this class's own, a superclass's or a direct superinterface's method.
static bool check_special(struct verifier *verifier, const struct member_ref *member, vtype target, u16 index) {
    const struct classfile *file = verifier->file;
    if (target == verifier->this_type || (!verifier->infer && is_direct_interface(verifier, member->class_name))) {
        return true;
    }
    if (file->super_class && text_equal(member->class_name, classfile_class_name(file, file->super_class))) return true;
    const struct verify_hierarchy *hierarchy = verifier->hierarchy;
    bool fits = verifier->infer
                    ? verify_answer(verifier, hierarchy->is_own_superclass(hierarchy->context, member->class_name))
                    : verify_assignable(verifier, target, verifier->this_type, false);
    if (!fits) {
        return verify_fail(verifier,
                           "Bad invokespecial instruction: current class isn't assignable to reference class");
    }
    return classfile_tag(file, index) != POOL_INTERFACE_METHOD ||
           verify_fail(verifier,
                       "Bad invokespecial instruction: interface method reference is in an indirect superinterface");
}

static bool pop_receiver(struct verifier *verifier, u8 opcode, const struct member_ref *member, vtype target) {
    vtype object;
    switch (opcode) {
    case OP_invokestatic: return true;
    case OP_invokespecial: return verify_pop(verifier, verifier->this_type);
    case OP_invokeinterface: return verify_pop(verifier, target);
    default:
        return verify_pop_any(verifier, target, &object) && check_protected(verifier, member, target, object, true);
    }
}

static bool push_result(struct verifier *verifier, struct text descriptor) {
    const char *at = descriptor.bytes + descriptor.length - 1;
    while (at[-1] != ')') at--;
    return *at == 'V' || verify_push(verifier, verify_descriptor_type(verifier, at));
}

static bool verify_dynamic_call(struct verifier *verifier, u16 index) {
    struct dynamic_ref call = classfile_dynamic(verifier->file, index);
    if (verifier->file->major_version < VERSION_DYNAMIC) {
        return verify_malformed(verifier, "invokedynamic instructions not supported by this class file version");
    }
    if (!check_operand_bytes(verifier, OP_invokedynamic, call.descriptor)) return false;
    if (call.name.bytes[0] == '<') return verify_fail(verifier, "Illegal call to internal method");
    return pop_arguments(verifier, call.descriptor) && push_result(verifier, call.descriptor);
}

static bool verify_call(struct verifier *verifier, u8 opcode, u16 index) {
    if (!verify_pool_tag(verifier, index, method_tags(verifier, opcode))) return false;
    if (opcode == OP_invokedynamic) return verify_dynamic_call(verifier, index);
    struct member_ref member = verify_member_ref(verifier, index);
    vtype target = verify_class_type(verifier, member.class_name);
    bool is_constructor = text_is(member.name, "<init>");
    if (!check_operand_bytes(verifier, opcode, member.descriptor)) return false;
    if (member.name.bytes[0] == '<' && (opcode != OP_invokespecial || !is_constructor)) {
        return verify_fail(verifier, "Illegal call to internal method");
    }
    if (opcode == OP_invokespecial && !is_constructor && !check_special(verifier, &member, target, index)) return false;
    if (!pop_arguments(verifier, member.descriptor)) return false;
    if (is_constructor) return verify_constructor_call(verifier, &member, target);
    return pop_receiver(verifier, opcode, &member, target) && push_result(verifier, member.descriptor);
}

bool verify_member_instruction(struct verifier *verifier, u8 opcode) {
    u16 index = bytecode_u16(verifier->code.bytes + verifier->index + 1);
    return opcode <= OP_putfield ? verify_field(verifier, opcode, index) : verify_call(verifier, opcode, index);
}
