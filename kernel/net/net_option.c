// Options of sockets. See kernel/net/net.h.
#include "kernel/net/net_socket.h"

#define RECEIVE_BYTES_MIN 1152
#define SEND_BYTES_MIN 2304
#define BUFFER_BYTES_MAX (4 * 1024 * 1024)

static s32 within(s32 value, s32 low, s32 high) { return value < low ? low : value > high ? high : value; }

static int set_socket_option(struct socket *socket, int number, s32 value) {
    switch (number) {
    case NET_REUSE_ADDRESS: socket->reuse_address = value; return 0;
    case NET_REUSE_PORT: socket->reuse_port = value; return 0;
    case NET_URGENT_IN_LINE: socket->urgent_in_line = value; return 0;
    case NET_LINGER: socket->linger = value; return 0;
    case NET_RECEIVE_BUFFER: socket->receive_bytes = within(value, RECEIVE_BYTES_MIN, BUFFER_BYTES_MAX); return 0;
    case NET_SEND_BUFFER: socket->send_bytes = within(value, SEND_BYTES_MIN, BUFFER_BYTES_MAX); return 0;
    default: return FILE_NO_SUCH_OPTION;
    }
}

static int get_socket_option(const struct socket *socket, int number, s32 *value) {
    switch (number) {
    case NET_REUSE_ADDRESS: *value = socket->reuse_address; return 0;
    case NET_REUSE_PORT: *value = socket->reuse_port; return 0;
    case NET_URGENT_IN_LINE: *value = socket->urgent_in_line; return 0;
    case NET_LINGER: *value = socket->linger; return 0;
    case NET_RECEIVE_BUFFER: *value = socket->receive_bytes; return 0;
    case NET_SEND_BUFFER: *value = socket->send_bytes; return 0;
    default: return FILE_NO_SUCH_OPTION;
    }
}

// ---- Those that are only kept

static const struct kept_option *kept(const struct socket *socket, int level, int number) {
    for (u32 i = 0; i < socket->kept_count; i++) {
        if (socket->kept[i].level == level && socket->kept[i].number == number) return &socket->kept[i];
    }
    return NULL;
}

static int keep(struct socket *socket, int level, int number, s32 value) {
    const struct kept_option *there = kept(socket, level, number);
    if (!there && socket->kept_count == NET_OPTIONS) return FILE_NO_BUFFERS;
    struct kept_option *option = &socket->kept[there ? (u32)(there - socket->kept) : socket->kept_count++];
    *option = (struct kept_option){.level = level, .number = number, .value = value};
    return 0;
}

// What Linux has for those that a program has not set.
struct default_option {
    int level, number;
    s32 value;
};
static const struct default_option DEFAULTS[] = {
    {NET_LEVEL_IP, 32, 0},    {NET_LEVEL_IP, 33, 1},   {NET_LEVEL_IP, 34, 1}, // multicast: interface, TTL, loop
    {NET_LEVEL_IPV6, 18, 1},  {NET_LEVEL_IPV6, 19, 1},                        // the same: hops, loop
    {NET_LEVEL_TCP, 4, 7200}, {NET_LEVEL_TCP, 5, 75},  {NET_LEVEL_TCP, 6, 9}, // keep-alive: idle, interval, probes
    {NET_LEVEL_TCP, 12, 1},                                                   // quick acknowledgements
};

static s32 default_of(int level, int number) {
    for (u32 i = 0; i < COUNT_OF(DEFAULTS); i++) {
        if (DEFAULTS[i].level == level && DEFAULTS[i].number == number) return DEFAULTS[i].value;
    }
    return 0;
}

// ---- By descriptor

int net_set_option(struct net *net, int descriptor, int level, int number, s32 value) {
    struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    int error = level == NET_LEVEL_SOCKET ? set_socket_option(socket, number, value) : FILE_NO_SUCH_OPTION;
    return error == FILE_NO_SUCH_OPTION ? keep(socket, level, number, value) : error;
}

void socket_get_option(const struct socket *socket, int level, int number, s32 *value) {
    if (level == NET_LEVEL_SOCKET && get_socket_option(socket, number, value) == 0) return;
    const struct kept_option *option = kept(socket, level, number);
    *value = option ? option->value : default_of(level, number);
}

int net_get_option(struct net *net, int descriptor, int level, int number, s32 *value) {
    const struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    socket_get_option(socket, level, number, value);
    return 0;
}
