// Connections of a guest with the host's network. See viz/net/host_state.h.
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/net/address.h"
#include "viz/net/host_state.h"

static struct connection *connection_at(struct host *host, u32 number) {
    return number & LINK_BY_HOST ? &host->others[number & ~LINK_BY_HOST] : &host->own[number];
}

static void begin(struct host *host, struct connection *connection, u32 number, u32 window) {
    *connection = (struct connection){.used = true, .socket = -1, .link = {.number = number}};
    link_count(&connection->link, &(struct link_frame){.kind = LINK_CREDIT, .value = window});
    u32 *end = number & LINK_BY_HOST ? &host->others_end : &host->own_end, after = (number & ~LINK_BY_HOST) + 1;
    if (*end < after) *end = after;
}

void connection_release_if_over(struct connection *connection) {
    bool is_over = connection->link.closed && connection->link.other_closed && !connection->link.owes;
    if (is_over) connection->used = false;
}

static void close_socket(struct connection *connection, bool reset) {
    struct linger now = {.l_onoff = 1};
    if (connection->socket >= 0 && reset) setsockopt(connection->socket, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
    if (connection->socket >= 0) close(connection->socket);
    connection->socket = -1;
    free(connection->buffer);
    connection->buffer = NULL;
    connection->bytes = connection->start = 0;
}

// The connection is over from this side.
static void end(struct host *host, struct connection *connection, int error) {
    close_socket(connection, error != 0);
    host_sent(host, link_close(&host->to_guest, &connection->link, (u32)error));
    connection_release_if_over(connection);
}

// ---- Connecting

static void set_options(int socket) {
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)); // the guest's own buffers do not wait either
}

static void connected(struct host *host, struct connection *connection) {
    struct sockaddr_storage own = {0};
    socklen_t bytes = sizeof(own);
    connection->connecting = false;
    getsockname(connection->socket, (struct sockaddr *)&own, &bytes);
    connection->link.address = address_from_host((struct sockaddr *)&own);
    host->shared->connections++;
    host_sent(host, link_open(&host->to_guest, &connection->link));
}

static int try_connect(struct connection *connection, const struct link_address *to) {
    struct host_address address = address_to_host(to);
    connection->socket = socket(address.of.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (connection->socket < 0) return errno;
    set_options(connection->socket);
    return connect(connection->socket, (struct sockaddr *)&address.of, address.bytes) == 0 ? 0 : errno;
}

static void open_connection(struct host *host, struct connection *connection) {
    struct link_address to;
    memcpy(&to, host->payload, sizeof(to));
    if (!policy_allows(host->policy, &to)) {
        host->shared->refused++;
        end(host, connection, ECONNREFUSED);
        return;
    }
    int error = try_connect(connection, &to);
    if (!error) {
        connected(host, connection);
    } else if (error == EINPROGRESS) {
        connection->connecting = true;
    } else {
        host->shared->failed++;
        end(host, connection, error);
    }
}

static void finish_connecting(struct host *host, struct connection *connection) {
    int error = 0;
    socklen_t bytes = sizeof(error);
    getsockopt(connection->socket, SOL_SOCKET, SO_ERROR, &error, &bytes);
    if (error) {
        host->shared->failed++;
        end(host, connection, error);
    } else {
        connected(host, connection);
    }
}

// A channel for which the guest has no listener comes back as LINK_CLOSE.
void connection_accept(struct host *host, const struct forward *forward) {
    u32 slot = 0;
    while (slot < LINK_CHANNELS && host->others[slot].used) slot++;
    host->rests = true;
    if (slot == LINK_CHANNELS || link_room(&host->to_guest) < (s64)sizeof(struct link_accept)) return;
    struct sockaddr_storage from = {0};
    socklen_t bytes = sizeof(from);
    int socket = accept4(forward->listener, (struct sockaddr *)&from, &bytes, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) return;
    host->rests = false;
    struct connection *connection = &host->others[slot];
    begin(host, connection, slot | LINK_BY_HOST, 0);
    connection->connecting = true; // until the guest says LINK_ACCEPTED
    connection->socket = socket;
    connection->link.expected = LINK_WINDOW;
    set_options(socket);
    struct link_accept accept = {.from = address_from_host((struct sockaddr *)&from), .port = forward->guest_port};
    struct link_frame frame = {
        .kind = LINK_ACCEPT, .bytes = sizeof(accept), .channel = slot | LINK_BY_HOST, .value = LINK_WINDOW};
    host_sent(host, link_write(&host->to_guest, &frame, &accept));
}

// ---- From the guest to the socket

static bool is_passing(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

// Takes what was sent out of the buffer; returns an error.
static int flush(int socket, u8 *buffer, u32 *start, u32 *bytes) {
    while (*bytes) {
        u32 first = (u32)LINK_WINDOW - *start < *bytes ? (u32)LINK_WINDOW - *start : *bytes;
        ssize_t count = send(socket, buffer + *start, first, MSG_NOSIGNAL);
        if (count < 0) return is_passing(errno) ? 0 : errno;
        *start = (*start + (u32)count) % (u32)LINK_WINDOW;
        *bytes -= (u32)count;
    }
    return 0;
}

static void shut_if_ended(struct connection *connection) {
    if (connection->guest_ended && !connection->bytes) shutdown(connection->socket, SHUT_WR);
}

static void send_buffered(struct host *host, struct connection *connection) {
    u32 before = connection->bytes;
    int error = flush(connection->socket, connection->buffer, &connection->start, &connection->bytes);
    u32 sent = before - connection->bytes;
    host->shared->sent_bytes += sent;
    if (error) {
        end(host, connection, error);
        return;
    }
    if (sent) host_sent(host, link_used(&host->to_guest, &connection->link, sent));
    if (sent) shut_if_ended(connection);
}

// There is room: the guest keeps to its window.
static void keep(struct connection *connection, const u8 *from, u32 bytes) {
    if (!connection->buffer) connection->buffer = memory_get(LINK_WINDOW);
    u32 at = (u32)((connection->start + connection->bytes) % LINK_WINDOW);
    u32 first = (u32)LINK_WINDOW - at < bytes ? (u32)LINK_WINDOW - at : bytes;
    memcpy(connection->buffer + at, from, first);
    memcpy(connection->buffer, from + first, bytes - first);
    connection->bytes += bytes;
}

static void take_data(struct host *host, struct connection *connection, const struct link_frame *frame) {
    keep(connection, host->payload, frame->bytes);
    send_buffered(host, connection);
}

// ---- From the socket to the guest

static void receive(struct host *host, struct connection *connection) {
    s64 room = link_room(&host->to_guest);
    u32 most = connection->link.window < LINK_PAYLOAD_MOST ? connection->link.window : LINK_PAYLOAD_MOST;
    if (!most) return; // it is not reading that it is ready for
    if (room < (s64)most) {
        host_sent(host, false);
        return;
    }
    ssize_t count = recv(connection->socket, host->payload, most, 0);
    if (count > 0) {
        host->shared->received_bytes += (u64)count;
        host_sent(host, link_send(&host->to_guest, &connection->link, host->payload, (u64)count) == (u64)count);
    } else if (count == 0) {
        connection->other_ended = true;
        host_sent(host, link_end(&host->to_guest, &connection->link));
    } else if (!is_passing(errno)) {
        end(host, connection, errno);
    }
}

short connection_watches(const struct host *host, const struct connection *connection) {
    if (connection->socket < 0) return 0;
    if (connection->has_datagrams) return host->waits_for_room ? 0 : POLLIN;
    if (connection->connecting) return connection->link.number & LINK_BY_HOST ? 0 : POLLOUT;
    bool reads = !connection->other_ended && connection->link.window && !host->waits_for_room;
    return (short)((reads ? POLLIN : 0) | (connection->bytes ? POLLOUT : 0));
}

void connection_ready(struct host *host, struct connection *connection, short events) {
    if (connection->has_datagrams) {
        datagram_ready(host, connection);
        return;
    }
    if (connection->connecting) {
        if (!(connection->link.number & LINK_BY_HOST)) finish_connecting(host, connection);
        return;
    }
    if (events & POLLOUT) send_buffered(host, connection);
    if (connection->socket >= 0 && events & (POLLIN | POLLERR | POLLHUP) && !connection->other_ended) {
        receive(host, connection);
    }
}

// ---- What the guest wants

// What it has sent before still goes out, for a while even after its end.
static void closed(struct host *host, struct connection *connection, u32 error) {
    connection->link.other_closed = true;
    if (connection->bytes && !error) {
        struct drain *drain = memory_get(sizeof(*drain));
        *drain =
            (struct drain){host->drains, connection->socket, connection->buffer, connection->start, connection->bytes};
        host->drains = drain;
        connection->socket = -1;
        connection->buffer = NULL;
    }
    close_socket(connection, error != 0);
    host_sent(host, link_close(&host->to_guest, &connection->link, 0));
    connection_release_if_over(connection);
}

bool drain_ready(struct drain *drain) {
    int error = flush(drain->socket, drain->buffer, &drain->start, &drain->bytes);
    if (drain->bytes && !error) return false;
    close(drain->socket);
    free(drain->buffer);
    return true;
}

static bool accepted(struct connection *connection, const struct link_frame *frame) {
    if (!(frame->channel & LINK_BY_HOST) || !connection->connecting) return false;
    connection->connecting = false;
    return link_count(&connection->link, &(struct link_frame){.kind = LINK_CREDIT, .value = frame->value});
}

bool connection_obey(struct host *host, const struct link_frame *frame) {
    struct connection *connection = connection_at(host, frame->channel);
    if (frame->kind == LINK_CONNECT || frame->kind == LINK_OPEN) {
        if (connection->used) return false;
        begin(host, connection, frame->channel, frame->value);
        connection->has_datagrams = frame->kind == LINK_OPEN;
        if (frame->kind == LINK_CONNECT) open_connection(host, connection);
        return true;
    }
    if (!connection->used || connection->link.other_closed) return false;
    if (connection->has_datagrams != (frame->kind == LINK_DATAGRAM) && frame->kind != LINK_CLOSE) return false;
    bool is_open = connection->socket >= 0;
    switch ((enum link_kind)frame->kind) {
    case LINK_ACCEPTED: host->shared->accepted++; return accepted(connection, frame);
    case LINK_DATA:
        if (!link_count(&connection->link, frame) || connection->guest_ended) return false;
        if (is_open) take_data(host, connection, frame);
        return true;
    case LINK_CREDIT: return link_count(&connection->link, frame);
    case LINK_END:
        connection->guest_ended = true;
        if (is_open) shut_if_ended(connection);
        return true;
    case LINK_DATAGRAM: datagram_send(host, connection, frame); return true;
    case LINK_CLOSE: closed(host, connection, frame->value); return true;
    default: return false;
    }
}
