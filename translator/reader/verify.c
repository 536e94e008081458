// The verifier's entry, its names and types, and assignability (JVMS 4.10.1.2). Which class is asked about, and when,
// follows HotSpot, because a question may load classes and so is visible to the program.
#include "translator/reader/verify.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "base/text_hash.h"
#include "translator/reader/verify_state.h"

#define VERSION_STACK_MAPS 50 // from here on
#define VERSION_NO_FAILOVER 51
#define NAME_TABLE_SLOTS 1024

// ---- Errors

static void set_error(struct verifier *verifier, const char *exception, const char *format, va_list arguments) {
    if (verifier->failed) return;
    verifier->failed = true;
    struct class_error *error = verifier->error;
    error->exception = exception;
    size_t length = print_format_list(error->message, sizeof(error->message), format, arguments);
    if (length >= sizeof(error->message)) return;
    struct text class_name = classfile_name(verifier->file),
                descriptor = classfile_member_descriptor(verifier->file, verifier->method);
    print_format(error->message + length, sizeof(error->message) - length, " in %.*s.%.*s%.*s at %u", class_name.length,
                 class_name.bytes, verifier->method_name.length, verifier->method_name.bytes, descriptor.length,
                 descriptor.bytes, verifier->index);
}

bool verify_fail(struct verifier *verifier, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(verifier, "java/lang/VerifyError", format, arguments);
    va_end(arguments);
    return false;
}

bool verify_malformed(struct verifier *verifier, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(verifier, "java/lang/ClassFormatError", format, arguments);
    va_end(arguments);
    return false;
}

bool verify_answer(struct verifier *verifier, enum verify_answer answer) {
    if (answer == VERIFY_FAILED && !verifier->failed) {
        verifier->failed = true;
        verifier->error->exception = NULL;
        verifier->error->message[0] = 0;
    }
    return answer == VERIFY_YES;
}

// ---- Names

static u32 hash_of(struct text text) { return text_hash(text.bytes, text.length); }

static void grow_names(struct verifier *verifier) {
    struct text *old = verifier->names;
    verifier->name_capacity *= 2;
    verifier->names = ARENA_ARRAY(verifier->arena, struct text, verifier->name_capacity);
    memcpy(verifier->names, old, sizeof(struct text) * verifier->name_count);
    u32 slots = 2 * verifier->name_capacity;
    verifier->name_table = ARENA_ARRAY(verifier->arena, u32, slots);
    for (u32 i = 0; i < verifier->name_count; i++) {
        u32 slot = hash_of(verifier->names[i]) & (slots - 1);
        while (verifier->name_table[slot]) slot = (slot + 1) & (slots - 1);
        verifier->name_table[slot] = i + 1;
    }
}

static void start_names(struct verifier *verifier) {
    verifier->name_capacity = NAME_TABLE_SLOTS / 2;
    verifier->names = ARENA_ARRAY(verifier->arena, struct text, verifier->name_capacity);
    verifier->name_table = ARENA_ARRAY(verifier->arena, u32, NAME_TABLE_SLOTS);
}

vtype verify_class_type(struct verifier *verifier, struct text name) {
    u32 mask = 2 * verifier->name_capacity - 1, slot = hash_of(name) & mask;
    for (; verifier->name_table[slot]; slot = (slot + 1) & mask) {
        u32 number = verifier->name_table[slot] - 1;
        if (text_equal(verifier->names[number], name)) return type_make(TYPE_REFERENCE, number);
    }
    u32 number = verifier->name_count++;
    ASSERT(number < verifier->name_capacity && number < 1u << 24); // an arena has no room for more names
    verifier->names[number] = name;
    verifier->name_table[slot] = number + 1;
    if (verifier->name_count == verifier->name_capacity) grow_names(verifier);
    return type_make(TYPE_REFERENCE, number);
}

static vtype literal_type(struct verifier *verifier, const char *name) {
    return verify_class_type(verifier, (struct text){name, narrow_u16(strlen(name))});
}

// ---- Types

bool verify_is_array(const struct verifier *verifier, vtype type) {
    return type_kind(type) == TYPE_REFERENCE && verify_type_name(verifier, type).bytes[0] == '[';
}

vtype verify_descriptor_type(struct verifier *verifier, const char *at) {
    switch (*at) {
    case 'V': return TYPE_TOP;
    case 'F': return TYPE_FLOAT;
    case 'J': return TYPE_LONG;
    case 'D': return TYPE_DOUBLE;
    case 'L': return verify_class_type(verifier, (struct text){at + 1, narrow_u16(descriptor_skip(at) - at - 2)});
    case '[': return verify_class_type(verifier, (struct text){at, narrow_u16(descriptor_skip(at) - at)});
    default: return TYPE_INT;
    }
}

vtype verify_component_type(struct verifier *verifier, vtype array) {
    ASSERT(verify_is_array(verifier, array));
    struct text name = verify_type_name(verifier, array);
    if (name.bytes[1] != 'L' && name.bytes[1] != '[') return TYPE_TOP;
    return verify_descriptor_type(verifier, name.bytes + 1);
}

vtype verify_array_of(struct verifier *verifier, vtype component) {
    struct text name = verify_type_name(verifier, component);
    ASSERT(type_kind(component) == TYPE_REFERENCE);
    bool is_array = name.bytes[0] == '[';
    u32 bytes_needed = name.length + (is_array ? 1u : 3u);
    if (bytes_needed > UINT16_MAX) return verifier->object_type;
    u16 length = narrow_u16(bytes_needed);
    char *bytes = arena_alloc(verifier->arena, length);
    bytes[0] = '[';
    if (!is_array) bytes[1] = 'L', bytes[length - 1] = ';';
    memcpy(bytes + (is_array ? 1 : 2), name.bytes, name.length);
    return verify_class_type(verifier, (struct text){bytes, length});
}

static struct text pool_class_name(const struct verifier *verifier, u16 index) {
    struct text own = verifier->hierarchy->own_name;
    return own.length && index == verifier->file->this_class ? own : classfile_class_name(verifier->file, index);
}

vtype verify_pool_class_type(struct verifier *verifier, u16 index) {
    return verify_class_type(verifier, pool_class_name(verifier, index));
}

struct member_ref verify_member_ref(const struct verifier *verifier, u16 index) {
    struct member_ref member = classfile_member_ref(verifier->file, index);
    member.class_name = pool_class_name(verifier, member.class_index);
    return member;
}

// ---- Assignability

static bool is_array_interface(struct text name) {
    return text_is(name, "java/lang/Cloneable") || text_is(name, "java/io/Serializable");
}

static bool is_interface(struct verifier *verifier, vtype type) {
    return verify_answer(
        verifier, verifier->hierarchy->is_interface(verifier->hierarchy->context, verify_type_name(verifier, type)));
}

// HotSpot's old verifier accepts an array of primitives as an Object.
static vtype old_view(struct verifier *verifier, vtype from) {
    if (!verify_is_array(verifier, from) || verify_type_name(verifier, from).bytes[1] == '[') return from;
    return verify_component_type(verifier, from) == TYPE_TOP ? verifier->object_type : from;
}

// Interfaces count as Object, except for arrays, which implement only two of them.
static bool class_assignable(struct verifier *verifier, vtype to, vtype from, bool protected_object) {
    if (verifier->infer) from = old_view(verifier, from);
    struct text to_name = verify_type_name(verifier, to), from_name = verify_type_name(verifier, from);
    bool is_array = from_name.bytes[0] == '[';
    bool interface = is_interface(verifier, to);
    if (verifier->failed) return false;
    if (interface && !(protected_object && from == verifier->object_type)) {
        return !is_array || is_array_interface(to_name);
    }
    if (is_array) return false;
    return verify_answer(verifier, verifier->hierarchy->is_subclass(verifier->hierarchy->context, from_name, to_name));
}

bool verify_assignable(struct verifier *verifier, vtype to, vtype from, bool protected_object) {
    for (;;) {
        if (to == from || to == TYPE_TOP) return true;
        if (type_kind(to) != TYPE_REFERENCE || !type_is_reference(from)) return false;
        if (from == TYPE_NULL || to == verifier->object_type) return true;
        if (!verify_is_array(verifier, to)) return class_assignable(verifier, to, from, protected_object);
        if (!verify_is_array(verifier, from)) return false;
        to = verify_component_type(verifier, to);
        from = verify_component_type(verifier, from);
        if (to == TYPE_TOP || from == TYPE_TOP) return false;
    }
}

// ---- Methods

// Marks the instructions' starts.
static bool scan_code(struct verifier *verifier) {
    const struct classfile_code *code = &verifier->code;
    verifier->marks = arena_alloc(verifier->arena, code->length);
    for (u32 index = 0, instructions = 0; index < code->length;) {
        u32 length = bytecode_length(code->bytes, code->length, index);
        verifier->index = index;
        if (length == 0) return verify_fail(verifier, "Bad instruction");
        arena_step(verifier->arena, instructions++);
        verifier->marks[index] = code->bytes[index] == OP_new ? MARK_START | MARK_NEW : MARK_START;
        index += length;
    }
    return true;
}

static bool is_start(const struct verifier *verifier, u32 index) {
    return index < verifier->code.length && verifier->marks[index];
}

static bool check_handler_table(struct verifier *verifier, bool by_stack_map) {
    // HotSpot's old verifier wants room for an exception even if no handler is reached
    if (!by_stack_map && verifier->code.handler_count && verifier->code.max_stack == 0) {
        return verify_fail(verifier, "Stack size too large");
    }
    for (u16 i = 0; i < verifier->code.handler_count; i++) {
        struct classfile_handler handler = classfile_handler(&verifier->code, i);
        arena_poll(verifier->arena);
        if (!is_start(verifier, handler.start)) {
            return verify_malformed(verifier, "Illegal exception table start_pc %u", handler.start);
        }
        if (handler.end != verifier->code.length && !is_start(verifier, handler.end)) {
            return verify_malformed(verifier, "Illegal exception table end_pc %u", handler.end);
        }
        // HotSpot's old verifier wants no handler at 0
        if (!is_start(verifier, handler.target) || (!by_stack_map && handler.target == 0)) {
            return verify_malformed(verifier, "Illegal exception table handler_pc %u", handler.target);
        }
        ASSERT(handler.start < handler.end && handler.end <= verifier->code.length); // the parser has seen to it
        verifier->marks[handler.target] |= MARK_TARGET;
        if (handler.catch_type == 0) continue;
        verifier->index = handler.target;
        if (!verify_assignable(verifier, verifier->throwable_type, verify_pool_class_type(verifier, handler.catch_type),
                               false)) {
            return verify_fail(verifier, "Catch type is not a subclass of Throwable in exception handler %u",
                               handler.target);
        }
    }
    return true;
}

static bool check_variable_table(struct verifier *verifier) {
    const struct classfile *file = verifier->file;
    u32 offset = verifier->code.attributes;
    u32 count = bytecode_u16(file->bytes + offset);
    for (offset += 2; count > 0; count--, offset += 6 + bytecode_u32(file->bytes + offset + 2)) {
        arena_step(verifier->arena, count);
        if (!text_is(classfile_utf8(file, bytecode_u16(file->bytes + offset)), "LocalVariableTable")) continue;
        const u8 *body = file->bytes + offset + 6;
        for (u32 i = 0; i < bytecode_u16(body); i++) {
            u32 start = bytecode_u16(body + 2 + 10 * i), end = start + bytecode_u16(body + 4 + 10 * i);
            arena_step(verifier->arena, i);
            if (!is_start(verifier, start)) {
                return verify_malformed(verifier, "Invalid start_pc %u in LocalVariableTable", start);
            }
            if (end != verifier->code.length && !is_start(verifier, end)) {
                return verify_malformed(verifier, "Invalid length in LocalVariableTable");
            }
        }
    }
    return true;
}

static bool start_method(struct verifier *verifier, const struct classfile_member *method) {
    verifier->method = method;
    verifier->method_name = classfile_member_name(verifier->file, method);
    verifier->is_constructor = text_is(verifier->method_name, "<init>");
    verifier->index = 0;
    verifier->stack_map = NULL;
    verifier->infer = NULL;
    return classfile_code(verifier->file, method, &verifier->code);
}

static bool check_method(struct verifier *verifier, bool by_stack_map) {
    frame_new(verifier, &verifier->frame);
    frame_set_arguments(verifier, &verifier->frame);
    if (!scan_code(verifier)) return false;
    if (by_stack_map) {
        return check_handler_table(verifier, true) && check_variable_table(verifier) && verify_by_stack_map(verifier);
    }
    return infer_check_operands(verifier) && check_handler_table(verifier, false) && verify_by_inference(verifier);
}

static bool check_methods(struct verifier *verifier, bool by_stack_map) {
    for (u32 i = 0; i < verifier->file->method_count; i++) {
        arena_poll(verifier->arena);
        if (!start_method(verifier, &verifier->file->methods[i])) continue;
        if (!check_method(verifier, by_stack_map)) return false;
    }
    return true;
}

static bool check_class(struct verifier *verifier, bool by_stack_map) {
    start_names(verifier);
    verifier->this_type = verify_pool_class_type(verifier, verifier->file->this_class);
    verifier->object_type = literal_type(verifier, "java/lang/Object");
    verifier->string_type = literal_type(verifier, "java/lang/String");
    verifier->class_type = literal_type(verifier, "java/lang/Class");
    verifier->throwable_type = literal_type(verifier, "java/lang/Throwable");
    verifier->method_handle_type = literal_type(verifier, "java/lang/invoke/MethodHandle");
    verifier->method_type_type = literal_type(verifier, "java/lang/invoke/MethodType");
    return check_methods(verifier, by_stack_map);
}

bool verify_class(const struct classfile *file, struct arena *arena, const struct verify_hierarchy *hierarchy,
                  struct class_error *error) {
    u8 *mark = arena_mark(arena);
    struct verifier verifier = {.file = file, .arena = arena, .hierarchy = hierarchy, .error = error};
    bool by_stack_map = file->major_version >= VERSION_STACK_MAPS;
    bool passed = check_class(&verifier, by_stack_map);
    arena_release(arena, mark);
    if (passed || !by_stack_map || file->major_version >= VERSION_NO_FAILOVER || error->exception == NULL ||
        verifier.is_final) {
        return passed;
    }
    verifier = (struct verifier){.file = file, .arena = arena, .hierarchy = hierarchy, .error = error};
    passed = check_class(&verifier, false);
    arena_release(arena, mark);
    return passed;
}
