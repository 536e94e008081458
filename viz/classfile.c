// See classfile.h. JVMS 17, section 4.1 (structure), 4.4 (constant pool).
#include "viz/classfile.h"

#include <stdlib.h>

struct cursor {
    const u8 *at, *end;
    bool broken;
};

struct pool {
    const u8 **entries;  // each at its tag byte
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
        if (*tag == TAG_UTF8) take(cursor, take16(cursor));
        else if (*tag < TAG_LIMIT && tag_bytes[*tag]) take(cursor, tag_bytes[*tag]);
        else cursor->broken = true;
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

static void visit_methods(struct cursor *cursor, const struct pool *pool, u32 this_class, const struct classfile_visitor *visitor) {
    size_t class_length = 0, length = 0;
    const char *class_name = pool_class(pool, this_class, &class_length);
    if (!class_name) cursor->broken = true;
    for (u32 count = take16(cursor); count && !cursor->broken; count--) {
        take(cursor, 2);
        const char *name = pool_text(pool, take16(cursor), &length);
        take(cursor, 2);
        skip_attributes(cursor);
        if (name && !cursor->broken && visitor->method_defined) visitor->method_defined(visitor->context, class_name, class_length, name, length);
    }
}

static void visit_mentions(const struct pool *pool, const struct classfile_visitor *visitor) {
    for (u32 i = 1; i < pool->count && visitor->class_mentioned; i++) {
        size_t length = 0;
        const char *name = pool_class(pool, i, &length);
        if (name) visitor->class_mentioned(visitor->context, name, length);
    }
}

bool classfile_visit(const u8 *data, size_t size, const struct classfile_visitor *visitor) {
    if (!classfile_major_version(data, size)) return false;
    struct cursor cursor = {data + 8, data + size, false};
    struct pool pool = {.count = take16(&cursor)};
    pool.entries = memory_get((pool.count + 1) * sizeof *pool.entries);
    read_pool(&cursor, &pool);
    take(&cursor, 2);
    u32 this_class = take16(&cursor);
    take(&cursor, 2);
    u32 interfaces = take16(&cursor);
    take(&cursor, 2 * (size_t)interfaces);
    if (!cursor.broken) visit_mentions(&pool, visitor);
    skip_fields(&cursor);
    if (!cursor.broken) visit_methods(&cursor, &pool, this_class, visitor);
    free(pool.entries);
    return !cursor.broken;
}

u32 classfile_major_version(const u8 *data, size_t size) {
    if (size < 10 || data[0] != 0xca || data[1] != 0xfe || data[2] != 0xba || data[3] != 0xbe) return 0;
    return be16(data + 6);
}
