// See base/link.h.
#include "base/link.h"

#include "base/string.h"

void link_end_init(struct link_end *end, struct link_ring *ring, u8 *data, u64 bytes) {
    *end = (struct link_end){.ring = ring, .data = data, .bytes = bytes};
}

// ---- Bytes, around the ring's end

static void copy_in(const struct link_end *end, u64 position, const void *from, u64 bytes) {
    u64 at = position & (end->bytes - 1), first = smaller(bytes, end->bytes - at);
    memcpy(end->data + at, from, first);
    memcpy(end->data, (const u8 *)from + first, bytes - first);
}

static void copy_out(const struct link_end *end, u64 position, void *to, u64 bytes) {
    u64 at = position & (end->bytes - 1), first = smaller(bytes, end->bytes - at);
    memcpy(to, end->data + at, first);
    memcpy((u8 *)to + first, end->data, bytes - first);
}

// ---- Writing

s64 link_room(struct link_end *writer) {
    u64 used = writer->position - __atomic_load_n(&writer->ring->tail, __ATOMIC_ACQUIRE);
    if (used > writer->bytes) writer->broken = true;
    if (writer->broken) return -1;
    return (s64)(ALIGN_DOWN(writer->bytes - used, 8ull)) - (s64)sizeof(struct link_frame);
}

bool link_write(struct link_end *writer, const struct link_frame *frame, const void *payload) {
    if (link_room(writer) < (s64)ALIGN_UP(frame->bytes, 8u)) return false;
    copy_in(writer, writer->position, frame, sizeof(*frame));
    if (frame->bytes) copy_in(writer, writer->position + sizeof(*frame), payload, frame->bytes);
    writer->position += sizeof(*frame) + ALIGN_UP(frame->bytes, 8u);
    // The frame, before the position that shows it.
    __atomic_store_n(&writer->ring->head, writer->position, __ATOMIC_RELEASE);
    if (writer->watch) writer->watch(writer, frame, payload);
    return true;
}

// ---- Reading

// How long a kind's payload may be, and which end sends it.
static const struct rule {
    u32 least, most;
    bool guest, host;
} RULES[LINK_KINDS] = {
    [LINK_CONNECT] = {sizeof(struct link_address), sizeof(struct link_address), true, false},
    [LINK_CONNECTED] = {sizeof(struct link_address), sizeof(struct link_address), false, true},
    [LINK_ACCEPT] = {sizeof(struct link_accept), sizeof(struct link_accept), false, true},
    [LINK_ACCEPTED] = {0, 0, true, false},
    [LINK_DATA] = {1, LINK_PAYLOAD_MOST, true, true},
    [LINK_CREDIT] = {0, 0, true, true},
    [LINK_END] = {0, 0, true, true},
    [LINK_CLOSE] = {0, 0, true, true},
    [LINK_LOOKUP] = {1, LINK_NAME_MOST, true, false},
    [LINK_NAMES] = {1, LINK_NAMES_MOST * 16, false, true},
    [LINK_LISTEN] = {0, 0, true, false},
    [LINK_OPEN] = {sizeof(struct link_address), sizeof(struct link_address), true, false},
    [LINK_DATAGRAM] = {sizeof(struct link_address), LINK_PAYLOAD_MOST, true, true},
    [LINK_REVERSE] = {16, 16, true, false},
};

static bool is_channel_valid(const struct link_frame *frame) {
    if (frame->kind == LINK_LOOKUP || frame->kind == LINK_NAMES || frame->kind == LINK_REVERSE) return true;
    if (frame->kind == LINK_LISTEN) return frame->value <= 0xffffu;
    bool is_guests = frame->kind == LINK_CONNECT || frame->kind == LINK_OPEN || frame->kind == LINK_DATAGRAM;
    if (is_guests && frame->channel & LINK_BY_HOST) return false;
    if (frame->kind == LINK_ACCEPT && !(frame->channel & LINK_BY_HOST)) return false;
    return (frame->channel & ~LINK_BY_HOST) < LINK_CHANNELS;
}

bool link_is_valid(const struct link_frame *frame, bool by_host) {
    if (!frame->kind || frame->kind >= LINK_KINDS || frame->zero) return false;
    const struct rule *rule = &RULES[frame->kind];
    if (!(by_host ? rule->host : rule->guest) || frame->bytes < rule->least || frame->bytes > rule->most) return false;
    if (frame->kind == LINK_NAMES && !frame->value && frame->bytes % 16) return false;
    if (frame->kind == LINK_NAMES && frame->value > 2) return false;
    return is_channel_valid(frame);
}

bool link_has_more(const struct link_end *reader) {
    return !reader->broken && __atomic_load_n(&reader->ring->head, __ATOMIC_ACQUIRE) != reader->position;
}

bool link_read(struct link_end *reader, bool by_host, struct link_frame *frame, void *payload) {
    u64 there = __atomic_load_n(&reader->ring->head, __ATOMIC_ACQUIRE) - reader->position;
    if (reader->broken || !there) return false;
    bool whole = there >= sizeof(*frame) && there <= reader->bytes;
    if (whole) copy_out(reader, reader->position, frame, sizeof(*frame));
    if (!whole || !link_is_valid(frame, by_host) || there < sizeof(*frame) + ALIGN_UP(frame->bytes, 8u)) {
        reader->broken = true;
        return false;
    }
    copy_out(reader, reader->position + sizeof(*frame), payload, frame->bytes);
    reader->position += sizeof(*frame) + ALIGN_UP(frame->bytes, 8u);
    __atomic_store_n(&reader->ring->tail, reader->position, __ATOMIC_RELEASE);
    if (reader->watch) reader->watch(reader, frame, payload);
    return true;
}

// ---- Waiting: the flag and the position it is about are seen in one order by both ends

static bool take(u32 *flag) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return __atomic_load_n(flag, __ATOMIC_RELAXED) && __atomic_exchange_n(flag, 0, __ATOMIC_SEQ_CST);
}

static bool is_half_free(const struct link_end *end, u64 used) { return used <= end->bytes / 2; }

bool link_has_room(const struct link_end *writer) {
    return is_half_free(writer, writer->position - __atomic_load_n(&writer->ring->tail, __ATOMIC_ACQUIRE));
}

bool link_must_wake_reader(const struct link_end *writer) {
    bool is_read = __atomic_load_n(&writer->ring->tail, __ATOMIC_ACQUIRE) == writer->position;
    return !is_read && take(&writer->ring->reader_waits);
}

bool link_must_wake_writer(const struct link_end *reader) {
    u64 used = __atomic_load_n(&reader->ring->head, __ATOMIC_ACQUIRE) - reader->position;
    return is_half_free(reader, used) && take(&reader->ring->writer_waits);
}

static void wait_for(u32 *flag) { __atomic_exchange_n(flag, 1, __ATOMIC_SEQ_CST); }
void link_wait_to_read(const struct link_end *reader) { wait_for(&reader->ring->reader_waits); }
void link_wait_to_write(const struct link_end *writer) { wait_for(&writer->ring->writer_waits); }
void link_wait_no_more(const struct link_end *reader) {
    __atomic_store_n(&reader->ring->reader_waits, 0, __ATOMIC_RELAXED);
}
