// Datagrams that wait to be received, which count against the receiver's buffer. See kernel/net/net_socket.h.
#include "base/string.h"
#include "kernel/memory/scratch.h"
#include "kernel/net/net_socket.h"

#define PACKET_OVERHEAD 512u // what Linux counts for one besides its bytes, about

// Returns NULL if there is no room.
static struct packet *packet_new(struct socket *receiver, u64 bytes) {
    u64 taken = bytes + PACKET_OVERHEAD, limit = (u64)receiver->receive_bytes * 2;
    if (receiver->packet_bytes && receiver->packet_bytes + taken > limit) return NULL;
    struct packet *packet = scratch_alloc(open_account(receiver->net->files), sizeof(*packet) + bytes);
    if (!packet) return NULL;
    receiver->packet_bytes += taken;
    packet->bytes = (u32)bytes;
    packet->next = NULL;
    return packet;
}

static void append(struct socket *receiver, struct packet *packet) {
    *(receiver->last_packet ? &receiver->last_packet->next : &receiver->first_packet) = packet;
    receiver->last_packet = packet;
}

void packet_drop_first(struct socket *socket) {
    struct packet *packet = socket->first_packet;
    socket->first_packet = packet->next;
    if (!packet->next) socket->last_packet = NULL;
    socket->packet_bytes -= packet->bytes + PACKET_OVERHEAD;
    scratch_free(packet);
}

bool datagram_put(struct socket *receiver, const struct socket *sender, const struct net_address *from,
                  const void *bytes, u64 count) {
    struct packet *packet = packet_new(receiver, count);
    if (!packet) return false;
    packet->from = *from;
    packet->sender = sender ? sender->number : 0;
    memcpy(packet->data, bytes, count);
    append(receiver, packet);
    source_changed(&receiver->source);
    return true;
}
