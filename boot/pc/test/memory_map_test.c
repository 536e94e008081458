// The memory map against a picture of it, a byte for each page: ranges in any order that touch, overlap and contradict
// each other, have no length or go beyond all addresses; and more pieces than there is room for.
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#include "boot/pc/memory_map.c"

#define PAGES 4096u
#define PAGE ((u64)MACHINE_PAGE_BYTES)

static struct memory_map map;
static u8 expected[PAGES];

static void paint(u64 first, u64 count, u8 value) {
    for (u64 page = first; page < first + count && page < PAGES; page++) expected[page] = value;
}

static unsigned wrong_pages(void) {
    static u8 got[PAGES];
    memset(got, 0, sizeof(got));
    for (u32 i = 0; i < map.count; i++) {
        u64 end = map.ranges[i].end / PAGE;
        for (u64 page = map.ranges[i].start / PAGE; page < end && page < PAGES; page++) got[page]++;
    }
    unsigned wrong = 0;
    for (u32 page = 0; page < PAGES; page++) wrong += got[page] != expected[page];
    return wrong;
}

static unsigned wrong_order(void) {
    unsigned wrong = 0;
    for (u32 i = 0; i < map.count; i++) {
        wrong += map.ranges[i].start >= map.ranges[i].end || map.ranges[i].end > LIMIT;
        wrong += i && map.ranges[i - 1].end >= map.ranges[i].start;
    }
    return wrong;
}

static void clear(void) {
    memset(&map, 0, sizeof(map));
    memset(expected, 0, sizeof(expected));
}

static void test_random(void) {
    unsigned pages = 0, order = 0, left_out = 0;
    srand(1);
    for (u32 round = 0; round < 300; round++) {
        clear();
        for (u32 i = 0; i < 100; i++) {
            u64 first = (u64)rand() % PAGES, count = (u64)rand() % (PAGES / (1 + (u64)rand() % 100));
            u8 value = i < 60;
            paint(first, count, value);
            (value ? memory_map_add : memory_map_remove)(&map, first * PAGE, count * PAGE);
        }
        pages += wrong_pages(), order += wrong_order(), left_out += map.left_out_bytes != 0;
    }
    tap_is_int(pages, 0, "what is RAM and nothing else is in the map, of 300 random ones");
    tap_is_int(order, 0, "in ascending order, with gaps");
    tap_is_int(left_out, 0, "and nothing is left out");
}

// That a reserved entry overlaps RAM is what firmware does.
static void test_overlap(void) {
    clear();
    memory_map_add(&map, 0x100000, 0x700000);
    memory_map_add(&map, 0, 0x9fc00);
    memory_map_remove(&map, 0x200800, 0x1000);
    memory_map_remove(&map, 0x7fffff, 0x1000);
    paint(0, 0x9f, 1), paint(0x100, 0x700, 1), paint(0x200, 2, 0), paint(0x7ff, 1, 0);
    tap_is_int(wrong_pages(), 0, "a page is RAM only if no other entry has any of it");
    tap_is_int(map.count, 3, "  the pieces");
    tap_is_int((long long)map.ranges[0].end, 0x9fc00, "  the first, to the byte");
}

static void test_hostile(void) {
    clear();
    memory_map_add(&map, 0x1000, 0);
    memory_map_add(&map, UINT64_MAX, UINT64_MAX);
    memory_map_add(&map, LIMIT, 1);
    tap_is_int(map.count, 0, "no length, and beyond all addresses: nothing");
    memory_map_add(&map, 0x100000, UINT64_MAX);
    tap_ok(map.count == 1 && map.ranges[0].end == LIMIT, "RAM that wraps around ends where the map of it does");
    memory_map_remove(&map, 0x200000, 0);
    tap_ok(map.count == 1 && map.ranges[0].start == 0x100000, "what has no length takes nothing away");
    memory_map_remove(&map, 0x200000, UINT64_MAX - 5);
    tap_ok(map.count == 1 && map.ranges[0].end == 0x200000, "what wraps around takes all behind it");
    memory_map_remove(&map, UINT64_MAX - 1, 100);
    tap_ok(map.count == 1 && map.ranges[0].end == 0x200000, "what begins beyond all addresses takes nothing");
    memory_map_remove(&map, 0, UINT64_MAX);
    tap_is_int(map.count, 0, "and all of it can be taken");
}

// The smallest give way, whichever comes first.
static void test_too_many(void) {
    clear();
    for (u64 i = 0; i < MEMORY_MAP_RANGES; i++) memory_map_add(&map, (10 + 2 * i) * PAGE, PAGE);
    tap_ok(map.count == MEMORY_MAP_RANGES && !map.left_out_bytes, "as many pieces as there is room for");
    memory_map_add(&map, 2000 * PAGE, PAGE);
    tap_ok(map.count == MEMORY_MAP_RANGES && map.left_out_bytes == PAGE, "one more, as small: left out");
    memory_map_add(&map, 0, 3 * PAGE);
    tap_ok(map.ranges[0].start == 0 && map.left_out_bytes == 2 * PAGE, "a larger one: a small one is left out for it");
    memory_map_add(&map, 3 * PAGE, 2000 * PAGE);
    tap_ok(map.count == 1 && map.ranges[0].end == 2003 * PAGE, "one that joins them all");
    for (u64 i = 0; i < MEMORY_MAP_RANGES; i++) memory_map_remove(&map, (2 + 2 * i) * PAGE, PAGE);
    tap_ok(map.count == MEMORY_MAP_RANGES && map.left_out_bytes == 3 * PAGE,
           "a hole too many: a small piece is left out");
    tap_is_int(wrong_order(), 0, "  in ascending order, with gaps");
}

int main(void) {
    test_random();
    test_overlap();
    test_hostile();
    test_too_many();
    return tap_done();
}
