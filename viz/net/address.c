// See viz/net/address.h.
#include "viz/net/address.h"

#include <arpa/inet.h>
#include <string.h>

struct host_address address_to_host_as_ipv6(const struct link_address *address) {
    struct host_address made = {.bytes = sizeof(struct sockaddr_in6)};
    struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)&made.of;
    ipv6->sin6_family = AF_INET6;
    ipv6->sin6_port = htons(address->port);
    memcpy(&ipv6->sin6_addr, address->bytes, sizeof(ipv6->sin6_addr));
    return made;
}

struct host_address address_to_host(const struct link_address *address) {
    struct host_address made = {.bytes = sizeof(struct sockaddr_in6)};
    struct in6_addr in6;
    memcpy(&in6, address->bytes, sizeof(in6));
    if (IN6_IS_ADDR_V4MAPPED(&in6)) {
        struct sockaddr_in *ipv4 = (struct sockaddr_in *)&made.of;
        ipv4->sin_family = AF_INET;
        ipv4->sin_port = htons(address->port);
        memcpy(&ipv4->sin_addr, address->bytes + 12, 4);
        made.bytes = sizeof(*ipv4);
    } else {
        made = address_to_host_as_ipv6(address);
    }
    return made;
}

struct link_address address_from_host(const struct sockaddr *address) {
    struct link_address made = {.bytes = {[10] = 0xff, [11] = 0xff}};
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)address;
        memcpy(made.bytes + 12, &ipv4->sin_addr, 4);
        made.port = ntohs(ipv4->sin_port);
    } else {
        const struct sockaddr_in6 *ipv6 = (const struct sockaddr_in6 *)address;
        memcpy(made.bytes, &ipv6->sin6_addr, sizeof(made.bytes));
        made.port = ntohs(ipv6->sin6_port);
    }
    return made;
}

bool address_is_loopback(const u8 address[16]) {
    struct in6_addr in6;
    memcpy(&in6, address, sizeof(in6));
    if (IN6_IS_ADDR_V4MAPPED(&in6)) return address[12] == 127 || address[12] == 0;
    return IN6_IS_ADDR_LOOPBACK(&in6) || IN6_IS_ADDR_UNSPECIFIED(&in6);
}
