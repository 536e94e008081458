// TCP on the loopback interface. See kernel/net/net.h and kernel/net/net_socket.h.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/net/net_outside.h"
#include "kernel/net/net_right.h"
#include "kernel/net/net_socket.h"
#include "log/log.h"

#define BACKLOG_MAX 4096u // net.core.somaxconn

// ---- Lists

static void list_append(struct socket_list *list, struct socket *socket) {
    socket->in_list = list;
    socket->next_in_list = NULL;
    socket->previous_in_list = list->last;
    *(list->last ? &list->last->next_in_list : &list->first) = socket;
    list->last = socket;
    list->length++;
}

static void list_remove(struct socket *socket) {
    struct socket_list *list = socket->in_list;
    struct socket *next = socket->next_in_list, *previous = socket->previous_in_list;
    *(previous ? &previous->next_in_list : &list->first) = next;
    *(next ? &next->previous_in_list : &list->last) = previous;
    list->length--;
    socket->in_list = NULL;
}

// ---- Room

static u64 room_to_send(const struct socket *socket) {
    const struct ring *ring = &socket->peer->received;
    return ring->limit - ring->bytes;
}

// As on Linux, it is not worth waking a writer for a few bytes.
static bool has_room(const struct socket *socket) {
    return !socket->peer || room_to_send(socket) >= socket->peer->received.limit / 4 + 1;
}

// ---- Connecting

// The address from which a socket speaks to another, if it is bound to none.
static void choose_local(struct socket *socket) {
    struct net_address local = net_address_source(&socket->local, &socket->remote);
    if (!net_address_is_wildcard(&socket->local)) return;
    port_release(socket);
    port_share(socket, &local);
}

static void inherit(struct socket *made, const struct socket *listener) {
    made->receive_bytes = listener->receive_bytes;
    made->send_bytes = listener->send_bytes;
    made->linger = listener->linger;
    made->reuse_address = listener->reuse_address;
    made->reuse_port = listener->reuse_port;
    made->urgent_in_line = listener->urgent_in_line;
    made->kept_count = listener->kept_count;
    for (u32 i = 0; i < listener->kept_count; i++) made->kept[i] = listener->kept[i];
}

static void join(struct socket *receiver, struct socket *sender) {
    receiver->state = SOCKET_CONNECTED;
    receiver->peer = sender;
    receiver->peer_number = sender->number;
    ring_init(&receiver->received, open_account(receiver->net->files), 0,
              (u64)receiver->receive_bytes + (u64)sender->send_bytes);
}

// Makes the other end, which waits to be accepted. Returns an error if there is no memory.
static int establish(struct socket *socket, struct socket *listener) {
    struct socket *made = socket_new(socket->net, NET_STREAM, listener->ipv6, &stream_operations);
    if (!made) return FILE_NO_BUFFERS;
    inherit(made, listener);
    if (socket->by_path) {
        made->by_path = true;
        memcpy(made->path, listener->path, sizeof(made->path));
        memcpy(made->remote_path, socket->path, sizeof(made->remote_path));
    } else {
        choose_local(socket);
        made->remote = socket->local;
        port_share(made, &socket->remote);
    }
    join(socket, made);
    join(made, socket);
    LOG_EVENT(socket_connect, .socket = socket->number, .peer = made->number, .port = socket->remote.port,
              .stack = socket_stack(EVENT_socket_connect));
    list_append(&listener->accepted, made);
    source_changed(&listener->source);
    return 0;
}

static bool is_full(const struct socket *listener) { return listener->accepted.length > listener->backlog; }

void stream_fail(struct socket *socket, int error) {
    socket->state = SOCKET_ENDED;
    socket->error = error;
    socket->shut_read = socket->shut_write = true;
    source_changed(&socket->source);
}

struct socket *stream_admit(struct socket *listener) {
    struct socket *made =
        is_full(listener) ? NULL : socket_new(listener->net, NET_STREAM, listener->ipv6, &stream_operations);
    if (!made) return NULL;
    inherit(made, listener);
    list_append(&listener->accepted, made);
    source_changed(&listener->source);
    return made;
}

int stream_reach(struct socket *socket, struct socket *listener) {
    if (!listener) return FILE_REFUSED;
    if (!is_full(listener)) return establish(socket, listener);
    socket->state = SOCKET_CONNECTING;
    list_append(&listener->connecting, socket);
    return FILE_IN_PROGRESS;
}

int stream_may_connect(const struct socket *socket) {
    switch (socket->state) {
    case SOCKET_OPEN: return 0;
    case SOCKET_CONNECTING: return FILE_IN_PROGRESS;
    case SOCKET_CONNECTED: return FILE_IS_CONNECTED;
    default: return FILE_INVALID;
    }
}

int stream_connect(struct socket *socket, const struct net_address *address, bool waits) {
    int error = stream_may_connect(socket);
    if (error) return error;
    struct net_address remote = net_address_concrete(address, net_address_is_ipv4(address));
    error = net_right_check(socket->net->user.right, &remote);
    if (error) return error;
    if (host_reaches(socket, &remote)) return host_connect(socket, &remote);
    error = net_address_may_reach(socket, &remote);
    if (!error) error = port_bind_any(socket);
    if (error) return error;
    socket->remote = remote;
    error = stream_reach(socket, port_listener(socket->net, &remote));
    if (waits || error == FILE_IN_PROGRESS) return error;
    if (error) stream_fail(socket, error);
    return FILE_IN_PROGRESS;
}

// ---- Listening

int net_listen(struct net *net, int descriptor, u32 backlog) {
    ASSERT_LOCKED();
    struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    if (socket->kind != NET_STREAM) return FILE_NOT_SUPPORTED;
    if (socket->state != SOCKET_OPEN && socket->state != SOCKET_LISTENING) return FILE_INVALID;
    if (socket->by_path && !socket->inode) return FILE_INVALID;
    struct socket *other = socket->bound ? port_listener(net, &socket->local) : NULL;
    bool shares = other && other->reuse_port && socket->reuse_port;
    if (other && other != socket && !shares) return FILE_ADDRESS_IN_USE;
    int error = socket->by_path ? 0 : port_bind_any(socket);
    if (error) return error;
    socket->state = SOCKET_LISTENING;
    socket->backlog = (u32)smaller(backlog, BACKLOG_MAX);
    host_listen(socket);
    return 0;
}

// There is room for one more.
static void admit(struct socket *listener) {
    struct socket *socket = listener->connecting.first;
    if (!socket || is_full(listener)) return;
    list_remove(socket);
    int error = establish(socket, listener);
    if (error) stream_fail(socket, error);
    source_changed(&socket->source);
}

int net_accept(struct net *net, int descriptor, struct net_address *remote) {
    ASSERT_LOCKED();
    struct socket *listener = socket_at(net, descriptor);
    if (!listener) return FILE_NOT_SOCKET;
    if (listener->state != SOCKET_LISTENING) return FILE_INVALID;
    struct socket *made = listener->accepted.first;
    if (!made) return FILE_AGAIN;
    int accepted = socket_descriptor(made);
    if (accepted < 0) return accepted;
    list_remove(made);
    LOG_EVENT(socket_accept, .socket = made->number, .peer = made->peer_number, .port = made->local.port,
              .stack = socket_stack(EVENT_socket_accept));
    *remote = made->remote;
    admit(listener);
    return accepted;
}

// ---- Urgent data

static bool skips_urgent(const struct socket *socket) {
    return socket->has_urgent && !socket->urgent_at && !socket->urgent_in_line;
}

static void skip_urgent(struct socket *socket) {
    u8 skipped;
    ring_take(&socket->received, &skipped, 1);
    socket->has_urgent = false;
}

// How many bytes a read finds.
static u64 readable(const struct socket *socket) { return socket->received.bytes - skips_urgent(socket); }

// Takes at most so many, up to an urgent one.
static u64 take(struct socket *socket, void *to, u64 bytes) {
    u64 count = socket->has_urgent && socket->urgent_at ? smaller(bytes, socket->urgent_at) : bytes;
    count = ring_take(&socket->received, to, count);
    if (count > socket->urgent_at) socket->has_urgent = false;
    if (socket->has_urgent) socket->urgent_at -= count;
    return count;
}

// ---- Receiving and sending

static s64 stream_read(struct file_source *source, void *to, u64 bytes) {
    struct socket *socket = socket_of(source);
    if (!bytes) return 0;
    bool had_room = !socket->peer || has_room(socket->peer);
    if (skips_urgent(socket)) skip_urgent(socket);
    if (socket->received.bytes) {
        u64 count = take(socket, to, bytes);
        socket_received(socket, count, socket->peer_number);
        if (!had_room && has_room(socket->peer)) source_changed(&socket->peer->source);
        return (s64)count;
    }
    if (socket->ended) return 0;
    if (socket->error) return socket_take_error(socket);
    if (socket->shut_read) return 0;
    return socket->state == SOCKET_CONNECTED ? FILE_AGAIN : FILE_NOT_CONNECTED;
}

// What a connection answers whose other end is closed: TCP's first bytes are on their way before that is known.
static s64 write_to_nobody(struct socket *socket, u64 bytes) {
    if (socket->by_path) return FILE_BROKEN_PIPE;
    socket_sent(socket, bytes, 0);
    socket->error = FILE_BROKEN_PIPE;
    socket->shut_write = true;
    source_changed(&socket->source);
    return (s64)bytes;
}

static s64 stream_write(struct file_source *source, const void *from, u64 bytes) {
    struct socket *socket = socket_of(source);
    if (socket->error) return socket_take_error(socket);
    if (socket->shut_write || socket->state != SOCKET_CONNECTED) return FILE_BROKEN_PIPE;
    if (!bytes) return 0;
    if (!socket->peer) return write_to_nobody(socket, bytes);
    struct ring *ring = &socket->peer->received;
    if (ring->bytes == ring->limit) return FILE_AGAIN;
    bool was_empty = !readable(socket->peer);
    ring_make_room(ring, bytes);
    u64 count = smaller(bytes, ring_room(ring));
    if (!ring->capacity) return FILE_NO_BUFFERS;
    if (!count) return FILE_AGAIN;
    ring_put(ring, from, count);
    socket_sent(socket, count, socket->peer_number);
    if (was_empty) source_changed(&socket->peer->source);
    return (s64)count;
}

s64 net_send_urgent(struct net *net, int descriptor, u8 byte) {
    struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    struct socket *peer = socket->peer;
    if (socket->channel) return FILE_NOT_SUPPORTED;
    if (peer && skips_urgent(peer)) skip_urgent(peer);
    u64 at = peer ? peer->received.bytes : 0;
    s64 sent = stream_write(&socket->source, &byte, 1);
    if (sent != 1 || !peer) return sent;
    peer->has_urgent = true;
    peer->urgent_at = at;
    return sent;
}

static u64 stream_available(const struct file_source *source) {
    const struct socket *socket = socket_of(source);
    return socket->has_urgent && !socket->urgent_in_line ? socket->urgent_at : socket->received.bytes;
}

static u32 stream_readiness(const struct open_file *file) {
    const struct socket *socket = socket_of(file->source);
    if (socket->state == SOCKET_LISTENING) return socket->accepted.first ? FILE_READY_IN : 0;
    if (socket->state == SOCKET_OPEN) return FILE_READY_OUT | FILE_READY_HANGUP;
    if (socket->state == SOCKET_CONNECTING) return 0;
    bool in = readable(socket) || socket->ended || socket->shut_read || socket->error;
    bool out = socket->shut_write || socket->error || has_room(socket);
    bool over = socket->shut_write && (socket->ended || socket->shut_read);
    return (in ? FILE_READY_IN : 0) | (out ? FILE_READY_OUT : 0) | (socket->error ? FILE_READY_ERROR : 0) |
           (over ? FILE_READY_HANGUP : 0);
}

// ---- Ends

int net_shutdown(struct net *net, int descriptor, enum net_shutdown how) {
    ASSERT_LOCKED();
    struct socket *socket = socket_at(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    if (socket->state != SOCKET_CONNECTED) return FILE_NOT_CONNECTED;
    if (how != NET_SHUT_WRITE) {
        socket->shut_read = true;
        if (socket->by_path && socket->peer) socket->peer->shut_write = true;
    }
    if (how != NET_SHUT_READ) {
        socket->shut_write = true;
        host_shutdown(socket);
        if (socket->peer) {
            socket->peer->ended = true;
            source_changed(&socket->peer->source);
        }
    }
    source_changed(&socket->source);
    return 0;
}

// The peer, if there is one, learns that this end is gone.
static void part(struct socket *socket, bool reset) {
    struct socket *peer = socket->peer;
    if (!peer) return;
    peer->peer = socket->peer = NULL;
    if (reset) {
        stream_fail(peer, peer->ended ? FILE_BROKEN_PIPE : FILE_CONNECTION_RESET);
    } else {
        peer->ended = true;
        source_changed(&peer->source);
    }
}

void stream_free(struct socket *socket) {
    ring_free(&socket->received);
    socket_free(socket);
}

static void stop_listening(struct socket *listener) {
    struct socket *socket;
    host_stop_listening(listener);
    while ((socket = listener->accepted.first) != NULL) {
        list_remove(socket);
        part(socket, true);
        host_abandon(socket, true);
        stream_free(socket);
    }
    while ((socket = listener->connecting.first) != NULL) {
        list_remove(socket);
        stream_fail(socket, FILE_REFUSED);
    }
}

// A program that closes what it has not read to the end does not want the rest, and its peer should know.
static void stream_close(const struct open_file *file) {
    struct socket *socket = socket_of(file->source);
    if (socket->state == SOCKET_LISTENING) stop_listening(socket);
    if (socket->in_list) list_remove(socket);
    part(socket, socket->received.bytes || (socket->linger == 0 && !socket->by_path));
    stream_free(socket);
}

const struct source_operations stream_operations = {
    .read = stream_read,
    .write = stream_write,
    .readiness = stream_readiness,
    .available = stream_available,
    .close = stream_close,
};
