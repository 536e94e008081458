// See kernel/natives/address.h.
#include "kernel/natives/address.h"

#include "base/narrow.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/io.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

enum inet_family { FAMILY_IPV4 = 1, FAMILY_IPV6 = 2 }; // InetAddress.IPv4, IPv6

struct net *net_of(struct thread *thread) {
    struct domain *domain = domain_of(thread);
    if (!domain->net) domain->net = net_create(domain->files, domain->net_user);
    if (!domain->net) socket_throw(thread, FILE_NO_BUFFERS);
    return domain->net;
}

// A stream of serialized objects chooses the family whatever the class is, so that only the class says what fields
// there are. NULL if it is no address of IPv6, or not a whole one.
static const u8 *ipv6_bytes(ref inet) {
    if (!class_is_boot(object_class(inet), "java/net/Inet6Address")) return NULL;
    ref holder = java_get_ref(inet, FIELD_Inet6Address_holder6);
    ref bytes = holder ? java_get_ref(holder, FIELD_Inet6AddressHolder_ipaddress) : 0;
    return bytes && array_length(bytes) == NET_ADDRESS_BYTES ? array_at(bytes)->elements : NULL;
}

bool address_of(ref inet, s32 port, bool ipv6_socket, struct net_address *address) {
    ref holder = inet ? java_get_ref(inet, FIELD_InetAddress_holder) : 0;
    if (!holder) return false;
    *address = (struct net_address){.port = low_u16(port)};
    if (java_get_int(holder, FIELD_InetAddressHolder_family) == FAMILY_IPV4) {
        u32 ipv4 = (u32)java_get_int(holder, FIELD_InetAddressHolder_address);
        if (ipv4 || !ipv6_socket) *address = net_address_of_ipv4(ipv4, low_u16(port));
        return true;
    }
    const u8 *ipv6 = ipv6_bytes(inet);
    if (ipv6) memcpy(address->bytes, ipv6, sizeof(address->bytes));
    return ipv6 != NULL;
}

ref address_new(struct thread *thread, const struct net_address *address) {
    bool ipv4 = net_address_is_ipv4(address);
    u32 skipped = ipv4 ? NET_ADDRESS_IPV4 : 0;
    ref bytes = native_new_bytes(thread, address->bytes + skipped, NET_ADDRESS_BYTES - skipped);
    if (!bytes) return 0;
    const char *class = ipv4 ? "java/net/Inet4Address" : "java/net/Inet6Address";
    return java_new(thread, class, "(Ljava/lang/String;[B)V", (u64[]){0, 0, bytes});
}

ref address_new_socket_address(struct thread *thread, const struct net_address *address) {
    ref inet = address_new(thread, address);
    if (!inet) return 0;
    return java_new(thread, "java/net/InetSocketAddress", "(Ljava/net/InetAddress;I)V",
                    (u64[]){0, inet, address->port});
}

static const char *exception_of(s64 error) {
    switch (error) {
    case FILE_HOST_UNREACHABLE: return "java/net/NoRouteToHostException";
    case FILE_REFUSED:
    case FILE_TIMED_OUT:
    case FILE_NOT_CONNECTED: return "java/net/ConnectException";
    case FILE_ADDRESS_IN_USE:
    case FILE_ADDRESS_NOT_AVAILABLE:
    case FILE_DENIED: return "java/net/BindException";
    default: return "java/net/SocketException";
    }
}

void socket_throw(struct thread *thread, s64 error) {
    exception_throw(thread, exception_of(error), "%s", file_error_text((int)error));
}

s64 socket_checked(struct thread *thread, s64 result) {
    if (result < 0) socket_throw(thread, result);
    return result;
}
