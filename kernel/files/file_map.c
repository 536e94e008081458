// Files in memory: a mapping shows the bytes where the file has them. When the file has to move, the mapping keeps the
// old ones, and what was written there comes into the file by file_map_sync and file_unmap. See kernel/files/files.h.
#include "base/string.h"
#include "kernel/core/scratch.h"
#include "kernel/files/file_node.h"

struct mapping {
    struct mapping *next;
    struct file_node *node;
    const u8 *piece; // what the file's data was; of a private mapping, a copy of its own
    u64 position, bytes;
    enum file_map_mode mode;
    bool owned; // no file has the piece any more
};

static struct mapping *mappings;

bool map_keeps(const struct file_node *node) {
    if (!node->mappings) return false;
    bool kept = false;
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next) {
        if (mapping->node == node && mapping->piece == node->data && mapping->mode != FILE_MAP_PRIVATE) {
            kept = mapping->owned = true;
        }
    }
    return kept;
}

static u64 address_of(const struct mapping *mapping) {
    return (u64)(uintptr_t)mapping->piece + (mapping->mode == FILE_MAP_PRIVATE ? 0 : mapping->position);
}

s64 map_node(struct file_node *node, enum file_map_mode mode, u64 position, u64 bytes) {
    if (position > node->bytes || bytes > node->bytes - position) return FILE_INVALID;
    int error = mode == FILE_MAP_WRITE ? node_own(node) : 0;
    if (error) return error;
    struct mapping *mapping = scratch_alloc(sizeof(*mapping));
    u8 *copy = mapping && mode == FILE_MAP_PRIVATE ? scratch_alloc(bytes) : NULL;
    if (!mapping || (mode == FILE_MAP_PRIVATE && !copy)) {
        scratch_free(mapping);
        return FILE_NO_SPACE;
    }
    if (copy) memcpy(copy, node->data + position, bytes);
    *mapping = (struct mapping){.next = mappings,
                                .node = node,
                                .piece = copy ? copy : node->data,
                                .position = position,
                                .bytes = bytes,
                                .mode = mode,
                                .owned = copy};
    mappings = mapping;
    node->mappings++;
    node_hold(node);
    return (s64)address_of(mapping);
}

static struct mapping **find(u64 address) {
    struct mapping **at = &mappings;
    while (*at && (address < address_of(*at) || address - address_of(*at) >= (*at)->bytes)) at = &(*at)->next;
    return at;
}

static void sync(const struct mapping *mapping) {
    struct file_node *node = mapping->node;
    if (mapping->mode != FILE_MAP_WRITE || !mapping->owned || mapping->position >= node->bytes || node_own(node)) {
        return;
    }
    u64 left = node->bytes - mapping->position;
    memcpy((u8 *)(uintptr_t)node->data + mapping->position, mapping->piece + mapping->position,
           mapping->bytes < left ? mapping->bytes : left);
}

void file_map_sync(u64 address) {
    struct mapping *mapping = *find(address);
    if (mapping) sync(mapping);
}

static bool is_used(const u8 *piece) {
    for (const struct mapping *mapping = mappings; mapping; mapping = mapping->next) {
        if (mapping->piece == piece) return true;
    }
    return false;
}

void file_unmap(u64 address) {
    struct mapping **at = find(address), *mapping = *at;
    if (!mapping) return;
    sync(mapping);
    *at = mapping->next;
    mapping->node->mappings--;
    if (mapping->owned && !is_used(mapping->piece)) scratch_free((u8 *)(uintptr_t)mapping->piece);
    if (mapping->mode == FILE_MAP_WRITE) mapping->node->modified_ns = node_now();
    node_release(mapping->node);
    scratch_free(mapping);
}
