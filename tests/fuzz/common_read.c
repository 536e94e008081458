// See common_read.h.
#include "tests/fuzz/common_read.h"

#include <stdlib.h>

static volatile u8 last_byte;

static void read_bytes(const u8 *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) last_byte = bytes[i];
}

static void read_text(struct text text) { read_bytes((const u8 *)text.bytes, text.length); }

static void read_attribute(const struct classfile *file, u32 attribute) {
    u32 length;
    if (!attribute) return;
    const u8 *body = classfile_attribute(file, attribute, &length);
    read_bytes(body, length);
}

// What must be an entry of this kind, or 0 where there need be none.
static void read_class(const struct classfile *file, u16 index, bool optional) {
    if (optional && !index) return;
    if (!classfile_has(file, index, POOL_CLASS)) abort();
    read_text(classfile_class_name(file, index));
}

static void read_utf8(const struct classfile *file, u16 index, bool optional) {
    if (optional && !index) return;
    if (!classfile_has(file, index, POOL_UTF8)) abort();
    read_text(classfile_utf8(file, index));
}

// ---- Constant pool

static void read_dynamic(const struct classfile *file, u16 index) {
    struct dynamic_ref dynamic = classfile_dynamic(file, index);
    read_text(dynamic.name);
    read_text(dynamic.descriptor);
    if (dynamic.bootstrap_method >= file->bootstrap_method_count) abort();
}

static void read_entry(const struct classfile *file, u16 index) {
    switch (classfile_tag(file, index)) {
    case POOL_UTF8: read_text(classfile_utf8(file, index)); break;
    case POOL_CLASS:
    case POOL_STRING:
    case POOL_METHOD_TYPE:
    case POOL_MODULE:
    case POOL_PACKAGE: read_text(classfile_named_text(file, index)); break;
    case POOL_FIELD:
    case POOL_METHOD:
    case POOL_INTERFACE_METHOD: {
        struct member_ref member = classfile_member_ref(file, index);
        read_text(member.class_name);
        read_text(member.name);
        read_text(member.descriptor);
        break;
    }
    case POOL_METHOD_HANDLE: read_entry(file, classfile_method_handle(file, index).reference); break;
    case POOL_DYNAMIC:
    case POOL_INVOKE_DYNAMIC: read_dynamic(file, index); break;
    case POOL_LONG:
    case POOL_DOUBLE: read_bytes(classfile_entry(file, index), 8); break;
    case POOL_INTEGER:
    case POOL_FLOAT: read_bytes(classfile_entry(file, index), 4); break;
    default: break;
    }
}

static void read_bootstrap_methods(const struct classfile *file) {
    for (u16 number = 0; number < file->bootstrap_method_count; number++) {
        struct bootstrap_method method = classfile_bootstrap_method(file, number);
        if (!classfile_has(file, method.method_handle, POOL_METHOD_HANDLE)) abort();
        for (u32 i = 0; i < method.argument_count; i++) {
            u16 index = bytecode_u16(method.arguments + 2 * i);
            if (index == 0 || index >= file->pool_count) abort();
            read_entry(file, index);
        }
    }
}

// ---- Attributes of the class

static void read_class_list(const struct classfile *file, u32 attribute) {
    u32 length;
    const u8 *at = attribute ? classfile_attribute(file, attribute, &length) : NULL;
    for (u32 i = 0; at && i < bytecode_u16(at); i++) read_class(file, bytecode_u16(at + 2 + 2 * i), false);
}

static void read_inner_classes(const struct classfile *file) {
    u32 length;
    const u8 *at =
        file->inner_classes_attribute ? classfile_attribute(file, file->inner_classes_attribute, &length) : NULL;
    for (u32 i = 0; at && i < bytecode_u16(at); i++) {
        const u8 *entry = at + 2 + 8 * i;
        read_class(file, bytecode_u16(entry), false);
        read_class(file, bytecode_u16(entry + 2), true);
        read_utf8(file, bytecode_u16(entry + 4), true);
    }
}

static void read_enclosing_method(const struct classfile *file) {
    u32 length;
    if (!file->enclosing_method_attribute) return;
    const u8 *at = classfile_attribute(file, file->enclosing_method_attribute, &length);
    read_class(file, bytecode_u16(at), false);
    if (!bytecode_u16(at + 2)) return;
    struct name_and_type method = classfile_name_and_type(file, bytecode_u16(at + 2));
    read_text(method.name);
    read_text(method.descriptor);
}

static void read_record(const struct classfile *file) {
    u32 length;
    if (!file->record_attribute) return;
    const u8 *at = classfile_attribute(file, file->record_attribute, &length);
    u32 count = bytecode_u16(at);
    at += 2;
    for (u32 i = 0; i < count; i++) {
        read_utf8(file, bytecode_u16(at), false);
        read_utf8(file, bytecode_u16(at + 2), false);
        u32 attributes = bytecode_u16(at + 4);
        at += 6;
        for (u32 j = 0; j < attributes; j++) {
            struct text name = classfile_utf8(file, bytecode_u16(at));
            if (text_is(name, "Signature")) read_utf8(file, bytecode_u16(at + 6), false);
            read_bytes(at + 6, bytecode_u32(at + 2));
            at += 6 + bytecode_u32(at + 2);
        }
    }
}

// ---- Members

static void read_code(const struct classfile *file, const struct classfile_member *method) {
    struct classfile_code code;
    if (!classfile_code(file, method, &code)) return;
    read_bytes(code.bytes, code.length);
    for (u16 i = 0; i < code.handler_count; i++) read_class(file, classfile_handler(&code, i).catch_type, true);
    for (u32 index = 0; index < code.length; index += 1 + index / 4) classfile_line(file, &code, index);
}

static void read_members(const struct classfile *file, const struct classfile_member *members, u32 count) {
    for (u32 i = 0; i < count; i++) {
        const struct classfile_member *member = &members[i];
        read_text(classfile_member_name(file, member));
        read_text(classfile_member_descriptor(file, member));
        read_utf8(file, member->signature, true);
        read_attribute(file, member->annotations_attribute);
        read_attribute(file, member->parameter_annotations_attribute);
        read_attribute(file, member->type_annotations_attribute);
        read_attribute(file, member->annotation_default_attribute);
        read_attribute(file, member->parameters_attribute);
        read_class_list(file, member->exceptions_attribute);
        read_code(file, member);
    }
}

void fuzz_read_parts(const struct classfile *file) {
    for (u32 index = 1; index < file->pool_count; index++) read_entry(file, (u16)index);
    read_class(file, file->this_class, false);
    read_class(file, file->super_class, true);
    read_class(file, file->nest_host, true);
    read_utf8(file, file->signature, true);
    read_utf8(file, file->source_file, true);
    for (u16 i = 0; i < file->interface_count; i++) read_class(file, classfile_interface(file, i), false);
    read_bootstrap_methods(file);
    read_class_list(file, file->nest_members_attribute);
    read_class_list(file, file->permitted_subclasses_attribute);
    read_inner_classes(file);
    read_enclosing_method(file);
    read_record(file);
    read_attribute(file, file->annotations_attribute);
    read_attribute(file, file->type_annotations_attribute);
    read_attribute(file, file->source_debug_extension_attribute);
    read_members(file, file->fields, file->field_count);
    read_members(file, file->methods, file->method_count);
}
