// UDP on the loopback interface. See kernel/net/net.h and kernel/net/net_socket.h.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/memory/scratch.h"
#include "kernel/net/net_outside.h"
#include "kernel/net/net_right.h"
#include "kernel/net/net_socket.h"

// ---- Sending

// What is lost is lost: that is no error. Returns the receiver's number, 0 if there is none.
static u32 deliver(struct socket *socket, const struct net_address *to, const void *bytes, u64 count) {
    struct net_address from = net_address_source(&socket->local, to);
    if (net_address_is_group(to)) return group_deliver(socket, to, &from, bytes, count);
    struct socket *receiver = port_receiver(socket->net, to, &from);
    if (!receiver) {
        if (socket->state == SOCKET_CONNECTED) {
            socket->error = FILE_REFUSED;
            source_changed(&socket->source);
        }
        return 0;
    }
    return datagram_put(receiver, socket, &from, bytes, count) ? receiver->number : 0;
}

static int may_speak(const struct socket *socket, const struct net_address *to, bool leads_outside) {
    int error = net_right_check(socket->net->user.right, to);
    if (error) return error;
    return leads_outside ? host_may_send_datagram(socket, to) : net_address_may_reach(socket, to);
}

static s64 send(struct socket *socket, const void *from, u64 bytes, const struct net_address *address) {
    if (socket->error) return socket_take_error(socket);
    struct net_address to = net_address_concrete(address, net_address_is_ipv4(address));
    if (bytes > (net_address_is_ipv4(&to) ? NET_DATAGRAM_IPV4_MAX : NET_DATAGRAM_MAX)) return FILE_MESSAGE_TOO_LONG;
    bool leads_outside = host_reaches_datagram(socket, &to);
    int error = may_speak(socket, &to, leads_outside);
    if (!error) error = port_bind_any(socket);
    if (error) return error;
    s64 sent = leads_outside ? host_send_datagram(socket, from, bytes, &to) : (s64)bytes;
    if (sent >= 0) socket_sent(socket, bytes, leads_outside ? 0 : deliver(socket, &to, from, bytes));
    return sent;
}

s64 net_send_to(struct net *net, int descriptor, const void *from, u64 bytes, const struct net_address *to) {
    ASSERT_LOCKED();
    struct socket *socket = socket_at(net, descriptor);
    if (!socket || socket->kind != NET_DATAGRAM) return FILE_NOT_SOCKET;
    return send(socket, from, bytes, to);
}

static s64 datagram_write(struct file_source *source, const void *from, u64 bytes) {
    struct socket *socket = socket_of(source);
    return socket->state == SOCKET_CONNECTED ? send(socket, from, bytes, &socket->remote) : FILE_NOT_CONNECTED;
}

// ---- Receiving

static s64 receive(struct socket *socket, void *to, u64 bytes, struct net_address *from) {
    if (socket->error) return socket_take_error(socket);
    struct packet *packet = socket->first_packet;
    if (!packet) return FILE_AGAIN;
    u64 count = smaller(bytes, packet->bytes);
    memcpy(to, packet->data, count);
    *from = packet->from;
    socket_received(socket, count, packet->sender);
    packet_drop_first(socket);
    return (s64)count;
}

s64 net_receive_from(struct net *net, int descriptor, void *to, u64 bytes, struct net_address *from) {
    ASSERT_LOCKED();
    struct socket *socket = socket_at(net, descriptor);
    if (!socket || socket->kind != NET_DATAGRAM) return FILE_NOT_SOCKET;
    return receive(socket, to, bytes, from);
}

static s64 datagram_read(struct file_source *source, void *to, u64 bytes) {
    struct net_address from;
    return receive(socket_of(source), to, bytes, &from);
}

static u64 datagram_available(const struct file_source *source) {
    const struct packet *packet = socket_of(source)->first_packet;
    return packet ? packet->bytes : 0;
}

static u32 datagram_readiness(const struct open_file *file) {
    const struct socket *socket = socket_of(file->source);
    u32 in = socket->first_packet || socket->error ? FILE_READY_IN : 0;
    u32 out = host_has_room_for_datagram(socket) ? FILE_READY_OUT : 0;
    return out | in | (socket->error ? FILE_READY_ERROR : 0);
}

// ---- Connections, which only name the peer

// A socket that was bound to any address has, once it is connected, the one from which it speaks.
int datagram_connect(struct socket *socket, const struct net_address *address) {
    struct net_address remote = net_address_concrete(address, net_address_is_ipv4(address));
    bool leads_outside = host_reaches_datagram(socket, &remote);
    int error = may_speak(socket, &remote, leads_outside);
    if (!error) error = port_bind_any(socket);
    if (error) return error;
    if (socket->state != SOCKET_CONNECTED) socket->bound_to = socket->local;
    // The address that it has on the host is not known here.
    bool keeps_local = leads_outside && !net_address_is_loopback(&remote);
    struct net_address local = keeps_local ? socket->local : net_address_source(&socket->local, &remote);
    port_release(socket);
    port_share(socket, &local);
    socket->remote = remote;
    socket->state = SOCKET_CONNECTED;
    return 0;
}

int net_disconnect(struct net *net, int descriptor) {
    ASSERT_LOCKED();
    struct socket *socket = socket_at(net, descriptor);
    if (!socket || socket->kind != NET_DATAGRAM) return FILE_NOT_SOCKET;
    if (socket->state != SOCKET_CONNECTED) return 0;
    port_release(socket);
    port_share(socket, &socket->bound_to);
    socket->remote = net_address_wildcard(socket->ipv6);
    socket->state = SOCKET_OPEN;
    socket->error = 0;
    return 0;
}

static void datagram_close(const struct open_file *file) {
    struct socket *socket = socket_of(file->source);
    host_abandon(socket, false);
    while (socket->first_packet) packet_drop_first(socket);
    socket_free(socket);
}

const struct source_operations datagram_operations = {
    .read = datagram_read,
    .write = datagram_write,
    .readiness = datagram_readiness,
    .available = datagram_available,
    .close = datagram_close,
};
