// Datagrams of a guest for the host's network, and the answers. See viz/net/host_state.h. Each socket of the guest has
// one of the host's, on whatever port. What is not allowed to be reached is not heard either.
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "viz/net/address.h"
#include "viz/net/host_state.h"

#define HEADER_BYTES ((u32)sizeof(struct link_address))

// For both families, if the host has IPv6.
static int open_socket(const struct link_address *to) {
    static const int off = 0;
    int made = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made >= 0 && setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off)) == 0) return made;
    if (made >= 0) close(made);
    return socket(address_to_host(to).of.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static struct host_address address_for(int socket, const struct link_address *to) {
    struct sockaddr_storage own = {0};
    socklen_t bytes = sizeof(own);
    getsockname(socket, (struct sockaddr *)&own, &bytes);
    return own.ss_family == AF_INET6 ? address_to_host_as_ipv6(to) : address_to_host(to);
}

// What a peer of a socket that speaks with nobody else has caused.
static void send_error(struct host *host, const struct connection *connection, int error) {
    struct link_frame frame = {
        .kind = LINK_DATAGRAM, .bytes = HEADER_BYTES, .channel = connection->link.number, .value = (u32)error};
    link_write(&host->to_guest, &frame, &connection->peer); // is lost if there is no room, as it may be on any network
    host_sent(host, true);
}

// So that errors come, and come from nobody else. Returns an error.
static int choose_peer(struct connection *connection, const struct link_address *to, bool only) {
    static const struct sockaddr nobody = {.sa_family = AF_UNSPEC};
    if (!only && !connection->has_peer) return 0;
    if (!only) {
        connection->has_peer = false;
        return connect(connection->socket, &nobody, sizeof(nobody)) == 0 ? 0 : errno;
    }
    if (connection->has_peer && memcmp(&connection->peer, to, sizeof(*to)) == 0) return 0;
    connection->has_peer = true;
    connection->peer = *to;
    struct host_address address = address_for(connection->socket, to);
    return connect(connection->socket, (struct sockaddr *)&address.of, address.bytes) == 0 ? 0 : errno;
}

static int send_it(const struct connection *connection, const struct link_address *to, const u8 *from, u32 bytes) {
    struct host_address address = address_for(connection->socket, to);
    const struct sockaddr *where = connection->has_peer ? NULL : (const struct sockaddr *)&address.of;
    ssize_t sent = sendto(connection->socket, from, bytes, MSG_NOSIGNAL, where, where ? address.bytes : 0);
    return sent >= 0 ? 0 : errno;
}

void datagram_send(struct host *host, struct connection *connection, const struct link_frame *frame) {
    struct link_address to;
    memcpy(&to, host->payload, sizeof(to));
    to.zero = 0;
    to.who = 0;
    bool only = frame->value != 0;
    int error = ECONNREFUSED;
    if (!policy_allows(host->policy, &to)) {
        host->shared->refused++;
        connection->peer = to;
    } else {
        if (connection->socket < 0) connection->socket = open_socket(&to);
        error = connection->socket < 0 ? errno : choose_peer(connection, &to, only);
        if (!error) error = send_it(connection, &to, host->payload + HEADER_BYTES, frame->bytes - HEADER_BYTES);
        if (!error) host->shared->datagrams++, host->shared->sent_bytes += frame->bytes - HEADER_BYTES;
    }
    if (error && error != EAGAIN && only) send_error(host, connection, error);
}

void datagram_ready(struct host *host, struct connection *connection) {
    struct sockaddr_storage from = {0};
    struct iovec piece = {.iov_base = host->payload + HEADER_BYTES, .iov_len = LINK_PAYLOAD_MOST - HEADER_BYTES};
    struct msghdr message = {.msg_name = &from, .msg_namelen = sizeof(from), .msg_iov = &piece, .msg_iovlen = 1};
    if (link_room(&host->to_guest) < (s64)LINK_PAYLOAD_MOST) {
        host_sent(host, false); // what then finds no room is lost on the host
        return;
    }
    ssize_t count = recvmsg(connection->socket, &message, 0);
    if (count < 0) {
        if (connection->has_peer && errno != EAGAIN && errno != EINTR) send_error(host, connection, errno);
        return;
    }
    struct link_address address = address_from_host((struct sockaddr *)&from);
    bool is_whole = !(message.msg_flags & MSG_TRUNC), is_allowed = policy_allows(host->policy, &address);
    if (!is_whole) host->shared->too_long++;
    if (!is_allowed) host->shared->refused++;
    if (!is_whole || !is_allowed) return;
    memcpy(host->payload, &address, sizeof(address));
    struct link_frame frame = {
        .kind = LINK_DATAGRAM, .bytes = HEADER_BYTES + (u32)count, .channel = connection->link.number};
    host->shared->datagrams++;
    host->shared->received_bytes += (u64)count;
    host_sent(host, link_write(&host->to_guest, &frame, host->payload));
}
