// Datagrams that lead out of the guest, by way of the host. See kernel/net/net_link.h. A socket gets its channel with
// the first one that it sends there; it may speak within the guest as well.
#include "base/string.h"

#include "kernel/net/net_link.h"
#include "kernel/net/net_outside.h"
#include "kernel/net/net_right.h"
#include "kernel/net/net_socket.h"

bool host_reaches_datagram(const struct socket *socket, const struct net_address *to) {
    const struct net_link *link = net_link();
    if (!link || net_address_is_group(to)) return false;
    if (!net_address_is_loopback(to)) return true;
    struct net_address from = net_address_source(&socket->local, to);
    return link->has_loopback && !port_receiver(socket->net, to, &from) &&
           net_right_reaches(socket->net->user.right, to);
}

int host_may_send_datagram(const struct socket *socket, const struct net_address *to) {
    if (net_address_is_wildcard(&socket->local)) {
        bool fits = !net_address_is_ipv4(&socket->local) || net_address_is_ipv4(to);
        return fits ? 0 : FILE_FAMILY_NOT_SUPPORTED;
    }
    return net_address_is_loopback(to) ? 0 : FILE_INVALID; // it is bound to an interface that does not lead there
}

s64 host_send_datagram(struct socket *socket, const void *bytes, u64 count, const struct net_address *to) {
    struct net_link *link = net_link();
    if (count > LINK_DATAGRAM_MOST) return FILE_MESSAGE_TOO_LONG;
    if (!socket->channel) {
        socket->channel = net_link_open_datagrams(link, socket);
        if (!socket->channel) return FILE_NO_BUFFERS;
    }
    bool sent = net_link_send_datagram(link, socket->channel, to, bytes, (u32)count, socket->state == SOCKET_CONNECTED);
    net_link_sent(link, sent);
    return sent ? (s64)count : FILE_AGAIN;
}

bool host_has_room_for_datagram(const struct socket *socket) {
    const struct net_link *link = net_link();
    return !link || !socket->channel || !link->waits_for_room;
}

void host_datagram(struct socket *socket, const struct net_address *from, const void *bytes, u32 count, u32 error) {
    bool is_peer = socket->state == SOCKET_CONNECTED && socket->remote.port == from->port &&
                   net_address_equals(&socket->remote, from);
    if (socket->state == SOCKET_CONNECTED && !is_peer) return;
    if (!error) {
        datagram_put(socket, NULL, from, bytes, count);
    } else if (is_peer && error <= INT16_MAX) {
        socket->error = -(int)error;
        source_changed(&socket->source);
    }
}

void host_datagrams_closed(struct socket *socket, int error) {
    socket->channel = NULL;
    if (error && socket->state == SOCKET_CONNECTED) socket->error = error;
    source_changed(&socket->source);
}
