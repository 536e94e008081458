// sun.nio.ch.UnixDomainSockets: sockets whose addresses are paths, over kernel/net/net.h. Nothing here waits: the class
// library does so by Net.poll. All that does not concern addresses is in natives/socket.c.
#include "base/string.h"
#include "kernel/classes/java_fields.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/address.h"
#include "kernel/natives/channel.h"
#include "kernel/natives/io.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

#define PATH_BYTES_MAX (NET_PATH_BYTES - 2) // of the class library's own

static s32 always_1(void) { return 1; }

// Returns false with a SocketException pending.
static bool path_of(struct thread *thread, ref bytes, char path[NET_PATH_BYTES]) {
    u32 length = bytes ? array_length(bytes) : 0;
    if (length > PATH_BYTES_MAX) {
        exception_throw(thread, "java/net/SocketException", "Unix domain path too long");
        return false;
    }
    if (length) memcpy(path, array_at(bytes)->elements, length);
    path[length] = 0;
    return true;
}

static ref bytes_of(struct thread *thread, const char *path) { return native_new_bytes(thread, path, strlen(path)); }

static s32 open_socket(struct thread *thread) {
    struct net *net = net_of(thread);
    return net ? (s32)socket_checked(thread, net_open_path(net)) : 0;
}

static void bind_socket(struct thread *thread, handle descriptor, handle bytes) {
    char path[NET_PATH_BYTES];
    if (!path_of(thread, *bytes, path)) return;
    socket_checked(thread, net_bind_path(net_of(thread), channel_number(descriptor), path));
}

// Returns 1 when it is connected.
static s32 connect(struct thread *thread, handle descriptor, handle bytes) {
    char path[NET_PATH_BYTES];
    if (!path_of(thread, *bytes, path)) return 0;
    int error = net_connect_path(net_of(thread), channel_number(descriptor), path);
    if (error == FILE_IN_PROGRESS) return STATUS_UNAVAILABLE;
    return socket_checked(thread, error) < 0 ? 0 : 1;
}

// As sun.nio.ch.Net.accept: a listener that has been shut is closed in a moment.
static s32 accept(struct thread *thread, handle descriptor, handle made, handle paths) {
    struct net *net = net_of(thread);
    struct net_address remote;
    char path[NET_PATH_BYTES];
    int number = net_accept(net, channel_number(descriptor), &remote);
    if (number == FILE_AGAIN) return STATUS_UNAVAILABLE;
    if (number == FILE_NOT_SOCKET) return STATUS_INTERRUPTED;
    if (socket_checked(thread, number) < 0) return 0;
    net_remote_path(net, number, path);
    ref bytes = bytes_of(thread, path);
    if (!bytes) return io_close_unused(thread, number);
    java_set_int(*made, FIELD_FileDescriptor_fd, number);
    array_set_ref(*paths, 0, bytes);
    return 1;
}

static ref local_path(struct thread *thread, handle descriptor) {
    char path[NET_PATH_BYTES];
    int error = net_local_path(net_of(thread), channel_number(descriptor), path);
    return socket_checked(thread, error) < 0 ? 0 : bytes_of(thread, path);
}

static const struct native SOCKETS[] = {
    LEAF("init", "()Z", always_1),
    HANDLE("socket0", "()I", open_socket),
    HANDLE("bind0", "(Ljava/io/FileDescriptor;[B)V", bind_socket),
    HANDLE("connect0", "(Ljava/io/FileDescriptor;[B)I", connect),
    HANDLE("accept0", "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/lang/Object;)I", accept),
    HANDLE("localAddress0", "(Ljava/io/FileDescriptor;)[B", local_path),
    NATIVES_END,
};

const struct native_class natives_path_socket[] = {{"sun/nio/ch/UnixDomainSockets", SOCKETS}, {NULL, NULL}};
