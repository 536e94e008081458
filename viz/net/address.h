// Addresses between the stream (struct link_address) and sockets of the host.
#ifndef VIZ_NET_ADDRESS_H
#define VIZ_NET_ADDRESS_H

#include <netinet/in.h>
#include <sys/socket.h>

#include "base/link.h"

struct host_address {
    struct sockaddr_storage of;
    socklen_t bytes;
};

struct host_address address_to_host(const struct link_address *address);
// For a socket of IPv6 that speaks IPv4 as well.
struct host_address address_to_host_as_ipv6(const struct link_address *address);
struct link_address address_from_host(const struct sockaddr *address);
// 127.0.0.0/8, ::1, and those that stand for it.
bool address_is_loopback(const u8 address[16]);

#endif
