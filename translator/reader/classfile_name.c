// Names and descriptors (JVMS 4.2 and 4.3), modified UTF-8 (4.4.7) and flags of classes (4.1). Before version 49 a name
// had to be a Java identifier; we accept any character beyond ASCII in it, where HotSpot asks java.lang.Character.
#include "base/ascii.h"
#include "base/narrow.h"
#include "base/string.h"
#include "translator/reader/classfile_parser.h"

#define VERSION_NAMES_ARE_FREE 49
#define VERSION_UTF8_SHORTEST 48
#define PARAMETERS_A_POLL 4096u

bool parser_utf8(struct parser *parser, struct text text) {
    const u8 *at = (const u8 *)text.bytes + ascii_run(text.bytes, text.length),
             *end = (const u8 *)text.bytes + text.length;
    bool shortest = parser->file->major_version >= VERSION_UTF8_SHORTEST;
    while (at < end) {
        u32 c = *at++;
        if (c - 1 < 0x7f) continue;
        u32 follow = c >> 5 == 6 ? 1 : c >> 4 == 14 ? 2 : 0;
        if (follow == 0 || (u32)(end - at) < follow) goto illegal;
        u32 value = follow == 1 ? c & 0x1f : c & 0xf, least = follow == 1 ? 0x80 : 0x800;
        for (; follow > 0; follow--, at++) {
            if ((*at & 0xc0) != 0x80) goto illegal;
            value = value << 6 | (*at & 0x3fu);
        }
        if (shortest && value < least && value != 0) goto illegal;
        if (shortest && value == 0 && least != 0x80) goto illegal;
    }
    return true;
illegal:
    return parser_malformed(parser, "Illegal UTF8 string in constant pool");
}

// ---- Names

enum name_kind { NAME_CLASS, NAME_FIELD, NAME_METHOD };

// Whether a word of a name has none of the characters that matter in a name. In most there are only letters, all of
// which are above '?'.
static bool is_plain(u64 word) {
    u64 above = (word | word << 1) & ASCII_TOPS;
    return !ascii_equal(word, '[') &&
           (above == ASCII_TOPS || !(ascii_equal(word | ASCII_ONES, '.' | 1) | ascii_equal(word, ';') |
                                     ascii_equal(word | 2 * ASCII_ONES, '<' | 2)));
}

static bool is_unqualified(const char *name, u32 length, enum name_kind kind) {
    for (u32 i = 0; i < length; i++) {
        if (i % 8 == 0 && length - i >= 8 && is_plain(ascii_load(name + i))) {
            i += 7;
            continue;
        }
        switch (name[i]) {
        case '.':
        case ';':
        case '[': return false;
        case '/':
            if (kind != NAME_CLASS || i == 0 || i + 1 == length || name[i + 1] == '/') return false;
            break;
        case '<':
        case '>':
            if (kind == NAME_METHOD) return false;
            break;
        default: break;
        }
    }
    return length > 0;
}

// The length of the identifier with which `name` begins (or identifiers, with `slashes`); 0 if there is none.
static u32 identifier_length(const char *name, u32 length, bool slashes) {
    bool after_slash = false;
    u32 i = 0;
    for (; i < length; i++) {
        u8 c = low_u8(name[i]);
        bool letter = low_u8((c | 32) - 'a') < 26 || c == '_' || c == '$' || c >= 0x80;
        if (letter || (i > 0 && low_u8(c - '0') < 10)) {
            after_slash = false;
        } else if (slashes && c == '/' && !after_slash) {
            after_slash = true;
        } else {
            return c == '/' && after_slash ? 0 : i;
        }
    }
    return i;
}

static bool is_name(const struct parser *parser, struct text name, enum name_kind kind) {
    if (parser->file->major_version >= VERSION_NAMES_ARE_FREE) return is_unqualified(name.bytes, name.length, kind);
    return name.length > 0 && identifier_length(name.bytes, name.length, kind == NAME_CLASS) == name.length;
}

// The position just past the field descriptor (or V, if `void_allowed`) at `at`; NULL if there is none. After too many
// dimensions or an illegal class name the error is set.
static const char *check_descriptor(struct parser *parser, const char *at, const char *end, bool void_allowed) {
    const char *start = at;
    while (at < end && *at == '[') at++;
    if (at - start > 255) {
        parser_malformed(parser, "Array type descriptor has more than 255 dimensions");
        return NULL;
    }
    if (at == end) return NULL;
    switch (*at) {
    case 'V': return void_allowed && at == start ? at + 1 : NULL;
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z': return at + 1;
    case 'L': break;
    default: return NULL;
    }
    const char *name = at + 1, *semicolon = name;
    if (parser->file->major_version < VERSION_NAMES_ARE_FREE) {
        u32 length = identifier_length(name, (u32)(end - name), true);
        return length > 0 && name + length < end && name[length] == ';' ? name + length + 1 : NULL;
    }
    semicolon += ascii_find(name, (size_t)(end - name), ';');
    if (semicolon == end) return NULL;
    if (is_unqualified(name, (u32)(semicolon - name), NAME_CLASS)) return semicolon + 1;
    parser_malformed(parser, "Class name is empty or contains illegal character in descriptor");
    return NULL;
}

bool parser_class_name(struct parser *parser, struct text name) {
    if (name.length > 0 && name.bytes[0] == '[') {
        if (check_descriptor(parser, name.bytes, name.bytes + name.length, false) == name.bytes + name.length) {
            return true;
        }
    } else if (is_name(parser, name, NAME_CLASS)) {
        return true;
    }
    return parser_malformed(parser, "Illegal class name \"%.*s\"", name.length, name.bytes);
}

bool parser_field_name(struct parser *parser, struct text name) {
    return is_name(parser, name, NAME_FIELD) ||
           parser_malformed(parser, "Illegal field name \"%.*s\"", name.length, name.bytes);
}

bool parser_method_name(struct parser *parser, struct text name) {
    bool special = name.length > 0 && name.bytes[0] == '<';
    if (special ? text_is(name, "<init>") || text_is(name, "<clinit>") : is_name(parser, name, NAME_METHOD)) {
        return true;
    }
    return parser_malformed(parser, "Illegal method name \"%.*s\"", name.length, name.bytes);
}

// ---- Descriptors

bool parser_bad_descriptor(struct parser *parser, const char *kind, struct text name, struct text descriptor) {
    return parser_malformed(parser, "%s \"%.*s\" has illegal signature \"%.*s\"", kind, name.length, name.bytes,
                            descriptor.length, descriptor.bytes);
}

bool parser_field_descriptor(struct parser *parser, struct text name, struct text descriptor) {
    const char *end = descriptor.bytes + descriptor.length;
    return check_descriptor(parser, descriptor.bytes, end, false) == end && descriptor.length > 0
               ? true
               : parser_bad_descriptor(parser, "Field", name, descriptor);
}

bool parser_method_descriptor(struct parser *parser, struct text name, struct text descriptor, u32 *slots) {
    const char *at = descriptor.bytes, *end = at + descriptor.length, *next;
    u32 count = 0, parameters = 0;
    if (text_is(name, "<clinit>") && parser->file->major_version >= 51 && !text_is(descriptor, "()V")) goto illegal;
    if (at == end || *at++ != '(') goto illegal;
    for (; (next = check_descriptor(parser, at, end, false)) != NULL; at = next) {
        count += *at == 'J' || *at == 'D' ? 2 : 1;
        if (++parameters % PARAMETERS_A_POLL == 0) arena_poll(parser->arena);
    }
    if (at == end || *at++ != ')') goto illegal;
    bool special = name.length > 0 && name.bytes[0] == '<';
    if (check_descriptor(parser, at, end, true) != end || (special && *at != 'V')) goto illegal;
    if (slots) *slots = count;
    return true;
illegal:
    return parser_bad_descriptor(parser, "Method", name, descriptor);
}

// ---- Flags

bool parser_class_flags(struct parser *parser, u32 flags) {
    struct text name = parser->file->this_class ? classfile_name(parser->file) : (struct text){"", 0};
    if (flags & ACC_MODULE) {
        return parser_fail(parser, "java/lang/NoClassDefFoundError",
                           "%.*s is not a class because access_flag ACC_MODULE is set", name.length, name.bytes);
    }
    bool tiger = parser->file->major_version >= 49;
    bool is_interface = flags & ACC_INTERFACE, is_abstract = flags & ACC_ABSTRACT;
    bool illegal = (is_abstract && (flags & ACC_FINAL)) || (is_interface && !is_abstract) ||
                   (tiger && is_interface && (flags & (ACC_SUPER | ACC_ENUM))) ||
                   (tiger && !is_interface && (flags & ACC_ANNOTATION));
    return !parser->check || !illegal || parser_malformed(parser, "Illegal class modifiers: 0x%x", flags);
}
