// What regular files hold: one piece of memory each, which doubles as the file grows. What comes from the archive is
// copied when it is first written to. The space that is accounted for is that of the files' bytes, not of the memory
// behind them.
#include "base/string.h"
#include "kernel/core/scratch.h"
#include "kernel/files/file_source.h"

#define SMALLEST_BYTES 256u

static u8 *own(struct file_node *node) { return (u8 *)(uintptr_t)node->data; }

void node_free_data(struct file_node *node) {
    if (!node->capacity) return;
    if (!map_keeps(node)) scratch_free(own(node));
    node_discharge(node->bytes);
    node->capacity = 0;
    node->data = NULL;
}

// A piece of the node's own for `bytes` at least, with what it holds; node->bytes has been accounted for if the node
// owned its data before.
static bool move(struct file_node *node, u64 bytes) {
    u64 wanted = bytes > SMALLEST_BYTES ? bytes : SMALLEST_BYTES;
    u8 *piece = scratch_alloc(wanted);
    if (!piece) return false;
    if (node->bytes) memcpy(piece, node->data, node->bytes);
    if (node->capacity && !map_keeps(node)) scratch_free(own(node));
    node->data = piece;
    node->capacity = scratch_bytes(piece);
    return true;
}

int node_own(struct file_node *node) {
    if (node->capacity) return 0;
    if (!node_charge(node->bytes)) return FILE_NO_SPACE;
    if (move(node, node->bytes)) return 0;
    node_discharge(node->bytes);
    return FILE_NO_SPACE;
}

// The file has `bytes` at least; what is new is not zeroed.
static int grow(struct file_node *node, u64 bytes) {
    if (bytes > FILE_BYTES_MAX) return FILE_TOO_LARGE;
    int error = node_own(node);
    if (error || bytes <= node->bytes) return error;
    u64 more = bytes - node->bytes;
    if (!node_charge(more)) return FILE_NO_SPACE;
    if (bytes > node->capacity && !move(node, bytes)) {
        node_discharge(more);
        return FILE_NO_SPACE;
    }
    node->bytes = bytes;
    return 0;
}

static void touch(struct file_node *node) {
    node->modified_ns = node->changed_ns = node_now();
    notify_node(node, FILE_EVENT_MODIFY);
}

s64 node_read(struct file_node *node, void *to, u64 bytes, u64 position) {
    if (position >= node->bytes) return 0;
    if (bytes > node->bytes - position) bytes = node->bytes - position;
    memcpy(to, node->data + position, bytes);
    return (s64)bytes;
}

s64 node_write(struct file_node *node, const void *from, u64 bytes, u64 position) {
    if (!bytes) return 0;
    u64 before = node->bytes;
    int error = grow(node, position + bytes);
    if (error) return error;
    if (position > before) memset(own(node) + before, 0, position - before);
    memcpy(own(node) + position, from, bytes);
    touch(node);
    return (s64)bytes;
}

int node_truncate(struct file_node *node, u64 bytes) {
    u64 before = node->bytes;
    if (bytes > before) {
        int error = grow(node, bytes);
        if (error) return error;
        memset(own(node) + before, 0, bytes - before);
    } else if (bytes == 0) {
        node_free_data(node);
        node->data = NULL;
    } else if (node->capacity) {
        node_discharge(before - bytes);
    }
    node->bytes = bytes;
    touch(node);
    return 0;
}
