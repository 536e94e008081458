// Files in memory: a mapping shows the file's bytes in place, and so everything that is written there. A file that is
// mapped does not move: it lies in a window, where it can grow, or, when all windows are taken, it grows no further
// than its memory. Only contents from the archive move once, when they are first written to; mappings made before show
// what they were. See kernel/files/files.h.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"

#define MAPPINGS_A_POLL 256u
#define MAPPINGS_LIMIT 65530u // as on Linux

// Found by its address, which is the same for two mappings of the same bytes.
struct mapping {
    struct mapping *next;
    struct file_node *node;
    u8 *start;
    u64 bytes;
    enum file_map_mode mode;
    bool holds_data; // is counted in node->mappings
};

static struct mapping **bucket_of(struct files *files, u64 address) {
    return &files->mappings[(address >> 4) % FILE_MAPPING_BUCKETS];
}

static struct account *native_account(const struct files *files) { return &files->accounts->of[ACCOUNT_NATIVE]; }

static struct mapping *new_mapping(struct file_node *node, enum file_map_mode mode, u8 *start, u64 bytes) {
    struct mapping *mapping = scratch_alloc(native_account(node->files), sizeof(*mapping));
    if (!mapping) return NULL;
    struct mapping **bucket = bucket_of(node->files, (u64)(uintptr_t)start);
    bool holds_data = mode != FILE_MAP_PRIVATE && node->capacity;
    *mapping = (struct mapping){*bucket, node, start, bytes, mode, holds_data};
    *bucket = mapping;
    node->files->mapping_count++;
    node->mappings += holds_data;
    node_hold(node);
    return mapping;
}

// A copy of the bytes for this mapping alone, made in pieces, between which others run and may change the file: what it
// does not have any more is zero. Returns NULL if there is no memory.
static u8 *copy_of(struct file_node *node, u64 position, u64 bytes) {
    u8 *copy = scratch_alloc_as(native_account(node->files), bytes, SCRATCH_POLLS);
    for (u64 done = 0, piece; copy && done < bytes; done += piece) {
        piece = scheduler_piece(bytes - done);
        u64 there = (u64)node_read(node, copy + done, piece, position + done);
        memset(copy + done + there, 0, piece - there);
        scheduler_poll_native(thread_self());
    }
    return copy;
}

// Others may have made mappings while it was copied, or closed the file.
static s64 map_copy(struct file_node *node, u64 position, u64 bytes) {
    node_hold(node);
    u8 *copy = copy_of(node, position, bytes);
    bool is_mapped =
        copy && node->files->mapping_count < MAPPINGS_LIMIT && new_mapping(node, FILE_MAP_PRIVATE, copy, bytes);
    if (!is_mapped) scratch_free(copy);
    node_release(node);
    return is_mapped ? (s64)(uintptr_t)copy : FILE_NO_MEMORY;
}

static s64 map_in_place(struct file_node *node, enum file_map_mode mode, u64 position, u64 bytes) {
    if (node->files->mapping_count == MAPPINGS_LIMIT) return FILE_NO_MEMORY;
    if (node->capacity) node_enter_window(node);
    u8 *start = (u8 *)(uintptr_t)node->data + position;
    return new_mapping(node, mode, start, bytes) ? (s64)(uintptr_t)start : FILE_NO_MEMORY;
}

// Others may change the file, or close it, while it is copied.
static s64 map_own(struct file_node *node, u64 position, u64 bytes) {
    node_hold(node);
    node_own_in_pieces(node);
    bool is_there = position <= node->bytes && bytes <= node->bytes - position;
    s64 result = is_there ? node_own(node) : FILE_INVALID;
    if (!result) result = map_in_place(node, FILE_MAP_WRITE, position, bytes);
    node_release(node);
    return result;
}

s64 map_node(struct file_node *node, enum file_map_mode mode, u64 position, u64 bytes) {
    ASSERT_LOCKED();
    if (position > node->bytes || bytes > node->bytes - position) return FILE_INVALID;
    if (mode == FILE_MAP_PRIVATE) return map_copy(node, position, bytes);
    if (mode == FILE_MAP_WRITE) return map_own(node, position, bytes);
    return map_in_place(node, mode, position, bytes);
}

void file_unmap(struct files *files, u64 address) {
    ASSERT_LOCKED();
    struct mapping **at = bucket_of(files, address);
    while (*at && (u64)(uintptr_t)(*at)->start != address) at = &(*at)->next;
    struct mapping *mapping = *at;
    if (!mapping) return;
    *at = mapping->next;
    files->mapping_count--;
    mapping->node->mappings -= mapping->holds_data;
    if (mapping->mode == FILE_MAP_PRIVATE) scratch_free(mapping->start);
    if (mapping->mode == FILE_MAP_WRITE) mapping->node->modified_ns = node_now(files);
    node_trim(mapping->node);
    node_release(mapping->node);
    scratch_free(mapping);
}

bool file_map_holds(const struct files *files, u64 address, u64 bytes, bool is_write) {
    for (u32 i = 0; i < FILE_MAPPING_BUCKETS; i++) {
        for (const struct mapping *mapping = files->mappings[i]; mapping; mapping = mapping->next) {
            u64 inside = address - (u64)(uintptr_t)mapping->start;
            bool is_here = inside <= mapping->bytes && bytes <= mapping->bytes - inside;
            if (is_here && (!is_write || mapping->mode != FILE_MAP_READ)) return true;
        }
    }
    return false;
}

void mappings_end(struct files *files) {
    for (u32 i = 0; i < FILE_MAPPING_BUCKETS; i++) {
        while (files->mappings[i]) {
            file_unmap(files, (u64)(uintptr_t)files->mappings[i]->start);
            if (files->mapping_count % MAPPINGS_A_POLL == 0) scheduler_poll_native(thread_self());
        }
    }
}
