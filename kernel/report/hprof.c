// See hprof.h.
#include "kernel/report/hprof.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"

#define SEGMENT_HEAD_BYTES 9u
#define SEGMENT_LENGTH_AT 5u

static void send(struct hprof *hprof) {
    ASSERT(hprof->used <= HPROF_BUFFER_BYTES);
    hprof->sink(hprof->context, hprof->buffer, hprof->used);
    hprof->used = 0;
}

void hprof_bytes(struct hprof *hprof, const void *bytes, u64 length) {
    for (const u8 *from = bytes; length;) {
        u64 room = HPROF_BUFFER_BYTES - hprof->used, piece = length < room ? length : room;
        ASSERT(room);
        memcpy(hprof->buffer + hprof->used, from, piece);
        hprof->used += (u32)piece;
        from += piece;
        length -= piece;
        // Never within an open segment, whose parts fit into the buffer.
        if (hprof->used == HPROF_BUFFER_BYTES && !hprof->in_segment) send(hprof);
    }
}

void hprof_u1(struct hprof *hprof, u8 value) { hprof_bytes(hprof, &value, sizeof(value)); }

void hprof_u2(struct hprof *hprof, u16 value) {
    value = __builtin_bswap16(value);
    hprof_bytes(hprof, &value, sizeof(value));
}

void hprof_u4(struct hprof *hprof, u32 value) {
    value = __builtin_bswap32(value);
    hprof_bytes(hprof, &value, sizeof(value));
}

static void put_u8(struct hprof *hprof, u64 value) {
    value = __builtin_bswap64(value);
    hprof_bytes(hprof, &value, sizeof(value));
}

void hprof_elements(struct hprof *hprof, const void *elements, u64 count, u32 bytes) {
    if (bytes == 1) {
        hprof_bytes(hprof, elements, count);
        return;
    }
    for (u64 i = 0; i < count; i++) {
        switch (bytes) {
        case 2: hprof_u2(hprof, ((const u16 *)elements)[i]); break;
        case 4: hprof_u4(hprof, ((const u32 *)elements)[i]); break;
        default: put_u8(hprof, ((const u64 *)elements)[i]); break;
        }
    }
}

void hprof_record(struct hprof *hprof, enum hprof_record tag, u32 bytes) {
    ASSERT(!hprof->in_segment);
    hprof_u1(hprof, narrow_u8(tag));
    hprof_u4(hprof, 0);
    hprof_u4(hprof, bytes);
}

static void end_segment(struct hprof *hprof) {
    if (!hprof->in_segment) return;
    ASSERT(hprof->used > SEGMENT_HEAD_BYTES && hprof->used <= HPROF_BUFFER_BYTES);
    u32 length = __builtin_bswap32(hprof->used - SEGMENT_HEAD_BYTES);
    memcpy(hprof->buffer + SEGMENT_LENGTH_AT, &length, sizeof(length));
    hprof->in_segment = false;
    send(hprof);
}

void hprof_part(struct hprof *hprof, enum hprof_part part, u32 bytes) {
    u32 total = bytes + 1;
    if (hprof->in_segment && hprof->used + total > HPROF_BUFFER_BYTES) end_segment(hprof);
    if (!hprof->in_segment) {
        if (hprof->used) send(hprof);
        hprof_record(hprof, HPROF_SEGMENT, total);
        hprof->in_segment = total <= HPROF_BUFFER_BYTES - SEGMENT_HEAD_BYTES;
    }
    hprof_u1(hprof, narrow_u8(part));
}

void hprof_begin(struct hprof *hprof, hprof_sink *sink, void *context, void *buffer, u64 milliseconds) {
    static const char magic[] = "JAVA PROFILE 1.0.2";
    *hprof = (struct hprof){.sink = sink, .context = context, .buffer = buffer};
    hprof_bytes(hprof, magic, sizeof(magic));
    hprof_u4(hprof, HPROF_ID_BYTES);
    put_u8(hprof, milliseconds);
}

void hprof_end(struct hprof *hprof) {
    end_segment(hprof);
    hprof_record(hprof, HPROF_END, 0);
    send(hprof);
}
