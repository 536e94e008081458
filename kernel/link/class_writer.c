// See class_writer.h.
#include "kernel/link/class_writer.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/scheduler.h"
#include "kernel/memory/scratch.h"

#define MAJOR_VERSION 61

// ---- Bytes

static bool reserve(struct class_writer_buffer *buffer, u32 bytes) {
    if (buffer->failed) return false;
    ASSERT(buffer->length <= buffer->capacity);
    if (buffer->length + bytes <= buffer->capacity) return true;
    u32 capacity = 2 * buffer->capacity + bytes + 256;
    u8 *grown = scratch_alloc(thread_account(ACCOUNT_TABLES), capacity);
    buffer->failed = !grown;
    if (!grown) return false;
    if (buffer->length) memcpy(grown, buffer->bytes, buffer->length);
    scratch_free(buffer->bytes);
    buffer->bytes = grown;
    buffer->capacity = capacity;
    return true;
}

static void put(struct class_writer_buffer *buffer, const void *bytes, u32 length) {
    if (!reserve(buffer, length)) return;
    if (length) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

static void put_u8(struct class_writer_buffer *buffer, u8 value) { put(buffer, &value, 1); }
static void put_u16(struct class_writer_buffer *buffer, u16 value) {
    put(buffer, (u8[]){low_u8(value >> 8), low_u8(value)}, 2);
}
static void put_u32(struct class_writer_buffer *buffer, u32 value) {
    put_u16(buffer, low_u16(value >> 16));
    put_u16(buffer, low_u16(value));
}
static void put_all(struct class_writer_buffer *to, const struct class_writer_buffer *from) {
    put(to, from->bytes, from->length);
}

// ---- Constant pool

static u32 entry_bytes(const u8 *entry) {
    switch (entry[0]) {
    case POOL_UTF8: return 3u + bytecode_u16(entry + 1);
    case POOL_LONG:
    case POOL_DOUBLE: return 9;
    case POOL_CLASS:
    case POOL_STRING:
    case POOL_METHOD_TYPE: return 3;
    case POOL_METHOD_HANDLE: return 4;
    default: return 5;
    }
}

static u16 entry_places(const u8 *entry) { return entry[0] == POOL_LONG || entry[0] == POOL_DOUBLE ? 2 : 1; }

// The entry at `start` is the pool's last: removes it again if there is an equal one already.
static u16 pool_settle(struct class_writer *writer, u32 start) {
    if (writer->pool.failed) return 0; // the entry may be incomplete
    ASSERT(start < writer->pool.length);
    const u8 *entry = writer->pool.bytes + start;
    u32 length = writer->pool.length - start;
    u16 index = 1;
    for (const u8 *at = writer->pool.bytes; at < entry; at += entry_bytes(at)) {
        if (entry_bytes(at) == length && memcmp(at, entry, length) == 0) {
            writer->pool.length = start;
            return index;
        }
        index = narrow_u16(index + entry_places(at));
    }
    writer->pool_count = narrow_u16(writer->pool_count + entry_places(entry));
    return index;
}

static u16 pool_add(struct class_writer *writer, const u8 *entry, u32 length) {
    u32 start = writer->pool.length;
    put(&writer->pool, entry, length);
    return pool_settle(writer, start);
}

#define LONG_TEXT 4096u

// What writes a class looks through its names and descriptors a few times for each that it adds: others run where these
// are long. What is written lies in scratch memory, and what is read in class files that are in use.
static u16 pool_utf8(struct class_writer *writer, struct text text) {
    if (text.length >= LONG_TEXT) scheduler_poll_native(thread_self());
    u32 start = writer->pool.length;
    put_u8(&writer->pool, POOL_UTF8);
    put_u16(&writer->pool, text.length);
    put(&writer->pool, text.bytes, text.length);
    return pool_settle(writer, start);
}

static u16 pool_one(struct class_writer *writer, enum pool_tag tag, u16 index) {
    return pool_add(writer, (u8[]){narrow_u8(tag), low_u8(index >> 8), low_u8(index)}, 3);
}

static u16 pool_two(struct class_writer *writer, enum pool_tag tag, u16 first, u16 second) {
    return pool_add(writer,
                    (u8[]){narrow_u8(tag), low_u8(first >> 8), low_u8(first), low_u8(second >> 8), low_u8(second)}, 5);
}

u16 class_writer_class(struct class_writer *writer, struct text name) {
    return pool_one(writer, POOL_CLASS, pool_utf8(writer, name));
}
u16 class_writer_string(struct class_writer *writer, struct text text) {
    return pool_one(writer, POOL_STRING, pool_utf8(writer, text));
}
u16 class_writer_member(struct class_writer *writer, enum pool_tag tag, struct text class, struct text name,
                        struct text descriptor) {
    u16 name_index = pool_utf8(writer, name), descriptor_index = pool_utf8(writer, descriptor);
    u16 name_and_type = pool_two(writer, POOL_NAME_AND_TYPE, name_index, descriptor_index);
    return pool_two(writer, tag, class_writer_class(writer, class), name_and_type);
}

u16 class_writer_copy(struct class_writer *writer, const struct classfile *file, u16 index) {
    u8 tag = classfile_tag(file, index);
    if (tag == POOL_STRING) return class_writer_string(writer, classfile_string(file, index));
    if (tag == POOL_CLASS) return class_writer_class(writer, classfile_class_name(file, index));
    const u8 *entry = classfile_entry(file, index) - 1;
    return pool_add(writer, entry, entry_bytes(entry));
}

// ---- Members

void class_writer_init(struct class_writer *writer, struct text name) {
    memset(writer, 0, sizeof(*writer));
    writer->pool_count = 1;
    writer->name = name;
    writer->this_class = class_writer_class(writer, name);
}

void class_writer_free(struct class_writer *writer) {
    for (u32 i = 0; i < CLASS_WRITER_BUFFERS; i++) scratch_free(writer->buffers[i].bytes);
}

void class_writer_fail(struct class_writer *writer) { writer->file.failed = true; }

bool class_writer_failed(const struct class_writer *writer) {
    bool failed = false;
    for (u32 i = 0; i < CLASS_WRITER_BUFFERS; i++) failed |= writer->buffers[i].failed;
    return failed;
}

static void put_member(struct class_writer *writer, struct class_writer_buffer *to, u16 access_flags, struct text name,
                       struct text descriptor) {
    put_u16(to, access_flags);
    put_u16(to, pool_utf8(writer, name));
    put_u16(to, pool_utf8(writer, descriptor));
}

void class_writer_field(struct class_writer *writer, u16 access_flags, struct text name, struct text descriptor) {
    put_member(writer, &writer->fields, access_flags, name, descriptor);
    put_u16(&writer->fields, 0);
    writer->field_count++;
}

void class_writer_begin_method(struct class_writer *writer) {
    writer->code.length = writer->frames.length = 0;
    writer->frame_count = 0;
    writer->frame_end = 0;
}

void class_writer_end_method(struct class_writer *writer, u16 access_flags, struct text name, struct text descriptor,
                             u16 max_stack, u16 max_locals) {
    struct class_writer_buffer *to = &writer->methods;
    ASSERT(writer->code.length < 65536);
    put_member(writer, to, access_flags, name, descriptor);
    put_u16(to, 1);
    u32 table_bytes = writer->frame_count ? 6 + 2 + writer->frames.length : 0;
    put_u16(to, pool_utf8(writer, TEXT("Code")));
    put_u32(to, 2 + 2 + 4 + writer->code.length + 2 + 2 + table_bytes);
    put_u16(to, max_stack);
    put_u16(to, max_locals);
    put_u32(to, writer->code.length);
    put_all(to, &writer->code);
    put_u16(to, 0); // no handlers
    put_u16(to, writer->frame_count != 0);
    if (writer->frame_count) {
        put_u16(to, pool_utf8(writer, TEXT("StackMapTable")));
        put_u32(to, 2 + writer->frames.length);
        put_u16(to, writer->frame_count);
        put_all(to, &writer->frames);
    }
    writer->method_count++;
}

void class_writer_native(struct class_writer *writer, u16 access_flags, struct text name, struct text descriptor) {
    put_member(writer, &writer->methods, access_flags | ACC_NATIVE, name, descriptor);
    put_u16(&writer->methods, 0);
    writer->method_count++;
}

// ---- Code

void class_writer_op(struct class_writer *writer, u8 opcode) { put_u8(&writer->code, opcode); }

void class_writer_op_u8(struct class_writer *writer, u8 opcode, u8 operand) {
    put_u8(&writer->code, opcode);
    put_u8(&writer->code, operand);
}

void class_writer_op_u16(struct class_writer *writer, u8 opcode, u16 operand) {
    put_u8(&writer->code, opcode);
    put_u16(&writer->code, operand);
}

void class_writer_interface_call(struct class_writer *writer, u16 index, u8 words) {
    class_writer_op_u16(writer, OP_invokeinterface, index);
    put_u8(&writer->code, words);
    put_u8(&writer->code, 0);
}

void class_writer_call(struct class_writer *writer, u8 opcode, struct text class, struct text name,
                       struct text descriptor) {
    class_writer_op_u16(writer, opcode, class_writer_member(writer, POOL_METHOD, class, name, descriptor));
}

// For opcodes that exist for int, long, float, double and reference, in this order.
static u8 typed(u32 opcode, char letter) {
    switch (letter) {
    case 'J': return narrow_u8(opcode + 1);
    case 'F': return narrow_u8(opcode + 2);
    case 'D': return narrow_u8(opcode + 3);
    case 'L':
    case '[': return narrow_u8(opcode + 4);
    default: return narrow_u8(opcode);
    }
}

void class_writer_load(struct class_writer *writer, char letter, u16 local) {
    class_writer_op_u8(writer, typed(OP_iload, letter), narrow_u8(local));
}

void class_writer_return(struct class_writer *writer, char letter) {
    class_writer_op(writer, letter == 'V' ? OP_return : typed(OP_ireturn, letter));
}

u16 class_writer_jump(struct class_writer *writer, u8 opcode) {
    u16 at = class_writer_offset(writer);
    class_writer_op_u16(writer, opcode, 0);
    return at;
}

void class_writer_land(struct class_writer *writer, u16 jump) {
    if (writer->code.failed) return;
    u32 distance = writer->code.length - jump;
    ASSERT(jump + 2u < writer->code.length);
    ASSERT(distance <= INT16_MAX);
    writer->code.bytes[jump + 1] = low_u8(distance >> 8);
    writer->code.bytes[jump + 2] = low_u8(distance);
}

void class_writer_frame(struct class_writer *writer, u16 append) {
    enum { APPEND_ONE = 252, SAME_EXTENDED = 251, ITEM_OBJECT = 7 };
    if (writer->code.failed) return; // its length no longer grows
    ASSERT(writer->code.length >= writer->frame_end);
    put_u8(&writer->frames, append ? APPEND_ONE : SAME_EXTENDED);
    put_u16(&writer->frames, narrow_u16(writer->code.length - writer->frame_end));
    if (append) {
        put_u8(&writer->frames, ITEM_OBJECT);
        put_u16(&writer->frames, append);
    }
    writer->frame_end = writer->code.length + 1;
    writer->frame_count++;
}

// ---- The whole

void class_writer_finish(struct class_writer *writer, u16 access_flags, const struct text *interfaces,
                         u16 interface_count) {
    u16 super = class_writer_class(writer, TEXT("java/lang/Object")), indices[interface_count + 1];
    for (u16 i = 0; i < interface_count; i++) indices[i] = class_writer_class(writer, interfaces[i]);
    struct class_writer_buffer *to = &writer->file;
    put_u32(to, 0xcafebabe);
    put_u32(to, MAJOR_VERSION);
    put_u16(to, writer->pool_count);
    put_all(to, &writer->pool);
    put_u16(to, access_flags);
    put_u16(to, writer->this_class);
    put_u16(to, super);
    put_u16(to, interface_count);
    for (u16 i = 0; i < interface_count; i++) put_u16(to, indices[i]);
    put_u16(to, writer->field_count);
    put_all(to, &writer->fields);
    put_u16(to, writer->method_count);
    put_all(to, &writer->methods);
    put_u16(to, 0);
}

// ---- Descriptors

struct text descriptor_return(struct text descriptor) {
    const char *at = descriptor.bytes;
    while (*at != ')') at++;
    at++;
    return (struct text){at, narrow_u16(descriptor.bytes + descriptor.length - at)};
}

struct text descriptor_class(struct text descriptor) {
    return *descriptor.bytes == 'L' ? (struct text){descriptor.bytes + 1, narrow_u16(descriptor.length - 2)}
                                    : descriptor;
}
