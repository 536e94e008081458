// Groups of IPv4 on the loopback interface. See kernel/net/net.h. A sender hears itself if it is a member. Neither the
// time to live nor IP_MULTICAST_LOOP plays a part: as on Linux, what goes out there comes in there.
#include "kernel/core/kernel_lock.h"
#include "kernel/net/net_socket.h"

bool group_sends(const struct socket *socket) {
    s32 interface = 0;
    socket_get_option(socket, NET_LEVEL_IP, NET_GROUP_INTERFACE, &interface);
    struct net_address address = net_address_of_ipv4((u32)interface, 0);
    return socket->kind == NET_DATAGRAM && net_address_is_loopback(&address);
}

static u32 ipv4_of(const struct net_address *address) {
    const u8 *bytes = address->bytes + NET_ADDRESS_IPV4;
    return (u32)bytes[0] << 24 | (u32)bytes[1] << 16 | (u32)bytes[2] << 8 | bytes[3];
}

// ---- Members

// Returns NULL if there is none.
static struct membership *membership_find(struct socket *socket, struct membership like) {
    for (u32 i = 0; i < socket->membership_count; i++) {
        struct membership *each = &socket->memberships[i];
        if (each->group == like.group && each->source == like.source && each->blocks == like.blocks) return each;
    }
    return NULL;
}

static int membership_add(struct socket *socket, struct membership added) {
    if (membership_find(socket, added)) return FILE_ADDRESS_IN_USE;
    if (socket->membership_count == NET_MEMBERSHIPS) return FILE_NO_BUFFERS;
    socket->memberships[socket->membership_count++] = added;
    return 0;
}

static int membership_remove(struct socket *socket, struct membership removed) {
    struct membership *found = membership_find(socket, removed);
    if (!found) return FILE_ADDRESS_NOT_AVAILABLE;
    *found = socket->memberships[--socket->membership_count];
    return 0;
}

// Who leaves a group blocks nobody there any more.
static void unblock_all(struct socket *socket, u32 group) {
    for (u32 i = socket->membership_count; i-- > 0;) {
        struct membership *each = &socket->memberships[i];
        if (each->group == group && each->blocks) *each = socket->memberships[--socket->membership_count];
    }
}

int net_change_group(struct net *net, int descriptor, enum net_group_change change, u32 group, u32 source) {
    ASSERT_LOCKED();
    struct socket *socket = socket_at(net, descriptor);
    if (!socket || socket->kind != NET_DATAGRAM) return FILE_NOT_SOCKET;
    bool blocks = change == NET_GROUP_BLOCK || change == NET_GROUP_UNBLOCK;
    struct membership membership = {.group = group, .source = source, .blocks = blocks};
    if (change == NET_GROUP_JOIN || change == NET_GROUP_BLOCK) return membership_add(socket, membership);
    int error = membership_remove(socket, membership);
    if (!error && !blocks && !source) unblock_all(socket, group);
    return error;
}

// ---- Delivery

static bool hears(struct socket *socket, u32 group, u32 source) {
    struct membership all = {.group = group}, one = {.group = group, .source = source}, blocked = one;
    blocked.blocks = true;
    if (membership_find(socket, one)) return true;
    return membership_find(socket, all) && !membership_find(socket, blocked);
}

static bool receives(struct socket *socket, const struct net_address *to, const struct net_address *from) {
    if (socket->kind != NET_DATAGRAM || socket->local.port != to->port) return false;
    if (!net_address_reaches(to, &socket->local) || !hears(socket, ipv4_of(to), ipv4_of(from))) return false;
    return socket->state != SOCKET_CONNECTED ||
           (socket->remote.port == from->port && net_address_equals(&socket->remote, from));
}

u32 group_deliver(const struct socket *sender, const struct net_address *to, const struct net_address *from,
                  const void *bytes, u64 count) {
    u32 reached = 0;
    struct socket *socket = sender->net->ports[to->port % NET_PORT_BUCKETS];
    for (; socket; socket = socket->next_of_port) {
        if (receives(socket, to, from) && datagram_put(socket, sender, from, bytes, count)) reached = socket->number;
    }
    return reached;
}
