// Format of the Code attribute (JVMS 4.7.3) and of the tables in it. What the bytecode means is the verifier's concern.
#include "translator/reader/classfile_parser.h"

#define CODE_BYTES_MAX 65535

static bool check_handlers(struct parser *parser, u32 code_length, u32 count) {
    if (!parser_need(parser, 8 * count)) return false;
    for (u32 i = 0; i < count; i++) {
        arena_step(parser->arena, i + 1);
        u32 start = parser_u16(parser), end = parser_u16(parser), target = parser_u16(parser);
        u16 type = parser_u16(parser);
        if (start >= end || end > code_length) return parser_malformed(parser, "Invalid exception table range");
        if (target >= code_length) return parser_malformed(parser, "Invalid exception table handler");
        if (type != 0 && !classfile_has(parser->file, type, POOL_CLASS)) {
            return parser_malformed(parser, "Catch type in exception table has bad constant type");
        }
    }
    return true;
}

static bool check_line_numbers(struct parser *parser, u32 length, u32 code_length) {
    if (!parser_need(parser, 2)) return false;
    u32 count = parser_u16(parser);
    if (length != 2 + 4 * count) return parser_malformed(parser, "LineNumberTable attribute has wrong length");
    if (!parser_need(parser, 4 * count)) return false;
    for (u32 i = 0; i < count; i++) {
        arena_step(parser->arena, i + 1);
        u16 start = parser_u16(parser);
        parser_u16(parser);
        if (start >= code_length) return parser_malformed(parser, "Invalid pc in LineNumberTable");
    }
    return true;
}

// ---- LocalVariableTable and LocalVariableTypeTable

struct local_variable {
    u16 start, length, name, descriptor, index;
};

static struct local_variable local_variable(const u8 *at) {
    return (struct local_variable){bytecode_u16(at), bytecode_u16(at + 2), bytecode_u16(at + 4), bytecode_u16(at + 6),
                                   bytecode_u16(at + 8)};
}

static bool check_local_variable(struct parser *parser, struct local_variable variable, bool typed, u32 code_length,
                                 u32 max_locals, const char *table) {
    const struct classfile *file = parser->file;
    if (variable.start >= code_length) {
        return parser_malformed(parser, "Invalid start_pc %u in %s", variable.start, table);
    }
    if ((u32)variable.start + variable.length > code_length) {
        return parser_malformed(parser, "Invalid length %u in %s", variable.length, table);
    }
    if (!classfile_has(file, variable.name, POOL_UTF8)) {
        return parser_malformed(parser, "Name index %u in %s has bad constant type", variable.name, table);
    }
    if (!classfile_has(file, variable.descriptor, POOL_UTF8)) {
        return parser_malformed(parser, "Signature index %u in %s has bad constant type", variable.descriptor, table);
    }
    struct text name = classfile_utf8(file, variable.name), descriptor = classfile_utf8(file, variable.descriptor);
    if (!parser_field_name(parser, name)) return false;
    u32 extra = 0;
    if (!typed) {
        if (!parser_field_descriptor(parser, name, descriptor)) return false;
        extra = descriptor.bytes[0] == 'J' || descriptor.bytes[0] == 'D';
    }
    return variable.index + extra < max_locals ||
           parser_malformed(parser, "Invalid index %u in %s", variable.index, table);
}

static bool check_local_variables(struct parser *parser, u32 length, bool typed, u32 code_length, u32 max_locals) {
    const char *table = typed ? "LocalVariableTypeTable" : "LocalVariableTable";
    if (!parser_need(parser, 2)) return false;
    u32 count = parser_u16(parser);
    if (length != 2 + 10 * count) return parser_malformed(parser, "%s has wrong length", table);
    if (!parser_need(parser, 10 * count)) return false;
    for (u32 i = 0; i < count; i++, parser->at += 10) {
        arena_poll(parser->arena);
        if (!check_local_variable(parser, local_variable(parser->bytes + parser->at), typed, code_length, max_locals,
                                  table)) {
            return false;
        }
    }
    return true;
}

// The entries of all LocalVariableTables of a method must differ, and each entry of the type tables must have a match
// in the former, if there are any.
struct variable_tables {
    u32 entries[2];   // in all of them
    u32 table[2][64]; // offsets of the bodies: untyped, typed
    u32 count[2];
};

static bool same_variable(const struct parser *parser, const void *context, u32 first, u32 second) {
    (void)context;
    struct local_variable a = local_variable(parser->bytes + first), b = local_variable(parser->bytes + second);
    return a.start == b.start && a.length == b.length && a.index == b.index &&
           (a.name == b.name || text_equal(classfile_utf8(parser->file, a.name), classfile_utf8(parser->file, b.name)));
}

static u32 *find_variable(const struct parser *parser, const struct parser_set *set, u32 at) {
    struct local_variable variable = local_variable(parser->bytes + at);
    struct text name = classfile_utf8(parser->file, variable.name);
    u16 numbers[] = {variable.start, variable.length, variable.index};
    u32 hash =
        parser_hash_bytes(parser_hash_bytes(PARSER_HASH_START, numbers, sizeof(numbers)), name.bytes, name.length);
    return parser_set_find(parser, set, hash, at);
}

static bool check_variable(struct parser *parser, struct parser_set sets[2], u32 kind, bool has_like, u32 at) {
    struct text name = classfile_utf8(parser->file, local_variable(parser->bytes + at).name);
    if (has_like && !*find_variable(parser, &sets[0], at)) {
        return parser_malformed(parser, "LVTT entry for '%.*s' does not match any LVT entry", name.length, name.bytes);
    }
    u32 *place = find_variable(parser, &sets[kind], at);
    if (*place) {
        return parser_malformed(parser, "Duplicated LocalVariable%sTable attribute entry for '%.*s'",
                                kind ? "Type" : "", name.length, name.bytes);
    }
    *place = at;
    return true;
}

static bool check_variable_tables(struct parser *parser, const struct variable_tables *tables) {
    if (!tables->entries[0] && !tables->entries[1]) return true;
    u8 *mark = arena_mark(parser->arena);
    struct parser_set sets[2];
    bool valid = true;
    for (u32 kind = 0; kind < 2; kind++) {
        sets[kind] = parser_set_new(parser, tables->entries[kind], NULL, same_variable);
        for (u32 t = 0; t < tables->count[kind]; t++) {
            u32 body = tables->table[kind][t], count = bytecode_u16(parser->bytes + body);
            for (u32 i = 0; i < count && valid; i++) {
                arena_poll(parser->arena);
                valid = check_variable(parser, sets, kind, kind == 1 && tables->entries[0] > 0, body + 2 + 10 * i);
            }
        }
    }
    arena_release(parser->arena, mark);
    return valid;
}

// ---- Code

struct code_part {
    u32 code_length, max_locals;
    bool has_stack_map;
    struct variable_tables variables;
};

static bool check_attribute(struct parser *parser, struct code_part *code, enum attribute_name name, u32 length) {
    switch (name) {
    case ATTRIBUTE_LINE_NUMBER_TABLE: return check_line_numbers(parser, length, code->code_length);
    case ATTRIBUTE_LOCAL_VARIABLE_TABLE:
    case ATTRIBUTE_LOCAL_VARIABLE_TYPE_TABLE: {
        u32 kind = name == ATTRIBUTE_LOCAL_VARIABLE_TYPE_TABLE;
        if (code->variables.count[kind] == COUNT_OF(code->variables.table[kind])) {
            return parser_malformed(parser, "Too many LocalVariableTable attributes");
        }
        code->variables.table[kind][code->variables.count[kind]++] = parser->at;
        code->variables.entries[kind] += length / 10;
        return check_local_variables(parser, length, kind, code->code_length, code->max_locals);
    }
    case ATTRIBUTE_STACK_MAP_TABLE:
        if (code->has_stack_map) return parser_malformed(parser, "Multiple StackMapTable attributes");
        code->has_stack_map = true;
        return parser_take_body(parser, length, NULL);
    default: return parser_take_body(parser, length, NULL);
    }
}

bool parser_code(struct parser *parser, u32 length, u32 argument_slots) {
    u32 start = parser->at;
    if (!parser_need(parser, 8)) return false;
    parser_u16(parser);
    struct code_part code = {.max_locals = parser_u16(parser)};
    code.code_length = parser_u32(parser);
    if (argument_slots > code.max_locals) return parser_malformed(parser, "Arguments can't fit into locals");
    if (code.code_length == 0 || code.code_length > CODE_BYTES_MAX) {
        return parser_malformed(parser, "Invalid method Code length %u", code.code_length);
    }
    if (!parser_need(parser, code.code_length + 2)) return false;
    parser->at += code.code_length;
    if (!check_handlers(parser, code.code_length, parser_u16(parser)) || !parser_need(parser, 2)) return false;
    for (u32 count = parser_u16(parser); count > 0; count--) {
        arena_poll(parser->arena);
        enum attribute_name name;
        u32 bytes;
        if (!parser_attribute(parser, &name, &bytes) || !check_attribute(parser, &code, name, bytes)) return false;
    }
    if (parser->at - start != length) return parser_malformed(parser, "Code attribute has incorrect length");
    return check_variable_tables(parser, &code.variables);
}
