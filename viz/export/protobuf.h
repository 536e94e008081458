// Writes messages in the wire format of protocol buffers (protobuf.dev, "Encoding"), with the few kinds of fields that
// the exports need. A field's number is that of its message's public definition.
#ifndef VIZ_EXPORT_PROTOBUF_H
#define VIZ_EXPORT_PROTOBUF_H

#include "viz/cli/buffer.h"

void proto_number(struct buffer *to, u32 field, u64 value);
void proto_fixed64(struct buffer *to, u32 field, u64 value);
void proto_bytes(struct buffer *to, u32 field, const void *bytes, size_t size);
// Bytes that are not UTF-8 become U+FFFD: readers refuse a string field that contains any.
void proto_text(struct buffer *to, u32 field, const char *text);

// A message within a message. Its length is filled in when it ends, always in four bytes, so it must be below 256 MiB.
// The one begun last ends first.
size_t proto_begin(struct buffer *to, u32 field);
void proto_end(struct buffer *to, size_t begin);

#endif
