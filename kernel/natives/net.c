// Names, and what there is not: "localhost" has its address, every other name and address the host looks up, or it is
// unknown; the older implementation of sockets throws a SocketException: not supported. Sockets are in
// natives/socket.c.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/io.h"
#include "kernel/net/net_right.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

#define IPV4_LOOPBACK 0x7f000001u

static s32 always_0(void) { return 0; }
static s32 always_1(void) { return 1; }
static s32 always_minus_1(void) { return -1; }
static ref null(void) { return 0; }
static void nothing(void) {}

// For every result type: the exception is what counts.
static u64 no_socket(struct thread *thread) {
    exception_throw(thread, "java/net/SocketException", "not supported");
    return 0;
}

// ---- Names and addresses

static ref local_host_name(struct thread *thread) { return javastring_of(thread, "localhost"); }

static ref local_host_name_of(struct thread *thread, handle impl) {
    (void)impl;
    return local_host_name(thread);
}

// With the name that was looked up, which the address keeps.
static ref new_named(struct thread *thread, handle host, const u8 *mapped) {
    struct net_address address = {.port = 0};
    memcpy(address.bytes, mapped, sizeof(address.bytes));
    bool ipv4 = net_address_is_ipv4(&address);
    u32 skipped = ipv4 ? NET_ADDRESS_IPV4 : 0;
    handle bytes = handle_new(thread, native_new_bytes(thread, mapped + skipped, NET_ADDRESS_BYTES - skipped));
    const char *class = ipv4 ? "java/net/Inet4Address" : "java/net/Inet6Address";
    return *bytes ? java_new(thread, class, "(Ljava/lang/String;[B)V", (u64[]){0, *host, *bytes}) : 0;
}

static ref new_addresses(struct thread *thread, handle host, const struct net_lookup *found) {
    ASSERT(found->count <= COUNT_OF(found->addresses));
    u32 mark = handle_mark(thread);
    handle array = handle_new(thread, native_new_array(thread, "java/net/InetAddress", found->count));
    ref result = *array;
    for (u32 i = 0; result && i < found->count; i++) {
        ref address = new_named(thread, host, found->addresses[i]);
        if (address) array_set_ref(*array, i, address);
        result = address ? *array : 0;
    }
    handle_release(thread, mark);
    return result;
}

static struct net_right *right_of(const struct thread *thread) {
    const struct net_user *user = domain_of(thread)->net_user;
    return user ? user->right : NULL;
}

// Waits for the host's answer. A thread that is woken for another reason looks whether it has to end.
static void await_answer(struct thread *thread, struct net_lookup *lookup) {
    while (!lookup->is_done && !exception_is_end(thread)) io_wait(&lookup->waiters, SCHEDULER_FOR_EVER);
    net_lookup_end(lookup);
}

static void ask_host(struct thread *thread, const char *name, struct net_lookup *lookup) {
    if (net_lookup_begin(lookup, name, strlen(name))) await_answer(thread, lookup);
}

static ref lookup(struct thread *thread, handle impl, handle host) {
    (void)impl;
    char name[256];
    javastring_utf8(*host, name, sizeof(name));
    struct net_lookup found = {.count = 0};
    if (strcmp(name, "localhost") == 0) {
        struct net_address own = net_address_of_ipv4(IPV4_LOOPBACK, 0);
        found.count = 1;
        memcpy(found.addresses[0], own.bytes, sizeof(own.bytes));
    } else if (net_right_may_look_up(right_of(thread), name)) {
        ask_host(thread, name, &found);
        net_right_found(right_of(thread), name, &found);
    }
    if (found.count) return new_addresses(thread, host, &found);
    exception_throw(thread, "java/net/UnknownHostException", "%s: %s", name,
                    found.why[0] ? found.why : "Name or service not known");
    return 0;
}

static bool get_address(ref bytes, struct net_address *address) {
    u32 length = bytes ? array_length(bytes) : 0;
    *address = net_address_of_ipv4(0, 0);
    if (length > NET_ADDRESS_BYTES) return false;
    memcpy(address->bytes + NET_ADDRESS_BYTES - length, array_at(bytes)->elements, length);
    return true;
}

static bool is_loopback(ref bytes) {
    struct net_address address;
    return get_address(bytes, &address) && net_address_is_loopback(&address);
}

static ref name_of(struct thread *thread, handle impl, handle bytes) {
    (void)impl;
    struct net_address address;
    struct net_lookup lookup = {.count = 0};
    if (is_loopback(*bytes)) return local_host_name(thread);
    bool may = get_address(*bytes, &address) && net_right_may_name(right_of(thread), address.bytes);
    if (may && net_lookup_begin_reverse(&lookup, address.bytes)) {
        await_answer(thread, &lookup);
    }
    if (lookup.found[0]) return javastring_of(thread, lookup.found);
    exception_throw(thread, "java/net/UnknownHostException", NULL);
    return 0;
}

// What follows says from where, in which time and over how many stations.
static s32 is_reachable(ref impl, ref bytes) {
    (void)impl;
    return is_loopback(bytes);
}

static const struct native ADDRESS[] = {LEAF("init", "()V", nothing), NATIVES_END};
static const struct native ADDRESS_FACTORY[] = {LEAF("isIPv6Supported", "()Z", always_1), NATIVES_END};
static const struct native ADDRESS_IMPL[] = {
    HANDLE("getLocalHostName", "()Ljava/lang/String;", local_host_name_of),
    REENTRANT("lookupAllHostAddr", "(Ljava/lang/String;)[Ljava/net/InetAddress;", lookup),
    HANDLE("getHostByAddr", "([B)Ljava/lang/String;", name_of),
    LEAF("isReachable0", "([BI[BI)Z", is_reachable),
    LEAF("isReachable0", "([BII[BII)Z", is_reachable),
    NATIVES_END,
};

// ---- Sockets

// System.inheritedChannel: standard input is no socket.
static const struct native INHERITED[] = {
    LEAF("open0", "(Ljava/lang/String;I)I", always_0),
    LEAF("dup", "(I)I", always_0),
    LEAF("close0", "(I)V", nothing),
    LEAF("soType0", "(I)I", always_minus_1),
    NATIVES_END,
};

// The older implementation, which -Djdk.net.usePlainSocketImpl chooses.
static const struct native REUSE_PORT[] = {LEAF("isReusePortAvailable0", "()Z", always_0), NATIVES_END};
static const struct native PLAIN_SOCKET[] = {LEAF("initProto", "()V", nothing),
                                             HANDLE("socketCreate", "(ZZ)V", no_socket), NATIVES_END};
static const struct native PLAIN_DATAGRAM[] = {
    LEAF("init", "()V", nothing),
    HANDLE("datagramSocketCreate", "()V", no_socket),
    LEAF("datagramSocketClose", "()V", nothing),
    NATIVES_END,
};
static const struct native PROXY_SELECTOR[] = {
    LEAF("init", "()Z", always_0),
    LEAF("getSystemProxies", "(Ljava/lang/String;Ljava/lang/String;)[Ljava/net/Proxy;", null),
    NATIVES_END,
};

const struct native_class natives_net[] = {
    {"java/net/InetAddress", ADDRESS},
    {"java/net/Inet4Address", ADDRESS},
    {"java/net/Inet6Address", ADDRESS},
    {"java/net/DatagramPacket", ADDRESS},
    {"java/net/InetAddressImplFactory", ADDRESS_FACTORY},
    {"java/net/Inet4AddressImpl", ADDRESS_IMPL},
    {"java/net/Inet6AddressImpl", ADDRESS_IMPL},
    {"sun/nio/ch/InheritedChannel", INHERITED},
    {"java/net/AbstractPlainSocketImpl", REUSE_PORT},
    {"java/net/AbstractPlainDatagramSocketImpl", REUSE_PORT},
    {"java/net/PlainSocketImpl", PLAIN_SOCKET},
    {"java/net/PlainDatagramSocketImpl", PLAIN_DATAGRAM},
    {"sun/net/spi/DefaultProxySelector", PROXY_SELECTOR},
    {NULL, NULL},
};
