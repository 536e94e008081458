// The constant pool (JVMS 4.4): the index of offsets, then, if asked for, two passes of checks: that entries refer to
// entries of the right kind, and that names and descriptors are well-formed.
#include "base/narrow.h"
#include "base/panic.h"
#include "translator/reader/classfile_parser.h"

// Bytes of each entry, tag included; Utf8 has its text in addition. 0 if there is no such tag.
static const u8 entry_bytes[] = {
    [POOL_UTF8] = 3,           [POOL_INTEGER] = 5,
    [POOL_FLOAT] = 5,          [POOL_LONG] = 9,
    [POOL_DOUBLE] = 9,         [POOL_CLASS] = 3,
    [POOL_STRING] = 3,         [POOL_FIELD] = 5,
    [POOL_METHOD] = 5,         [POOL_INTERFACE_METHOD] = 5,
    [POOL_NAME_AND_TYPE] = 5,  [POOL_METHOD_HANDLE] = 4,
    [POOL_METHOD_TYPE] = 3,    [POOL_DYNAMIC] = 5,
    [POOL_INVOKE_DYNAMIC] = 5, [POOL_MODULE] = 3,
    [POOL_PACKAGE] = 3,
};

static u16 tag_since_version(u8 tag) {
    switch (tag) {
    case POOL_METHOD_HANDLE:
    case POOL_METHOD_TYPE:
    case POOL_INVOKE_DYNAMIC: return 51;
    case POOL_DYNAMIC: return 55;
    case POOL_MODULE:
    case POOL_PACKAGE: return 53;
    default: return 0;
    }
}

static bool bad_index(struct parser *parser, u32 index) {
    return parser_malformed(parser, "Invalid constant pool index %u", index);
}

// ---- First pass: where the entries are

static bool check_entry(struct parser *parser, u32 index, u8 tag, const u8 *entry) {
    if (parser->file->major_version < tag_since_version(tag)) {
        return parser_malformed(parser, "Class file version does not support constant tag %u", tag);
    }
    if (tag == POOL_MODULE || tag == POOL_PACKAGE) parser->odd_tag = tag;
    if (tag == POOL_DYNAMIC || tag == POOL_INVOKE_DYNAMIC) {
        u16 bootstrap = bytecode_u16(entry + 1);
        if (bootstrap > parser->highest_bootstrap) parser->highest_bootstrap = bootstrap;
    }
    if (tag == POOL_UTF8) return parser_utf8(parser, (struct text){(const char *)entry + 3, bytecode_u16(entry + 1)});
    if ((tag == POOL_LONG || tag == POOL_DOUBLE) && index + 1 >= parser->file->pool_count) {
        return parser_malformed(parser, "Invalid constant pool entry %u", index + 1);
    }
    return true;
}

static bool index_entries(struct parser *parser) {
    struct classfile *file = parser->file;
    u32 count = file->pool_count, at = parser->at, end = parser->end;
    // If the file has no room for its count, no more is indexed than there can be: an entry has at least 3 bytes
    u32 most = (end - at) / 3 + 2;
    u32 *pool = ARENA_ARRAY(parser->arena, u32, (count < most ? count : most) + 1);
    file->pool = pool;
    for (u32 index = 1; index < count; index++) {
        arena_poll(parser->arena);
        if (UNLIKELY(at + 3 > end)) return parser_malformed(parser, "Truncated class file");
        const u8 *entry = parser->bytes + at;
        u8 tag = entry[0];
        u32 bytes = tag < COUNT_OF(entry_bytes) ? entry_bytes[tag] : 0;
        if (UNLIKELY(bytes == 0)) return parser_malformed(parser, "Unknown constant tag %u", tag);
        if (tag == POOL_UTF8) bytes += bytecode_u16(entry + 1);
        if (UNLIKELY(bytes > end - at)) return parser_malformed(parser, "Truncated class file");
        if (parser->check && !check_entry(parser, index, tag, entry)) return false;
        ASSERT(index <= most);
        pool[index] = at;
        at += bytes;
        if (tag == POOL_LONG || tag == POOL_DOUBLE) index++;
    }
    parser->at = at;
    return true;
}

// ---- Second pass: references between entries

static bool refers(struct parser *parser, const u8 *at, enum pool_tag tag) {
    u32 index = bytecode_u16(at);
    return classfile_has(parser->file, index, tag) || bad_index(parser, index);
}

static bool check_method_handle(struct parser *parser, u32 index, const u8 *body) {
    const struct classfile *file = parser->file;
    u32 kind = body[0], reference = bytecode_u16(body + 1);
    if (reference == 0 || reference >= file->pool_count) return bad_index(parser, reference);
    u8 tag = classfile_tag(file, narrow_u16(reference));
    bool fits;
    switch (kind) {
    case 1:
    case 2:
    case 3:
    case 4: fits = tag == POOL_FIELD; break;
    case 5:
    case 8: fits = tag == POOL_METHOD; break;
    case 6:
    case 7: fits = tag == POOL_METHOD || (tag == POOL_INTERFACE_METHOD && file->major_version >= 52); break;
    case 9: fits = tag == POOL_INTERFACE_METHOD; break;
    default: return parser_malformed(parser, "Bad method handle kind at constant pool index %u", index);
    }
    return fits || parser_malformed(parser, "Invalid constant pool index %u (wrong kind of member)", reference);
}

static bool check_references(struct parser *parser, u32 index) {
    ASSERT(parser->file->pool[index]);
    const u8 *body = classfile_entry(parser->file, narrow_u16(index));
    switch (body[-1]) {
    case POOL_CLASS:
    case POOL_STRING:
    case POOL_METHOD_TYPE: return refers(parser, body, POOL_UTF8);
    case POOL_FIELD:
    case POOL_METHOD:
    case POOL_INTERFACE_METHOD: return refers(parser, body, POOL_CLASS) && refers(parser, body + 2, POOL_NAME_AND_TYPE);
    case POOL_NAME_AND_TYPE: return refers(parser, body, POOL_UTF8) && refers(parser, body + 2, POOL_UTF8);
    case POOL_METHOD_HANDLE: return check_method_handle(parser, index, body);
    case POOL_DYNAMIC:
    case POOL_INVOKE_DYNAMIC: return refers(parser, body + 2, POOL_NAME_AND_TYPE);
    default: return true;
    }
}

// ---- Third pass: names and descriptors

static bool is_method_descriptor(struct text descriptor) { return descriptor.length > 0 && descriptor.bytes[0] == '('; }

static bool check_name_and_type(struct parser *parser, struct name_and_type type) {
    if (type.name.length == 0 || type.descriptor.length == 0) {
        return parser_malformed(parser, "Illegal zero length constant pool entry");
    }
    if (is_method_descriptor(type.descriptor)) {
        return parser_method_name(parser, type.name) &&
               parser_method_descriptor(parser, type.name, type.descriptor, NULL);
    }
    return parser_field_name(parser, type.name) && parser_field_descriptor(parser, type.name, type.descriptor);
}

// A method that a method handle names: <init> only with newInvokeSpecial, <clinit> never.
static bool check_handle_name(struct parser *parser, u16 index) {
    const struct classfile *file = parser->file;
    struct method_handle method = classfile_method_handle(file, index);
    if (method.kind < 5) return true;
    struct text name = classfile_member_ref(file, method.reference).name;
    bool fits = method.kind == 8 ? text_is(name, "<init>") : !text_is(name, "<init>") && !text_is(name, "<clinit>");
    return fits || parser_malformed(parser, "Bad method name at constant pool index %u", method.reference);
}

static bool check_text(struct parser *parser, u16 index) {
    const struct classfile *file = parser->file;
    const u8 *body = classfile_entry(file, index);
    struct name_and_type type;
    switch (body[-1]) {
    case POOL_CLASS: return parser_class_name(parser, classfile_class_name(file, index));
    case POOL_NAME_AND_TYPE: return check_name_and_type(parser, classfile_name_and_type(file, index));
    case POOL_METHOD_HANDLE: return check_handle_name(parser, index);
    case POOL_METHOD_TYPE:
        return parser_method_descriptor(parser, (struct text){"MethodType", 10}, classfile_method_type(file, index),
                                        NULL);
    case POOL_FIELD:
    case POOL_DYNAMIC:
        type = classfile_name_and_type(file, bytecode_u16(body + 2));
        return !is_method_descriptor(type.descriptor) ||
               parser_bad_descriptor(parser, "Field", type.name, type.descriptor);
    case POOL_METHOD:
    case POOL_INTERFACE_METHOD:
    case POOL_INVOKE_DYNAMIC:
        type = classfile_name_and_type(file, bytecode_u16(body + 2));
        if (!is_method_descriptor(type.descriptor)) {
            return parser_bad_descriptor(parser, "Method", type.name, type.descriptor);
        }
        if (body[-1] == POOL_METHOD && type.name.length > 0 && type.name.bytes[0] == '<' &&
            !text_is(type.name, "<init>")) {
            return parser_malformed(parser, "Bad method name at constant pool index %u", index);
        }
        return true;
    default: return true;
    }
}

bool parser_pool(struct parser *parser) {
    struct classfile *file = parser->file;
    if (!parser_need(parser, 2)) return false;
    file->pool_count = parser_u16(parser);
    if (file->pool_count == 0) return parser_malformed(parser, "Illegal constant pool size %u", 0);
    if (!index_entries(parser)) return false;
    if (!parser->check) return true;
    for (u32 index = 1; index < file->pool_count; index++) {
        arena_poll(parser->arena);
        if (file->pool[index] && !check_references(parser, index)) return false;
    }
    for (u32 index = 1; index < file->pool_count; index++) {
        arena_poll(parser->arena);
        if (file->pool[index] && !check_text(parser, narrow_u16(index))) return false;
    }
    return true;
}
