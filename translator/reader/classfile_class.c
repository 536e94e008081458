// Attributes of the class itself (JVMS 4.7): see classfile_attribute.c.
#include "base/string.h"
#include "translator/reader/classfile_parser.h"

// ---- InnerClasses, EnclosingMethod

static bool check_inner_class(struct parser *parser, const u8 *at) {
    const struct classfile *file = parser->file;
    u16 inner = bytecode_u16(at), outer = bytecode_u16(at + 2), name = bytecode_u16(at + 4);
    u32 flags = bytecode_u16(at + 6);
    if (!classfile_has(file, inner, POOL_CLASS)) {
        return parser_malformed(parser, "inner_class_info_index %u has bad constant type", inner);
    }
    if (outer != 0 && !classfile_has(file, outer, POOL_CLASS)) {
        return parser_malformed(parser, "outer_class_info_index %u has bad constant type", outer);
    }
    if (outer != 0 && parser_is_array_name(file, outer)) {
        return parser_malformed(parser, "Outer class is an array class");
    }
    if (name != 0 && !classfile_has(file, name, POOL_UTF8)) {
        return parser_malformed(parser, "inner_name_index %u has bad constant type", name);
    }
    if (inner == outer) return parser_malformed(parser, "Class is both outer and inner class");
    if (file->major_version < 53) flags &= ~(u32)ACC_MODULE;
    if ((flags & ACC_INTERFACE) && file->major_version < 50) flags |= ACC_ABSTRACT;
    return parser_class_flags(parser, flags);
}

static bool same_inner_class(const struct parser *parser, const void *first, u32 a, u32 b) {
    (void)parser;
    return memcmp((const u8 *)first + 8 * (a - 1), (const u8 *)first + 8 * (b - 1), 8) == 0;
}

static bool check_inner_classes(struct parser *parser, u32 length) {
    if (!parser_need(parser, 2)) return false;
    u32 count = parser_u16(parser);
    if (!parser_need(parser, 8 * count)) return false;
    const u8 *first = parser->bytes + parser->at;
    for (u32 i = 0; i < count; i++, parser->at += 8) {
        arena_poll(parser->arena);
        if (!check_inner_class(parser, first + 8 * i)) return false;
    }
    if (!parser_has_length(parser, "InnerClasses", length, 2 + 8 * count)) return false;
    u8 *mark = arena_mark(parser->arena);
    struct parser_set set = parser_set_new(parser, count, first, same_inner_class);
    bool unique = true;
    for (u32 i = 0; i < count && unique; i++) {
        arena_poll(parser->arena);
        u32 *place = parser_set_find(parser, &set, parser_hash_bytes(PARSER_HASH_START, first + 8 * i, 8), i + 1);
        if (*place) unique = parser_malformed(parser, "Duplicate entry in InnerClasses attribute");
        *place = i + 1;
    }
    arena_release(parser->arena, mark);
    return unique;
}

static bool enclosing_method(struct parser *parser, u32 length) {
    struct classfile *file = parser->file;
    file->enclosing_method_attribute = parser->at;
    if (!parser_has_length(parser, "EnclosingMethod", length, 4) || !parser_need(parser, 4)) return false;
    u16 class_index = parser_u16(parser), method = parser_u16(parser);
    if (!parser->check) return true;
    if (!classfile_has(file, class_index, POOL_CLASS)) {
        return parser_malformed(parser, "Invalid or out-of-bounds class index in EnclosingMethod attribute");
    }
    return method == 0 || classfile_has(file, method, POOL_NAME_AND_TYPE) ||
           parser_malformed(parser, "Invalid or out-of-bounds method index in EnclosingMethod attribute");
}

// ---- BootstrapMethods

static bool is_loadable(const struct classfile *file, u16 index) {
    if (index == 0 || index >= file->pool_count) return false;
    switch (classfile_tag(file, index)) {
    case POOL_INTEGER:
    case POOL_FLOAT:
    case POOL_LONG:
    case POOL_DOUBLE:
    case POOL_CLASS:
    case POOL_STRING:
    case POOL_METHOD_HANDLE:
    case POOL_METHOD_TYPE:
    case POOL_DYNAMIC: return true;
    default: return false;
    }
}

static bool bootstrap_method(struct parser *parser) {
    const struct classfile *file = parser->file;
    if (!parser_need(parser, 4)) return false;
    u16 method = parser_u16(parser);
    u32 arguments = parser_u16(parser);
    if (!parser_need(parser, 2 * arguments)) return false;
    if (!parser->check) {
        parser->at += 2 * arguments;
        return true;
    }
    if (!classfile_has(file, method, POOL_METHOD_HANDLE)) {
        return parser_malformed(parser, "bootstrap_method_index %u has bad constant type", method);
    }
    for (u32 i = 0; i < arguments; i++) {
        u16 argument = parser_u16(parser);
        if (!is_loadable(file, argument)) {
            return parser_malformed(parser, "argument_index %u has bad constant type", argument);
        }
    }
    return true;
}

static bool bootstrap_methods(struct parser *parser, u32 length) {
    struct classfile *file = parser->file;
    if (length < 2) return parser_malformed(parser, "Invalid BootstrapMethods attribute length %u", length);
    if (!parser_need(parser, length)) return false;
    u32 end = parser->at + length;
    file->bootstrap_method_count = parser_u16(parser);
    if (parser->highest_bootstrap >= file->bootstrap_method_count) {
        return parser_malformed(parser, "Short length on BootstrapMethods");
    }
    if (!parser_need(parser, 4u * file->bootstrap_method_count)) return false;
    u32 *offsets = ARENA_ARRAY(parser->arena, u32, file->bootstrap_method_count + 1);
    file->bootstrap_methods = offsets;
    for (u32 i = 0; i < file->bootstrap_method_count; i++) {
        offsets[i] = parser->at;
        if (!bootstrap_method(parser)) return false;
    }
    return parser->at == end || parser_malformed(parser, "Bad length on BootstrapMethods");
}

// ---- Record

static bool record_component(struct parser *parser) {
    const struct classfile *file = parser->file;
    struct classfile_member component = {0};
    if (!parser_need(parser, 6)) return false;
    component.name = parser_u16(parser);
    component.descriptor = parser_u16(parser);
    if (!classfile_has(file, component.name, POOL_UTF8)) {
        return parser_malformed(parser, "Invalid constant pool index %u for name in Record attribute", component.name);
    }
    struct text name = classfile_member_name(file, &component);
    if (!parser_field_name(parser, name)) return false;
    if (!classfile_has(file, component.descriptor, POOL_UTF8)) {
        return parser_malformed(parser, "Invalid constant pool index %u for descriptor in Record attribute",
                                component.descriptor);
    }
    if (!parser_field_descriptor(parser, name, classfile_member_descriptor(file, &component))) return false;
    u64 seen = 0;
    for (u32 count = parser_u16(parser); count > 0; count--) {
        arena_poll(parser->arena);
        enum attribute_name attribute;
        u32 length;
        if (!parser_attribute(parser, &attribute, &length)) return false;
        bool plain = attribute == ATTRIBUTE_DEPRECATED || attribute == ATTRIBUTE_SYNTHETIC;
        if (plain ? !parser_take_body(parser, length, NULL)
                  : !parser_common_attribute(parser, &component, attribute, length, &seen)) {
            return false;
        }
    }
    return true;
}

static bool record(struct parser *parser, u32 length) {
    struct classfile *file = parser->file;
    u32 start = parser->at;
    file->record_attribute = start;
    if (!parser->check) return parser_take_body(parser, length, NULL);
    if (!parser_need(parser, 2)) return false;
    for (u32 count = parser_u16(parser); count > 0; count--) {
        arena_poll(parser->arena);
        if (!record_component(parser)) return false;
    }
    return parser->at - start == length || parser_malformed(parser, "Record attribute has wrong length");
}

// ---- Nests and sealed classes

static bool nest_host(struct parser *parser, u32 length) {
    struct classfile *file = parser->file;
    if (file->nest_members_attribute) {
        return parser_malformed(parser, "Conflicting NestMembers and NestHost attributes");
    }
    if (!parser_has_length(parser, "NestHost", length, 2) || !parser_need(parser, 2)) return false;
    file->nest_host = parser_u16(parser);
    return classfile_has(file, file->nest_host, POOL_CLASS) ||
           parser_malformed(parser, "Nest-host class_info_index %u has bad constant type", file->nest_host);
}

static bool nest_members(struct parser *parser, u32 length) {
    if (parser->file->nest_host) return parser_malformed(parser, "Conflicting NestHost and NestMembers attributes");
    return parser_take_classes(parser, "NestMembers", length, &parser->file->nest_members_attribute);
}

static bool permitted_subclasses(struct parser *parser, u32 length) {
    if (parser->file->access_flags & ACC_FINAL) {
        return parser_malformed(parser, "PermittedSubclasses attribute in final class");
    }
    return parser_take_classes(parser, "PermittedSubclasses", length, &parser->file->permitted_subclasses_attribute);
}

// ---- All of them

static bool class_attribute(struct parser *parser, enum attribute_name name, u32 length, u64 *seen) {
    struct classfile *file = parser->file;
    struct classfile_member common = {0};
    switch (name) {
    case ATTRIBUTE_SOURCE_FILE:
        return parser_once(parser, seen, name) && parser_take_text(parser, "SourceFile", length, &file->source_file);
    case ATTRIBUTE_SOURCE_DEBUG_EXTENSION:
        return parser_once(parser, seen, name) &&
               parser_take_body(parser, length, &file->source_debug_extension_attribute);
    case ATTRIBUTE_INNER_CLASSES:
        file->inner_classes_attribute = parser->at;
        if (!parser->check) return parser_take_body(parser, length, NULL);
        return parser_once(parser, seen, name) && check_inner_classes(parser, length);
    case ATTRIBUTE_ENCLOSING_METHOD: return parser_once(parser, seen, name) && enclosing_method(parser, length);
    case ATTRIBUTE_BOOTSTRAP_METHODS: return parser_once(parser, seen, name) && bootstrap_methods(parser, length);
    case ATTRIBUTE_RECORD: return parser_once(parser, seen, name) && record(parser, length);
    case ATTRIBUTE_NEST_HOST: return parser_once(parser, seen, name) && nest_host(parser, length);
    case ATTRIBUTE_NEST_MEMBERS: return parser_once(parser, seen, name) && nest_members(parser, length);
    case ATTRIBUTE_PERMITTED_SUBCLASSES: return parser_once(parser, seen, name) && permitted_subclasses(parser, length);
    default:
        if (!parser_common_attribute(parser, &common, name, length, seen)) return false;
        if (common.signature) file->signature = common.signature;
        if (common.annotations_attribute) file->annotations_attribute = common.annotations_attribute;
        if (common.type_annotations_attribute) file->type_annotations_attribute = common.type_annotations_attribute;
        return true;
    }
}

bool parser_class_attributes(struct parser *parser) {
    if (!parser_need(parser, 2)) return false;
    u64 seen = 0;
    for (u32 count = parser_u16(parser); count > 0; count--) {
        arena_poll(parser->arena);
        enum attribute_name name;
        u32 length;
        if (!parser_attribute(parser, &name, &length) || !class_attribute(parser, name, length, &seen)) return false;
    }
    if (parser->highest_bootstrap >= 0 && !parser->file->bootstrap_methods) {
        return parser_malformed(parser, "Missing BootstrapMethods attribute");
    }
    return true;
}
