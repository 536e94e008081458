// Inside the network (kernel/net/net.h): a socket, by the file that uses each field. A socket lives as long as its
// descriptor; one that waits to be accepted has none, and belongs to its listener.
#ifndef KERNEL_NET_NET_SOCKET_H
#define KERNEL_NET_NET_SOCKET_H

#include "kernel/files/file_ring.h"
#include "kernel/files/file_source.h"
#include "kernel/net/net.h"
#include "log/log.h"

#define NET_PORT_BUCKETS 256u
// The ports that are given out.
#define NET_PORT_FIRST 32768u
#define NET_PORT_END 61000u
#define NET_RECEIVE_BYTES (64u * KIB)
#define NET_SEND_BYTES (960u * KIB)
#define NET_DATAGRAM_BYTES 106496u // room for datagrams that were received
#define NET_OPTIONS 24u            // that are only kept
#define NET_MEMBERSHIPS 20u        // as on Linux

enum socket_state { SOCKET_OPEN, SOCKET_LISTENING, SOCKET_CONNECTING, SOCKET_CONNECTED, SOCKET_ENDED };

struct socket_list {
    struct socket *first, *last;
    u32 length;
};

struct packet {
    struct packet *next;
    struct net_address from;
    u32 bytes, sender; // its number
    u8 data[];
};

// A group that a socket is in, for all senders (`source` 0) or for one; or a sender that it does not want to hear
// there.
struct membership {
    u32 group, source;
    bool blocks;
};

struct kept_option {
    s32 level, number, value;
};

struct socket {
    struct file_source source;
    struct net *net;
    u32 number, peer_number; // for the log
    u64 sent, received_bytes;
    enum net_kind kind;
    bool ipv6, bound;
    enum socket_state state;
    int error; // of enum file_error, for the next call
    struct net_address local, remote;
    struct socket *next_of_port; // net_port.c
    // net_option.c
    s32 receive_bytes, send_bytes, linger;
    bool reuse_address, reuse_port, urgent_in_line;
    struct kept_option kept[NET_OPTIONS];
    u32 kept_count;
    // net_stream.c, of a connection
    struct socket *peer;  // NULL when it is closed
    struct ring received; // the peer writes it
    bool ended;           // the peer will send no more
    bool has_urgent;      // one of the bytes received is urgent: that after the first `urgent_at`
    u64 urgent_at;
    bool shut_read, shut_write;
    // net_host.c
    struct net_channel *channel; // NULL if there is none any more, or never was
    bool is_new;                 // connected, which the thread that connects has yet to learn
    bool is_host_listener;       // in the list of those to which connections from outside may come
    struct socket *next_listener;
    // net_path.c
    bool by_path;
    u64 inode; // of its name; 0 if it has none
    char path[NET_PATH_BYTES], remote_path[NET_PATH_BYTES];
    struct socket *next_of_paths;
    // of a listener: connections to be accepted, and sockets that wait for room there
    struct socket_list accepted, connecting;
    u32 backlog;
    // of a socket that is in one of these lists
    struct socket_list *in_list;
    struct socket *next_in_list, *previous_in_list;
    // net_datagram.c
    struct net_address bound_to; // what it had before it was connected
    struct packet *first_packet, *last_packet;
    u64 packet_bytes;
    // net_group.c
    struct membership memberships[NET_MEMBERSHIPS];
    u32 membership_count;
};

struct net {
    struct files *files;
    struct net_user user;
    struct socket *ports[NET_PORT_BUCKETS]; // by local port
    u16 next_port;
    struct socket *paths; // sockets with a name
    u32 last_number;
};

static inline struct socket *socket_of(const struct file_source *source) { return (struct socket *)(uintptr_t)source; }

// ---- net_socket.c

// Returns NULL if the descriptor is not a socket's, or there is no network (NULL).
struct socket *socket_at(const struct net *net, int descriptor);
// Returns NULL if there is no memory.
struct socket *socket_new(struct net *net, enum net_kind kind, bool ipv6, const struct source_operations *operations);
void socket_free(struct socket *socket);
int socket_descriptor(struct socket *socket);
int socket_take_error(struct socket *socket);
// The stack of the running thread, for an event of a socket.
static inline u32 socket_stack(enum event_id id) { return log_event_stack(id, &thread_self()->log); }
// Counts and records what was sent to, or received from, the socket with the number `peer`.
void socket_sent(struct socket *socket, u64 bytes, u32 peer);
void socket_received(struct socket *socket, u64 bytes, u32 peer);

// ---- net_address.c

struct net_address net_address_wildcard(bool ipv6);
bool net_address_is_wildcard(const struct net_address *address);
// What a wildcard stands for when something is sent to it.
struct net_address net_address_concrete(const struct net_address *address, bool ipv4);
// Where what is sent to `to` comes from, by a socket that is bound to `local`, which may be a wildcard.
struct net_address net_address_source(const struct net_address *local, const struct net_address *to);
bool net_address_equals(const struct net_address *a, const struct net_address *b);
// Whether what is sent to `to` (port aside) reaches a socket that is bound to `bound`.
bool net_address_reaches(const struct net_address *to, const struct net_address *bound);

// ---- net_port.c

int port_bind(struct socket *socket, const struct net_address *address);
// Binds a socket that is not bound yet to any port.
int port_bind_any(struct socket *socket);
// Enters a connection under the port of its listener.
void port_share(struct socket *socket, const struct net_address *local);
void port_release(struct socket *socket);
// Returns NULL if there is none. A datagram is for a socket that is connected to its sender, before all others.
struct socket *port_listener(const struct net *net, const struct net_address *to);
struct socket *port_receiver(const struct net *net, const struct net_address *to, const struct net_address *from);

// ---- net_option.c

void socket_get_option(const struct socket *socket, int level, int number, s32 *value);

// ---- net_stream.c, net_datagram.c

extern const struct source_operations stream_operations, datagram_operations;
// As net_connect; `waits`: the descriptor is one that may wait.
int stream_connect(struct socket *socket, const struct net_address *address, bool waits);
int datagram_connect(struct socket *socket, const struct net_address *address);
// Returns an error if the socket may not be connected as things stand.
int stream_may_connect(const struct socket *socket);
// Returns 0 when it is connected, FILE_IN_PROGRESS when it waits for room. `listener`: NULL if there is none.
int stream_reach(struct socket *socket, struct socket *listener);

void stream_fail(struct socket *socket, int error);
// Returns a connection that waits to be accepted; NULL if the queue is full, or there is no memory.
struct socket *stream_admit(struct socket *listener);
// Frees a stream without a peer.
void stream_free(struct socket *socket);

// ---- net_packet.c

// Gives the receiver a datagram. Returns false if that is lost, for want of room. `sender`: NULL if it is outside.
bool datagram_put(struct socket *receiver, const struct socket *sender, const struct net_address *from,
                  const void *bytes, u64 count);
// Removes the first datagram that waits.
void packet_drop_first(struct socket *socket);

// ---- net_group.c

// Whether the socket has chosen the loopback interface for groups.
bool group_sends(const struct socket *socket);
// Gives a datagram to the members of a group. Returns the number of one of them, 0 if there is none.
u32 group_deliver(const struct socket *sender, const struct net_address *to, const struct net_address *from,
                  const void *bytes, u64 count);

// ---- net_route.c

// Whether a socket may speak to an address: 0, or an error if the address is outside, or of another family than that to
// which the socket is bound.
int net_address_may_reach(const struct socket *socket, const struct net_address *to);

#endif
