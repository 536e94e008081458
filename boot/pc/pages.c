// Physical pages of two sizes. Large ones come from the 2 MiB-aligned middles of the RAM ranges; small ones from what
// is left at their ends, then from a large page that is cut up. Freed pages are linked through their own first word, in
// the map of all RAM. Small pages are never joined into a large one again.
//
// While the provisional page tables are in use, only pages below 4 GiB are given out: those tables map no others.
#include "boot/pc/pc.h"

#define EXTENTS 640
_Static_assert(EXTENTS > 2 * (MEMORY_MAP_RANGES + PAGES_RESERVED_MOST),
               "both ends of each piece of RAM, and one to cut");

struct extents {
    struct physical_range ranges[EXTENTS];
    u32 count;
};

static struct extents large, small;
static u64 free_large, free_small; // heads of the lists of pages given back
static u64 free_bytes;
static u64 reach = PROVISIONAL_MAP_END; // pages that end above it are not given out

void pages_reach_all(void) { reach = UINT64_MAX; }

static void extents_add(struct extents *extents, u64 start, u64 end) {
    if (start >= end) return;
    if (extents->count == EXTENTS) pc_die("the memory map has more pieces than there is room for");
    extents->ranges[extents->count++] = (struct physical_range){start, end};
    free_bytes += end - start;
}

// From the highest extent that has anything left within reach.
static u64 extents_take(struct extents *extents, u64 bytes) {
    for (u32 i = extents->count; i--;) {
        struct physical_range *range = &extents->ranges[i];
        if (range->start == range->end) {
            if (i == extents->count - 1) extents->count--;
        } else if (range->start + bytes <= reach) {
            range->start += bytes;
            return range->start - bytes;
        }
    }
    return PAGE_NONE;
}

static void add_range(u64 start, u64 end) {
    start = ALIGN_UP(start, (u64)MACHINE_PAGE_BYTES);
    end = ALIGN_DOWN(end, (u64)MACHINE_PAGE_BYTES);
    if (start >= end) return;
    u64 middle = ALIGN_UP(start, (u64)MACHINE_LARGE_PAGE_BYTES),
        middle_end = ALIGN_DOWN(end, (u64)MACHINE_LARGE_PAGE_BYTES);
    if (middle >= middle_end) {
        extents_add(&small, start, end);
        return;
    }
    extents_add(&small, start, middle);
    extents_add(&large, middle, middle_end);
    extents_add(&small, middle_end, end);
}

// Adds [start, end) without the reserved ranges from number `next` on.
static void add_unreserved(u64 start, u64 end, const struct physical_range *reserved, u32 count, u32 next) {
    for (; next < count; next++) {
        if (reserved[next].end <= start || reserved[next].start >= end) continue;
        if (reserved[next].start > start) add_unreserved(start, reserved[next].start, reserved, count, next + 1);
        if (reserved[next].end < end) add_unreserved(reserved[next].end, end, reserved, count, next + 1);
        return;
    }
    add_range(start, end);
}

void pages_init(const struct physical_range *ram, u32 ram_count, const struct physical_range *reserved,
                u32 reserved_count) {
    for (u32 i = 0; i < ram_count; i++) add_unreserved(ram[i].start, ram[i].end, reserved, reserved_count, 0);
}

static u64 list_take(u64 *head) {
    u64 page = *head;
    if (page) *head = *(u64 *)ram_at(page);
    return page;
}

static void list_give(u64 *head, u64 page) {
    *(u64 *)ram_at(page) = *head;
    *head = page;
}

u64 pages_take_large(void) {
    u64 page = list_take(&free_large);
    if (!page) page = extents_take(&large, MACHINE_LARGE_PAGE_BYTES);
    if (page) free_bytes -= MACHINE_LARGE_PAGE_BYTES;
    return page;
}

u64 pages_take_small(void) {
    u64 page = list_take(&free_small);
    if (!page) page = extents_take(&small, MACHINE_PAGE_BYTES);
    if (!page) {
        page = pages_take_large();
        if (!page) return PAGE_NONE;
        extents_add(&small, page + MACHINE_PAGE_BYTES, page + MACHINE_LARGE_PAGE_BYTES);
        return page;
    }
    free_bytes -= MACHINE_PAGE_BYTES;
    return page;
}

void pages_give_small(u64 page) {
    list_give(&free_small, page);
    free_bytes += MACHINE_PAGE_BYTES;
}

void pages_give_large(u64 page) {
    list_give(&free_large, page);
    free_bytes += MACHINE_LARGE_PAGE_BYTES;
}

u64 pages_free_bytes(void) { return free_bytes; }
