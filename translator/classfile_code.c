// Format of the Code attribute (JVMS 4.7.3) and of the tables in it. What the bytecode means is the verifier's matter.
#include "translator/classfile_parser.h"

#define CODE_BYTES_MAX 65535

static bool check_handlers(struct parser *parser, u32 code_length, u32 count) {
    if (!parser_need(parser, 8 * count)) return false;
    for (u32 i = 0; i < count; i++) {
        u32 start = parser_u16(parser), end = parser_u16(parser), target = parser_u16(parser);
        u16 type = parser_u16(parser);
        if (start >= end || end > code_length) return parser_malformed(parser, "Invalid exception table range");
        if (target >= code_length) return parser_malformed(parser, "Invalid exception table handler");
        if (type != 0 && !classfile_has(parser->file, type, POOL_CLASS))
            return parser_malformed(parser, "Catch type in exception table has bad constant type");
    }
    return true;
}

static bool check_line_numbers(struct parser *parser, u32 length, u32 code_length) {
    if (!parser_need(parser, 2)) return false;
    u32 count = parser_u16(parser);
    if (length != 2 + 4 * count) return parser_malformed(parser, "LineNumberTable attribute has wrong length");
    if (!parser_need(parser, 4 * count)) return false;
    for (u32 i = 0; i < count; i++) {
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
    return (struct local_variable){bytecode_u16(at), bytecode_u16(at + 2), bytecode_u16(at + 4), bytecode_u16(at + 6), bytecode_u16(at + 8)};
}

static bool check_local_variable(struct parser *parser, struct local_variable variable, bool typed, u32 code_length, u32 max_locals,
                                 const char *table) {
    const struct classfile *file = parser->file;
    if (variable.start >= code_length) return parser_malformed(parser, "Invalid start_pc %u in %s", variable.start, table);
    if ((u32)variable.start + variable.length > code_length) return parser_malformed(parser, "Invalid length %u in %s", variable.length, table);
    if (!classfile_has(file, variable.name, POOL_UTF8))
        return parser_malformed(parser, "Name index %u in %s has bad constant type", variable.name, table);
    if (!classfile_has(file, variable.descriptor, POOL_UTF8))
        return parser_malformed(parser, "Signature index %u in %s has bad constant type", variable.descriptor, table);
    struct text name = classfile_utf8(file, variable.name), descriptor = classfile_utf8(file, variable.descriptor);
    if (!parser_field_name(parser, name)) return false;
    u32 extra = 0;
    if (!typed) {
        if (!parser_field_descriptor(parser, name, descriptor)) return false;
        extra = descriptor.bytes[0] == 'J' || descriptor.bytes[0] == 'D';
    }
    return variable.index + extra < max_locals || parser_malformed(parser, "Invalid index %u in %s", variable.index, table);
}

static bool check_local_variables(struct parser *parser, u32 length, bool typed, u32 code_length, u32 max_locals) {
    const char *table = typed ? "LocalVariableTypeTable" : "LocalVariableTable";
    if (!parser_need(parser, 2)) return false;
    u32 count = parser_u16(parser);
    if (length != 2 + 10 * count) return parser_malformed(parser, "%s has wrong length", table);
    if (!parser_need(parser, 10 * count)) return false;
    for (u32 i = 0; i < count; i++, parser->at += 10)
        if (!check_local_variable(parser, local_variable(parser->bytes + parser->at), typed, code_length, max_locals, table)) return false;
    return true;
}

// The entries of all LocalVariableTables of a method differ, and each of the type tables has its like among the former, if there are any.
struct variable_tables {
    u32 entries[2];   // in all of them
    u32 table[2][64]; // offsets of the bodies: untyped, typed
    u32 count[2];
};

static bool same_variable(const struct classfile *file, struct local_variable a, struct local_variable b) {
    return a.start == b.start && a.length == b.length && a.index == b.index && text_equal(classfile_utf8(file, a.name), classfile_utf8(file, b.name));
}

// How many entries of the tables of one kind are like `variable`.
static u32 count_like(const struct parser *parser, const struct variable_tables *tables, u32 kind, struct local_variable variable) {
    u32 like = 0;
    for (u32 t = 0; t < tables->count[kind]; t++) {
        const u8 *body = parser->bytes + tables->table[kind][t];
        for (u32 i = 0; i < bytecode_u16(body); i++) like += same_variable(parser->file, local_variable(body + 2 + 10 * i), variable);
    }
    return like;
}

static bool check_variable_tables(struct parser *parser, const struct variable_tables *tables) {
    for (u32 kind = 0; kind < 2; kind++)
        for (u32 t = 0; t < tables->count[kind]; t++) {
            const u8 *body = parser->bytes + tables->table[kind][t];
            for (u32 i = 0; i < bytecode_u16(body); i++) {
                struct local_variable variable = local_variable(body + 2 + 10 * i);
                struct text name = classfile_utf8(parser->file, variable.name);
                if (kind == 1 && tables->entries[0] > 0 && count_like(parser, tables, 0, variable) == 0)
                    return parser_malformed(parser, "LVTT entry for '%.*s' does not match any LVT entry", name.length, name.bytes);
                if (count_like(parser, tables, kind, variable) > 1)
                    return parser_malformed(parser, "Duplicated LocalVariable%sTable attribute entry for '%.*s'", kind ? "Type" : "", name.length,
                                            name.bytes);
            }
        }
    return true;
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
        if (code->variables.count[kind] == COUNT_OF(code->variables.table[kind]))
            return parser_malformed(parser, "Too many LocalVariableTable attributes");
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
    if (code.code_length == 0 || code.code_length > CODE_BYTES_MAX)
        return parser_malformed(parser, "Invalid method Code length %u", code.code_length);
    if (!parser_need(parser, code.code_length + 2)) return false;
    parser->at += code.code_length;
    if (!check_handlers(parser, code.code_length, parser_u16(parser)) || !parser_need(parser, 2)) return false;
    for (u32 count = parser_u16(parser); count > 0; count--) {
        enum attribute_name name;
        u32 bytes;
        if (!parser_attribute(parser, &name, &bytes) || !check_attribute(parser, &code, name, bytes)) return false;
    }
    if (parser->at - start != length) return parser_malformed(parser, "Code attribute has incorrect length");
    return check_variable_tables(parser, &code.variables);
}
