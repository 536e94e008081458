// The class file parser (JVMS 4): order of the parts, fields and methods. Trusted classes go through the same code
// without the checks that need more than the cursor. Which errors are found, and of what kind they are, follows
// HotSpot.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "translator/reader/classfile_parser.h"

#define CLASS_MAGIC 0xcafebabeu
#define VERSION_OLDEST 45
#define VERSION_NEWEST 61
#define VERSION_STRICT_MINOR 56
#define VERSION_PREVIEW_MINOR 65535
#define ARGUMENT_SLOTS_MAX 255

// ---- Errors and the cursor

// Returns how many bytes the words have.
static size_t set_words(struct class_error *error, const char *exception, const char *format, va_list arguments) {
    error->exception = exception;
    return print_format_list(error->message, sizeof(error->message), format, arguments);
}

static void set_error(struct parser *parser, const char *exception, const char *format, va_list arguments) {
    struct class_error *error = parser->error;
    size_t length = set_words(error, exception, format, arguments);
    const struct classfile *file = parser->file;
    if (file->this_class == 0 || length >= sizeof(error->message)) return;
    struct text name = classfile_name(file);
    print_format(error->message + length, sizeof(error->message) - length, " in class file %.*s", name.length,
                 name.bytes);
}

bool parser_fail(struct parser *parser, const char *exception, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(parser, exception, format, arguments);
    va_end(arguments);
    return false;
}

bool parser_malformed(struct parser *parser, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(parser, "java/lang/ClassFormatError", format, arguments);
    va_end(arguments);
    return false;
}

// The file's length is wrong. The words are all that is said.
static bool wrong_length(struct parser *parser, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_words(parser->error, "java/lang/ClassFormatError", format, arguments);
    va_end(arguments);
    return false;
}

bool parser_need(struct parser *parser, u32 bytes) {
    return LIKELY(bytes <= parser->end - parser->at) || wrong_length(parser, "Truncated class file");
}

// ---- Sets

u32 parser_hash_bytes(u32 hash, const void *bytes, u32 length) {
    for (u32 at = 0; at < length; at++) hash = (hash ^ ((const u8 *)bytes)[at]) * 0x01000193;
    return hash;
}

struct parser_set parser_set_new(struct parser *parser, u32 count, const void *context,
                                 bool (*same)(const struct parser *parser, const void *context, u32 a, u32 b)) {
    struct parser_set set = {.slots = 16, .context = context, .same = same};
    while (set.slots < 2 * count) set.slots *= 2;
    set.table = ARENA_ARRAY(parser->arena, u32, set.slots);
    return set;
}

u32 *parser_set_find(const struct parser *parser, const struct parser_set *set, u32 hash, u32 place) {
    ASSERT(place && (set->slots & (set->slots - 1)) == 0); // 0 is an empty slot
    u32 at = hash & (set->slots - 1);
    while (set->table[at] && !set->same(parser, set->context, set->table[at], place)) at = (at + 1) & (set->slots - 1);
    return &set->table[at];
}

// ---- Header

static bool fail_version(struct class_error *error, const char *format, struct text name, u32 major, u32 minor) {
    error->exception = "java/lang/UnsupportedClassVersionError";
    print_format(error->message, sizeof(error->message), format, (int)name.length, name.bytes, major, minor);
    return false;
}

bool classfile_check_version(u32 major, u32 minor, struct text name, struct class_error *error) {
    if (major < VERSION_OLDEST) {
        return fail_version(error, "%.*s (class file version %u.%u) was compiled with an invalid major version", name,
                            major, minor);
    }
    if (major > VERSION_NEWEST) {
        return fail_version(error,
                            "%.*s has been compiled by a more recent version of the Java Runtime (class file version "
                            "%u.%u), this version of the Java Runtime only "
                            "recognizes class file versions up to 61.0",
                            name, major, minor);
    }
    if (major < VERSION_STRICT_MINOR || minor == 0) return true;
    if (minor != VERSION_PREVIEW_MINOR) {
        return fail_version(error,
                            "%.*s (class file version %u.%u) was compiled with an invalid non-zero minor version", name,
                            major, minor);
    }
    return fail_version(error,
                        major == VERSION_NEWEST ? "Preview features are not enabled for %.*s (class file version "
                                                  "%u.%u). Try running with '--enable-preview'"
                                                : "%.*s (class file version %u.%u) was compiled with preview features "
                                                  "that are unsupported. This version of the Java Runtime only "
                                                  "recognizes preview features for class file version 61.65535",
                        name, major, minor);
}

static bool parse_version(struct parser *parser) {
    struct classfile *file = parser->file;
    if (!parser_need(parser, 8)) return false;
    u32 magic = parser_u32(parser);
    if (magic != CLASS_MAGIC) return parser_malformed(parser, "Incompatible magic value %u", magic);
    file->minor_version = parser_u16(parser);
    file->major_version = parser_u16(parser);
    return classfile_check_version(file->major_version, file->minor_version, (struct text){"A class", 7},
                                   parser->error);
}

static bool parse_class_indices(struct parser *parser) {
    struct classfile *file = parser->file;
    if (!parser_need(parser, 6)) return false;
    u32 known =
        ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_INTERFACE | ACC_ABSTRACT | ACC_SYNTHETIC | ACC_ANNOTATION | ACC_ENUM;
    if (file->major_version >= 53) known |= ACC_MODULE;
    file->access_flags = parser_u16(parser) & narrow_u16(known);
    if ((file->access_flags & ACC_INTERFACE) && file->major_version < 50) file->access_flags |= ACC_ABSTRACT;
    u16 this_class = parser_u16(parser), super_class = parser_u16(parser);
    if (!parser_class_flags(parser, file->access_flags)) return false;
    if (parser->odd_tag) return parser_malformed(parser, "Unknown constant tag %u", parser->odd_tag);
    if (!classfile_has(file, this_class, POOL_CLASS)) {
        return parser_malformed(parser, "Invalid this class index %u in constant pool", this_class);
    }
    file->this_class = this_class;
    if (parser_is_array_name(file, this_class)) return parser_malformed(parser, "Bad class name");
    if (super_class == 0 ? !text_is(classfile_name(file), "java/lang/Object")
                         : !classfile_has(file, super_class, POOL_CLASS)) {
        return parser_malformed(parser, "Invalid superclass index %u", super_class);
    }
    if (super_class && parser_is_array_name(file, super_class)) return parser_malformed(parser, "Bad superclass name");
    if (file->access_flags & ACC_INTERFACE &&
        !(super_class && text_is(classfile_class_name(file, super_class), "java/lang/Object"))) {
        return parser_malformed(parser, "Interfaces must have java.lang.Object as superclass");
    }
    file->super_class = super_class;
    return true;
}

static bool same_class(const struct parser *parser, const void *context, u32 a, u32 b) {
    (void)context;
    return text_equal(classfile_class_name(parser->file, narrow_u16(a)),
                      classfile_class_name(parser->file, narrow_u16(b)));
}

// There cannot be more different interfaces than pool entries.
static bool check_interfaces(struct parser *parser) {
    struct classfile *file = parser->file;
    u8 *mark = arena_mark(parser->arena);
    struct parser_set set = parser_set_new(
        parser, file->interface_count < file->pool_count ? file->interface_count : file->pool_count, NULL, same_class);
    bool valid = true;
    for (u16 i = 0; i < file->interface_count && valid; i++) {
        u16 index = classfile_interface(file, i);
        if (!classfile_has(file, index, POOL_CLASS)) {
            valid = parser_malformed(parser, "Interface name has bad constant pool index %u", index);
        } else if (parser_is_array_name(file, index)) {
            valid = parser_malformed(parser, "Bad interface name");
        }
        if (!valid) break;
        struct text name = classfile_class_name(file, index);
        u32 *place =
            parser_set_find(parser, &set, parser_hash_bytes(PARSER_HASH_START, name.bytes, name.length), index);
        if (*place) valid = parser_malformed(parser, "Duplicate interface name \"%.*s\"", name.length, name.bytes);
        *place = index;
    }
    arena_release(parser->arena, mark);
    return valid;
}

static bool parse_interfaces(struct parser *parser) {
    struct classfile *file = parser->file;
    if (!parser_need(parser, 2)) return false;
    file->interface_count = parser_u16(parser);
    file->interfaces = parser->at;
    if (!parser_need(parser, 2u * file->interface_count)) return false;
    parser->at += 2u * file->interface_count;
    return !parser->check || check_interfaces(parser);
}

// ---- Members

static bool more_than_one(u32 flags) { return (flags & (flags - 1)) != 0; }

static bool field_flags_legal(const struct classfile *file, u32 flags) {
    u32 visibility = flags & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED), constant = ACC_PUBLIC | ACC_STATIC | ACC_FINAL;
    if (!(file->access_flags & ACC_INTERFACE)) {
        return !more_than_one(visibility) && !((flags & ACC_FINAL) && (flags & ACC_VOLATILE));
    }
    u32 forbidden =
        ACC_PRIVATE | ACC_PROTECTED | ACC_VOLATILE | ACC_TRANSIENT | (file->major_version >= 49 ? ACC_ENUM : 0);
    return (flags & constant) == constant && !(flags & forbidden);
}

static bool interface_method_flags_legal(u32 major, u32 flags) {
    bool is_abstract = flags & ACC_ABSTRACT;
    if (major >= 52) {
        u32 with_abstract = ACC_PRIVATE | ACC_STATIC | (major < 61 ? ACC_STRICT : 0);
        return !(flags & ACC_PUBLIC) != !(flags & ACC_PRIVATE) &&
               !(flags & (ACC_NATIVE | ACC_PROTECTED | ACC_FINAL | ACC_SYNCHRONIZED)) &&
               !(is_abstract && (flags & with_abstract));
    }
    u32 forbidden = ACC_STATIC | ACC_FINAL | ACC_NATIVE;
    if (major >= 49) forbidden |= ACC_PRIVATE | ACC_PROTECTED | ACC_SYNCHRONIZED | ACC_STRICT;
    return (flags & ACC_PUBLIC) && is_abstract && !(flags & forbidden);
}

static bool method_flags_legal(const struct classfile *file, u32 flags, bool is_initializer) {
    u32 major = file->major_version;
    if (file->access_flags & ACC_INTERFACE) return interface_method_flags_legal(major, flags);
    if (more_than_one(flags & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED))) return false;
    if (is_initializer) {
        return !(flags & (ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | ACC_ABSTRACT)) &&
               !(major >= 49 && (flags & ACC_BRIDGE));
    }
    u32 forbidden = ACC_FINAL | ACC_NATIVE | ACC_PRIVATE | ACC_STATIC;
    if (major >= 49) forbidden |= ACC_SYNCHRONIZED | (major < 61 ? ACC_STRICT : 0);
    return !(flags & ACC_ABSTRACT) || !(flags & forbidden);
}

static bool check_field(struct parser *parser, struct classfile_member *field) {
    struct classfile *file = parser->file;
    if (!field_flags_legal(file, field->access_flags)) {
        return parser_malformed(parser, "Illegal field modifiers: 0x%x", field->access_flags);
    }
    if (!classfile_has(file, field->name, POOL_UTF8)) {
        return parser_malformed(parser, "Invalid constant pool index %u for field name", field->name);
    }
    struct text name = classfile_member_name(file, field);
    if (!parser_field_name(parser, name)) return false;
    if (!classfile_has(file, field->descriptor, POOL_UTF8)) {
        return parser_malformed(parser, "Invalid constant pool index %u for field signature", field->descriptor);
    }
    return parser_field_descriptor(parser, name, classfile_member_descriptor(file, field));
}

// The flags of a <clinit> count only as far as they are legal.
static bool fix_class_initializer_flags(struct parser *parser, struct classfile_member *method) {
    u32 major = parser->file->major_version;
    if (major < 51) {
        method->access_flags = ACC_STATIC;
        return true;
    }
    if (!(method->access_flags & ACC_STATIC)) return parser_malformed(parser, "Method <clinit> is not static");
    method->access_flags &= ACC_STATIC | (major <= 60 ? ACC_STRICT : 0);
    return true;
}

static bool check_method_flags(struct parser *parser, struct classfile_member *method) {
    struct classfile *file = parser->file;
    struct text name = classfile_member_name(file, method);
    if (text_is(name, "<clinit>")) return fix_class_initializer_flags(parser, method);
    bool is_initializer = text_is(name, "<init>");
    if (!method_flags_legal(file, method->access_flags, is_initializer)) {
        return parser_malformed(parser, "Method %.*s has illegal modifiers: 0x%x", name.length, name.bytes,
                                method->access_flags);
    }
    if (is_initializer && (file->access_flags & ACC_INTERFACE)) {
        return parser_malformed(parser, "Interface cannot have a method named <init>");
    }
    return true;
}

static bool check_method(struct parser *parser, struct classfile_member *method, u32 *slots) {
    struct classfile *file = parser->file;
    if (!classfile_has(file, method->name, POOL_UTF8)) {
        return parser_malformed(parser, "Illegal constant pool index %u for method name", method->name);
    }
    struct text name = classfile_member_name(file, method);
    if (!parser_method_name(parser, name)) return false;
    if (!classfile_has(file, method->descriptor, POOL_UTF8)) {
        return parser_malformed(parser, "Illegal constant pool index %u for method signature", method->descriptor);
    }
    if (!check_method_flags(parser, method)) return false;
    if (!parser_method_descriptor(parser, name, classfile_member_descriptor(file, method), slots)) return false;
    *slots += method->access_flags & ACC_STATIC ? 0 : 1;
    return *slots <= ARGUMENT_SLOTS_MAX || parser_malformed(parser, "Too many arguments in method signature");
}

// Name and descriptor are often the same pool entries, but need not be: text is compared.
static bool same_member(const struct parser *parser, const void *members, u32 a, u32 b) {
    const struct classfile *file = parser->file;
    const struct classfile_member *first = (const struct classfile_member *)members + a - 1,
                                  *second = (const struct classfile_member *)members + b - 1;
    return text_equal(classfile_member_name(file, first), classfile_member_name(file, second)) &&
           text_equal(classfile_member_descriptor(file, first), classfile_member_descriptor(file, second));
}

static bool check_duplicates(struct parser *parser, const struct classfile_member *members, u32 count,
                             const char *what) {
    struct classfile *file = parser->file;
    u8 *mark = arena_mark(parser->arena);
    struct parser_set set = parser_set_new(parser, count, members, same_member);
    bool unique = true;
    for (u32 i = 0; i < count && unique; i++) {
        arena_poll(parser->arena);
        struct text name = classfile_member_name(file, &members[i]),
                    descriptor = classfile_member_descriptor(file, &members[i]);
        u32 hash = parser_hash_bytes(parser_hash_bytes(PARSER_HASH_START, name.bytes, name.length), descriptor.bytes,
                                     descriptor.length);
        u32 *place = parser_set_find(parser, &set, hash, i + 1);
        if (*place) {
            unique = parser_malformed(parser, "Duplicate %s name \"%.*s\" with signature \"%.*s\"", what, name.length,
                                      name.bytes, descriptor.length, descriptor.bytes);
        }
        *place = i + 1;
    }
    arena_release(parser->arena, mark);
    return unique;
}

static struct classfile_member *new_members(struct parser *parser, u16 *count) {
    if (!parser_need(parser, 2)) return NULL;
    *count = parser_u16(parser);
    if (!parser_need(parser, 8u * *count)) return NULL;
    return ARENA_ARRAY(parser->arena, struct classfile_member, *count + 1);
}

static bool parse_member_head(struct parser *parser, struct classfile_member *member) {
    if (!parser_need(parser, 8)) return false;
    member->access_flags = parser_u16(parser);
    member->name = parser_u16(parser);
    member->descriptor = parser_u16(parser);
    return true;
}

static bool parse_fields(struct parser *parser) {
    struct classfile *file = parser->file;
    const u32 known = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT |
                      ACC_SYNTHETIC | ACC_ENUM;
    if ((file->fields = new_members(parser, &file->field_count)) == NULL) return false;
    for (u32 i = 0; i < file->field_count; i++) {
        arena_poll(parser->arena);
        struct classfile_member *field = &file->fields[i];
        if (!parse_member_head(parser, field)) return false;
        field->access_flags &= narrow_u16(known);
        if (parser->check && !check_field(parser, field)) return false;
        if (!parser_field_attributes(parser, field)) return false;
    }
    return !parser->check || check_duplicates(parser, file->fields, file->field_count, "field");
}

static bool parse_methods(struct parser *parser) {
    struct classfile *file = parser->file;
    const u32 known = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED |
                      ACC_BRIDGE | ACC_VARARGS | ACC_NATIVE | ACC_ABSTRACT | ACC_STRICT | ACC_SYNTHETIC;
    if ((file->methods = new_members(parser, &file->method_count)) == NULL) return false;
    for (u32 i = 0; i < file->method_count; i++) {
        arena_poll(parser->arena);
        struct classfile_member *method = &file->methods[i];
        u32 slots = 0;
        if (!parse_member_head(parser, method)) return false;
        if (parser->check && !check_method(parser, method, &slots)) return false;
        method->access_flags &= narrow_u16(known);
        if (!parser_method_attributes(parser, method, slots)) return false;
        bool needs_code = !(method->access_flags & (ACC_NATIVE | ACC_ABSTRACT));
        if (parser->check && needs_code && !method->code_attribute) {
            return parser_malformed(parser, "Absent Code attribute in method that is not native or abstract");
        }
    }
    return !parser->check || check_duplicates(parser, file->methods, file->method_count, "method");
}

// ---- The whole

static bool parse_class(struct parser *parser) {
    if (!parse_version(parser) || !parser_pool(parser) || !parse_class_indices(parser) || !parse_interfaces(parser)) {
        return false;
    }
    if (!parse_fields(parser) || !parse_methods(parser) || !parser_class_attributes(parser)) return false;
    if (parser->at == parser->end) return true;
    struct text name = classfile_name(parser->file);
    return wrong_length(parser, "Extra bytes at the end of class file %.*s", name.length, name.bytes);
}

// At most a u32 for a pool entry of 3 bytes, and a member for 8.
size_t classfile_index_bound(size_t size) { return 2 * size + sizeof(struct classfile_member) * (size / 8) + 4096; }

struct classfile *classfile_parse(struct arena *arena, const u8 *bytes, size_t size, bool trusted,
                                  struct class_error *error) {
    struct classfile *file = ARENA_NEW(arena, struct classfile);
    struct parser parser = {.file = file,
                            .arena = arena,
                            .bytes = bytes,
                            .end = size > UINT32_MAX / 2 ? 0 : (u32)size,
                            .check = !trusted,
                            .error = error};
    parser.highest_bootstrap = -1;
    file->bytes = bytes;
    file->size = parser.end;
    file->trusted = trusted;
    return parse_class(&parser) ? file : NULL;
}

// ---- A copy

static size_t part_bytes(size_t count, size_t bytes) { return ALIGN_UP(count * bytes, (size_t)8); }

size_t classfile_index_bytes(const struct classfile *file) {
    return part_bytes(1, sizeof(*file)) + part_bytes(file->pool_count, sizeof(*file->pool)) +
           part_bytes(file->field_count, sizeof(*file->fields)) +
           part_bytes(file->method_count, sizeof(*file->methods)) +
           part_bytes(file->bootstrap_method_count, sizeof(*file->bootstrap_methods));
}

static void *copy_part(u8 **to, const void *from, size_t count, size_t bytes) {
    void *start = *to;
    if (count) memcpy(start, from, count * bytes);
    *to += part_bytes(count, bytes);
    return start;
}

struct classfile *classfile_copy_index(const struct classfile *file, void *to, const u8 *bytes) {
    u8 *at = to;
    struct classfile *copy = copy_part(&at, file, 1, sizeof(*file));
    copy->bytes = bytes;
    copy->pool = copy_part(&at, file->pool, file->pool_count, sizeof(*file->pool));
    copy->fields = copy_part(&at, file->fields, file->field_count, sizeof(*file->fields));
    copy->methods = copy_part(&at, file->methods, file->method_count, sizeof(*file->methods));
    copy->bootstrap_methods =
        copy_part(&at, file->bootstrap_methods, file->bootstrap_method_count, sizeof(*file->bootstrap_methods));
    return copy;
}
