// Nodes of the file system: making and freeing them, permissions, times, and space. See
// kernel/files/file_node.h.
#include "kernel/files/file_source.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

void files_start(struct files *files, u64 capacity_bytes) {
    files->is_started = true;
    files->start_ns = log_wall_ns();
    files_account(files)->limit_bytes = files_account(files)->used_bytes + capacity_bytes;
}

void files_space(const struct files *files, u64 *capacity_bytes, u64 *free_bytes) {
    const struct account *account = files_account(files);
    *capacity_bytes = account->limit_bytes;
    u64 left = account->used_bytes < account->limit_bytes ? account->limit_bytes - account->used_bytes : 0;
    *free_bytes = left & ~(u64)(FILE_BLOCK_BYTES - 1);
}

s64 node_now(const struct files *files) { return files->is_started ? log_wall_ns() : 0; }

struct file_node *node_new(struct files *files, enum file_kind kind, u32 mode, u32 owner) {
    ASSERT_LOCKED();
    struct account *account = files_account(files);
    struct file_node *node = account_has_room(account, FILE_BLOCK_BYTES) ? scratch_alloc(account, sizeof(*node)) : NULL;
    if (!node) return NULL;
    s64 now = node_now(files);
    *node = (struct file_node){.files = files,
                               .kind = kind,
                               .mode = mode,
                               .owner = owner,
                               .holders = 1,
                               .inode = ++files->last_inode,
                               .accessed_ns = now,
                               .modified_ns = now,
                               .changed_ns = now};
    return node;
}

void node_hold(struct file_node *node) {
    ASSERT(node->holders || node->links); // it is still there
    node->holders++;
}

void node_free_piece(struct file_node *node) {
    if (node->in_window) {
        window_release((u8 *)(uintptr_t)node->data);
    } else {
        scratch_free((u8 *)(uintptr_t)node->data);
    }
    node->in_window = false;
}

void node_free_data(struct file_node *node) {
    if (!node->capacity) return;
    node_free_piece(node);
    node->capacity = 0;
    node->data = NULL;
}

// A directory that goes releases the one that it was in; in a loop, because directories may be nested deeply.
void node_release(struct file_node *node) {
    ASSERT_LOCKED();
    while (node) {
        ASSERT(node->holders);
        if (--node->holders || node->links) return;
        ASSERT(!node->entry && !node->entry_count && !node->watches);
        struct file_node *parent = node->parent;
        node_free_data(node);
        scratch_free(node->entries);
        scratch_free(node);
        node = parent;
    }
}

static s64 time_of(const struct file_node *node, s64 time) { return time ? time : node->files->start_ns; }

void node_status(const struct file_node *node, struct file_status *status) {
    u32 links = node->links + node->subdirectories; // each subdirectory has its ".."
    *status = (struct file_status){
        .kind = node->kind,
        .mode = node->mode,
        .links = node->kind == FILE_DIRECTORY ? links + 1 : links,
        .owner = node->owner,
        .bytes = node->kind == FILE_DIRECTORY ? FILE_BLOCK_BYTES : node->bytes,
        .inode = node->inode,
        .accessed_ns = time_of(node, node->accessed_ns),
        .modified_ns = time_of(node, node->modified_ns),
        .changed_ns = time_of(node, node->changed_ns),
        .data = node->data,
    };
}

bool node_allows(const struct file_node *node, u32 access) {
    return ((node->mode >> (node->owner == FILES_USER ? 6 : 0)) & access) == access;
}

int node_set_mode(struct file_node *node, u32 mode) {
    if (node->owner != FILES_USER) return FILE_NOT_PERMITTED;
    node->mode = mode & 07777;
    node->changed_ns = node_now(node->files);
    notify_node(node, FILE_EVENT_ATTRIBUTES);
    return 0;
}

int node_set_owner(struct file_node *node, s32 owner, s32 group) {
    bool same = (owner == -1 || owner == (s32)node->owner) && (group == -1 || group == (s32)node->owner);
    return same && node->owner == FILES_USER ? 0 : FILE_NOT_PERMITTED;
}

int node_set_times(struct file_node *node, s64 accessed_ns, s64 modified_ns) {
    if (node->owner != FILES_USER) return FILE_NOT_PERMITTED;
    node->accessed_ns = accessed_ns ? accessed_ns : 1; // 0 stands for what came with the archive
    node->modified_ns = modified_ns ? modified_ns : 1;
    node->changed_ns = node_now(node->files);
    notify_node(node, FILE_EVENT_ATTRIBUTES);
    return 0;
}
