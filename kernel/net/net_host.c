// Connections with somebody outside of the guest, by way of the host. See kernel/net/net_link.h. What has come waits in
// the socket's ring, which has room for all that the host may send; what is written goes into the stream at once.
#include "base/panic.h"
#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"
#include "kernel/net/net_link.h"
#include "kernel/net/net_outside.h"
#include "kernel/net/net_right.h"
#include "kernel/net/net_socket.h"
#include "log/log.h"

static const struct source_operations host_operations;

bool host_reaches(const struct socket *socket, const struct net_address *to) {
    const struct net_link *link = net_link();
    if (!link || net_address_is_group(to)) return false;
    if (!net_address_is_loopback(to)) return true;
    return link->has_loopback && !port_listener(socket->net, to) && net_right_reaches(socket->net->user.right, to);
}

static void use(struct socket *socket, struct net_channel *channel) {
    ASSERT(channel && !socket->channel);
    socket->channel = channel;
    socket->source.operations = &host_operations;
    ring_init(&socket->received, open_account(socket->net->files), 0, LINK_WINDOW);
}

int host_connect(struct socket *socket, const struct net_address *to) {
    struct net_link *link = net_link();
    ASSERT(link); // host_reaches
    struct net_channel *channel = net_link_connect(link, socket, to);
    if (!channel) return FILE_NO_BUFFERS;
    socket->remote = *to;
    socket->state = SOCKET_CONNECTING;
    use(socket, channel);
    return FILE_IN_PROGRESS;
}

bool host_connected(struct socket *socket, const struct net_address *own) {
    if (socket->state != SOCKET_CONNECTING) return false;
    port_release(socket);
    socket->local = *own;
    socket->state = SOCKET_CONNECTED;
    socket->is_new = true;
    source_changed(&socket->source);
    return true;
}

void host_log_connected(struct socket *socket) {
    if (socket->is_new) {
        LOG_EVENT(socket_connect, .socket = socket->number, .port = socket->remote.port,
                  .stack = socket_stack(EVENT_socket_connect));
    }
    socket->is_new = false;
}

// ---- Those that come from outside

void host_listen(struct socket *socket) {
    struct net_link *link = net_link();
    if (!link || !link->has_ports || socket->by_path || socket->is_host_listener) return;
    socket->is_host_listener = true;
    socket->next_listener = link->listeners;
    link->listeners = socket;
    if (net_port_belongs(socket->local.port, socket->net->user.domain)) net_link_listens(link, socket->local.port);
}

void host_stop_listening(struct socket *socket) {
    if (!socket->is_host_listener) return;
    struct socket **at = &((struct net_link *)cpu_self()->outside)->listeners;
    while (*at && *at != socket) at = &(*at)->next_listener;
    ASSERT(*at);
    *at = socket->next_listener;
    socket->is_host_listener = false;
}

// A connection from outside comes to the interface that there is, and to the domain whose port it is.
static struct socket *find_listener(const struct net_link *link, const struct net_address *from, u16 port) {
    struct net_address any = net_address_wildcard(!net_address_is_ipv4(from));
    any.port = port;
    struct net_address to = net_address_concrete(&any, net_address_is_ipv4(from));
    for (struct socket *socket = link->listeners; socket; socket = socket->next_listener) {
        bool is_owners = socket->local.port == port && net_port_belongs(port, socket->net->user.domain);
        if (is_owners && net_address_reaches(&to, &socket->local)) return socket;
    }
    return NULL;
}

struct socket *host_accepted(struct net_link *link, struct net_channel *channel, const struct net_address *from,
                             u16 port) {
    struct socket *listener = find_listener(link, from, port);
    if (!listener || !net_link_charge(channel, listener)) return NULL;
    struct socket *made = stream_admit(listener);
    if (!made) return NULL;
    struct net_address any = net_address_wildcard(!net_address_is_ipv4(from));
    any.port = port;
    made->local = net_address_concrete(&any, net_address_is_ipv4(from));
    made->remote = *from;
    made->state = SOCKET_CONNECTED;
    use(made, channel);
    return made;
}

// ---- What comes

bool host_data(struct socket *socket, const void *from, u32 bytes) {
    if (socket->ended || socket->state != SOCKET_CONNECTED) return false;
    struct net_link *link = net_link();
    if (socket->shut_read) {
        net_link_sent(link, link_used(&link->to_host, &socket->channel->link, bytes));
        return true;
    }
    ASSERT(socket->channel && bytes <= LINK_WINDOW);
    bool was_empty = !socket->received.bytes;
    ring_make_room(&socket->received, bytes);
    if (ring_room(&socket->received) < bytes) { // memory for buffers is used up
        net_link_close(link, socket->channel, (u32)-FILE_CONNECTION_RESET);
        socket->channel = NULL;
        stream_fail(socket, FILE_NO_BUFFERS);
        return true;
    }
    ring_put(&socket->received, from, bytes);
    if (was_empty) source_changed(&socket->source);
    return true;
}

void host_ended(struct socket *socket) {
    socket->ended = true;
    source_changed(&socket->source);
}

void host_closed(struct socket *socket, int error) {
    bool connecting = socket->state == SOCKET_CONNECTING;
    socket->channel = NULL;
    if (!error && !connecting) {
        socket->ended = true;
        source_changed(&socket->source);
    } else {
        if (!error || (error == FILE_CONNECTION_RESET && socket->ended)) error = FILE_BROKEN_PIPE;
        stream_fail(socket, error);
    }
}

void host_has_room(struct socket *socket) { source_changed(&socket->source); }

// ---- What the program does

static s64 host_read(struct file_source *source, void *to, u64 bytes) {
    struct socket *socket = socket_of(source);
    if (!bytes) return 0;
    u64 count = ring_take(&socket->received, to, bytes);
    if (count) {
        struct net_link *link = net_link();
        socket_received(socket, count, 0);
        if (socket->channel) net_link_sent(link, link_used(&link->to_host, &socket->channel->link, (u32)count));
        return (s64)count;
    }
    if (socket->ended) return 0;
    if (socket->error) return socket_take_error(socket);
    if (socket->shut_read) return 0;
    return socket->state == SOCKET_CONNECTED ? FILE_AGAIN : FILE_NOT_CONNECTED;
}

static s64 host_write(struct file_source *source, const void *from, u64 bytes) {
    struct socket *socket = socket_of(source);
    if (socket->error) return socket_take_error(socket);
    if (socket->shut_write || socket->state != SOCKET_CONNECTED || !socket->channel) return FILE_BROKEN_PIPE;
    if (!bytes) return 0;
    struct net_link *link = net_link();
    struct link_channel *channel = &socket->channel->link;
    u32 count = link_send(&link->to_host, channel, from, bytes);
    net_link_sent(link, count == smaller(bytes, count + channel->window)); // otherwise the ring was full
    if (!count) return FILE_AGAIN;
    socket_sent(socket, count, 0);
    return count;
}

static u64 host_available(const struct file_source *source) { return socket_of(source)->received.bytes; }

static bool may_write(const struct socket *socket) {
    return !socket->channel || (socket->channel->link.window && !net_link()->waits_for_room);
}

static u32 host_readiness(const struct open_file *file) {
    const struct socket *socket = socket_of(file->source);
    if (socket->state == SOCKET_CONNECTING) return 0;
    bool in = socket->received.bytes || socket->ended || socket->shut_read || socket->error;
    bool out = socket->shut_write || socket->error || may_write(socket);
    bool over = socket->shut_write && (socket->ended || socket->shut_read);
    return (in ? FILE_READY_IN : 0) | (out ? FILE_READY_OUT : 0) | (socket->error ? FILE_READY_ERROR : 0) |
           (over ? FILE_READY_HANGUP : 0);
}

void host_shutdown(struct socket *socket) {
    struct net_link *link = net_link();
    if (link && socket->channel) net_link_sent(link, link_end(&link->to_host, &socket->channel->link));
}

void host_abandon(struct socket *socket, bool reset) {
    struct net_link *link = net_link();
    if (!link || !socket->channel) return;
    net_link_close(link, socket->channel, reset ? (u32)-FILE_CONNECTION_RESET : 0);
    socket->channel = NULL;
}

static void host_close(const struct open_file *file) {
    struct socket *socket = socket_of(file->source);
    host_abandon(socket, socket->received.bytes || socket->linger == 0);
    stream_free(socket);
}

static const struct source_operations host_operations = {
    .read = host_read,
    .write = host_write,
    .readiness = host_readiness,
    .available = host_available,
    .close = host_close,
};
