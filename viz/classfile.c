// See classfile.h. JVMS 17, section 4.1 (structure), 4.4 (constant pool).
#include "viz/classfile.h"

#include <stdlib.h>
#include <string.h>

struct cursor {
    const u8 *at, *end;
    bool broken;
};

struct pool {
    const u8 **entries; // each at its tag byte
    u32 count;
};

enum { TAG_UTF8 = 1, TAG_LONG = 5, TAG_DOUBLE = 6, TAG_CLASS = 7, TAG_LIMIT = 21 };

// Bytes after the tag; 0: no such tag. UTF-8 has its own length.
static const u8 tag_bytes[TAG_LIMIT] = {[3] = 4,  [4] = 4,  [5] = 8,  [6] = 8,  [7] = 2,  [8] = 2,  [9] = 4,  [10] = 4,
                                        [11] = 4, [12] = 4, [15] = 3, [16] = 2, [17] = 4, [18] = 4, [19] = 2, [20] = 2};

static const u8 *take(struct cursor *cursor, size_t size) {
    if ((size_t)(cursor->end - cursor->at) < size) {
        cursor->broken = true;
        return NULL;
    }
    const u8 *start = cursor->at;
    cursor->at += size;
    return start;
}

static u32 be16(const u8 *at) { return (u32)at[0] << 8 | at[1]; }

static u32 take16(struct cursor *cursor) {
    const u8 *at = take(cursor, 2);
    return at ? be16(at) : 0;
}

static u32 take32(struct cursor *cursor) {
    u32 high = take16(cursor);
    return high << 16 | take16(cursor);
}

static void read_pool(struct cursor *cursor, struct pool *pool) {
    for (u32 i = 1; i < pool->count && !cursor->broken; i++) {
        const u8 *tag = take(cursor, 1);
        if (!tag) return;
        pool->entries[i] = tag;
        if (*tag == TAG_UTF8) {
            take(cursor, take16(cursor));
        } else if (*tag < TAG_LIMIT && tag_bytes[*tag]) {
            take(cursor, tag_bytes[*tag]);
        } else {
            cursor->broken = true;
        }
        if (*tag == TAG_LONG || *tag == TAG_DOUBLE) i++;
    }
}

static const char *pool_text(const struct pool *pool, u32 index, size_t *length) {
    if (index >= pool->count || !pool->entries[index] || *pool->entries[index] != TAG_UTF8) return NULL;
    *length = be16(pool->entries[index] + 1);
    return (const char *)pool->entries[index] + 3;
}

static const char *pool_class(const struct pool *pool, u32 index, size_t *length) {
    if (index >= pool->count || !pool->entries[index] || *pool->entries[index] != TAG_CLASS) return NULL;
    return pool_text(pool, be16(pool->entries[index] + 1), length);
}

static void skip_attributes(struct cursor *cursor) {
    for (u32 count = take16(cursor); count && !cursor->broken; count--) {
        take(cursor, 2);
        take(cursor, take32(cursor));
    }
}

static void skip_fields(struct cursor *cursor) {
    for (u32 count = take16(cursor); count && !cursor->broken; count--) {
        take(cursor, 6);
        skip_attributes(cursor);
    }
}

// ---- Calls

enum {
    OP_INVOKEVIRTUAL = 182,
    OP_INVOKEINTERFACE = 185,
    OP_INVOKEDYNAMIC = 186,
    OP_NEW = 187,
    OP_TABLESWITCH = 170,
    OP_LOOKUPSWITCH = 171,
    OP_WIDE = 196,
    OP_IINC = 132
};

// JVMS 6.5: bytes of each instruction, as runs {last opcode, bytes}; the switches and wide have none.
static const struct {
    u8 last, bytes;
} instruction_bytes[] = {{15, 1},  {16, 2},  {17, 3},  {18, 2},  {20, 3},  {25, 2},  {53, 1},  {58, 2},  {131, 1},
                         {132, 3}, {152, 1}, {168, 3}, {169, 2}, {171, 0}, {177, 1}, {184, 3}, {186, 5}, {187, 3},
                         {188, 2}, {189, 3}, {191, 1}, {193, 3}, {195, 1}, {196, 0}, {197, 4}, {199, 3}, {201, 5}};

static u32 be32(const u8 *at) { return be16(at) << 16 | be16(at + 2); }

// Of the instruction at `at`; 0: there is none, or it is cut off.
static size_t instruction_size(const u8 *code, size_t at, size_t end) {
    u8 opcode = code[at];
    size_t aligned = (at + 4) & ~(size_t)3;
    if (opcode == OP_WIDE) return at + 1 < end && code[at + 1] == OP_IINC ? 6 : 4;
    if (opcode == OP_TABLESWITCH) {
        return aligned + 12 <= end
                   ? aligned - at + 12 + 4 * ((size_t)(be32(code + aligned + 8) - be32(code + aligned + 4)) + 1)
                   : 0;
    }
    if (opcode == OP_LOOKUPSWITCH) {
        return aligned + 8 <= end ? aligned - at + 8 + 8 * (size_t)be32(code + aligned + 4) : 0;
    }
    for (size_t i = 0; i < sizeof(instruction_bytes) / sizeof(*instruction_bytes); i++) {
        if (opcode <= instruction_bytes[i].last) return instruction_bytes[i].bytes;
    }
    return 0;
}

static const u8 *pool_entry(const struct pool *pool, u32 index) {
    return index < pool->count ? pool->entries[index] : NULL;
}

// A Methodref or InterfaceMethodref.
static void visit_call(const struct pool *pool, u32 index, u8 opcode, const struct classfile_visitor *visitor) {
    const u8 *entry = pool_entry(pool, index),
             *pair = entry && (*entry == 10 || *entry == 11) ? pool_entry(pool, be16(entry + 3)) : NULL;
    if (!pair || *pair != 12) return;
    struct classfile_use use = {.opcode = opcode};
    use.class_name = pool_class(pool, be16(entry + 1), &use.class_length);
    use.name = pool_text(pool, be16(pair + 1), &use.length);
    use.descriptor = pool_text(pool, be16(pair + 3), &use.descriptor_length);
    if (use.class_name && use.name && use.descriptor) visitor->method_uses(visitor->context, &use);
}

// Which of the class's method handles an invokedynamic uses stands elsewhere: all of them, then.
static void visit_handles(const struct pool *pool, const struct classfile_visitor *visitor) {
    for (u32 i = 1; i < pool->count; i++) {
        if (pool->entries[i] && *pool->entries[i] == 15) {
            visit_call(pool, be16(pool->entries[i] + 2), OP_INVOKEDYNAMIC, visitor);
        }
    }
}

static void visit_code(const u8 *code, size_t end, const struct pool *pool, const struct classfile_visitor *visitor) {
    for (size_t at = 0, size; at < end; at += size) {
        size = instruction_size(code, at, end);
        if (!size || size > end - at) return;
        if (code[at] >= OP_INVOKEVIRTUAL && code[at] <= OP_INVOKEINTERFACE) {
            visit_call(pool, be16(code + at + 1), code[at], visitor);
        } else if (code[at] == OP_INVOKEDYNAMIC) {
            visit_handles(pool, visitor);
        } else if (code[at] == OP_NEW) {
            struct classfile_use use = {.opcode = OP_NEW};
            use.class_name = pool_class(pool, be16(code + at + 1), &use.class_length);
            if (use.class_name) visitor->method_uses(visitor->context, &use);
        }
    }
}

static void visit_attributes(struct cursor *cursor, const struct pool *pool, const struct classfile_visitor *visitor) {
    for (u32 count = take16(cursor); count && !cursor->broken; count--) {
        size_t length = 0;
        const char *name = pool_text(pool, take16(cursor), &length);
        u32 bytes = take32(cursor);
        const u8 *data = take(cursor, bytes);
        if (!name || !data || length != 4 || memcmp(name, "Code", 4) != 0 || bytes < 8 || be32(data + 4) > bytes - 8) {
            continue;
        }
        visit_code(data + 8, be32(data + 4), pool, visitor);
    }
}

static void visit_methods(struct cursor *cursor, const struct pool *pool, u32 this_class,
                          const struct classfile_visitor *visitor) {
    size_t class_length = 0, length = 0;
    const char *class_name = pool_class(pool, this_class, &class_length);
    if (!class_name) cursor->broken = true;
    for (u32 count = take16(cursor); count && !cursor->broken; count--) {
        u32 flags = take16(cursor);
        const char *name = pool_text(pool, take16(cursor), &length);
        size_t descriptor_length = 0;
        const char *descriptor = pool_text(pool, take16(cursor), &descriptor_length);
        if (visitor->method_begins && name && descriptor) {
            visitor->method_begins(visitor->context, flags, name, length, descriptor, descriptor_length);
            visit_attributes(cursor, pool, visitor);
        } else {
            skip_attributes(cursor);
        }
        if (name && !cursor->broken && visitor->method_defined) {
            visitor->method_defined(visitor->context, class_name, class_length, name, length);
        }
    }
}

static void visit_mentions(const struct pool *pool, const struct classfile_visitor *visitor) {
    for (u32 i = 1; i < pool->count && visitor->class_mentioned; i++) {
        size_t length = 0;
        const char *name = pool_class(pool, i, &length);
        if (name) visitor->class_mentioned(visitor->context, name, length);
    }
}

static void visit_kind(const struct pool *pool, u32 this_class, u32 super, const u8 *interfaces, u32 count,
                       const struct classfile_visitor *visitor) {
    size_t length = 0, super_length = 0;
    const char *name = pool_class(pool, this_class, &length), *above = pool_class(pool, super, &super_length);
    if (!name) return;
    visitor->class_begins(visitor->context, name, length, above, above ? super_length : 0);
    for (u32 i = 0; i < count; i++) {
        const char *interface = pool_class(pool, be16(interfaces + 2 * i), &length);
        if (interface) visitor->interface_named(visitor->context, interface, length);
    }
}

bool classfile_visit(const u8 *data, size_t size, const struct classfile_visitor *visitor) {
    if (!classfile_major_version(data, size)) return false;
    struct cursor cursor = {data + 8, data + size, false};
    struct pool pool = {.count = take16(&cursor)};
    pool.entries = memory_get((pool.count + 1) * sizeof(*pool.entries));
    read_pool(&cursor, &pool);
    take(&cursor, 2);
    u32 this_class = take16(&cursor);
    u32 super = take16(&cursor), interfaces = take16(&cursor);
    const u8 *list = take(&cursor, 2 * (size_t)interfaces);
    if (!cursor.broken) visit_mentions(&pool, visitor);
    if (!cursor.broken && visitor->class_begins) visit_kind(&pool, this_class, super, list, interfaces, visitor);
    skip_fields(&cursor);
    if (!cursor.broken) visit_methods(&cursor, &pool, this_class, visitor);
    free(pool.entries);
    return !cursor.broken;
}

u32 classfile_major_version(const u8 *data, size_t size) {
    if (size < 10 || data[0] != 0xca || data[1] != 0xfe || data[2] != 0xba || data[3] != 0xbe) return 0;
    return be16(data + 6);
}
