// The contents of regular files: one piece of memory each, which doubles as the file grows, and soon a window. What is
// in no window is no larger than what may be copied at once, so a file without one grows no further. Contents from the
// archive are copied when they are first written to. A file that is cut gives back what it no longer needs, once no
// mapping shows that.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"

#define SMALLEST_BYTES 256u
#define WINDOW_FROM_BYTES 65536u // smaller files take pieces of scratch memory
_Static_assert(WINDOW_FROM_BYTES <= SCHEDULER_PIECE_BYTES, "copied at once");

static u8 *own(struct file_node *node) { return (u8 *)(uintptr_t)node->data; }

// From now on the node's data is in a new piece of memory, which holds its bytes already.
static void settle(struct file_node *node, u8 *piece, bool in_window) {
    ASSERT(in_window || node->bytes <= SCHEDULER_PIECE_BYTES);
    if (node->capacity) node_free_piece(node);
    node->data = piece;
    node->in_window = in_window;
    node->capacity = in_window ? window_capacity(piece) : scratch_bytes(piece);
}

// Moves the contents to a piece of the node's own of at least `bytes`.
static bool move(struct file_node *node, u64 bytes) {
    if (node->in_window) {
        bool has_grown = window_grow(own(node), bytes);
        node->capacity = window_capacity(own(node));
        return has_grown;
    }
    if (node->mappings) return false;
    struct account *account = files_account(node->files);
    u8 *window = bytes >= WINDOW_FROM_BYTES ? window_take(account, node->files->windows, bytes) : NULL;
    if (!window && bytes > SCHEDULER_PIECE_BYTES) return false;
    u8 *piece = window ? window : scratch_alloc(account, bytes > SMALLEST_BYTES ? bytes : SMALLEST_BYTES);
    if (!piece) return false;
    if (node->bytes) memcpy(piece, node->data, node->bytes);
    settle(node, piece, window);
    return true;
}

int node_own(struct file_node *node) { return node->capacity || move(node, node->bytes) ? 0 : FILE_NO_SPACE; }

// Copies the contents from the archive to the window, which grows with them; others may cut the file meanwhile, or be
// quicker. Returns false if the window is of no use then.
static bool copy_to_window(const struct file_node *node, u8 *window) {
    for (u64 done = 0, piece; !node->capacity && done < node->bytes; done += piece) {
        piece = scheduler_piece(node->bytes - done);
        if (!window_grow(window, done + piece)) return false;
        memcpy(window + done, node->data + done, piece);
        scheduler_poll_native(thread_self());
    }
    return !node->capacity && node->bytes;
}

void node_own_in_pieces(struct file_node *node) {
    if (node->capacity || node->bytes <= SCHEDULER_PIECE_BYTES) return;
    u64 begin = SCHEDULER_PIECE_BYTES + 1; // as a file that cannot be without one
    u8 *window = window_take(files_account(node->files), node->files->windows, begin);
    if (!window) return;
    node_hold(node);
    if (copy_to_window(node, window)) {
        settle(node, window, true);
    } else {
        window_release(window);
    }
    node_release(node);
}

void node_enter_window(struct file_node *node) {
    if (node->mappings || node->in_window) return;
    u8 *window = window_take(files_account(node->files), node->files->windows, node->bytes);
    if (!window) return;
    memcpy(window, node->data, node->bytes);
    settle(node, window, true);
}

void node_trim(struct file_node *node) {
    u64 bytes = node->bytes;
    if (node->mappings) return;
    if (!bytes) {
        node_free_data(node);
        node->data = NULL;
    } else if (node->in_window && bytes >= WINDOW_FROM_BYTES) {
        window_shrink(own(node), bytes);
        node->capacity = window_capacity(own(node));
    } else if (bytes < node->capacity / 2 && node->capacity > SMALLEST_BYTES) {
        u8 *piece = scratch_alloc(files_account(node->files), bytes > SMALLEST_BYTES ? bytes : SMALLEST_BYTES);
        if (!piece) return;
        memcpy(piece, node->data, bytes);
        settle(node, piece, false);
    }
}

// Makes the file at least `bytes` long; the new bytes are not zeroed.
static int grow(struct file_node *node, u64 bytes) {
    if (bytes > FILE_BYTES_MAX) return FILE_TOO_LARGE;
    int error = node_own(node);
    if (error || bytes <= node->bytes) return error;
    if (bytes > node->capacity && !move(node, bytes)) return FILE_NO_SPACE;
    node->bytes = bytes;
    return 0;
}

static void touch(struct file_node *node) {
    node->modified_ns = node->changed_ns = node_now(node->files);
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
    }
    node->bytes = bytes;
    if (bytes < before) node_trim(node);
    touch(node);
    return 0;
}
