// What sockets of both kinds have. See kernel/net/net.h and kernel/net/net_socket.h.
#include "kernel/net/net_socket.h"

#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/thread.h"
#include "kernel/memory/scratch.h"
#include "kernel/net/net_outside.h"
#include "log/log.h"

struct net *net_create(struct files *files, const struct net_user *user) {
    struct net *net = scratch_alloc(open_account(files), sizeof(*net));
    if (!net) return NULL;
    memset(net, 0, sizeof(*net));
    net->files = files;
    net->user = user ? *user : (struct net_user){.domain = NET_FIRST_DOMAIN};
    net->next_port = NET_PORT_FIRST;
    return net;
}

struct socket *socket_at(const struct net *net, int descriptor) {
    const struct open_file *file = net ? descriptor_file(net->files, descriptor) : NULL;
    return file && file->kind == FILE_SOCKET ? socket_of(file->source) : NULL;
}

struct socket *socket_new(struct net *net, enum net_kind kind, bool ipv6, const struct source_operations *operations) {
    ASSERT_LOCKED();
    struct socket *socket = scratch_alloc(open_account(net->files), sizeof(*socket));
    if (!socket) return NULL;
    memset(socket, 0, sizeof(*socket));
    socket->source.operations = operations;
    socket->net = net;
    socket->number = ++net->last_number;
    socket->kind = kind;
    socket->ipv6 = ipv6;
    socket->local = socket->remote = net_address_wildcard(ipv6);
    socket->receive_bytes = kind == NET_STREAM ? NET_RECEIVE_BYTES : NET_DATAGRAM_BYTES;
    socket->send_bytes = kind == NET_STREAM ? NET_SEND_BYTES : NET_DATAGRAM_BYTES;
    socket->linger = -1;
    return socket;
}

// The name itself stays.
static void leave_path(struct socket *socket) {
    if (!socket->inode) return;
    struct socket **at = &socket->net->paths;
    while (*at != socket) at = &(*at)->next_of_paths;
    *at = socket->next_of_paths;
    socket->inode = 0;
}

void socket_free(struct socket *socket) {
    ASSERT_LOCKED();
    LOG_EVENT(socket_close, .socket = socket->number, .sent = socket->sent, .received = socket->received_bytes);
    port_release(socket);
    leave_path(socket);
    scratch_free(socket);
}

int socket_descriptor(struct socket *socket) {
    struct open_file file = {.flags = FILE_READ_WRITE, .source = &socket->source, .kind = FILE_SOCKET};
    return descriptor_new(socket->net->files, &file);
}

int socket_take_error(struct socket *socket) {
    int error = socket->error;
    socket->error = 0;
    return error;
}

void socket_sent(struct socket *socket, u64 bytes, u32 peer) {
    socket->sent += bytes;
    LOG_EVENT(socket_send, .socket = socket->number, .bytes = (u32)bytes, .peer = peer,
              .stack = socket_stack(EVENT_socket_send));
}

void socket_received(struct socket *socket, u64 bytes, u32 peer) {
    socket->received_bytes += bytes;
    LOG_EVENT(socket_receive, .socket = socket->number, .bytes = (u32)bytes, .peer = peer,
              .stack = socket_stack(EVENT_socket_receive));
}

int net_bind(struct net *net, int descriptor, const struct net_address *address) {
    ASSERT_LOCKED();
    struct socket *socket = socket_at(net, descriptor);
    return socket ? port_bind(socket, address) : FILE_NOT_SOCKET;
}

int net_local(struct net *net, int descriptor, struct net_address *address) {
    const struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    *address = socket->local;
    return 0;
}

int net_remote(struct net *net, int descriptor, struct net_address *address) {
    const struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    *address = socket->remote;
    return socket->state == SOCKET_CONNECTED ? 0 : FILE_NOT_CONNECTED;
}

bool net_is_ipv6(struct net *net, int descriptor) {
    const struct socket *socket = socket_at(net, descriptor);
    return socket && socket->ipv6;
}

int net_take_error(struct net *net, int descriptor) {
    struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    host_log_connected(socket);
    return socket_take_error(socket);
}
