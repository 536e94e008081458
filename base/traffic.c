// See base/traffic.h.
#include "base/traffic.h"

#include "base/hash.h"
#include "base/narrow.h"
#include "base/string.h"

#define RECORD_BYTES sizeof(struct traffic_record)

u64 traffic_header_hash(const struct traffic_header *header) {
    return hash_bytes(HASH_START, header, offsetof(struct traffic_header, hash));
}

u32 traffic_hash(const struct traffic_record *record, const void *payload) {
    struct traffic_record copy = *record;
    copy.hash = 0;
    u64 hash = hash_bytes(HASH_START, &copy, sizeof(copy));
    if (copy.frame.bytes) hash = hash_bytes(hash, payload, copy.frame.bytes);
    return (u32)(hash ^ hash >> 32);
}

static bool fail(struct traffic_reader *reader, const char *expected) {
    reader->expected = expected;
    return false;
}

bool traffic_open(struct traffic_reader *reader, const void *data, u64 bytes, struct traffic_header *header) {
    memset(reader, 0, sizeof(*reader));
    reader->data = data;
    reader->bytes = bytes;
    if (bytes < sizeof(*header)) return fail(reader, "a header of 64 bytes");
    memcpy(header, data, sizeof(*header));
    if (header->magic != TRAFFIC_MAGIC) return fail(reader, "recorded traffic (GNMONNET)");
    if (header->version != TRAFFIC_VERSION) return fail(reader, "version 1 of the format");
    if (header->hash != traffic_header_hash(header)) return fail(reader, "the hash of the header");
    if (!header->random_seed || header->flags & ~(u32)(TRAFFIC_LOOPBACK | TRAFFIC_PORTS)) {
        return fail(reader, "a header of this version");
    }
    reader->position = sizeof(*header);
    return true;
}

// ---- What has been seen of a channel

enum seen {
    OPEN = 1,
    READY = 2,
    GUEST_ENDED = 4,
    HOST_ENDED = 8,
    GUEST_CLOSED = 16,
    HOST_CLOSED = 32,
    DATAGRAMS = 64, // it is no connection
};

static bool note_close(u8 *channel, enum seen closed) {
    *channel |= narrow_u8(closed);
    if (*channel & GUEST_CLOSED && *channel & HOST_CLOSED) *channel = 0;
    return true;
}

static bool obey(struct traffic_reader *reader, const struct link_frame *frame, bool by_host) {
    if (frame->kind == LINK_LOOKUP || frame->kind == LINK_NAMES || frame->kind == LINK_LISTEN ||
        frame->kind == LINK_REVERSE) {
        return true;
    }
    u32 number = frame->channel & ~LINK_BY_HOST;
    u8 *channel = &reader->channels[frame->channel & LINK_BY_HOST ? LINK_CHANNELS + number : number];
    if (frame->kind == LINK_CONNECT || frame->kind == LINK_ACCEPT || frame->kind == LINK_OPEN) {
        bool is_free = !*channel;
        *channel = frame->kind == LINK_OPEN ? OPEN | DATAGRAMS : OPEN;
        return is_free;
    }
    enum seen closed = by_host ? HOST_CLOSED : GUEST_CLOSED, ended = by_host ? HOST_ENDED : GUEST_ENDED;
    if (!*channel || *channel & closed) return false;
    bool was_ready = *channel & READY;
    if (*channel & DATAGRAMS) {
        return frame->kind == LINK_DATAGRAM || (frame->kind == LINK_CLOSE && note_close(channel, closed));
    }
    switch ((enum link_kind)frame->kind) {
    case LINK_CONNECTED:
    case LINK_ACCEPTED: *channel |= READY; return !was_ready && by_host == !(frame->channel & LINK_BY_HOST);
    case LINK_DATA: return was_ready && !(*channel & ended);
    case LINK_END: *channel |= narrow_u8(ended); return true;
    case LINK_CLOSE: return note_close(channel, closed);
    default: return false;
    }
}

// ---- Records

static bool take_end(struct traffic_reader *reader, const struct traffic_record *record) {
    if (record->frame.kind != LINK_END || record->frame.bytes || record->frame.value != (u32)reader->count) {
        return fail(reader, "the number of records before the end");
    }
    if (reader->bytes - reader->position != RECORD_BYTES) {
        return fail(reader, "the end of the file behind its last record");
    }
    if (record->frame.channel >= LINK_ENDINGS) return fail(reader, "how the recorded run ended");
    reader->ended = true;
    reader->ending = (enum link_ending)record->frame.channel;
    reader->end_ns = record->time_ns;
    return false;
}

bool traffic_next(struct traffic_reader *reader, struct traffic_record *record, const u8 **payload) {
    u64 left = reader->bytes - reader->position;
    if (reader->ended || reader->expected) return false;
    if (left < RECORD_BYTES) return fail(reader, "another record, or that of the end");
    memcpy(record, reader->data + reader->position, RECORD_BYTES);
    u64 room = left - RECORD_BYTES, bytes = ALIGN_UP((u64)record->frame.bytes, 8ull);
    if (room < bytes) return fail(reader, "the bytes of the record's frame");
    *payload = reader->data + reader->position + RECORD_BYTES;
    if (record->hash != traffic_hash(record, *payload)) return fail(reader, "the hash of the record");
    if (record->time_ns < reader->last_ns || record->zero) {
        return fail(reader, "a record that is later than the one before");
    }
    if (record->direction == TRAFFIC_END) return take_end(reader, record);
    bool by_host = record->direction == TRAFFIC_FROM_HOST,
         is_known = by_host || record->direction == TRAFFIC_FROM_GUEST;
    if (!is_known || !link_is_valid(&record->frame, by_host)) return fail(reader, "a frame that this end sends");
    if (!obey(reader, &record->frame, by_host)) return fail(reader, "a frame of a channel that is open for it");
    reader->position += RECORD_BYTES + bytes;
    reader->last_ns = record->time_ns;
    reader->count++;
    return true;
}
