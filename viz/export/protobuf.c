// See protobuf.h.
#include "viz/export/protobuf.h"

enum wire_type { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_LENGTH = 2 };
enum { LENGTH_BYTES = 4 };

static void put_tag(struct buffer *to, u32 field, enum wire_type type) { buffer_varint(to, (u64)field << 3 | type); }

void proto_number(struct buffer *to, u32 field, u64 value) {
    put_tag(to, field, WIRE_VARINT);
    buffer_varint(to, value);
}

void proto_fixed64(struct buffer *to, u32 field, u64 value) {
    put_tag(to, field, WIRE_FIXED64);
    buffer_append(to, &value, sizeof(value));
}

void proto_bytes(struct buffer *to, u32 field, const void *bytes, size_t size) {
    put_tag(to, field, WIRE_LENGTH);
    buffer_varint(to, size);
    buffer_append(to, bytes, size);
}

size_t proto_begin(struct buffer *to, u32 field) {
    put_tag(to, field, WIRE_LENGTH);
    size_t begin = to->size;
    buffer_append(to, (const u8[LENGTH_BYTES]){0}, LENGTH_BYTES);
    return begin;
}

void proto_end(struct buffer *to, size_t begin) {
    size_t size = to->size - begin - LENGTH_BYTES;
    for (u32 i = 0; i < LENGTH_BYTES; i++) {
        to->data[begin + i] = (u8)((size >> 7 * i & 127) | (i + 1 < LENGTH_BYTES ? 128 : 0));
    }
}

void proto_text(struct buffer *to, u32 field, const char *text) {
    size_t begin = proto_begin(to, field);
    buffer_utf8(to, text);
    proto_end(to, begin);
}
