// Where an int is narrowed: stores to boolean fields and to byte[] and boolean[], and returns (JVMS, putfield, bastore,
// ireturn). javac's code stores and returns only what fits; then, and wherever nobody could see the difference, nothing
// is emitted. See build.h.
#include "base/narrow.h"
#include "translator/build.h"

// ---- Booleans

static bool is_boolean(struct builder *builder, u32 value) {
    const struct ssa_instruction *instruction = build_at(builder, value);
    return instruction->operation == SSA_INSTANCE_OF ||
           (instruction->operation == SSA_CONSTANT && (u64)instruction->integer <= 1) ||
           (instruction->operation == SSA_LOAD && instruction->kind == 'Z') ||
           (instruction->operation == SSA_CALL_DIRECT &&
            ((const struct method *)(uintptr_t)instruction->integer)->return_type == 'Z');
}

static u32 build_boolean(struct builder *builder, u32 value) {
    return is_boolean(builder, value) ? value : build_emit_2(builder, SSA_AND, TYPE_INT, value, build_int(builder, 1));
}

// The machine's stores cut to bytes, chars and shorts; a boolean's memory holds 0 or 1.
u32 build_narrowed(struct builder *builder, u32 value, type_letter letter) {
    return letter == 'Z' ? build_boolean(builder, value) : value;
}

u32 build_returned(struct builder *builder, u32 value) {
    switch (builder->method->return_type) {
    case 'Z': return build_boolean(builder, value);
    case 'B': return build_emit_1(builder, SSA_I2B, TYPE_INT, value);
    case 'C': return build_emit_1(builder, SSA_I2C, TYPE_INT, value);
    case 'S': return build_emit_1(builder, SSA_I2S, TYPE_INT, value);
    default: return value;
    }
}

// ---- bastore
//
// It serves byte[] and boolean[]. The verifier lets a method have an array only of a type that its class file names in
// a descriptor or as a class, or that it makes itself by newarray: so most methods can have only one of the two.

static u32 arrays_in_text(struct text text) {
    u32 found = 0;
    // neither an array's name nor a descriptor with one
    if (!text.length || (text.bytes[0] != '[' && text.bytes[0] != '(')) return 0;
    for (u32 i = 1; i < text.length; i++) {
        if (text.bytes[i - 1] != '[') continue;
        if (text.bytes[i] == 'B') found |= CLASS_NAMES_BYTES;
        if (text.bytes[i] == 'Z') found |= CLASS_NAMES_BOOLEANS;
    }
    return found;
}

static u32 arrays_named(struct class *class) {
    if (class->flags & CLASS_NAMES_KNOWN) return class->flags;
    class->flags |= CLASS_NAMES_KNOWN;
    for (u32 i = 1; i < class->file->pool_count; i++) {
        if (classfile_has(class->file, i, POOL_UTF8)) {
            class->flags |= arrays_in_text(classfile_utf8(class->file, narrow_u16(i)));
        }
    }
    return class->flags;
}

static u32 arrays_made(const struct classfile_code *code) {
    enum { NEW_BOOLEANS = 4, NEW_BYTES = 8 };
    u32 found = 0;
    for (u32 i = 0, length = 1; i < code->length && length; i += length) {
        length = bytecode_length(code->bytes, code->length, i);
        if (code->bytes[i] != OP_newarray) continue;
        if (code->bytes[i + 1] == NEW_BYTES) found |= CLASS_NAMES_BYTES;
        if (code->bytes[i + 1] == NEW_BOOLEANS) found |= CLASS_NAMES_BOOLEANS;
    }
    return found;
}

// All ones, or 1 if the array is a boolean[].
static u32 build_mask(struct builder *builder, u32 array) {
    u32 class = build_emit_1(builder, SSA_LOAD, TYPE_INT, array);
    build_at(builder, class)->kind = 'I';
    build_at(builder, class)->flags = SSA_FINAL;
    u32 other = build_emit_2(builder, SSA_IS, TYPE_INT, class,
                             build_int(builder, (s32)class_address(link_primitive_array('Z'))));
    build_at(builder, other)->kind = SSA_NE;
    u32 ones = build_emit_1(builder, SSA_NEG, TYPE_INT, other);
    return build_emit_2(builder, SSA_OR, TYPE_INT, ones, build_int(builder, 1));
}

u32 build_stored_byte(struct builder *builder, u32 array, u32 value) {
    if (is_boolean(builder, value)) return value;
    if (!builder->byte_arrays) builder->byte_arrays = arrays_named(builder->class) | arrays_made(&builder->code);
    if (!(builder->byte_arrays & CLASS_NAMES_BOOLEANS)) return value;
    if (!(builder->byte_arrays & CLASS_NAMES_BYTES)) return build_boolean(builder, value);
    return build_emit_2(builder, SSA_AND, TYPE_INT, value, build_mask(builder, array));
}
