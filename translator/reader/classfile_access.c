// What users ask of a parsed class. See classfile.h.
#include "base/panic.h"
#include "base/string.h"
#include "translator/reader/classfile.h"

struct name_and_type classfile_name_and_type(const struct classfile *file, u16 index) {
    const u8 *entry = classfile_entry(file, index);
    return (struct name_and_type){classfile_utf8(file, bytecode_u16(entry)),
                                  classfile_utf8(file, bytecode_u16(entry + 2))};
}

struct member_ref classfile_member_ref(const struct classfile *file, u16 index) {
    const u8 *entry = classfile_entry(file, index);
    u16 class_index = bytecode_u16(entry);
    struct name_and_type member = classfile_name_and_type(file, bytecode_u16(entry + 2));
    return (struct member_ref){class_index, classfile_class_name(file, class_index), member.name, member.descriptor};
}

struct method_handle classfile_method_handle(const struct classfile *file, u16 index) {
    const u8 *entry = classfile_entry(file, index);
    return (struct method_handle){entry[0], bytecode_u16(entry + 1)};
}

struct dynamic_ref classfile_dynamic(const struct classfile *file, u16 index) {
    const u8 *entry = classfile_entry(file, index);
    struct name_and_type type = classfile_name_and_type(file, bytecode_u16(entry + 2));
    return (struct dynamic_ref){bytecode_u16(entry), type.name, type.descriptor};
}

struct bootstrap_method classfile_bootstrap_method(const struct classfile *file, u16 number) {
    const u8 *at = file->bytes + file->bootstrap_methods[number];
    return (struct bootstrap_method){bytecode_u16(at), bytecode_u16(at + 2), at + 4};
}

// ---- Code

bool classfile_code(const struct classfile *file, const struct classfile_member *method, struct classfile_code *code) {
    if (method->code_attribute == 0) return false;
    const u8 *at = file->bytes + method->code_attribute;
    *code = (struct classfile_code){
        .max_stack = bytecode_u16(at), .max_locals = bytecode_u16(at + 2), .length = bytecode_u32(at + 4)};
    code->bytes = at + 8;
    code->handler_count = bytecode_u16(code->bytes + code->length);
    code->handlers = code->bytes + code->length + 2;
    const u8 *attributes = code->handlers + 8 * (u32)code->handler_count;
    code->attributes = (u32)(attributes - file->bytes);
    ASSERT(code->attributes + 2u <= file->size);
    u32 count = bytecode_u16(attributes), offset = code->attributes + 2;
    for (u32 i = 0; i < count; i++) {
        if (text_is(classfile_utf8(file, bytecode_u16(file->bytes + offset)), "StackMapTable")) {
            code->stack_map_attribute = offset + 6;
        }
        offset += 6 + bytecode_u32(file->bytes + offset + 2);
    }
    return true;
}

// An exact entry wins, otherwise the nearest before. There may be several tables, in any order (JVMS 4.7.12).
s32 classfile_line(const struct classfile *file, const struct classfile_code *code, u32 bytecode_index) {
    u32 count = bytecode_u16(file->bytes + code->attributes), offset = code->attributes + 2;
    s32 line = -1, best = -1;
    for (u32 i = 0; i < count; i++) {
        u32 length = bytecode_u32(file->bytes + offset + 2);
        const u8 *body = file->bytes + offset + 6;
        if (text_is(classfile_utf8(file, bytecode_u16(file->bytes + offset)), "LineNumberTable")) {
            for (u32 entry = 0; entry < bytecode_u16(body); entry++) {
                s32 start = bytecode_u16(body + 2 + 4 * entry);
                if (start <= (s32)bytecode_index && start >= best) {
                    best = start, line = bytecode_u16(body + 4 + 4 * entry);
                }
                if (start == (s32)bytecode_index) return line;
            }
        }
        offset += 6 + length;
    }
    return line;
}

static bool is_ascending(const u8 *table, u32 count) {
    for (u32 entry = 1; entry < count; entry++) {
        if (bytecode_u16(table + 4 * entry) <= bytecode_u16(table + 4 * entry - 4)) return false;
    }
    return true;
}

const u8 *classfile_line_table(const struct classfile *file, const struct classfile_code *code, u32 *count) {
    u32 attributes = bytecode_u16(file->bytes + code->attributes), offset = code->attributes + 2;
    u32 tables = 0, at = 0;
    *count = 0;
    for (u32 i = 0; i < attributes; i++) {
        if (text_is(classfile_utf8(file, bytecode_u16(file->bytes + offset)), "LineNumberTable")) {
            tables++;
            at = offset + 6;
        }
        offset += 6 + bytecode_u32(file->bytes + offset + 2);
    }
    if (tables != 1) return NULL;
    const u8 *table = file->bytes + at + 2;
    u32 length = bytecode_u16(file->bytes + at);
    if (is_ascending(table, length)) *count = length;
    return table;
}

s32 classfile_table_line(const u8 *table, u32 count, u32 bytecode_index) {
    u32 first = 0, end = count; // those before `first` begin no later, those from `end` on do
    while (first < end) {
        u32 middle = (first + end) / 2;
        if (bytecode_u16(table + 4 * middle) <= bytecode_index) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first ? bytecode_u16(table + 4 * first - 2) : -1;
}

// ---- Text and descriptors

const char *descriptor_skip(const char *at) {
    while (*at == '[') at++;
    if (*at == 'L') {
        while (*at != ';') at++;
    }
    return at + 1;
}

u32 descriptor_argument_slots(struct text descriptor) {
    u32 slots = 0;
    for (const char *at = descriptor.bytes + 1; *at != ')'; at = descriptor_skip(at)) {
        slots += *at == 'J' || *at == 'D' ? 2 : 1;
    }
    return slots;
}

char descriptor_return_letter(struct text descriptor) {
    const char *at = descriptor.bytes + descriptor.length - 1;
    while (at[-1] != ')') at--;
    return *at;
}
