// Sockets whose addresses are names in the file system. See kernel/net/net.h. A name is known by its inode: one that
// has been removed, and made again by another socket, leads there; one that was renamed still leads to its socket. A
// name stays when its socket is closed.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/net/net_socket.h"

int net_open_path(struct net *net) {
    int descriptor = net_open(net, NET_STREAM, false);
    if (descriptor >= 0) socket_at(net, descriptor)->by_path = true;
    return descriptor;
}

// Returns NULL if the descriptor is not that of such a socket.
static struct socket *socket_by_path(const struct net *net, int descriptor) {
    struct socket *socket = socket_at(net, descriptor);
    return socket && socket->by_path ? socket : NULL;
}

int net_bind_path(struct net *net, int descriptor, const char *path) {
    ASSERT_LOCKED();
    struct socket *socket = socket_by_path(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    if (socket->inode || strlen(path) >= sizeof(socket->path)) return FILE_INVALID;
    int error = file_make_socket(net->files, path, &socket->inode);
    if (error) return error == FILE_EXISTS ? FILE_ADDRESS_IN_USE : error;
    memcpy(socket->path, path, strlen(path) + 1);
    socket->next_of_paths = net->paths;
    net->paths = socket;
    return 0;
}

static struct socket *listener_at(const struct net *net, u64 inode) {
    struct socket *socket = net->paths;
    while (socket && (socket->inode != inode || socket->state != SOCKET_LISTENING)) socket = socket->next_of_paths;
    return socket;
}

int net_connect_path(struct net *net, int descriptor, const char *path) {
    ASSERT_LOCKED();
    struct socket *socket = socket_by_path(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    if (strlen(path) >= sizeof(socket->remote_path)) return FILE_INVALID;
    struct file_status status;
    int error = stream_may_connect(socket);
    if (!error) error = file_status(net->files, path, true, &status);
    if (!error) error = file_access(net->files, path, FILE_MAY_WRITE);
    if (error) return error;
    memcpy(socket->remote_path, path, strlen(path) + 1);
    return stream_reach(socket, listener_at(net, status.inode));
}

int net_local_path(struct net *net, int descriptor, char path[NET_PATH_BYTES]) {
    const struct socket *socket = socket_by_path(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    memcpy(path, socket->path, NET_PATH_BYTES);
    return 0;
}

int net_remote_path(struct net *net, int descriptor, char path[NET_PATH_BYTES]) {
    const struct socket *socket = socket_by_path(net, descriptor);
    if (!socket) return FILE_NOT_SOCKET;
    memcpy(path, socket->remote_path, NET_PATH_BYTES);
    return 0;
}
