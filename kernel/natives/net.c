// There is no network: "localhost" has its address, every other name is unknown, there are no interfaces, and what
// would make a socket throws a SocketException: not supported. Operations on sockets are not here, because there is
// never a socket.
#include "base/string.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/run/exception.h"
#include "kernel/run/native.h"
#include "kernel/run/values.h"

static const u8 LOOPBACK[] = {127, 0, 0, 1};

static s32 always_0(void) { return 0; }
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

static ref lookup(struct thread *thread, handle impl, handle host) {
    (void)impl;
    char name[256];
    javastring_utf8(*host, name, sizeof(name));
    if (strcmp(name, "localhost") != 0) {
        exception_throw(thread, "java/net/UnknownHostException", "%s: Name or service not known", name);
        return 0;
    }
    u32 mark = handle_mark(thread);
    handle array = handle_new(thread, native_new_array(thread, "java/net/InetAddress", 1));
    handle bytes = handle_new(thread, *array ? native_new_bytes(thread, LOOPBACK, sizeof(LOOPBACK)) : 0);
    ref address =
        *bytes ? java_new(thread, "java/net/Inet4Address", "(Ljava/lang/String;[B)V", (u64[]){0, *host, *bytes}) : 0;
    if (address) array_set_ref(*array, 0, address);
    ref result = address ? *array : 0;
    handle_release(thread, mark);
    return result;
}

static bool is_loopback(ref bytes) {
    return bytes && array_length(bytes) == sizeof(LOOPBACK) && array_at(bytes)->elements[0] == LOOPBACK[0];
}

static ref name_of(struct thread *thread, handle impl, handle bytes) {
    (void)impl;
    if (is_loopback(*bytes)) return local_host_name(thread);
    exception_throw(thread, "java/net/UnknownHostException", NULL);
    return 0;
}

static s32 is_reachable(ref impl, ref bytes, s32 timeout, ref interface, s32 hops) {
    (void)impl;
    (void)timeout;
    (void)interface;
    (void)hops;
    return is_loopback(bytes);
}

static const struct native ADDRESS[] = {LEAF("init", "()V", nothing), NATIVES_END};
static const struct native ADDRESS_FACTORY[] = {LEAF("isIPv6Supported", "()Z", always_0), NATIVES_END};
static const struct native ADDRESS_IMPL[] = {
    HANDLE("getLocalHostName", "()Ljava/lang/String;", local_host_name_of),
    REENTRANT("lookupAllHostAddr", "(Ljava/lang/String;)[Ljava/net/InetAddress;", lookup),
    HANDLE("getHostByAddr", "([B)Ljava/lang/String;", name_of),
    LEAF("isReachable0", "([BI[BI)Z", is_reachable),
    NATIVES_END,
};
static const struct native INTERFACE[] = {
    LEAF("init", "()V", nothing),
    LEAF("getAll", "()[Ljava/net/NetworkInterface;", null),
    LEAF("getByName0", "(Ljava/lang/String;)Ljava/net/NetworkInterface;", null),
    LEAF("getByIndex0", "(I)Ljava/net/NetworkInterface;", null),
    LEAF("getByInetAddress0", "(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;", null),
    LEAF("boundInetAddress0", "(Ljava/net/InetAddress;)Z", always_0),
    NATIVES_END,
};

// ---- Sockets

static s32 poll_in(void) { return 1; }
static s32 poll_out(void) { return 4; }
static s32 poll_error(void) { return 8; }
static s32 poll_hangup(void) { return 16; }
static s32 poll_invalid(void) { return 32; }

static const struct native NET[] = {
    LEAF("isIPv6Available0", "()Z", always_0),
    LEAF("isReusePortAvailable0", "()Z", always_0),
    LEAF("shouldShutdownWriteBeforeClose0", "()Z", always_0),
    LEAF("isExclusiveBindAvailable", "()I", always_minus_1),
    LEAF("shouldSetBothIPv4AndIPv6Options0", "()Z", always_0),
    LEAF("canIPv6SocketJoinIPv4Group0", "()Z", always_0),
    LEAF("canJoin6WithIPv4Group0", "()Z", always_0),
    LEAF("canUseIPv6OptionsWithIPv4LocalAddress0", "()Z", always_0),
    HANDLE("socket0", "(ZZZZ)I", no_socket),
    LEAF("pollinValue", "()S", poll_in),
    LEAF("polloutValue", "()S", poll_out),
    LEAF("pollerrValue", "()S", poll_error),
    LEAF("pollhupValue", "()S", poll_hangup),
    LEAF("pollnvalValue", "()S", poll_invalid),
    LEAF("pollconnValue", "()S", poll_out),
    NATIVES_END,
};
static const struct native UNIX_SOCKETS[] = {LEAF("init", "()Z", always_0), HANDLE("socket0", "()I", no_socket),
                                             NATIVES_END};

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

// jdk.net, which offers sockets' Linux options: none of them is supported.
static const struct native LINUX_OPTIONS[] = {
    LEAF("keepAliveOptionsSupported0", "()Z", always_0),
    LEAF("quickAckSupported0", "()Z", always_0),
    LEAF("incomingNapiIdSupported0", "()Z", always_0),
    NATIVES_END,
};

const struct native_class natives_net[] = {
    {"java/net/InetAddress", ADDRESS},
    {"java/net/Inet4Address", ADDRESS},
    {"java/net/Inet6Address", ADDRESS},
    {"java/net/DatagramPacket", ADDRESS},
    {"java/net/InetAddressImplFactory", ADDRESS_FACTORY},
    {"java/net/Inet4AddressImpl", ADDRESS_IMPL},
    {"java/net/NetworkInterface", INTERFACE},
    {"sun/nio/ch/Net", NET},
    {"sun/nio/ch/UnixDomainSockets", UNIX_SOCKETS},
    {"sun/nio/ch/InheritedChannel", INHERITED},
    {"java/net/AbstractPlainSocketImpl", REUSE_PORT},
    {"java/net/AbstractPlainDatagramSocketImpl", REUSE_PORT},
    {"java/net/PlainSocketImpl", PLAIN_SOCKET},
    {"java/net/PlainDatagramSocketImpl", PLAIN_DATAGRAM},
    {"sun/net/spi/DefaultProxySelector", PROXY_SELECTOR},
    {"jdk/net/LinuxSocketOptions", LINUX_OPTIONS},
    {NULL, NULL},
};
