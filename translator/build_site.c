// Bytecodes with a constant-pool entry, and allocation. What is loaded already is resolved here (link_known_*); for the
// rest the code has a data slot that is filled at run time (SSA_RESOLVE, SSA_CALL_SLOT). Nothing here loads,
// initialises or runs anything. See build.h and docs/architecture.md, "Unresolved sites".
#include "translator/build.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/entries.h"
#include "translator/intrinsic.h"
#include "translator/program.h"

const char translate_no_room[] = "no room for code";

// ---- Resolution

static u32 packed_index(u32 index, enum slot_kind kind) {
    ASSERT(index <= UINT16_MAX);
    return index | (u32)kind << 16;
}

static u32 slot_address(struct builder *builder, const u32 *slot) {
    if (!slot && !builder->error) builder->error = translate_no_room;
    return (u32)(uintptr_t)slot;
}

// The value of a data slot. Nothing is resolved if `unless_null` is null.
static u32 build_resolve(struct builder *builder, u32 index, enum slot_kind kind, enum ssa_type type, u32 unless_null) {
    build_note_slow(builder);
    u32 value =
        unless_null ? build_emit_1(builder, SSA_RESOLVE, type, unless_null) : build_emit_0(builder, SSA_RESOLVE, type);
    build_at(builder, value)->x = slot_address(builder, link_slot(builder->class, narrow_u16(index), kind));
    build_at(builder, value)->y = class_address(builder->class);
    build_at(builder, value)->packed = packed_index(index, kind);
    return value;
}

// What is known of the program, with a note of it.
static struct class *known_class(const struct builder *builder, u32 index) {
    struct class *class = link_known_class(builder->class, narrow_u16(index));
    build_journal_known(builder, class);
    return class;
}

static void note_member(const struct builder *builder, u32 index, const struct class *holder) {
    if (!builder->options->journal) return;
    build_journal_known(builder, holder);
    known_class(builder, classfile_member_ref(builder->file, narrow_u16(index)).class_index);
}

static struct field *known_field(const struct builder *builder, u32 index, bool is_static) {
    struct field *field = link_known_field(builder->class, narrow_u16(index), is_static);
    if (field) note_member(builder, index, field->holder);
    return field;
}

static struct method *known_method(const struct builder *builder, u32 index, enum slot_kind kind) {
    struct method *method = link_known_method(builder->class, narrow_u16(index), kind);
    if (method) note_member(builder, index, method->holder);
    return method;
}

static u32 class_constant(struct builder *builder, const struct class *class) {
    return build_int(builder, (s32)class_address(class));
}

static void build_initialise(struct builder *builder, const struct class *class) {
    if (build_is_initialised(builder, class)) return;
    build_note_slow(builder);
    build_emit_1(builder, SSA_INIT_CLASS, TYPE_VOID, class_constant(builder, class));
}

// A class as an operand: the constant, or what its slot holds.
static u32 build_class(struct builder *builder, u32 index, u32 unless_null, struct class **known) {
    *known = known_class(builder, index);
    return *known ? class_constant(builder, *known) : build_resolve(builder, index, SLOT_CLASS, TYPE_INT, unless_null);
}

// ---- Memory

static type_letter memory_letter(char descriptor) { return descriptor == '[' ? 'L' : descriptor; }

static void set_access(struct builder *builder, u32 access, type_letter letter, u32 flags) {
    build_at(builder, access)->kind = narrow_u8(letter);
    build_at(builder, access)->flags |= narrow_u8(flags);
}

static u32 build_load(struct builder *builder, u32 base, s64 offset, type_letter letter, u32 flags) {
    u32 load = build_emit_1(builder, SSA_LOAD, ssa_type_of_letter(letter), base);
    build_at(builder, load)->integer = offset;
    set_access(builder, load, letter, flags);
    return load;
}

// ---- Constants

static u32 build_mirror(struct builder *builder, u32 index) {
    struct class *known;
    u32 class = build_class(builder, index, 0, &known);
    if (known && known->mirror) return ssa_constant(builder->function, TYPE_REF, known->mirror);
    u32 mirror = build_emit_1(builder, SSA_LOAD, TYPE_REF, class);
    build_at(builder, mirror)->kind = 'L';
    build_at(builder, mirror)->integer = offsetof(struct class, mirror);
    return mirror;
}

static u32 build_string(struct builder *builder, u32 index) {
    ref literal = link_known_string(builder->class, narrow_u16(index));
    return literal ? ssa_constant(builder->function, TYPE_REF, literal)
                   : build_resolve(builder, index, SLOT_STRING, TYPE_REF, 0);
}

// A computed constant: its slot holds the address of the static field that holds it.
static void build_cell(struct builder *builder, u32 index, type_letter letter) {
    u32 address = build_resolve(builder, index, SLOT_CELL, TYPE_INT, 0);
    build_push(builder, build_load(builder, address, 0, letter, 0));
}

static void build_load_constant(struct builder *builder, u32 index) {
    const struct classfile *file = builder->file;
    switch (classfile_tag(file, narrow_u16(index))) {
    case POOL_INTEGER: build_push(builder, build_int(builder, classfile_int(file, narrow_u16(index)))); break;
    case POOL_FLOAT:
        build_push(builder,
                   ssa_constant(builder->function, TYPE_FLOAT, (s32)classfile_float_bits(file, narrow_u16(index))));
        break;
    case POOL_LONG:
        build_push(builder, ssa_constant(builder->function, TYPE_LONG, classfile_long(file, narrow_u16(index))));
        break;
    case POOL_DOUBLE:
        build_push(builder, ssa_constant(builder->function, TYPE_DOUBLE, classfile_long(file, narrow_u16(index))));
        break;
    case POOL_STRING: build_push(builder, build_string(builder, index)); break;
    case POOL_CLASS: build_push(builder, build_mirror(builder, index)); break;
    case POOL_DYNAMIC:
        build_cell(builder, index, memory_letter(classfile_dynamic(file, narrow_u16(index)).descriptor.bytes[0]));
        break;
    default: build_cell(builder, index, 'L');
    }
}

// ---- Fields

void build_fence(struct builder *builder) {
    if (builder->options->several_processors) build_emit_0(builder, SSA_FENCE, TYPE_VOID);
}

static void build_store(struct builder *builder, u32 base, s64 offset, u32 value, type_letter letter, u32 flags) {
    u32 store = build_emit_2(builder, SSA_STORE, TYPE_VOID, base, value);
    build_at(builder, store)->integer = offset;
    set_access(builder, store, letter, flags);
    if (flags & SSA_VOLATILE) build_fence(builder);
}

static u32 field_flags(const struct builder *builder, const struct field *field) {
    bool is_settled = build_is_final(builder, field);
    for (const struct builder *at = builder; at; at = at->caller) {
        if (field->holder == at->class && at->method->name->text[0] == '<') is_settled = false;
    }
    return (field->access_flags & ACC_VOLATILE ? SSA_VOLATILE : 0) | (is_settled ? SSA_FINAL : 0);
}

// A field whose class is not known, or that may not be stored to: its offset comes from the slot, and it may be
// volatile.
static void build_unknown_field(struct builder *builder, u32 index, type_letter letter, bool is_store) {
    u32 value = is_store ? build_narrowed(builder, build_pop(builder), letter) : 0, object = build_pop(builder), access;
    u32 offset = build_resolve(builder, index, is_store ? SLOT_PUT_FIELD : SLOT_FIELD, TYPE_INT, 0);
    build_null_check(builder, object);
    offset = build_emit_1(builder, SSA_ZERO_EXTEND, TYPE_LONG, offset);
    if (is_store) {
        access = build_emit_3(builder, SSA_STORE_RAW, TYPE_VOID, object, offset, value);
    } else {
        access = build_emit_2(builder, SSA_LOAD_RAW, ssa_type_of_letter(letter), object, offset);
    }
    set_access(builder, access, letter, SSA_VOLATILE);
    if (is_store) {
        build_fence(builder);
    } else {
        build_push(builder, access);
    }
}

static void build_instance_field(struct builder *builder, u32 index, bool is_store) {
    type_letter letter = memory_letter(classfile_member_ref(builder->file, narrow_u16(index)).descriptor.bytes[0]);
    struct field *field = known_field(builder, index, false);
    if (field == NULL || (is_store && !link_may_store(field, builder->method))) {
        build_unknown_field(builder, index, letter, is_store);
        return;
    }
    u32 value = is_store ? build_narrowed(builder, build_pop(builder), letter) : 0, object = build_pop(builder);
    build_null_check(builder, object);
    if (is_store) {
        build_store(builder, object, field->offset, value, letter, field_flags(builder, field) & SSA_VOLATILE);
    } else {
        u32 load = build_load(builder, object, field->offset, letter, field_flags(builder, field));
        if (letter == 'L') build_at(builder, load)->packed = (u32)(uintptr_t)field;
        build_push(builder, load);
    }
}

// System's streams change.
static bool is_settled(const struct builder *builder, const struct field *field) {
    const struct class *holder = field->holder;
    bool is_it = build_is_final(builder, field) && holder->state == CLASS_INITIALISED &&
                 (field->type != 'L' || strcmp(holder->name->text, "java/lang/System") != 0);
    if (is_it) build_journal_initialised(builder, holder);
    return is_it;
}

s64 translate_static_value(const struct field *field) {
    ASSERT(field->holder->mirror && field->access_flags & ACC_STATIC);
    const void *at = (const void *)(uintptr_t)(field->holder->mirror + field->offset);
    switch (field->type) {
    case 'B': return *(const s8 *)at;
    case 'Z': return *(const u8 *)at;
    case 'C': return *(const u16 *)at;
    case 'S': return *(const s16 *)at;
    case 'I':
    case 'F': return *(const s32 *)at;
    case 'L': return *(const ref *)at;
    default: return *(const s64 *)at;
    }
}

// A primitive static final field of an initialised class keeps its value, and so does one that is null: it is a
// constant now. Other objects move.
static bool build_static_constant(struct builder *builder, const struct field *field) {
    if (!is_settled(builder, field)) return false;
    s64 bits = translate_static_value(field);
    if (field->type == 'L' && bits) return false;
    build_journal_constant(builder, field, bits);
    build_push(builder, ssa_constant(builder->function, ssa_type_of_letter(field->type), bits));
    return true;
}

static void build_static_field(struct builder *builder, u32 index, bool is_store) {
    type_letter letter = memory_letter(classfile_member_ref(builder->file, narrow_u16(index)).descriptor.bytes[0]);
    struct field *field = known_field(builder, index, true);
    if (field && !is_store && build_static_constant(builder, field)) return;
    u32 value = is_store ? build_narrowed(builder, build_pop(builder), letter) : 0, address, flags = SSA_VOLATILE;
    if (field && field->holder->mirror && (!is_store || link_may_store(field, builder->method))) {
        build_initialise(builder, field->holder);
        address = build_int(builder, (s32)(field->holder->mirror + field->offset));
        flags = (field->access_flags & ACC_VOLATILE ? SSA_VOLATILE : 0) |
                (!is_store && is_settled(builder, field) ? SSA_FINAL : 0);
    } else {
        address = build_resolve(builder, index, is_store ? SLOT_PUT_STATIC : SLOT_STATIC, TYPE_INT, 0);
    }
    if (is_store) {
        build_store(builder, address, 0, value, letter, flags);
    } else {
        u32 load = build_load(builder, address, 0, letter, flags);
        // Null would be a constant.
        if (letter == 'L' && flags & SSA_FINAL) build_at(builder, load)->packed = (u32)(uintptr_t)field;
        build_push(builder, load);
    }
}

// ---- Calls

static u32 pop_arguments(struct builder *builder, const char *descriptor, bool has_receiver, u32 *arguments) {
    u32 count = has_receiver;
    for (const char *at = descriptor + 1; *at != ')'; at = descriptor_skip(at)) count++;
    if (count > 255) {
        builder->error = "more than 255 arguments";
        return 0;
    }
    for (u32 i = count; i-- > 0;) arguments[i] = build_pop(builder);
    return count;
}

static bool is_direct(const struct method *method, enum slot_kind kind) {
    if (kind == SLOT_CALL_STATIC || kind == SLOT_CALL_SPECIAL || method->access_flags & ACC_PRIVATE) return true;
    return !(method->holder->access_flags & ACC_INTERFACE) &&
           ((method->access_flags | method->holder->access_flags) & ACC_FINAL || method->vtable_index < 0);
}

u32 build_known_call(struct builder *builder, const struct build_call *call) {
    const struct method *method = call->method;
    bool is_interface = method->holder->access_flags & ACC_INTERFACE;
    enum ssa_operation operation = !call->is_dispatched ? SSA_CALL_DIRECT
                                   : is_interface       ? SSA_CALL_INTERFACE
                                                        : SSA_CALL_VIRTUAL;
    if (call->has_receiver) build_null_check(builder, call->arguments[0]);
    u32 value = build_emit(builder, operation, call->type, call->count, call->arguments);
    if (!call->is_dispatched) {
        build_at(builder, value)->integer = method_address(method);
    } else if (is_interface) {
        build_at(builder, value)->x = (u32)(offsetof(struct class, imt) + sizeof(u32) * method->imt_slot);
        build_at(builder, value)->y = method_address(method);
    } else {
        ASSERT(method->vtable_index >= 0);
        build_at(builder, value)->integer = build_vtable_offset(method);
    }
    return value;
}

// The methods of MethodHandle that lead from a method handle, or from a MemberName as their last argument, to the
// method that it stands for. They are called by the code of java.lang.invoke, and by the code that it generates.
static u32 build_handle_target(struct builder *builder, const struct method *method, u32 *count, const u32 *arguments) {
    struct link_handle_path path = link_handle_path(builder->class);
    const char *name = method->name->text;
    bool is_basic = strcmp(name, "invokeBasic") == 0, is_static = strcmp(name, "linkToStatic") == 0,
         is_special = strcmp(name, "linkToSpecial") == 0;
    u32 member;
    if (!is_static) build_null_check(builder, arguments[0]);
    if (is_basic) {
        u32 form = build_load(builder, arguments[0], path.form, 'L', 0);
        member = build_load(builder, form, path.entry, 'L', 0);
    } else {
        ASSERT(*count);
        member = arguments[--*count];
        build_null_check(builder, member);
    }
    u32 resolved = build_load(builder, member, path.method, 'L', 0);
    return build_load(builder, resolved, is_basic || is_static || is_special ? path.direct : path.dispatched, 'I', 0);
}

static bool is_handle_link(const struct method *method) {
    static const char *const names[] = {"invokeBasic", "linkToStatic", "linkToVirtual", "linkToSpecial",
                                        "linkToInterface"};
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        if (strcmp(method->name->text, names[i]) == 0) {
            return strcmp(method->holder->name->text, "java/lang/invoke/MethodHandle") == 0;
        }
    }
    return false;
}

static void build_handle_call(struct builder *builder, const struct method *method, enum ssa_type type, u32 count,
                              const u32 *arguments) {
    u32 operands[257], given = count;
    ASSERT(count < COUNT_OF(operands));
    operands[0] = build_handle_target(builder, method, &count, arguments);
    ASSERT(count <= given); // the last one may be what the target is found by
    for (u32 i = 0; i < count; i++) operands[i + 1] = arguments[i];
    u32 call = build_emit(builder, SSA_CALL_METHOD, type, count + 1, operands);
    if (type != TYPE_VOID) build_push(builder, call);
}

// Whether the method that is named is likely to be the one called.
static bool may_be_target(const struct build_call *call) {
    return !call->is_dispatched || !(call->method->is_overridden || call->method->holder->access_flags & ACC_INTERFACE);
}

static void build_call(struct builder *builder, u32 index, enum slot_kind kind) {
    struct member_ref member = classfile_member_ref(builder->file, narrow_u16(index));
    u32 arguments[256], count = pop_arguments(builder, member.descriptor.bytes, kind != SLOT_CALL_STATIC, arguments),
                        result = 0;
    enum ssa_type type = ssa_type_of_letter(descriptor_return_letter(member.descriptor));
    struct method *method = known_method(builder, index, kind);
    if (method && method->flags & METHOD_SIGNATURE_POLYMORPHIC) {
        if (count && is_handle_link(method)) {
            build_handle_call(builder, method, type, count, arguments);
            return;
        }
        method = NULL; // its slot gets a method with the site's own descriptor
    }
    // A class that inherits from an interface dispatches through an entry in its own table that only its slot knows.
    if (method && kind == SLOT_CALL_VIRTUAL && method->holder->access_flags & ACC_INTERFACE &&
        !is_direct(method, kind)) {
        method = NULL;
    }
    bool is_dispatched = method && !is_direct(method, kind);
    ASSERT(!is_dispatched || count); // the receiver
    struct method *exact = is_dispatched ? build_exact_target(builder, method, arguments[0]) : NULL;
    if (exact) {
        method = exact;
        is_dispatched = false;
    }
    if (!method || is_dispatched || !intrinsic_build(builder, method, arguments, &result)) {
        struct build_call call = {method, kind, type, is_dispatched, kind != SLOT_CALL_STATIC, count, arguments};
        if (method && !may_be_target(&call)) {
            result = build_inline_seen(builder, &call);
        } else if (method) {
            if (!build_inline(builder, &call, &result)) result = build_known_call(builder, &call);
        } else {
            // The slot checks the receiver, after resolution, whose errors come first.
            build_note_slow(builder);
            result = build_emit(builder, SSA_CALL_SLOT, type, count, arguments);
            build_at(builder, result)->integer =
                slot_address(builder, link_slot(builder->class, narrow_u16(index), kind));
        }
    }
    if (type != TYPE_VOID) build_push(builder, result);
}

static void build_dynamic_call(struct builder *builder, u32 index) {
    struct dynamic_ref dynamic = classfile_dynamic(builder->file, narrow_u16(index));
    u32 arguments[256], count = pop_arguments(builder, dynamic.descriptor.bytes, false, arguments);
    enum ssa_type type = ssa_type_of_letter(descriptor_return_letter(dynamic.descriptor));
    u32 result;
    struct build_call call = {.kind = SLOT_CALL_STATIC, .type = type, .count = count, .arguments = arguments};
    if (builder->options->again) {
        call.method = link_known_site(builder->class, narrow_u16(index), builder->method, builder->index);
    }
    if (!call.method || !build_inline(builder, &call, &result)) {
        result = build_emit(builder, SSA_CALL_SLOT, type, count, arguments);
        build_at(builder, result)->integer =
            slot_address(builder, link_site_slot(builder->class, narrow_u16(index), builder->method, builder->index));
    }
    if (type != TYPE_VOID) build_push(builder, result);
}

// ---- Allocation

static void build_new(struct builder *builder, u32 index) {
    struct class *class = known_class(builder, index);
    u32 value;
    // Fields are laid out when a class is made, so it need not be linked yet; initialising it does that.
    if (class && !class->dimensions && class->state != CLASS_ERRONEOUS &&
        !(class->access_flags & (ACC_INTERFACE | ACC_ABSTRACT))) {
        build_initialise(builder, class);
        value = build_emit_1(builder, SSA_NEW, TYPE_REF, class_constant(builder, class));
        if (class->flags & CLASS_HAS_FINALIZER) build_at(builder, value)->flags |= SSA_SLOW;
    } else {
        u32 resolved = build_resolve(builder, index, SLOT_NEW, TYPE_INT, 0);
        value = build_emit_1(builder, SSA_NEW, TYPE_REF, resolved);
    }
    builder->function->allocates = true;
    build_push(builder, value);
}

static void build_new_primitive_array(struct builder *builder, u8 code) {
    u32 length = build_pop(builder);
    const struct class *class = link_primitive_array("ZCFDBSIJ"[(code - 4u) & 7]);
    ASSERT(class && class->dimensions == 1);
    builder->function->allocates = true;
    build_push(builder, build_emit_2(builder, SSA_NEW_ARRAY, TYPE_REF, class_constant(builder, class), length));
}

static void build_new_array(struct builder *builder, u32 index) {
    u32 length = build_pop(builder);
    const struct class *component = known_class(builder, index);
    u32 class = component && component->array_class ? class_constant(builder, component->array_class)
                                                    : build_resolve(builder, index, SLOT_ARRAY, TYPE_INT, 0);
    builder->function->allocates = true;
    build_push(builder, build_emit_2(builder, SSA_NEW_ARRAY, TYPE_REF, class, length));
}

static void build_new_multi(struct builder *builder, u32 index, u32 dimensions) {
    u32 operands[256];
    ASSERT(dimensions < COUNT_OF(operands));
    struct class *known;
    for (u32 i = dimensions; i > 0; i--) operands[i] = build_pop(builder);
    operands[0] = build_class(builder, index, 0, &known);
    build_push(builder, build_emit(builder, SSA_NEW_MULTI, TYPE_REF, dimensions + 1, operands));
}

// ---- Casts

bool build_is_exact(const struct class *class) {
    while (class->dimensions) {
        class = class_at(class->component);
        if (class->primitive) return true;
    }
    return class->access_flags & ACC_FINAL;
}

static enum ssa_class_test class_test(const struct class *class) {
    if (class == NULL) return SSA_TEST_SLOW;
    if (build_is_exact(class)) return SSA_TEST_EXACT;
    bool in_display =
        !class->dimensions && !(class->access_flags & ACC_INTERFACE) && class->depth < CLASS_DISPLAY_DEPTH;
    return in_display ? SSA_TEST_DISPLAY : SSA_TEST_SLOW;
}

static bool is_object_class(const struct class *class) {
    return class && class->super == NULL && !class->dimensions && !class->primitive &&
           !(class->access_flags & ACC_INTERFACE);
}

static void build_cast(struct builder *builder, u32 index) {
    struct class *known;
    u32 reference = build_pop(builder), class = build_class(builder, index, reference, &known);
    if (!is_object_class(known)) {
        u32 check = build_emit_2(builder, SSA_CHECK_CAST, TYPE_VOID, reference, class);
        build_at(builder, check)->kind = class_test(known);
    }
    build_push(builder, reference);
}

static void build_instance_of(struct builder *builder, u32 index) {
    struct class *known;
    u32 reference = build_pop(builder), class = build_class(builder, index, reference, &known), value;
    if (is_object_class(known)) {
        value = build_emit_2(builder, SSA_IS, TYPE_INT, reference, ssa_constant(builder->function, TYPE_REF, 0));
        build_at(builder, value)->kind = SSA_NE;
    } else {
        value = build_emit_2(builder, SSA_INSTANCE_OF, TYPE_INT, reference, class);
        build_at(builder, value)->kind = class_test(known);
    }
    build_push(builder, value);
}

bool build_site_bytecode(struct builder *builder, u8 opcode) {
    const u8 *at = build_code_at(builder, builder->index);
    u32 index = opcode == OP_ldc ? at[1] : bytecode_u16(at + 1);
    switch (opcode) {
    case OP_ldc:
    case OP_ldc_w:
    case OP_ldc2_w: build_load_constant(builder, index); return true;
    case OP_getstatic:
    case OP_putstatic: build_static_field(builder, index, opcode == OP_putstatic); return true;
    case OP_getfield:
    case OP_putfield: build_instance_field(builder, index, opcode == OP_putfield); return true;
    case OP_invokevirtual: build_call(builder, index, SLOT_CALL_VIRTUAL); return true;
    case OP_invokespecial: build_call(builder, index, SLOT_CALL_SPECIAL); return true;
    case OP_invokestatic: build_call(builder, index, SLOT_CALL_STATIC); return true;
    case OP_invokeinterface: build_call(builder, index, SLOT_CALL_INTERFACE); return true;
    case OP_invokedynamic: build_dynamic_call(builder, index); return true;
    case OP_new: build_new(builder, index); return true;
    case OP_newarray: build_new_primitive_array(builder, at[1]); return true;
    case OP_anewarray: build_new_array(builder, index); return true;
    case OP_checkcast: build_cast(builder, index); return true;
    case OP_instanceof: build_instance_of(builder, index); return true;
    case OP_multianewarray: build_new_multi(builder, index, at[3]); return true;
    default: builder->error = "unknown bytecode"; return false;
    }
}
