// sun.nio.ch: sockets, over kernel/net/net.h. Only reading and writing wait here; for all else the class library waits
// by Net.poll, which natives/select.c has.
#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/classes/java_fields.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/address.h"
#include "kernel/natives/channel.h"
#include "kernel/natives/io.h"
#include "kernel/run/exception.h"

static s32 always_0(void) { return 0; }
static s32 always_1(void) { return 1; }
static s32 always_minus_1(void) { return -1; }

// ---- Making, binding, connecting

static s32 open_socket(struct thread *thread, s32 ipv6, s32 stream, s32 reuse) {
    struct net *net = net_of(thread);
    if (!net) return 0;
    int descriptor = net_open(net, stream ? NET_STREAM : NET_DATAGRAM, ipv6);
    if (socket_checked(thread, descriptor) < 0) return 0;
    if (reuse) net_set_option(net, descriptor, NET_LEVEL_SOCKET, NET_REUSE_ADDRESS, 1);
    return descriptor;
}

static void bind_socket(struct thread *thread, handle descriptor, s32 ipv6, s32 exclusive, handle inet, s32 port) {
    (void)ipv6;
    (void)exclusive;
    struct net *net = net_of(thread);
    int number = channel_number(descriptor);
    struct net_address address;
    bool is_address = address_of(*inet, port, net_is_ipv6(net, number), &address);
    socket_checked(thread, is_address ? net_bind(net, number, &address) : FILE_INVALID);
}

static void listen(struct thread *thread, handle descriptor, s32 backlog) {
    socket_checked(thread, net_listen(net_of(thread), channel_number(descriptor), (u32)backlog));
}

// Returns 1 when it is connected.
static s32 connect(struct thread *thread, s32 ipv6, handle descriptor, handle inet, s32 port) {
    (void)ipv6;
    struct net *net = net_of(thread);
    int number = channel_number(descriptor);
    struct net_address address;
    bool is_address = address_of(*inet, port, net_is_ipv6(net, number), &address);
    int error = is_address ? net_connect(net, number, &address) : FILE_INVALID;
    if (error == FILE_IN_PROGRESS) return STATUS_UNAVAILABLE;
    return socket_checked(thread, error) < 0 ? 0 : 1;
}

static s32 poll_connect(struct thread *thread, handle descriptor, s64 timeout_ms) {
    struct io_poll poll = {.descriptor = channel_number(descriptor), .events = FILE_READY_OUT};
    if (io_poll(&poll, 1, timeout_ms) <= 0) return 0;
    int error = net_take_error(net_of(thread), poll.descriptor);
    if (!error && poll.ready & FILE_READY_HANGUP) error = FILE_NOT_CONNECTED;
    return socket_checked(thread, error) >= 0;
}

// The same without a descriptor object.
static void check_connect(struct thread *thread, s32 number) {
    socket_checked(thread, net_take_error(net_of(thread), number));
}

// A listener that has been shut is closed in a moment, which the class library then sees.
static s32 accept(struct thread *thread, handle descriptor, handle made, handle addresses) {
    struct net_address remote;
    int number = net_accept(net_of(thread), channel_number(descriptor), &remote);
    if (number == FILE_AGAIN) return STATUS_UNAVAILABLE;
    if (number == FILE_NOT_SOCKET) return STATUS_INTERRUPTED;
    if (number < 0) {
        io_throw(thread, number);
        return 0;
    }
    ref address = address_new_socket_address(thread, &remote);
    if (!address) return io_close_unused(thread, number);
    java_set_int(*made, FIELD_FileDescriptor_fd, number);
    array_set_ref(*addresses, 0, address);
    return 1;
}

static void shut(struct thread *thread, handle descriptor, s32 how) {
    int error = net_shutdown(net_of(thread), channel_number(descriptor), (enum net_shutdown)how);
    if (error != FILE_NOT_CONNECTED) socket_checked(thread, error);
}

// ---- Addresses

typedef int address_query(struct net *net, int descriptor, struct net_address *address);

static bool query(struct thread *thread, handle descriptor, address_query *ask, struct net_address *address) {
    return socket_checked(thread, ask(net_of(thread), channel_number(descriptor), address)) >= 0;
}

static s32 asked_port(struct thread *thread, handle descriptor, address_query *ask) {
    struct net_address address;
    return query(thread, descriptor, ask, &address) ? address.port : 0;
}

static ref asked_address(struct thread *thread, handle descriptor, address_query *ask) {
    struct net_address address;
    return query(thread, descriptor, ask, &address) ? address_new(thread, &address) : 0;
}

static s32 local_port(struct thread *thread, handle descriptor) { return asked_port(thread, descriptor, net_local); }
static ref local_address(struct thread *thread, handle descriptor) {
    return asked_address(thread, descriptor, net_local);
}
static s32 remote_port(struct thread *thread, handle descriptor) { return asked_port(thread, descriptor, net_remote); }
static ref remote_address(struct thread *thread, handle descriptor) {
    return asked_address(thread, descriptor, net_remote);
}

// ---- Options

static s32 get_option(struct thread *thread, handle descriptor, s32 convert, s32 level, s32 number) {
    (void)convert;
    s32 value = 0;
    socket_checked(thread, net_get_option(net_of(thread), channel_number(descriptor), level, number, &value));
    return value;
}

static void set_option(struct thread *thread, handle descriptor, s32 convert, s32 level, s32 number, s32 value) {
    (void)convert;
    socket_checked(thread, net_set_option(net_of(thread), channel_number(descriptor), level, number, value));
}

// ---- Groups (multicast), which lead to the loopback interface where that is chosen

#define INTERFACE_IPV6 17

static s32 get_interface4(struct thread *thread, handle descriptor) {
    return get_option(thread, descriptor, 0, NET_LEVEL_IP, NET_GROUP_INTERFACE);
}
static s32 get_interface6(struct thread *thread, handle descriptor) {
    return get_option(thread, descriptor, 0, NET_LEVEL_IPV6, INTERFACE_IPV6);
}
static void set_interface4(struct thread *thread, handle descriptor, s32 address) {
    set_option(thread, descriptor, 0, NET_LEVEL_IP, NET_GROUP_INTERFACE, address);
}
static void set_interface6(struct thread *thread, handle descriptor, s32 index) {
    set_option(thread, descriptor, 0, NET_LEVEL_IPV6, INTERFACE_IPV6, index);
}

static s32 change_group(struct thread *thread, handle descriptor, enum net_group_change change, s32 group, s32 source) {
    socket_checked(thread,
                   net_change_group(net_of(thread), channel_number(descriptor), change, (u32)group, (u32)source));
    return 0;
}

static s32 join_or_drop4(struct thread *thread, s32 join, handle descriptor, s32 group, s32 interface, s32 source) {
    (void)interface;
    return change_group(thread, descriptor, join ? NET_GROUP_JOIN : NET_GROUP_LEAVE, group, source);
}

static s32 block_or_unblock4(struct thread *thread, s32 block, handle descriptor, s32 group, s32 interface,
                             s32 source) {
    (void)interface;
    return change_group(thread, descriptor, block ? NET_GROUP_BLOCK : NET_GROUP_UNBLOCK, group, source);
}

// ---- Data

static s32 read_result(struct thread *thread, s64 got, s32 count) {
    if (got == FILE_CONNECTION_RESET) {
        exception_throw(thread, "sun/net/ConnectionResetException", "Connection reset");
        return 0;
    }
    return got == 0 && count ? STATUS_EOF : (s32)channel_result(thread, got);
}

static s32 read_bytes(struct thread *thread, handle descriptor, s64 address, s32 count) {
    return read_result(thread, io_read_once(channel_number(descriptor), (void *)address, (u64)count), count);
}

static s64 read_vectors(struct thread *thread, handle descriptor, s64 address, s32 count) {
    struct io_vector vectors[IO_VECTORS];
    if (!io_take_vectors(address, count, vectors)) return io_checked(thread, FILE_BAD_ADDRESS);
    int number = channel_number(descriptor);
    s64 sum = 0;
    for (s32 i = 0; i < count; i++) {
        struct io_vector *vector = &vectors[i];
        if (!vector->bytes) continue;
        if (vector->bytes > INT32_MAX) vector->bytes = INT32_MAX;
        if (sum && file_available(files_of(thread), number) <= 0) break;
        s64 got = read_result(thread, io_read_vector(number, vector, true), (s32)vector->bytes);
        ASSERT(got <= (s64)vector->bytes);
        if (got < 0 || thread->exception) return sum ? sum : got;
        sum += got;
        if (got < (s64)vector->bytes) break;
    }
    return sum;
}

static s32 available(struct thread *thread, handle descriptor) {
    return (s32)socket_checked(thread, file_available(files_of(thread), channel_number(descriptor)));
}

static s32 send_urgent(struct thread *thread, handle descriptor, s32 value) {
    s64 sent = net_send_urgent(net_of(thread), channel_number(descriptor), low_u8(value));
    if (sent == FILE_AGAIN) return STATUS_UNAVAILABLE;
    return io_checked(thread, sent) < 0 ? 0 : 1;
}

// ---- jdk.net: options of Linux that go by the descriptor's number

enum tcp_option { TCP_IDLE = 4, TCP_INTERVAL = 5, TCP_PROBES = 6, TCP_QUICK_ACK = 12 };

static s32 get_tcp(struct thread *thread, s32 number, enum tcp_option option) {
    s32 value = 0;
    socket_checked(thread, net_get_option(net_of(thread), number, NET_LEVEL_TCP, (int)option, &value));
    return value;
}
static void set_tcp(struct thread *thread, s32 number, enum tcp_option option, s32 value) {
    socket_checked(thread, net_set_option(net_of(thread), number, NET_LEVEL_TCP, (int)option, value));
}

static s32 get_idle(struct thread *thread, s32 number) { return get_tcp(thread, number, TCP_IDLE); }
static s32 get_interval(struct thread *thread, s32 number) { return get_tcp(thread, number, TCP_INTERVAL); }
static s32 get_probes(struct thread *thread, s32 number) { return get_tcp(thread, number, TCP_PROBES); }
static s32 get_quick_ack(struct thread *thread, s32 number) { return get_tcp(thread, number, TCP_QUICK_ACK); }
static void set_idle(struct thread *thread, s32 number, s32 value) { set_tcp(thread, number, TCP_IDLE, value); }
static void set_interval(struct thread *thread, s32 number, s32 value) { set_tcp(thread, number, TCP_INTERVAL, value); }
static void set_probes(struct thread *thread, s32 number, s32 value) { set_tcp(thread, number, TCP_PROBES, value); }
static void set_quick_ack(struct thread *thread, s32 number, s32 value) {
    set_tcp(thread, number, TCP_QUICK_ACK, value);
}

static s32 poll_in(void) { return FILE_READY_IN; }
static s32 poll_out(void) { return FILE_READY_OUT; }
static s32 poll_error(void) { return FILE_READY_ERROR; }
static s32 poll_hangup(void) { return FILE_READY_HANGUP; }
static s32 poll_invalid(void) { return FILE_READY_INVALID; }

static const struct native NET[] = {
    LEAF("isIPv6Available0", "()Z", always_1),
    LEAF("isReusePortAvailable0", "()Z", always_1),
    LEAF("shouldShutdownWriteBeforeClose0", "()Z", always_0),
    LEAF("isExclusiveBindAvailable", "()I", always_minus_1),
    LEAF("shouldSetBothIPv4AndIPv6Options0", "()Z", always_1),
    LEAF("canIPv6SocketJoinIPv4Group0", "()Z", always_1),
    LEAF("canJoin6WithIPv4Group0", "()Z", always_0),
    LEAF("canUseIPv6OptionsWithIPv4LocalAddress0", "()Z", always_1),
    HANDLE("socket0", "(ZZZZ)I", open_socket),
    HANDLE("bind0", "(Ljava/io/FileDescriptor;ZZLjava/net/InetAddress;I)V", bind_socket),
    HANDLE("listen", "(Ljava/io/FileDescriptor;I)V", listen),
    HANDLE("connect0", "(ZLjava/io/FileDescriptor;Ljava/net/InetAddress;I)I", connect),
    REENTRANT("pollConnect", "(Ljava/io/FileDescriptor;J)Z", poll_connect),
    REENTRANT("accept", "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I", accept),
    HANDLE("shutdown", "(Ljava/io/FileDescriptor;I)V", shut),
    HANDLE("localPort", "(Ljava/io/FileDescriptor;)I", local_port),
    REENTRANT("localInetAddress", "(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;", local_address),
    HANDLE("remotePort", "(Ljava/io/FileDescriptor;)I", remote_port),
    REENTRANT("remoteInetAddress", "(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;", remote_address),
    HANDLE("getIntOption0", "(Ljava/io/FileDescriptor;ZII)I", get_option),
    HANDLE("setIntOption0", "(Ljava/io/FileDescriptor;ZIIIZ)V", set_option),
    HANDLE("available", "(Ljava/io/FileDescriptor;)I", available),
    HANDLE("sendOOB", "(Ljava/io/FileDescriptor;B)I", send_urgent),
    LEAF("discardOOB", "(Ljava/io/FileDescriptor;)Z", always_0),
    HANDLE("getInterface4", "(Ljava/io/FileDescriptor;)I", get_interface4),
    HANDLE("getInterface6", "(Ljava/io/FileDescriptor;)I", get_interface6),
    HANDLE("setInterface4", "(Ljava/io/FileDescriptor;I)V", set_interface4),
    HANDLE("setInterface6", "(Ljava/io/FileDescriptor;I)V", set_interface6),
    HANDLE("joinOrDrop4", "(ZLjava/io/FileDescriptor;III)I", join_or_drop4),
    LEAF("joinOrDrop6", "(ZLjava/io/FileDescriptor;[BI[B)I", always_0), // nothing is ever sent to a group of IPv6
    HANDLE("blockOrUnblock4", "(ZLjava/io/FileDescriptor;III)I", block_or_unblock4),
    LEAF("blockOrUnblock6", "(ZLjava/io/FileDescriptor;[BI[B)I", always_0),
    LEAF("pollinValue", "()S", poll_in),
    LEAF("polloutValue", "()S", poll_out),
    LEAF("pollerrValue", "()S", poll_error),
    LEAF("pollhupValue", "()S", poll_hangup),
    LEAF("pollnvalValue", "()S", poll_invalid),
    LEAF("pollconnValue", "()S", poll_out),
    NATIVES_END,
};
static const struct native DISPATCHER[] = {
    REENTRANT("read0", "(Ljava/io/FileDescriptor;JI)I", read_bytes),
    REENTRANT("readv0", "(Ljava/io/FileDescriptor;JI)J", read_vectors),
    NATIVES_END,
};
static const struct native ASYNCHRONOUS[] = {HANDLE("checkConnect", "(I)V", check_connect), NATIVES_END};
static const struct native LINUX_OPTIONS[] = {
    LEAF("keepAliveOptionsSupported0", "()Z", always_1),
    LEAF("quickAckSupported0", "()Z", always_1),
    LEAF("incomingNapiIdSupported0", "()Z", always_1),
    HANDLE("getTcpKeepAliveTime0", "(I)I", get_idle),
    HANDLE("getTcpKeepAliveIntvl0", "(I)I", get_interval),
    HANDLE("getTcpKeepAliveProbes0", "(I)I", get_probes),
    HANDLE("getQuickAck0", "(I)Z", get_quick_ack),
    HANDLE("setTcpKeepAliveTime0", "(II)V", set_idle),
    HANDLE("setTcpKeepAliveIntvl0", "(II)V", set_interval),
    HANDLE("setTcpKeepAliveProbes0", "(II)V", set_probes),
    HANDLE("setQuickAck0", "(IZ)V", set_quick_ack),
    LEAF("getIncomingNapiId0", "(I)I", always_0),
    NATIVES_END,
};
const struct native_class natives_socket[] = {
    {"sun/nio/ch/Net", NET},
    {"sun/nio/ch/SocketDispatcher", DISPATCHER},
    {"sun/nio/ch/UnixAsynchronousSocketChannelImpl", ASYNCHRONOUS},
    {"jdk/net/LinuxSocketOptions", LINUX_OPTIONS},
    {NULL, NULL},
};
