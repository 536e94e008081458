// The table of distinct stacks: a tree of {caller's node, address}, kept as a hash table whose places never change, so
// that a sample names a stack by one number. Written by the sampler only, i.e. by one interrupt handler; a node is one
// store of 8 bytes, so a reader sees all of it or nothing.
#include "log/stacks.h"

#include "log/state.h"

#define MAX_TRIES 64u

static u32 hash_node(u32 parent, u32 ip) {
    u64 hash = ((u64)parent << 32 | ip) * 0x9e3779b97f4a7c15ull;
    return (u32)(hash >> 32);
}

// The node of (parent, ip), made if it is new; 0 when there is no room near its place.
static u32 find_node(u32 parent, u32 ip) {
    struct log_state *log = &log_state;
    u32 at = hash_node(parent, ip) & log->stack_mask;
    for (u32 tries = 0; tries < MAX_TRIES; tries++, at = (at + 1) & log->stack_mask) {
        struct stack_node *node = &log->stacks[at];
        if (!at) continue; // node 0 means none
        if (node->parent == parent && node->ip == ip) return at;
        if (node->ip) continue;
        __atomic_store_n((u64 *)node, LOG_PAIR(parent, ip), __ATOMIC_RELEASE);
        log->stacks_section->used++;
        return at;
    }
    return 0;
}

u32 stacks_add(const u32 *frames, u32 count, bool truncated) {
    u32 node = truncated ? find_node(0, STACK_TRUNCATED) : 0;
    if (truncated && !node) return 0;
    for (u32 i = count; i-- > 0;) {
        node = find_node(node, frames[i]);
        if (!node) return 0;
    }
    return node;
}
