// Channels of the stream between a guest and the host's network. See base/link.h.
#include "base/link.h"
#include "base/narrow.h"

#define WINDOW_MOST (16u << 20) // more has never been granted

static bool say(struct link_end *writer, struct link_channel *channel, enum link_owed owed, enum link_kind kind,
                u32 value, const void *payload, u32 bytes) {
    if (!(channel->owes & owed)) return true;
    struct link_frame frame = {.kind = narrow_u16(kind), .bytes = bytes, .channel = channel->number, .value = value};
    if (!link_write(writer, &frame, payload)) return false;
    channel->owes &= low_u8(~owed);
    return true;
}

static bool say_opened(struct link_end *writer, struct link_channel *channel) {
    bool by_host = channel->number & LINK_BY_HOST;
    return say(writer, channel, LINK_OWES_OPENED, by_host ? LINK_ACCEPTED : LINK_CONNECTED, LINK_WINDOW,
               &channel->address, by_host ? 0 : sizeof(channel->address));
}

static bool say_credit(struct link_end *writer, struct link_channel *channel) {
    bool owes = channel->owes & LINK_OWES_CREDIT;
    if (!say(writer, channel, LINK_OWES_CREDIT, LINK_CREDIT, channel->used, NULL, 0)) return false;
    if (owes) {
        channel->expected += channel->used;
        channel->used = 0;
    }
    return true;
}

bool link_flush(struct link_end *writer, struct link_channel *channel) {
    return !channel->owes || (say_opened(writer, channel) && say_credit(writer, channel) &&
                              say(writer, channel, LINK_OWES_END, LINK_END, 0, NULL, 0) &&
                              say(writer, channel, LINK_OWES_CLOSE, LINK_CLOSE, channel->error, NULL, 0));
}

static bool owe(struct link_end *writer, struct link_channel *channel, enum link_owed owed) {
    if (!channel->closed) channel->owes |= narrow_u8(owed);
    return link_flush(writer, channel);
}

bool link_open(struct link_end *writer, struct link_channel *channel) {
    channel->expected = LINK_WINDOW;
    return owe(writer, channel, LINK_OWES_OPENED);
}

bool link_end(struct link_end *writer, struct link_channel *channel) { return owe(writer, channel, LINK_OWES_END); }

bool link_close(struct link_end *writer, struct link_channel *channel, u32 error) {
    if (channel->closed) return link_flush(writer, channel);
    channel->owes |= LINK_OWES_CLOSE;
    channel->error = error;
    channel->closed = true;
    return link_flush(writer, channel);
}

bool link_used(struct link_end *writer, struct link_channel *channel, u32 bytes) {
    channel->used += bytes;
    return channel->used < LINK_WINDOW / 4 ? link_flush(writer, channel) : owe(writer, channel, LINK_OWES_CREDIT);
}

u32 link_send(struct link_end *writer, struct link_channel *channel, const void *from, u64 bytes) {
    u32 sent = 0;
    bytes = smaller(bytes, channel->window);
    while (sent < bytes) {
        s64 room = link_room(writer);
        if (room <= 0) break;
        u32 count = (u32)smaller(smaller(bytes - sent, LINK_PAYLOAD_MOST), (u64)room);
        struct link_frame frame = {.kind = LINK_DATA, .bytes = count, .channel = channel->number};
        if (!link_write(writer, &frame, (const u8 *)from + sent)) break;
        sent += count;
    }
    channel->window -= sent;
    return sent;
}

bool link_count(struct link_channel *channel, const struct link_frame *frame) {
    if (frame->kind == LINK_DATA) {
        if (frame->bytes > channel->expected) return false;
        channel->expected -= frame->bytes;
        return true;
    }
    if (frame->value > WINDOW_MOST - channel->window) return false;
    channel->window += frame->value;
    return true;
}
