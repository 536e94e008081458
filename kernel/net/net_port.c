// Which socket is bound to which port. See kernel/net/net_socket.h. Ports that a program does not choose are given out
// in order, from NET_PORT_FIRST up and around again, as they are free.
#include "base/narrow.h"
#include "kernel/net/net_right.h"
#include "kernel/net/net_socket.h"

static struct socket **bucket_of(struct net *net, u16 port) { return &net->ports[port % NET_PORT_BUCKETS]; }

static bool overlap(const struct net_address *a, const struct net_address *b) {
    return net_address_reaches(a, b) || net_address_reaches(b, a);
}

// Whether both may have the same port.
static bool may_share(const struct socket *a, const struct socket *b) {
    if (a->reuse_port && b->reuse_port) return true;
    return a->reuse_address && b->reuse_address && a->state != SOCKET_LISTENING && b->state != SOCKET_LISTENING;
}

// `alone`: that others would share it does not matter.
static bool is_taken(const struct socket *socket, const struct net_address *address, bool alone) {
    const struct socket *other = *bucket_of(socket->net, address->port);
    for (; other; other = other->next_of_port) {
        if (other->local.port != address->port || other->kind != socket->kind || other == socket) continue;
        if (overlap(&other->local, address) && (alone || !may_share(socket, other))) return true;
    }
    return false;
}

void port_share(struct socket *socket, const struct net_address *local) {
    struct socket **bucket = bucket_of(socket->net, local->port);
    socket->local = *local;
    socket->bound = true;
    socket->next_of_port = *bucket;
    *bucket = socket;
}

void port_release(struct socket *socket) {
    if (!socket->bound) return;
    struct socket **at = bucket_of(socket->net, socket->local.port);
    while (*at != socket) at = &(*at)->next_of_port;
    *at = socket->next_of_port;
    socket->bound = false;
    socket->local = net_address_wildcard(socket->ipv6);
}

static int bind_free(struct socket *socket, struct net_address address) {
    struct net *net = socket->net;
    for (u32 tries = 0; tries < NET_PORT_END - NET_PORT_FIRST; tries++) {
        address.port = net->next_port;
        net->next_port = address.port + 1u == NET_PORT_END ? NET_PORT_FIRST : narrow_u16(address.port + 1);
        if (is_taken(socket, &address, true)) continue;
        port_share(socket, &address);
        return 0;
    }
    return FILE_ADDRESS_IN_USE;
}

int port_bind(struct socket *socket, const struct net_address *address) {
    if (socket->bound) return FILE_INVALID;
    int error = net_right_check_any(socket->net->user.right);
    if (error) return error;
    bool here = net_address_is_loopback(address) || net_address_is_group(address);
    if (!here && !net_address_is_wildcard(address)) return FILE_ADDRESS_NOT_AVAILABLE;
    if (!address->port) return bind_free(socket, *address);
    if (is_taken(socket, address, false)) return FILE_ADDRESS_IN_USE;
    port_share(socket, address);
    return 0;
}

int port_bind_any(struct socket *socket) {
    if (socket->bound) return 0;
    int error = net_right_check_any(socket->net->user.right);
    if (error) return error;
    return bind_free(socket, net_address_wildcard(socket->ipv6)) ? FILE_ADDRESS_NOT_AVAILABLE : 0;
}

struct socket *port_listener(const struct net *net, const struct net_address *to) {
    struct socket *found = NULL, *socket = net->ports[to->port % NET_PORT_BUCKETS];
    for (; socket; socket = socket->next_of_port) {
        if (socket->state != SOCKET_LISTENING || socket->local.port != to->port) continue;
        if (net_address_equals(to, &socket->local)) return socket;
        if (net_address_reaches(to, &socket->local)) found = socket;
    }
    return found;
}

static u32 fit(const struct socket *socket, const struct net_address *to, const struct net_address *from) {
    if (socket->kind != NET_DATAGRAM || socket->local.port != to->port) return 0;
    if (!net_address_reaches(to, &socket->local)) return 0;
    if (socket->state != SOCKET_CONNECTED) return net_address_equals(to, &socket->local) ? 2 : 1;
    return socket->remote.port == from->port && net_address_equals(&socket->remote, from) ? 3 : 0;
}

struct socket *port_receiver(const struct net *net, const struct net_address *to, const struct net_address *from) {
    struct socket *found = NULL, *socket = net->ports[to->port % NET_PORT_BUCKETS];
    u32 best = 0;
    for (; socket; socket = socket->next_of_port) {
        u32 fits = fit(socket, to, from);
        if (fits <= best) continue;
        best = fits;
        found = socket;
    }
    return found;
}
