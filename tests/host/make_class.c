// See make_class.h. The pool is written as it is needed, in front of the rest.
#include "make_class.h"

#include <assert.h>
#include <string.h>

#include "translator/reader/classfile.h"

struct writer {
    u8 pool[4096], body[4096];
    size_t pool_bytes, body_bytes;
    u16 pool_count;
};

static void put(u8 *to, size_t *at, u32 value, u32 bytes) {
    assert(*at + bytes <= 4096);
    while (bytes--) to[(*at)++] = (u8)(value >> (8 * bytes));
}

static void u2(struct writer *writer, u32 value) { put(writer->body, &writer->body_bytes, value, 2); }
static void u4(struct writer *writer, u32 value) { put(writer->body, &writer->body_bytes, value, 4); }

static u16 utf8(struct writer *writer, const char *text) {
    put(writer->pool, &writer->pool_bytes, POOL_UTF8, 1);
    put(writer->pool, &writer->pool_bytes, (u32)strlen(text), 2);
    while (*text) put(writer->pool, &writer->pool_bytes, (u8)*text++, 1);
    return ++writer->pool_count;
}

static u16 class_entry(struct writer *writer, const char *name) {
    u16 index = utf8(writer, name);
    put(writer->pool, &writer->pool_bytes, POOL_CLASS, 1);
    put(writer->pool, &writer->pool_bytes, index, 2);
    return ++writer->pool_count;
}

static void write_reference(struct writer *writer, const struct made_reference *reference) {
    u16 class_index = class_entry(writer, reference->class_name);
    u16 name = utf8(writer, reference->name);
    u16 descriptor = utf8(writer, reference->descriptor);
    put(writer->pool, &writer->pool_bytes, POOL_NAME_AND_TYPE, 1);
    put(writer->pool, &writer->pool_bytes, name, 2);
    put(writer->pool, &writer->pool_bytes, descriptor, 2);
    u16 name_and_type = ++writer->pool_count;
    put(writer->pool, &writer->pool_bytes, reference->tag, 1);
    put(writer->pool, &writer->pool_bytes, class_index, 2);
    put(writer->pool, &writer->pool_bytes, name_and_type, 2);
    writer->pool_count++;
}

static void write_method(struct writer *writer, const struct made_method *method) {
    bool has_code = !(method->flags & ACC_ABSTRACT);
    u2(writer, method->flags);
    u2(writer, utf8(writer, method->name));
    u2(writer, utf8(writer, method->descriptor));
    u2(writer, has_code);
    if (!has_code) return;
    u2(writer, utf8(writer, "Code"));
    u4(writer, 13);
    u2(writer, 0); // stack
    u2(writer, 4); // locals
    u4(writer, 1);
    put(writer->body, &writer->body_bytes, 0xb1, 1);
    u4(writer, 0); // no handlers, no attributes
}

size_t make_class(const struct made_class *class, u8 *bytes, size_t capacity) {
    struct writer writer = {0};
    u2(&writer, class->flags);
    u2(&writer, class_entry(&writer, class->name));
    u2(&writer, class_entry(&writer, class->super ? class->super : "java/lang/Object"));
    u32 interfaces = 0, methods = 0;
    while (class->interfaces[interfaces]) interfaces++;
    while (class->methods[methods].name) methods++;
    u2(&writer, interfaces);
    for (u32 i = 0; i < interfaces; i++) u2(&writer, class_entry(&writer, class->interfaces[i]));
    u2(&writer, 0);
    u2(&writer, methods);
    for (u32 i = 0; i < methods; i++) write_method(&writer, &class->methods[i]);
    u2(&writer, 0);
    for (u32 i = 0; class->references[i].tag; i++) write_reference(&writer, &class->references[i]);
    size_t at = 0;
    put(bytes, &at, 0xcafebabe, 4);
    put(bytes, &at, 61, 4);
    put(bytes, &at, writer.pool_count + 1u, 2);
    assert(at + writer.pool_bytes + writer.body_bytes <= capacity);
    memcpy(bytes + at, writer.pool, writer.pool_bytes);
    memcpy(bytes + at + writer.pool_bytes, writer.body, writer.body_bytes);
    return at + writer.pool_bytes + writer.body_bytes;
}
