// Whether there is a route from a socket to an address, within the guest. See kernel/net/net_socket.h.
#include "kernel/net/net_socket.h"

int net_address_may_reach(const struct socket *socket, const struct net_address *to) {
    bool ipv4 = net_address_is_ipv4(to);
    if (!net_address_is_wildcard(&socket->local) && net_address_is_ipv4(&socket->local) != ipv4) {
        return ipv4 ? FILE_NET_UNREACHABLE : FILE_FAMILY_NOT_SUPPORTED;
    }
    if (net_address_is_group(to) && group_sends(socket)) return 0;
    return net_address_is_loopback(to) ? 0 : FILE_NET_UNREACHABLE;
}
