// See class_visit.h.
#include "viz/run/class_visit.h"

#include <stdio.h>
#include <stdlib.h>

#include "viz/cli/buffer.h"

__attribute__((noreturn)) static void index_exhausted(struct arena *arena) {
    fprintf(stderr, "gnomon: a class file's index takes more than %zu bytes\n", (size_t)(arena->end - arena->start));
    exit(1);
}

static void visit_call(const struct classfile *file, u16 index, u8 opcode, const struct class_visitor *visitor) {
    if (!classfile_has(file, index, POOL_METHOD) && !classfile_has(file, index, POOL_INTERFACE_METHOD)) return;
    struct member_ref member = classfile_member_ref(file, index);
    struct class_use use = {opcode, member.class_name, member.name, member.descriptor};
    visitor->method_uses(visitor->context, &use);
}

// Which of the class's method handles an invokedynamic uses stands elsewhere: all of them, then.
static void visit_handles(const struct classfile *file, const struct class_visitor *visitor) {
    for (u16 i = 1; i < file->pool_count; i++) {
        if (!classfile_has(file, i, POOL_METHOD_HANDLE)) continue;
        visit_call(file, classfile_method_handle(file, i).reference, OP_invokedynamic, visitor);
    }
}

static void visit_new(const struct classfile *file, u16 index, const struct class_visitor *visitor) {
    if (!classfile_has(file, index, POOL_CLASS)) return;
    struct class_use use = {.opcode = OP_new, .class_name = classfile_class_name(file, index)};
    visitor->method_uses(visitor->context, &use);
}

// Bytecode is not checked yet: that is the verifier's to do.
static void visit_code(const struct classfile *file, const struct classfile_code *code,
                       const struct class_visitor *visitor) {
    for (u32 at = 0, length; at < code->length; at += length) {
        length = bytecode_length(code->bytes, code->length, at);
        if (!length) return;
        u8 opcode = code->bytes[at];
        if (opcode >= OP_invokevirtual && opcode <= OP_invokeinterface) {
            visit_call(file, bytecode_u16(code->bytes + at + 1), opcode, visitor);
        } else if (opcode == OP_invokedynamic) {
            visit_handles(file, visitor);
        } else if (opcode == OP_new) {
            visit_new(file, bytecode_u16(code->bytes + at + 1), visitor);
        }
    }
}

static void visit_methods(const struct classfile *file, const struct class_visitor *visitor) {
    for (u16 i = 0; i < file->method_count; i++) {
        const struct classfile_member *method = &file->methods[i];
        struct text name = classfile_member_name(file, method);
        struct classfile_code code;
        if (visitor->method_begins) {
            visitor->method_begins(visitor->context, method->access_flags, name,
                                   classfile_member_descriptor(file, method));
            if (classfile_code(file, method, &code)) visit_code(file, &code, visitor);
        }
        if (visitor->method_defined) visitor->method_defined(visitor->context, classfile_name(file), name);
    }
}

static void visit_mentions(const struct classfile *file, const struct class_visitor *visitor) {
    for (u16 i = 1; i < file->pool_count; i++) {
        if (classfile_has(file, i, POOL_CLASS)) {
            visitor->class_mentioned(visitor->context, classfile_class_name(file, i));
        }
    }
}

static void visit_kind(const struct classfile *file, const struct class_visitor *visitor) {
    struct text super = {"", 0};
    if (file->super_class) super = classfile_class_name(file, file->super_class);
    visitor->class_begins(visitor->context, classfile_name(file), super);
    for (u16 i = 0; i < file->interface_count; i++) {
        visitor->interface_named(visitor->context, classfile_class_name(file, classfile_interface(file, i)));
    }
}

bool class_visit(const u8 *data, size_t size, const struct class_visitor *visitor) {
    struct class_error error;
    struct arena arena;
    size_t bytes = classfile_index_bound(size);
    u8 *memory = memory_get(bytes);
    arena_init(&arena, memory, bytes, index_exhausted);
    const struct classfile *file = classfile_parse(&arena, data, size, false, &error);
    if (file) {
        if (visitor->class_mentioned) visit_mentions(file, visitor);
        if (visitor->class_begins) visit_kind(file, visitor);
        visit_methods(file, visitor);
    }
    free(memory);
    return file != NULL;
}
