// Attributes (JVMS 4.7). Unknown ones are skipped; ones that are newer than the class file's version count as unknown.
// If HotSpot does not compare an attribute's length with its contents, neither do we: the same classes are accepted.
#include "base/narrow.h"
#include "base/string.h"
#include "translator/reader/classfile_parser.h"

struct attribute_text {
    const char *text;
    u8 length, name;
    u8 since; // class file version
};

#define NAME(text, name, since) \
    { text, sizeof(text) - 1, name, since }
static const struct attribute_text attribute_texts[] = {
    NAME("Code", ATTRIBUTE_CODE, 0),
    NAME("LineNumberTable", ATTRIBUTE_LINE_NUMBER_TABLE, 0),
    NAME("StackMapTable", ATTRIBUTE_STACK_MAP_TABLE, 50),
    NAME("LocalVariableTable", ATTRIBUTE_LOCAL_VARIABLE_TABLE, 0),
    NAME("LocalVariableTypeTable", ATTRIBUTE_LOCAL_VARIABLE_TYPE_TABLE, 49),
    NAME("Exceptions", ATTRIBUTE_EXCEPTIONS, 0),
    NAME("ConstantValue", ATTRIBUTE_CONSTANT_VALUE, 0),
    NAME("Signature", ATTRIBUTE_SIGNATURE, 49),
    NAME("RuntimeVisibleAnnotations", ATTRIBUTE_ANNOTATIONS, 49),
    NAME("RuntimeInvisibleAnnotations", ATTRIBUTE_INVISIBLE_ANNOTATIONS, 49),
    NAME("RuntimeVisibleParameterAnnotations", ATTRIBUTE_PARAMETER_ANNOTATIONS, 49),
    NAME("RuntimeInvisibleParameterAnnotations", ATTRIBUTE_INVISIBLE_PARAMETER_ANNOTATIONS, 49),
    NAME("RuntimeVisibleTypeAnnotations", ATTRIBUTE_TYPE_ANNOTATIONS, 49),
    NAME("RuntimeInvisibleTypeAnnotations", ATTRIBUTE_INVISIBLE_TYPE_ANNOTATIONS, 49),
    NAME("AnnotationDefault", ATTRIBUTE_ANNOTATION_DEFAULT, 49),
    NAME("MethodParameters", ATTRIBUTE_METHOD_PARAMETERS, 0),
    NAME("Deprecated", ATTRIBUTE_DEPRECATED, 0),
    NAME("Synthetic", ATTRIBUTE_SYNTHETIC, 0),
    NAME("SourceFile", ATTRIBUTE_SOURCE_FILE, 0),
    NAME("SourceDebugExtension", ATTRIBUTE_SOURCE_DEBUG_EXTENSION, 0),
    NAME("InnerClasses", ATTRIBUTE_INNER_CLASSES, 0),
    NAME("EnclosingMethod", ATTRIBUTE_ENCLOSING_METHOD, 49),
    NAME("BootstrapMethods", ATTRIBUTE_BOOTSTRAP_METHODS, 51),
    NAME("NestHost", ATTRIBUTE_NEST_HOST, 55),
    NAME("NestMembers", ATTRIBUTE_NEST_MEMBERS, 55),
    NAME("Record", ATTRIBUTE_RECORD, 60),
    NAME("PermittedSubclasses", ATTRIBUTE_PERMITTED_SUBCLASSES, 61),
};
#undef NAME

static enum attribute_name recognise(const struct classfile *file, u16 index) {
    struct text text = classfile_utf8(file, index);
    for (u32 i = 0; i < COUNT_OF(attribute_texts); i++) {
        const struct attribute_text *known = &attribute_texts[i];
        if (known->length != text.length || known->text[0] != text.bytes[0] ||
            memcmp(known->text, text.bytes, text.length) != 0) {
            continue;
        }
        return file->major_version >= known->since ? (enum attribute_name)known->name : ATTRIBUTE_OTHER;
    }
    return ATTRIBUTE_OTHER;
}

static enum attribute_name parser_attribute_name(struct parser *parser, u16 index) {
    u32 slot = index % ATTRIBUTE_CACHE_SLOTS;
    if (parser->cache[slot].index != index) {
        parser->cache[slot].index = index;
        parser->cache[slot].name = narrow_u8(recognise(parser->file, index));
    }
    return (enum attribute_name)parser->cache[slot].name;
}

bool parser_attribute(struct parser *parser, enum attribute_name *name, u32 *length) {
    if (!parser_need(parser, 6)) return false;
    u16 index = parser_u16(parser);
    *length = parser_u32(parser);
    if (!classfile_has(parser->file, index, POOL_UTF8)) {
        return parser_malformed(parser, "Attribute name has bad constant pool index %u", index);
    }
    *name = parser_attribute_name(parser, index);
    return true;
}

// ---- Parts that several attributes have

bool parser_once(struct parser *parser, u64 *seen, enum attribute_name name) {
    u64 bit = 1ull << name;
    if (*seen & bit) {
        const char *text = "";
        for (u32 i = 0; i < COUNT_OF(attribute_texts); i++) {
            if (attribute_texts[i].name == name) text = attribute_texts[i].text;
        }
        return parser_malformed(parser, "Multiple %s attributes", text);
    }
    *seen |= bit;
    return true;
}

bool parser_has_length(struct parser *parser, const char *name, u32 length, u32 expected) {
    return length == expected || parser_malformed(parser, "Wrong %s attribute length %u", name, length);
}

bool parser_take_body(struct parser *parser, u32 length, u32 *offset) {
    if (!parser_need(parser, length)) return false;
    if (offset) *offset = parser->at;
    parser->at += length;
    return true;
}

bool parser_take_text(struct parser *parser, const char *name, u32 length, u16 *index) {
    if (!parser_has_length(parser, name, length, 2) || !parser_need(parser, 2)) return false;
    *index = parser_u16(parser);
    return classfile_has(parser->file, *index, POOL_UTF8) ||
           parser_malformed(parser, "Invalid %s attribute at constant pool index %u", name, *index);
}

bool parser_take_classes(struct parser *parser, const char *name, u32 length, u32 *offset) {
    *offset = parser->at;
    if (!parser->check) return parser_take_body(parser, length, offset);
    if (!parser_need(parser, 2)) return false;
    u32 count = parser_u16(parser);
    if (!parser_need(parser, 2 * count)) return false;
    for (u32 i = 0; i < count; i++) {
        u16 index = parser_u16(parser);
        if (!classfile_has(parser->file, index, POOL_CLASS)) {
            return parser_malformed(parser, "%s: index %u has bad constant type", name, index);
        }
    }
    return parser_has_length(parser, name, length, 2 + 2 * count);
}

bool parser_common_attribute(struct parser *parser, struct classfile_member *member, enum attribute_name name,
                             u32 length, u64 *seen) {
    switch (name) {
    case ATTRIBUTE_DEPRECATED:
    case ATTRIBUTE_SYNTHETIC:
        return parser_has_length(parser, name == ATTRIBUTE_DEPRECATED ? "Deprecated" : "Synthetic", length, 0);
    case ATTRIBUTE_SIGNATURE:
        return parser_once(parser, seen, name) && parser_take_text(parser, "Signature", length, &member->signature);
    case ATTRIBUTE_ANNOTATIONS:
        return parser_once(parser, seen, name) && parser_take_body(parser, length, &member->annotations_attribute);
    case ATTRIBUTE_TYPE_ANNOTATIONS:
        return parser_once(parser, seen, name) && parser_take_body(parser, length, &member->type_annotations_attribute);
    case ATTRIBUTE_INVISIBLE_ANNOTATIONS:
    case ATTRIBUTE_INVISIBLE_TYPE_ANNOTATIONS:
        return parser_once(parser, seen, name) && parser_take_body(parser, length, NULL);
    default: return parser_take_body(parser, length, NULL);
    }
}

// ---- Fields

static bool check_constant_value(struct parser *parser, const struct classfile_member *field) {
    const struct classfile *file = parser->file;
    u16 index = field->constant_value;
    if (index == 0 || index >= file->pool_count) {
        return parser_malformed(parser, "Bad initial value index %u in ConstantValue attribute", index);
    }
    u8 tag = classfile_tag(file, index), expected;
    struct text descriptor = classfile_member_descriptor(file, field);
    switch (descriptor.bytes[0]) {
    case 'J': expected = POOL_LONG; break;
    case 'F': expected = POOL_FLOAT; break;
    case 'D': expected = POOL_DOUBLE; break;
    case 'L': expected = text_is(descriptor, "Ljava/lang/String;") ? POOL_STRING : POOL_UNUSABLE; break;
    case '[': expected = POOL_UNUSABLE; break;
    default: expected = POOL_INTEGER; break;
    }
    return (tag == expected && tag != POOL_UNUSABLE) || parser_malformed(parser, "Inconsistent constant value type");
}

bool parser_field_attributes(struct parser *parser, struct classfile_member *field) {
    if (!parser_need(parser, 2)) return false;
    u64 seen = 0;
    for (u32 count = parser_u16(parser); count > 0; count--) {
        arena_poll(parser->arena);
        enum attribute_name name = 0;
        u32 length = 0;
        if (!parser_attribute(parser, &name, &length)) return false;
        if (name != ATTRIBUTE_CONSTANT_VALUE || !(field->access_flags & ACC_STATIC)) {
            if (!parser_common_attribute(parser, field, name, length, &seen)) return false;
            continue;
        }
        if (!parser_once(parser, &seen, name) || !parser_has_length(parser, "ConstantValue", length, 2) ||
            !parser_need(parser, 2)) {
            return false;
        }
        field->constant_value = parser_u16(parser);
        if (parser->check && !check_constant_value(parser, field)) return false;
    }
    return true;
}

// ---- Methods

static const struct {
    const char *type;
    u8 length, mark;
} method_marks[] = {
    {"Ljdk/internal/reflect/CallerSensitive;", 38, CLASSFILE_CALLER_SENSITIVE},
    {"Ljava/lang/invoke/LambdaForm$Hidden;", 36, CLASSFILE_HIDDEN},
    {"Ljdk/internal/vm/annotation/Hidden;", 35, CLASSFILE_HIDDEN},
    {"Ljava/lang/invoke/MethodHandle$PolymorphicSignature;", 52, CLASSFILE_POLYMORPHIC_SIGNATURE},
};

static u8 method_mark(struct text type) {
    for (u32 i = 0; i < COUNT_OF(method_marks); i++) {
        if (type.length == method_marks[i].length && memcmp(type.bytes, method_marks[i].type, type.length) == 0) {
            return method_marks[i].mark;
        }
    }
    return 0;
}

// Annotations with members end the search: those that matter have none, and come before such annotations in the classes
// that have them. Broken ones are no error.
static u16 find_method_marks(const struct classfile *file, u32 offset) {
    u32 length, at = 2;
    const u8 *body = classfile_attribute(file, offset, &length);
    u16 marks = 0;
    for (u32 count = length >= 2 ? bytecode_u16(body) : 0; count > 0 && at + 4 <= length; count--, at += 4) {
        u16 type = bytecode_u16(body + at);
        if (!classfile_has(file, type, POOL_UTF8)) return marks;
        marks |= method_mark(classfile_utf8(file, type));
        if (bytecode_u16(body + at + 2) != 0) return marks;
    }
    return marks;
}

static bool method_parameters(struct parser *parser, struct classfile_member *method, u32 length) {
    if (!parser_need(parser, 1)) return false;
    u32 count = parser->bytes[parser->at];
    return parser_has_length(parser, "MethodParameters", length, 1 + 4 * count) &&
           parser_take_body(parser, length, &method->parameters_attribute);
}

static bool method_attribute(struct parser *parser, struct classfile_member *method, enum attribute_name name,
                             u32 length, u32 slots, u64 *seen) {
    switch (name) {
    case ATTRIBUTE_CODE:
        if (!parser->check) return parser_take_body(parser, length, &method->code_attribute);
        if (method->access_flags & (ACC_NATIVE | ACC_ABSTRACT)) {
            return parser_malformed(parser, "Code attribute in native or abstract methods");
        }
        if (!parser_once(parser, seen, name)) return false;
        method->code_attribute = parser->at;
        return parser_code(parser, length, slots);
    case ATTRIBUTE_EXCEPTIONS:
        return parser_once(parser, seen, name) &&
               parser_take_classes(parser, "Exceptions", length, &method->exceptions_attribute);
    case ATTRIBUTE_METHOD_PARAMETERS:
        return parser_once(parser, seen, name) && method_parameters(parser, method, length);
    case ATTRIBUTE_PARAMETER_ANNOTATIONS:
        return parser_once(parser, seen, name) &&
               parser_take_body(parser, length, &method->parameter_annotations_attribute);
    case ATTRIBUTE_ANNOTATION_DEFAULT:
        return parser_once(parser, seen, name) &&
               parser_take_body(parser, length, &method->annotation_default_attribute);
    case ATTRIBUTE_INVISIBLE_PARAMETER_ANNOTATIONS:
        return parser_once(parser, seen, name) && parser_take_body(parser, length, NULL);
    default: return parser_common_attribute(parser, method, name, length, seen);
    }
}

bool parser_method_attributes(struct parser *parser, struct classfile_member *method, u32 argument_slots) {
    if (!parser_need(parser, 2)) return false;
    u64 seen = 0;
    for (u32 count = parser_u16(parser); count > 0; count--) {
        arena_poll(parser->arena);
        enum attribute_name name = 0;
        u32 length = 0;
        if (!parser_attribute(parser, &name, &length)) return false;
        if (!method_attribute(parser, method, name, length, argument_slots, &seen)) return false;
    }
    if (method->annotations_attribute) method->flags = find_method_marks(parser->file, method->annotations_attribute);
    return true;
}
