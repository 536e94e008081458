// The network outside of the guest, as sockets see it: hooks, which net_host.c implements for streams and
// net_host_datagram.c for datagrams. Where there is no host's network, no address leads there.
#ifndef KERNEL_NET_NET_OUTSIDE_H
#define KERNEL_NET_NET_OUTSIDE_H

#include "kernel/net/net.h"

struct socket;

// ---- Streams

// Whether an address lies outside.
bool host_reaches(const struct socket *socket, const struct net_address *to);
int host_connect(struct socket *socket, const struct net_address *to);
// By the thread that connects, when it asks how that went.
void host_log_connected(struct socket *socket);
void host_listen(struct socket *socket);
void host_stop_listening(struct socket *socket);
// It will write no more.
void host_shutdown(struct socket *socket);
// It is about to be freed.
void host_abandon(struct socket *socket, bool reset);

// ---- Datagrams

// Whether a datagram to an address leaves the guest.
bool host_reaches_datagram(const struct socket *socket, const struct net_address *to);
// Returns 0, or an error if the socket is bound to what does not lead there.
int host_may_send_datagram(const struct socket *socket, const struct net_address *to);
// Returns what net_send_to does.
s64 host_send_datagram(struct socket *socket, const void *bytes, u64 count, const struct net_address *to);
bool host_has_room_for_datagram(const struct socket *socket);

#endif
