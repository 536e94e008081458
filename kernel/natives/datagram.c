// sun.nio.ch: datagrams, over kernel/net/net.h. Nothing here waits: the class library does so by Net.poll.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/java_fields.h"
#include "kernel/code/native.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/address.h"
#include "kernel/natives/channel.h"
#include "kernel/natives/io.h"
#include "kernel/natives/raw_memory.h"
#include "kernel/run/exception.h"

// ---- Addresses in memory: struct sockaddr_in and sockaddr_in6, which sun.nio.ch.NativeSocketAddress reads and writes

enum family { FAMILY_IPV4 = 2, FAMILY_IPV6 = 10 };
struct sockaddr {
    u16 family;
    u8 port[2]; // the most significant byte first, as is `ipv4`
    union {
        u8 ipv4[4];
        u32 flow;
    };
    u8 ipv6[NET_ADDRESS_BYTES];
    u32 scope;
};
#define SOCKADDR_IPV4_BYTES 16
_Static_assert(sizeof(struct sockaddr) == 28, "struct sockaddr_in6");

static s32 family_ipv4(void) { return FAMILY_IPV4; }
static s32 family_ipv6(void) { return FAMILY_IPV6; }
static s32 bytes_ipv4(void) { return SOCKADDR_IPV4_BYTES; }
static s32 bytes_ipv6(void) { return sizeof(struct sockaddr); }
static s32 bytes_family(void) { return sizeof(u16); }
static s32 offset_family(void) { return offsetof(struct sockaddr, family); }
static s32 offset_port(void) { return offsetof(struct sockaddr, port); }
static s32 offset_ipv4(void) { return offsetof(struct sockaddr, ipv4); }
static s32 offset_ipv6(void) { return offsetof(struct sockaddr, ipv6); }
static s32 offset_scope(void) { return offsetof(struct sockaddr, scope); }
static s32 offset_flow(void) { return offsetof(struct sockaddr, flow); }

static struct net_address from_memory(const struct sockaddr *from) {
    u16 port = low_u16(from->port[0] << 8 | from->port[1]);
    struct net_address address = net_address_of_ipv4(0, port);
    if (from->family == FAMILY_IPV4) {
        memcpy(address.bytes + NET_ADDRESS_IPV4, from->ipv4, sizeof(from->ipv4));
    } else {
        memcpy(address.bytes, from->ipv6, sizeof(from->ipv6));
    }
    return address;
}

// In the form that a socket of the family gets.
static void to_memory(const struct net_address *address, bool ipv6, struct sockaddr *to) {
    to->family = ipv6 ? FAMILY_IPV6 : FAMILY_IPV4;
    to->port[0] = low_u8(address->port >> 8);
    to->port[1] = low_u8(address->port);
    if (ipv6) {
        to->flow = to->scope = 0;
        memcpy(to->ipv6, address->bytes, sizeof(to->ipv6));
    } else {
        memcpy(to->ipv4, address->bytes + NET_ADDRESS_IPV4, sizeof(to->ipv4));
    }
}

// ---- Sending and receiving

// `checked` throws what is no other result.
static s64 result_of(struct thread *thread, s64 result, s64 (*checked)(struct thread *, s64)) {
    if (result == FILE_AGAIN) return STATUS_UNAVAILABLE;
    if (result == FILE_REFUSED) {
        exception_throw(thread, "java/net/PortUnreachableException", NULL);
        return 0;
    }
    return checked(thread, result) < 0 ? 0 : result;
}

static s32 receive(struct thread *thread, handle descriptor, s64 to, s32 bytes, s64 sender, s32 connected) {
    struct net *net = net_of(thread);
    int number = channel_number(descriptor);
    struct net_address from;
    s64 got;
    do {
        got = net_receive_from(net, number, (void *)to, (u64)bytes, &from);
    } while (got == FILE_REFUSED && !connected);
    if (got >= 0) to_memory(&from, net_is_ipv6(net, number), (struct sockaddr *)(uintptr_t)sender);
    return (s32)result_of(thread, got, socket_checked);
}

static s32 send(struct thread *thread, handle descriptor, s64 from, s32 bytes, s64 target) {
    int number = channel_number(descriptor);
    const void *data = (const void *)from;
    struct net_address to = target ? from_memory((const struct sockaddr *)target) : (struct net_address){.port = 0};
    s64 sent = target ? net_send_to(net_of(thread), number, data, (u64)bytes, &to)
                      : file_write(files_of(thread), number, data, (u64)bytes);
    return (s32)result_of(thread, sent, socket_checked);
}

static void disconnect(struct thread *thread, handle descriptor) {
    socket_checked(thread, net_disconnect(net_of(thread), channel_number(descriptor)));
}

static s64 end_or(s64 got) { return got == 0 ? STATUS_EOF : got; }

static s32 read_bytes(struct thread *thread, handle descriptor, s64 to, s32 bytes) {
    s64 got = file_read(files_of(thread), channel_number(descriptor), (void *)to, (u64)bytes);
    return (s32)end_or(result_of(thread, got, io_checked));
}

static s32 write_bytes(struct thread *thread, handle descriptor, s64 from, s32 bytes) {
    s64 sent = file_write(files_of(thread), channel_number(descriptor), (const void *)from, (u64)bytes);
    return (s32)result_of(thread, sent, io_checked);
}

// ---- One datagram out of several pieces of memory, and into them

static u64 total_bytes(const struct io_vector *vectors, s32 count) {
    u64 sum = 0;
    for (s32 i = 0; i < count; i++) {
        sum += vectors[i].bytes < UINT32_MAX ? vectors[i].bytes : UINT32_MAX;
    }
    return sum < NET_DATAGRAM_MAX + 1 ? sum : NET_DATAGRAM_MAX + 1;
}

// Returns false if one of the pieces is not the domain's.
static bool move(struct thread *thread, u8 *whole, u64 bytes, const struct io_vector *vectors, bool out) {
    for (u64 i = 0, done = 0; done < bytes; i++) {
        u64 count = vectors[i].bytes < bytes - done ? vectors[i].bytes : bytes - done;
        u8 *piece = (u8 *)(uintptr_t)vectors[i].address;
        if (!raw_memory_may_use(domain_of(thread), vectors[i].address, count, out)) return false;
        memcpy(out ? piece : whole + done, out ? whole + done : piece, count);
        done += count;
    }
    return true;
}

static s64 each(struct thread *thread, handle descriptor, s64 address, s32 count, bool reads) {
    struct io_vector vectors[IO_VECTORS];
    if (!io_take_vectors(address, count, vectors)) return io_checked(thread, FILE_BAD_ADDRESS);
    u64 bytes = total_bytes(vectors, count);
    ASSERT(bytes <= NET_DATAGRAM_MAX + 1);
    SCRATCH_ARRAY(u8, whole, bytes + 1);
    if (!whole) return socket_checked(thread, FILE_NO_BUFFERS) & 0;
    if (!reads) {
        if (!move(thread, whole, bytes, vectors, false)) return io_checked(thread, FILE_BAD_ADDRESS);
        return write_bytes(thread, descriptor, (s64)(uintptr_t)whole, (s32)bytes);
    }
    s64 got = read_bytes(thread, descriptor, (s64)(uintptr_t)whole, (s32)bytes);
    ASSERT(got <= (s64)bytes);
    if (got > 0 && !move(thread, whole, (u64)got, vectors, true)) return io_checked(thread, FILE_BAD_ADDRESS);
    return got;
}

static s64 read_vectors(struct thread *thread, handle descriptor, s64 vectors, s32 count) {
    return each(thread, descriptor, vectors, count, true);
}
static s64 write_vectors(struct thread *thread, handle descriptor, s64 vectors, s32 count) {
    return each(thread, descriptor, vectors, count, false);
}

static const struct native CHANNEL[] = {
    HANDLE("receive0", "(Ljava/io/FileDescriptor;JIJZ)I", receive),
    HANDLE("send0", "(Ljava/io/FileDescriptor;JIJI)I", send),
    HANDLE("disconnect0", "(Ljava/io/FileDescriptor;Z)V", disconnect),
    NATIVES_END,
};
static const struct native DISPATCHER[] = {
    HANDLE("read0", "(Ljava/io/FileDescriptor;JI)I", read_bytes),
    HANDLE("write0", "(Ljava/io/FileDescriptor;JI)I", write_bytes),
    HANDLE("readv0", "(Ljava/io/FileDescriptor;JI)J", read_vectors),
    HANDLE("writev0", "(Ljava/io/FileDescriptor;JI)J", write_vectors),
    NATIVES_END,
};
static const struct native SOCKET_ADDRESS[] = {
    LEAF("AFINET", "()I", family_ipv4),
    LEAF("AFINET6", "()I", family_ipv6),
    LEAF("sizeofSockAddr4", "()I", bytes_ipv4),
    LEAF("sizeofSockAddr6", "()I", bytes_ipv6),
    LEAF("sizeofFamily", "()I", bytes_family),
    LEAF("offsetFamily", "()I", offset_family),
    LEAF("offsetSin4Port", "()I", offset_port),
    LEAF("offsetSin4Addr", "()I", offset_ipv4),
    LEAF("offsetSin6Port", "()I", offset_port),
    LEAF("offsetSin6Addr", "()I", offset_ipv6),
    LEAF("offsetSin6ScopeId", "()I", offset_scope),
    LEAF("offsetSin6FlowInfo", "()I", offset_flow),
    NATIVES_END,
};

const struct native_class natives_datagram[] = {
    {"sun/nio/ch/DatagramChannelImpl", CHANNEL},
    {"sun/nio/ch/DatagramDispatcher", DISPATCHER},
    {"sun/nio/ch/NativeSocketAddress", SOCKET_ADDRESS},
    {NULL, NULL},
};
