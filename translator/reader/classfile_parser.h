// What the parts of the class file parser share: the cursor, and the checks. Not for users of the reader.
//
//     classfile.c            order of the parts, fields and methods
//     classfile_pool.c       constant pool
//     classfile_name.c       names and descriptors (JVMS 4.2, 4.3)
//     classfile_attribute.c  attributes of fields and methods (JVMS 4.7)
//     classfile_class.c      attributes of the class
//     classfile_code.c       the Code attribute
//     classfile_access.c     what users ask of a parsed class
//
// All functions that return bool return false after an error, which is then in parser->error.
#ifndef TRANSLATOR_READER_CLASSFILE_PARSER_H
#define TRANSLATOR_READER_CLASSFILE_PARSER_H

#include "base/panic.h"
#include "translator/reader/classfile.h"

// Attribute names recur in every member, always with the same pool index: the cache saves comparing the text again.
#define ATTRIBUTE_CACHE_SLOTS 32

enum attribute_name {
    ATTRIBUTE_OTHER,
    ATTRIBUTE_ANNOTATION_DEFAULT,
    ATTRIBUTE_BOOTSTRAP_METHODS,
    ATTRIBUTE_CODE,
    ATTRIBUTE_CONSTANT_VALUE,
    ATTRIBUTE_DEPRECATED,
    ATTRIBUTE_ENCLOSING_METHOD,
    ATTRIBUTE_EXCEPTIONS,
    ATTRIBUTE_INNER_CLASSES,
    ATTRIBUTE_INVISIBLE_ANNOTATIONS,
    ATTRIBUTE_INVISIBLE_PARAMETER_ANNOTATIONS,
    ATTRIBUTE_INVISIBLE_TYPE_ANNOTATIONS,
    ATTRIBUTE_LINE_NUMBER_TABLE,
    ATTRIBUTE_LOCAL_VARIABLE_TABLE,
    ATTRIBUTE_LOCAL_VARIABLE_TYPE_TABLE,
    ATTRIBUTE_METHOD_PARAMETERS,
    ATTRIBUTE_NEST_HOST,
    ATTRIBUTE_NEST_MEMBERS,
    ATTRIBUTE_PERMITTED_SUBCLASSES,
    ATTRIBUTE_RECORD,
    ATTRIBUTE_SIGNATURE,
    ATTRIBUTE_SOURCE_DEBUG_EXTENSION,
    ATTRIBUTE_SOURCE_FILE,
    ATTRIBUTE_STACK_MAP_TABLE,
    ATTRIBUTE_SYNTHETIC,
    ATTRIBUTE_ANNOTATIONS,
    ATTRIBUTE_PARAMETER_ANNOTATIONS,
    ATTRIBUTE_TYPE_ANNOTATIONS,
    ATTRIBUTE_NAMES
};

struct parser {
    struct classfile *file;
    struct arena *arena;
    const u8 *bytes;
    u32 at, end;
    bool check;            // check everything; otherwise only what is needed to find what follows
    s32 highest_bootstrap; // number of the last bootstrap method that the pool names, -1 if none
    u8 odd_tag;            // a Module or Package entry, which only module-info may have
    struct class_error *error;
    struct {
        u16 index;
        u8 name;
    } cache[ATTRIBUTE_CACHE_SLOTS];
};

// A set of places in the file (offsets, or numbers from 1 on), by hash, in the arena: there may be up to 65,535
// entries, too many to compare each with each.
struct parser_set {
    u32 *table;
    u32 slots;
    const void *context;
    bool (*same)(const struct parser *parser, const void *context, u32 a, u32 b);
};
struct parser_set parser_set_new(struct parser *parser, u32 count, const void *context,
                                 bool (*same)(const struct parser *parser, const void *context, u32 a, u32 b));
// Where the equal one is, or where it would be: in that case it holds 0, and the caller stores `place` there.
u32 *parser_set_find(const struct parser *parser, const struct parser_set *set, u32 hash, u32 place);
u32 parser_hash_bytes(u32 hash, const void *bytes, u32 length);
#define PARSER_HASH_START 0x811c9dc5u

// Sets the error; always returns false, for use in a return.
bool parser_fail(struct parser *parser, const char *exception, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));
bool parser_malformed(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3), cold));
// Checks that there are `bytes` more; otherwise the error is "Truncated class file".
bool parser_need(struct parser *parser, u32 bytes);
// The next two may be called only after parser_need.
static inline u16 parser_u16(struct parser *parser) {
    ASSERT(parser->end - parser->at >= 2);
    parser->at += 2;
    return bytecode_u16(parser->bytes + parser->at - 2);
}
static inline u32 parser_u32(struct parser *parser) {
    ASSERT(parser->end - parser->at >= 4);
    parser->at += 4;
    return bytecode_u32(parser->bytes + parser->at - 4);
}

bool parser_pool(struct parser *parser);

static inline bool parser_is_array_name(const struct classfile *file, u16 class_index) {
    struct text name = classfile_class_name(file, class_index);
    return name.length > 0 && name.bytes[0] == '[';
}

// ---- Names and descriptors (classfile_name.c). `what` is for the message.
bool parser_class_name(struct parser *parser, struct text name);
bool parser_field_name(struct parser *parser, struct text name);
bool parser_method_name(struct parser *parser, struct text name);
bool parser_field_descriptor(struct parser *parser, struct text name, struct text descriptor);
// `slots`, if not NULL, gets the number of words of arguments.
bool parser_method_descriptor(struct parser *parser, struct text name, struct text descriptor, u32 *slots);
bool parser_bad_descriptor(struct parser *parser, const char *kind, struct text name, struct text descriptor);
// Modified UTF-8 (JVMS 4.4.7).
bool parser_utf8(struct parser *parser, struct text text);
bool parser_class_flags(struct parser *parser, u32 flags);

// ---- Attributes (classfile_attribute.c)
bool parser_field_attributes(struct parser *parser, struct classfile_member *field);
bool parser_method_attributes(struct parser *parser, struct classfile_member *method, u32 argument_slots);
bool parser_class_attributes(struct parser *parser);
// Reads the attribute header at the cursor: its name and length. The body is not yet known to be there.
bool parser_attribute(struct parser *parser, enum attribute_name *name, u32 *length);
// Each kind of attribute may occur once in its place. `seen` has a bit for each name.
bool parser_once(struct parser *parser, u64 *seen, enum attribute_name name);
bool parser_has_length(struct parser *parser, const char *name, u32 length, u32 expected);
// The body's offset, if all of the body is there. The cursor moves past it.
bool parser_take_body(struct parser *parser, u32 length, u32 *offset);
// A body that is one u2 index of text.
bool parser_take_text(struct parser *parser, const char *name, u32 length, u16 *index);
// A body of u2 count, u2 indices of classes.
bool parser_take_classes(struct parser *parser, const char *name, u32 length, u32 *offset);
// Attributes of fields, methods and record components alike.
bool parser_common_attribute(struct parser *parser, struct classfile_member *member, enum attribute_name name,
                             u32 length, u64 *seen);
// The Code attribute's parts (classfile_code.c), for format checking only.
bool parser_code(struct parser *parser, u32 length, u32 argument_slots);

#endif
