// Addresses. See kernel/net/net.h.
#include "base/narrow.h"
#include "base/string.h"
#include "kernel/net/net_socket.h"

#define LOOPBACK_NET 127
#define IPV4_LOOPBACK 0x7f000001u

static const u8 MAPPED[NET_ADDRESS_IPV4] = {[10] = 0xff, [11] = 0xff};
static const u8 ANY[NET_ADDRESS_BYTES];
static const u8 IPV6_LOOPBACK[NET_ADDRESS_BYTES] = {[15] = 1};

bool net_address_is_ipv4(const struct net_address *address) {
    return memcmp(address->bytes, MAPPED, sizeof(MAPPED)) == 0;
}

bool net_address_is_loopback(const struct net_address *address) {
    if (net_address_is_ipv4(address)) return address->bytes[NET_ADDRESS_IPV4] == LOOPBACK_NET;
    return memcmp(address->bytes, IPV6_LOOPBACK, sizeof(IPV6_LOOPBACK)) == 0;
}

bool net_address_is_group(const struct net_address *address) {
    return net_address_is_ipv4(address) && address->bytes[NET_ADDRESS_IPV4] >> 4 == 0xe;
}

struct net_address net_address_of_ipv4(u32 address, u16 port) {
    struct net_address made = {.port = port};
    memcpy(made.bytes, MAPPED, sizeof(MAPPED));
    for (u32 i = 0; i < 4; i++) made.bytes[NET_ADDRESS_IPV4 + i] = low_u8(address >> (24 - 8 * i));
    return made;
}

struct net_address net_address_wildcard(bool ipv6) {
    struct net_address any = {.port = 0};
    return ipv6 ? any : net_address_of_ipv4(0, 0);
}

bool net_address_is_wildcard(const struct net_address *address) {
    const u8 *rest = address->bytes + NET_ADDRESS_IPV4;
    if (net_address_is_ipv4(address)) return memcmp(rest, ANY, NET_ADDRESS_BYTES - NET_ADDRESS_IPV4) == 0;
    return memcmp(address->bytes, ANY, sizeof(ANY)) == 0;
}

struct net_address net_address_concrete(const struct net_address *address, bool ipv4) {
    if (!net_address_is_wildcard(address)) return *address;
    struct net_address made = {.port = address->port};
    memcpy(made.bytes, IPV6_LOOPBACK, sizeof(IPV6_LOOPBACK));
    return ipv4 ? net_address_of_ipv4(IPV4_LOOPBACK, address->port) : made;
}

struct net_address net_address_source(const struct net_address *local, const struct net_address *to) {
    return net_address_concrete(local, net_address_is_ipv4(to));
}

bool net_address_equals(const struct net_address *a, const struct net_address *b) {
    return memcmp(a->bytes, b->bytes, sizeof(a->bytes)) == 0;
}

bool net_address_reaches(const struct net_address *to, const struct net_address *bound) {
    if (net_address_equals(to, bound)) return true;
    if (!net_address_is_wildcard(bound)) return false;
    return !net_address_is_ipv4(bound) || net_address_is_ipv4(to);
}
