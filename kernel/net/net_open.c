// Calls that begin with the kind of a socket. See kernel/net/net.h.
#include "kernel/core/kernel_lock.h"
#include "kernel/net/net_socket.h"

int net_open(struct net *net, enum net_kind kind, bool ipv6) {
    ASSERT_LOCKED();
    struct socket *socket = socket_new(net, kind, ipv6, kind == NET_STREAM ? &stream_operations : &datagram_operations);
    if (!socket) return FILE_NO_BUFFERS;
    int descriptor = socket_descriptor(socket);
    if (descriptor < 0) socket_free(socket);
    return descriptor;
}

int net_connect(struct net *net, int descriptor, const struct net_address *address) {
    ASSERT_LOCKED();
    struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    if (socket->kind == NET_DATAGRAM) return datagram_connect(socket, address);
    return stream_connect(socket, address, !(file_flags(net->files, descriptor) & FILE_NO_WAITING));
}
