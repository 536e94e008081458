// The bare machine's page allocator on made-up memory maps: every page lies in RAM, none in a reserved range, none is
// given out twice, and all are given out. Pages are not given back here, because that writes into them; boot/test does
// it.
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#include "boot/pc/pages.c"

#define MAP_PAGES 8192u // 32 MiB

static jmp_buf died;

void pc_die(const char *reason) {
    (void)reason;
    longjmp(died, 1);
}

static u8 expected[MAP_PAGES]; // 1 if it is RAM and not reserved
static u8 taken[MAP_PAGES];

static void paint(const struct physical_range *range, u8 value) {
    u64 start = range->start, end = range->end;
    if (value) {
        start = ALIGN_UP(start, (u64)MACHINE_PAGE_BYTES), end = ALIGN_DOWN(end, (u64)MACHINE_PAGE_BYTES);
    } else {
        start = ALIGN_DOWN(start, (u64)MACHINE_PAGE_BYTES), end = ALIGN_UP(end, (u64)MACHINE_PAGE_BYTES);
    }
    for (u64 page = start / MACHINE_PAGE_BYTES; page < end / MACHINE_PAGE_BYTES && page < MAP_PAGES; page++)
        expected[page] = value;
}

static unsigned take(u64 page, u64 bytes) {
    unsigned wrong = page % bytes != 0;
    for (u64 at = page / MACHINE_PAGE_BYTES; at < (page + bytes) / MACHINE_PAGE_BYTES; at++)
        wrong += at >= MAP_PAGES || !expected[at] || taken[at]++;
    return wrong;
}

static void reset(void) {
    memset(&large, 0, sizeof(large));
    memset(&small, 0, sizeof(small));
    memset(expected, 0, sizeof(expected));
    memset(taken, 0, sizeof(taken));
    free_large = free_small = free_bytes = 0;
}

static void test_map(const char *name, const struct physical_range *ram, u32 ram_count,
                     const struct physical_range *reserved, u32 reserved_count, unsigned large_first) {
    reset();
    for (u32 i = 0; i < ram_count; i++) paint(&ram[i], 1);
    for (u32 i = 0; i < reserved_count; i++) paint(&reserved[i], 0);
    pages_init(ram, ram_count, reserved, reserved_count);
    u64 free_before = pages_free_bytes(), counted = 0;
    unsigned wrong = 0;
    u64 page;
    for (unsigned i = 0; i < large_first && (page = pages_take_large()); i++)
        wrong += take(page, MACHINE_LARGE_PAGE_BYTES), counted += MACHINE_LARGE_PAGE_BYTES;
    while ((page = pages_take_small())) wrong += take(page, MACHINE_PAGE_BYTES), counted += MACHINE_PAGE_BYTES;
    tap_is_int(wrong, 0, name);
    tap_is_int((long long)counted, (long long)free_before, "  all that was free");
    tap_is_int((long long)pages_free_bytes(), 0, "  and nothing is left");
    tap_is_int(memcmp(taken, expected, sizeof(taken)), 0, "  every page of the map");
    tap_ok(!pages_take_large(), "  no large page either");
}

// Before the tables map all RAM, a page above 4 GiB would be written to where nothing is mapped.
static void test_reach(void) {
    reset();
    reach = PROVISIONAL_MAP_END;
    const struct physical_range ram[] = {{0x200000, 0x401000}, {0xffe00000, 0x100201000}, {0x100400000, 0x100601000}};
    pages_init(ram, 3, NULL, 0);
    unsigned beyond = 0;
    u64 page, pages = 0;
    for (; (page = pages_take_small()); pages++) beyond += page + MACHINE_PAGE_BYTES > PROVISIONAL_MAP_END;
    tap_is_int(beyond, 0, "before all RAM is mapped no page lies beyond the provisional map");
    tap_is_int((long long)pages, 513 + 512, "  and all below its end are given out");
    pages_reach_all();
    u64 rest = pages_free_bytes();
    for (pages = 0; (page = pages_take_small()); pages++) beyond += page < PROVISIONAL_MAP_END;
    tap_is_int((long long)(pages * MACHINE_PAGE_BYTES), (long long)rest, "afterwards the others are");
    tap_is_int(beyond, 0, "  and none again");
}

// Memory missing from the map is lost; memory missing from the reserved ranges would be given out while it is in use.
static void test_too_many(void) {
    reset();
    struct physical_range pieces[EXTENTS + 1];
    for (u32 i = 0; i <= EXTENTS; i++) pieces[i] = (struct physical_range){(2 * i + 1) * 0x1000, (2 * i + 2) * 0x1000};
    volatile bool ended = setjmp(died) != 0;
    if (!ended) pages_init(pieces, EXTENTS + 1, NULL, 0);
    tap_ok(ended, "more pieces than there is room for end the boot");
}

int main(void) {
    const struct physical_range ram[] = {{0x1000, 0x9fc00}, {0x100000, 0x1fe0000}};
    const struct physical_range reserved[] = {{0, 0x100000}, {0x100000, 0x1a3000}, {0x1fd3000, 0x1fd6100}};
    test_map("a PC's map, small pages only", ram, 2, reserved, 3, 0);
    test_map("a PC's map, large pages first", ram, 2, reserved, 3, 100);
    test_map("a PC's map, two large pages first", ram, 2, reserved, 3, 2);
    const struct physical_range whole[] = {{0, 0x2000000}};
    const struct physical_range overlapping[] = {
        {0x400000, 0x900000}, {0x800000, 0xa01000}, {0, 1}, {0x1ffffff, 0x3000000}};
    test_map("reserved ranges that overlap, and go beyond", whole, 1, overlapping, 4, 100);
    const struct physical_range everything[] = {{0, 0x2000000}};
    test_map("nothing but reserved memory", whole, 1, everything, 1, 1);
    test_reach();
    test_too_many();
    return tap_done();
}
