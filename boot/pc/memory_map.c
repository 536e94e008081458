// See memory_map.h.
#include "boot/pc/memory_map.h"

#include "base/string.h"
#include "boot/pc/pc.h"

#define LIMIT (RAM_MAP_END - RAM_MAP_START)

static u64 end_of(u64 start, u64 bytes) { return start > LIMIT || bytes > LIMIT - start ? LIMIT : start + bytes; }

static u64 bytes_of(const struct physical_range *range) { return range->end - range->start; }

// The first range that ends at `at` or above.
static u32 find(const struct memory_map *map, u64 at) {
    u32 i = 0;
    while (i < map->count && map->ranges[i].end < at) i++;
    return i;
}

// Puts `with`, or nothing, in place of those from `first` up to `end`.
static void replace(struct memory_map *map, u32 first, u32 end, const struct physical_range *with) {
    u32 next = first + (with ? 1 : 0);
    ASSERT(map->count - (end - first) + (next - first) <= MEMORY_MAP_RANGES);
    memmove(map->ranges + next, map->ranges + end, (map->count - end) * sizeof(*map->ranges));
    map->count = map->count - end + next;
    if (with) map->ranges[first] = *with;
}

// Returns false if all ranges are larger than this one, which is then the one to leave out.
static bool make_room(struct memory_map *map, u64 bytes) {
    u32 smallest = 0;
    for (u32 i = 1; i < map->count; i++) {
        if (bytes_of(&map->ranges[i]) < bytes_of(&map->ranges[smallest])) smallest = i;
    }
    if (bytes_of(&map->ranges[smallest]) >= bytes) return false;
    map->left_out_bytes += bytes_of(&map->ranges[smallest]);
    replace(map, smallest, smallest + 1, NULL);
    return true;
}

static void add(struct memory_map *map, struct physical_range range) {
    u32 first = find(map, range.start), end = first;
    for (; end < map->count && map->ranges[end].start <= range.end; end++) {
        if (map->ranges[end].start < range.start) range.start = map->ranges[end].start;
        if (map->ranges[end].end > range.end) range.end = map->ranges[end].end;
    }
    if (first == end && map->count == MEMORY_MAP_RANGES) {
        if (!make_room(map, bytes_of(&range))) {
            map->left_out_bytes += bytes_of(&range);
            return;
        }
        first = end = find(map, range.start);
    }
    replace(map, first, end, &range);
}

void memory_map_add(struct memory_map *map, u64 start, u64 bytes) {
    struct physical_range range = {start, end_of(start, bytes)};
    if (range.start < range.end) add(map, range);
}

static void add_between(struct memory_map *map, u64 start, u64 end) {
    if (start < end) add(map, (struct physical_range){start, end});
}

// Takes [start, end) out of the first range that has any of it. Returns false if none has.
static bool take_out(struct memory_map *map, u64 start, u64 end) {
    for (u32 i = 0; i < map->count; i++) {
        struct physical_range old = map->ranges[i];
        if (old.end <= start || old.start >= end) continue;
        replace(map, i, i + 1, NULL);
        add_between(map, old.start, start);
        add_between(map, end, old.end);
        return true;
    }
    return false;
}

void memory_map_remove(struct memory_map *map, u64 start, u64 bytes) {
    u64 end = ALIGN_UP(end_of(start, bytes), (u64)MACHINE_PAGE_BYTES);
    if (!bytes) return;
    while (take_out(map, ALIGN_DOWN(start, (u64)MACHINE_PAGE_BYTES), end)) {}
}
