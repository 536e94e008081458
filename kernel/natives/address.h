// Addresses between Java (InetAddress, InetSocketAddress) and the network (kernel/net/net.h); and what natives of
// sockets share.
#ifndef KERNEL_NATIVES_ADDRESS_H
#define KERNEL_NATIVES_ADDRESS_H

#include "kernel/core/thread.h"
#include "kernel/net/net.h"
#include "translator/object.h"

// The network of the thread's domain, made when it is first asked for. Returns NULL with a SocketException pending.
struct net *net_of(struct thread *thread);

// `inet`: an Inet4Address or Inet6Address. IPv4's wildcard becomes that of IPv6 if the socket is one of IPv6. Returns
// false if it is none, or has no address: not all objects come from a constructor.
bool address_of(ref inet, s32 port, bool ipv6_socket, struct net_address *address);
// These may run Java; 0 with an exception pending.
ref address_new(struct thread *thread, const struct net_address *address);
ref address_new_socket_address(struct thread *thread, const struct net_address *address);

// Throws the SocketException, or one of its kinds, that belongs to an error of enum file_error.
void socket_throw(struct thread *thread, s64 error);
// Returns `result` if it is not an error; otherwise throws.
s64 socket_checked(struct thread *thread, s64 result);

#endif
