// Packets of a stream; see log/stream.h, and "Streams" in log/region.h for the protocol with the reader.
#include "log/stream.h"

#include "base/panic.h"
#include "base/string.h"
#include "log/events.h"
#include "log/machine.h"

// All stores before this one are made before it, for a reader on another processor.
static void publish(u64 *field, u64 value) { __atomic_store_n(field, value, __ATOMIC_RELEASE); }

void stream_init(struct stream_writer *writer, struct region_stream *control, u8 *packets, u64 bytes, bool is_ring,
                 u32 cpu, enum stream_level level) {
    ASSERT(level < STREAM_LEVELS);
    *writer = (struct stream_writer){.control = control, .packets = packets, .is_ring = is_ring};
    control->cpu = cpu;
    control->level = level;
    control->packet_count = bytes / PACKET_BYTES;
}

static u32 packet_record_count(const struct stream_writer *writer, u64 content_bytes) {
    return (u32)((content_bytes - PACKET_HEADER_BYTES) / RECORD_BYTES - writer->extra);
}

static void packet_close(struct stream_writer *writer, u64 now) {
    struct region_packet *packet = writer->packet;
    u64 content_bytes = writer->next - (u64)packet;
    // viz/read/stream.c takes a packet for whole if this is so.
    ASSERT(content_bytes >= PACKET_HEADER_BYTES && content_bytes <= PACKET_BYTES);
    ASSERT(writer->next <= writer->end);
    memset((u8 *)writer->next, 0, writer->end - writer->next);
    packet->end_ticks = now;
    packet->record_count = packet_record_count(writer, content_bytes);
    packet->discarded = writer->dropped;
    // content_bytes says that the packet is whole: everything else in it must be stored before.
    __atomic_store_n(&packet->content_bytes, (u32)content_bytes, __ATOMIC_RELEASE);
    writer->packet = NULL;
    writer->next = writer->end;
}

// A reader that is copying the oldest packet must see `oldest` move before the packet changes.
static void packet_overwrite(struct stream_writer *writer, struct region_packet *packet) {
    struct region_stream *control = writer->control;
    ASSERT(packet != writer->packet && control->oldest + PACKET_BYTES <= control->head); // it has been closed
    control->lost[STREAM_LOST_OVERWRITTEN] += packet->record_count;
    publish(&control->oldest, control->oldest + PACKET_BYTES);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    packet->content_bytes = 0;
}

// Until the ring wraps, memory for packets is made present in steps of this size: all of it at the start would cost a
// short run more than the run itself.
#define PREPARE_BYTES (4 * PACKET_BYTES)

static void packet_prepare(const struct stream_writer *writer, u64 start, u64 ring_bytes) {
    if (start >= ring_bytes || start % PREPARE_BYTES) return;
    u64 bytes = ring_bytes - start < PREPARE_BYTES ? ring_bytes - start : PREPARE_BYTES;
    machine_prepare((u64)writer->packets + start, bytes);
}

static bool packet_open(struct stream_writer *writer, u64 now, u32 thread, u32 account) {
    struct region_stream *control = writer->control;
    u64 start = ALIGN_UP(control->head, (u64)PACKET_BYTES);
    u64 ring_bytes = control->packet_count * PACKET_BYTES;
    if (!ring_bytes) return false;
    // The reader counts on both: what lies between them has not been written over, and is not more than the ring.
    ASSERT(!writer->packet && control->oldest <= start && start - control->oldest <= ring_bytes);
    struct region_packet *packet = (struct region_packet *)(writer->packets + start % ring_bytes);
    if (start - control->oldest == ring_bytes) {
        if (!writer->is_ring) return false;
        packet_overwrite(writer, packet);
    }
    packet_prepare(writer, start, ring_bytes);
    *packet = (struct region_packet){
        .sequence = start / PACKET_BYTES,
        .begin_ticks = now,
        .discarded = writer->dropped,
        .cpu = control->cpu,
        .level = control->level,
        .thread = thread,
        .account = account,
    };
    writer->packet = packet;
    writer->next = (u64)packet + PACKET_HEADER_BYTES;
    writer->end = (u64)packet + PACKET_BYTES;
    writer->extra = 0;
    writer->head_bias = start - (u64)packet;
    control->sequence = packet->sequence;
    publish(&control->head, writer->next + writer->head_bias);
    return true;
}

void stream_drop(struct stream_writer *writer, enum stream_loss cause) {
    writer->dropped++;
    writer->control->lost[cause]++;
}

bool stream_reserve(struct stream_writer *writer, u32 bytes, u64 now, u32 thread, u32 account) {
    ASSERT(bytes && bytes <= PACKET_BYTES);
    if (LIKELY(writer->packet && writer->end - writer->next >= bytes)) return true;
    if (writer->packet) packet_close(writer, now);
    if (LIKELY(!writer->is_closed && packet_open(writer, now, thread, account))) return true;
    stream_drop(writer, STREAM_LOST_STOPPED);
    return false;
}

void stream_put(struct stream_writer *writer, u64 ticks, u16 id, u16 length_form, u32 a, const void *more) {
    ASSERT(writer->packet);
    struct region_record *record = (struct region_record *)writer->next;
    u32 length = length_form & ~(u32)EVENT_FORM_MASK;
    ASSERT(length >= RECORD_BYTES && length % RECORD_BYTES == 0 && length <= writer->end - writer->next);
    *record = (struct region_record){.ticks = ticks, .id = id, .length = length_form, .a = a};
    if (length > RECORD_BYTES) memcpy(record->more, more, length - RECORD_BYTES);
    writer->next += length;
    writer->extra += length / RECORD_BYTES - 1;
    publish(&writer->control->head, writer->next + writer->head_bias);
}

void stream_finish(struct stream_writer *writer, u64 now) {
    if (writer->packet) packet_close(writer, now);
    writer->is_closed = true;
}
