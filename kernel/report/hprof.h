// Writes HPROF 1.0.2, the heap dump format that heap viewers read. Numbers are big-endian, ids have four bytes. It
// works in bounded memory: records outside the heap dump have a length that is known in advance, and the contents of
// the heap dump are gathered in segments of the buffer's size; a larger array has a segment of its own.
//
//     file     "JAVA PROFILE 1.0.2" and a zero byte, u4 size of ids, u8 milliseconds since 1970; then records
//     record   u1 tag, u4 microseconds since the file's time, u4 bytes that follow
#ifndef KERNEL_REPORT_HPROF_H
#define KERNEL_REPORT_HPROF_H

#include "base/types.h"

#define HPROF_ID_BYTES 4u

enum hprof_record {
    HPROF_STRING = 0x01,      // id, text
    HPROF_LOAD_CLASS = 0x02,  // u4 serial, id of the class object, u4 trace, id of the name
    HPROF_STACK_FRAME = 0x04, // id, id of the method's name, of its descriptor, of the source file, u4 class, u4 line
    HPROF_STACK_TRACE = 0x05, // u4 serial, u4 thread, u4 frames, their ids
    HPROF_SEGMENT = 0x1c,     // what follows in enum hprof_part
    HPROF_END = 0x2c,
};

enum hprof_part {
    HPROF_ROOT_LOCAL = 0x02,  // id, u4 thread, u4 frame
    HPROF_ROOT_FRAME = 0x03,  // the same
    HPROF_ROOT_CLASS = 0x05,  // id
    HPROF_ROOT_THREAD = 0x08, // id, u4 thread, u4 trace
    HPROF_ROOT_OTHER = 0xff,  // id
    // id, u4 trace, ids of superclass, loader, signers, protection domain, 0, 0, u4 bytes of an instance, u2 constants,
    // u2 statics: {id name, u1 type, value}..., u2 fields: {id name, u1 type}...
    HPROF_CLASS = 0x20,
    HPROF_INSTANCE = 0x21,        // id, u4 trace, id class, u4 bytes, values of fields: the class's own first
    HPROF_OBJECT_ARRAY = 0x22,    // id, u4 trace, u4 length, id class, ids
    HPROF_PRIMITIVE_ARRAY = 0x23, // id, u4 trace, u4 length, u1 type, elements
};

// Takes the next bytes of the file.
typedef void hprof_sink(void *context, const void *bytes, u64 length);

struct hprof {
    hprof_sink *sink;
    void *context;
    u8 *buffer;
    u32 used;
    bool in_segment; // the buffer begins with a segment's header, whose length is not known yet
};

// The size of the buffer that the caller provides.
#define HPROF_BUFFER_BYTES (64 * KIB)
void hprof_begin(struct hprof *hprof, hprof_sink *sink, void *context, void *buffer, u64 milliseconds);
// Sends what the buffer holds, and ends the file.
void hprof_end(struct hprof *hprof);

// Begins a record outside the heap dump, before any of its parts; begins a part: exactly so many bytes have to follow.
void hprof_record(struct hprof *hprof, enum hprof_record tag, u32 bytes);
void hprof_part(struct hprof *hprof, enum hprof_part part, u32 bytes);

void hprof_u1(struct hprof *hprof, u8 value);
void hprof_u2(struct hprof *hprof, u16 value);
void hprof_u4(struct hprof *hprof, u32 value); // and ids
void hprof_bytes(struct hprof *hprof, const void *bytes, u64 length);
// Elements of 1, 2, 4 or 8 bytes as they lie in memory.
void hprof_elements(struct hprof *hprof, const void *elements, u64 count, u32 bytes);

#endif
