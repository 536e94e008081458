// Chunks; see chunks.h. A free chunk begins with the addresses of its neighbours on the list of its order. The range of
// code is written through its alias.
#include "kernel/memory/chunks.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"

#define GROW_BYTES (64 * KIB)

struct free_chunk {
    u64 next, previous; // 0 if there is none
};

void chunks_init(struct chunk_space *space, u32 unit_shift, u8 *orders) {
    space->unit_shift = unit_shift;
    space->orders = orders;
}

static void *writable(const struct chunk_space *space, u64 address) {
    return space->range.is_code ? machine_code_alias(address) : (void *)address;
}

static struct free_chunk *links_of(const struct chunk_space *space, u64 address) { return writable(space, address); }

static u8 *order_at(const struct chunk_space *space, u64 address) {
    return &space->orders[(address - space->range.start) >> space->unit_shift];
}

static u64 order_bytes(const struct chunk_space *space, u32 order) { return 1ull << (space->unit_shift + order); }

// ---- Lists

static void list_add(struct chunk_space *space, u64 address, u32 order) {
    *links_of(space, address) = (struct free_chunk){.next = space->free[order]};
    if (space->free[order]) links_of(space, space->free[order])->previous = address;
    space->free[order] = address;
    *order_at(space, address) = narrow_u8(order + 1);
}

static void list_remove(struct chunk_space *space, u64 address, u32 order) {
    struct free_chunk *links = links_of(space, address), found = *links;
    ASSERT(*order_at(space, address) == order + 1);
    if (found.previous) {
        links_of(space, found.previous)->next = found.next;
    } else {
        space->free[order] = found.next;
    }
    if (found.next) links_of(space, found.next)->previous = found.previous;
    *links = (struct free_chunk){0};
    *order_at(space, address) = 0;
}

// ---- Buddies

static u64 buddy_of(const struct chunk_space *space, u64 address, u32 order) {
    return space->range.start + ((address - space->range.start) ^ order_bytes(space, order));
}

static void give_buddy(struct chunk_space *space, u64 address, u32 order) {
    for (; order + 1 < CHUNK_ORDERS; order++) {
        u64 buddy = buddy_of(space, address, order);
        if (buddy >= space->range.next || *order_at(space, buddy) != order + 1) break;
        list_remove(space, buddy, order);
        if (buddy < address) address = buddy;
    }
    list_add(space, address, order);
}

// The order of the largest chunk that begins at `start` and ends at or before `end`.
static u32 order_between(const struct chunk_space *space, u64 start, u64 end) {
    u64 offset = start - space->range.start;
    u32 order = 0;
    while (order + 1 < CHUNK_ORDERS && !(offset & (order_bytes(space, order + 1) - 1)) &&
           start + order_bytes(space, order + 1) <= end) {
        order++;
    }
    return order;
}

static void give_units(struct chunk_space *space, u64 start, u64 end) {
    space->free_bytes += end - start;
    while (start < end) {
        u32 order = order_between(space, start, end);
        give_buddy(space, start, order);
        start += order_bytes(space, order);
    }
}

static u64 find_free(struct chunk_space *space, u64 bytes) {
    for (u32 order = 0; order < CHUNK_ORDERS; order++) {
        u64 address = space->free[order];
        if (!address || order_bytes(space, order) < bytes) continue;
        list_remove(space, address, order);
        space->free_bytes -= order_bytes(space, order);
        give_units(space, address + bytes, address + order_bytes(space, order));
        return address;
    }
    return 0;
}

// ---- Handing out

// Takes from the part of the range that was never handed out; what is left of a larger piece becomes free chunks.
static u64 take_new(struct chunk_space *space, u64 bytes) {
    u64 unit = order_bytes(space, 0), start = memory_take(&space->range, ALIGN_UP(bytes, GROW_BYTES), unit);
    if (!start) return memory_take(&space->range, bytes, unit);
    give_units(space, start + bytes, space->range.next);
    return start;
}

u64 chunk_take(struct chunk_space *space, u64 bytes) {
    bytes = chunk_round(space, bytes);
    u64 start = find_free(space, bytes);
    if (!start) return take_new(space, bytes);
    if (space->poisons) memset(writable(space, start), 0, bytes);
    return start;
}

void chunk_give(struct chunk_space *space, u64 start, u64 bytes) {
    bytes = chunk_round(space, bytes);
    ASSERT(start >= space->range.start && start + bytes <= space->range.next);
    u8 fill = space->range.is_code ? CHUNK_POISON_CODE : space->poisons ? CHUNK_POISON : 0;
    memset(writable(space, start), fill, bytes);
    give_units(space, start, start + bytes);
}
