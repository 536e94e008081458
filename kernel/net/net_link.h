// Inside the network: the guest's end of the stream to the host's network (base/link.h), one for the machine. All at
// thread level, but for looking. When the stream ends, or is nonsense, its connections fail and nothing else does.
#ifndef KERNEL_NET_NET_LINK_H
#define KERNEL_NET_NET_LINK_H

#include "base/link.h"
#include "kernel/core/outside.h"
#include "kernel/net/net.h"

struct socket;

struct net_channel {
    struct link_channel link;
    struct socket *socket;       // NULL when it is closed
    struct net_account *account; // where it counts; NULL: nowhere
    bool is_used, has_datagrams;
};

struct net_link {
    struct link_shared *shared;
    struct link_end to_host, to_guest;
    struct net_replay *replay; // what speaks in place of the host; NULL if the host does
    bool broken;
    bool waits_for_room; // somebody has something to send that found no room
    bool has_loopback;   // some ports of the host's loopback interface may be reached
    bool has_ports;      // ports of the host lead inwards
    u32 used, next;      // channels in use; where to look for one that is free
    struct socket *listeners;
    struct net_lookup *lookups;
    u32 last_lookup;
    u32 awake_credit; // for looking while idle
    u64 awake_ticks, idle_since_ticks;
    u8 payload[LINK_PAYLOAD_MOST];
    struct net_channel own[LINK_CHANNELS], others[LINK_CHANNELS]; // others: opened by the host
};

// The machine's; NULL if there is none, or it has ended.
struct net_link *net_link(void);
// The channel, which the host has opened, counts for the socket's domain. Returns false if that has too many.
bool net_link_charge(struct net_channel *channel, const struct socket *socket);
// Returns NULL if there are too many.
struct net_channel *net_link_connect(struct net_link *link, struct socket *socket, const struct net_address *to);
// The same for a socket of datagrams.
struct net_channel *net_link_open_datagrams(struct net_link *link, struct socket *socket);
// Returns false if there is no room. `only`: the socket speaks with nobody else. net_link_sent is to follow.
bool net_link_send_datagram(struct net_link *link, const struct net_channel *channel, const struct net_address *to,
                            const void *from, u32 bytes, bool only);
// The socket has been closed; `error` as for LINK_CLOSE.
void net_link_close(struct net_link *link, struct net_channel *channel, u32 error);
// Tells the host that a socket listens at this port: a port of the host's may be forwarded to it.
void net_link_listens(struct net_link *link, u16 port);
// After anything has been sent: wakes the host if it waits. `sent`: whether nothing is owed.
void net_link_sent(struct net_link *link, bool sent);

// ---- net_host.c: what comes for a socket. They return false if the host may not send that now.

bool host_connected(struct socket *socket, const struct net_address *own);
// Returns the socket of a new connection, or NULL if nobody listens there, or has no room.
struct socket *host_accepted(struct net_link *link, struct net_channel *channel, const struct net_address *from,
                             u16 port);
bool host_data(struct socket *socket, const void *from, u32 bytes);
void host_ended(struct socket *socket);
void host_closed(struct socket *socket, int error);
// ---- net_host_datagram.c

void host_datagram(struct socket *socket, const struct net_address *from, const void *bytes, u32 count, u32 error);
void host_datagrams_closed(struct socket *socket, int error);

// It may write again.
void host_has_room(struct socket *socket);

#endif
