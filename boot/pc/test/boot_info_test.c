// The memory maps of both kinds of loader, with what is reserved listed before the RAM that it lies in, and over the
// end of it: what is left is RAM and nothing else. Physical addresses are this test's own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#include "base/layout.h"
#undef RAM_MAP_START
#define RAM_MAP_START 0ull

#include "boot/pc/boot_info.c"
#include "boot/pc/memory_map.c"

#define RESERVED 2
#define ENTRIES 4

struct machine machine;

void pc_die(const char *reason) {
    printf("not ok - %s\n", reason);
    exit(1);
}

static const struct entry {
    u64 start, bytes;
    u32 type;
} entries[ENTRIES] = {
    {0x300000, 0x10000, RESERVED}, // within RAM that comes later
    {0x100000, 0x700000, PVH_RAM}, // 1 to 8 MiB
    {0x7f0000, 0x20000, RESERVED}, // over its end
    {0x900000, 0x100000, PVH_RAM}, // 9 to 10 MiB
};
_Static_assert(PVH_RAM == MULTIBOOT2_RAM, "one table for both");

static void check(const struct boot_info *info, const char *loader) {
    static const struct physical_range left[] = {{0x100000, 0x300000}, {0x310000, 0x7f0000}, {0x900000, 0xa00000}};
    tap_is_int(info->ram.count, COUNT_OF(left), loader);
    for (u32 i = 0; i < COUNT_OF(left) && i < info->ram.count; i++) {
        tap_is_int((long long)info->ram.ranges[i].start, (long long)left[i].start, "  where a piece starts");
        tap_is_int((long long)info->ram.ranges[i].end, (long long)left[i].end, "  and ends");
    }
}

static void test_pvh(void) {
    static struct boot_info info;
    struct pvh_memory map[ENTRIES];
    for (u32 i = 0; i < ENTRIES; i++) {
        map[i] = (struct pvh_memory){.address = entries[i].start, .bytes = entries[i].bytes, .type = entries[i].type};
    }
    struct pvh_start_info start = {
        .magic = PVH_MAGIC, .version = 1, .memory_map = (u64)(uintptr_t)map, .memory_count = ENTRIES};
    boot_info_read(&info, (u64)(uintptr_t)&start, 0);
    check(&info, "PVH: pieces of RAM that are left");
}

static void test_multiboot2(void) {
    static struct boot_info info;
    static struct {
        u32 bytes, reserved;
        struct multiboot2_map map;
        struct multiboot2_memory memory[ENTRIES];
        struct multiboot2_tag end;
    } start __attribute__((aligned(8)));
    start.bytes = sizeof(start);
    start.map.tag = (struct multiboot2_tag){MULTIBOOT2_MEMORY_MAP, sizeof(start.map) + sizeof(start.memory)};
    start.map.entry_bytes = sizeof(*start.memory);
    for (u32 i = 0; i < ENTRIES; i++) {
        start.memory[i] = (struct multiboot2_memory){entries[i].start, entries[i].bytes, entries[i].type, 0};
    }
    start.end = (struct multiboot2_tag){MULTIBOOT2_END, sizeof(start.end)};
    boot_info_read(&info, (u64)(uintptr_t)&start, MULTIBOOT2_LOADED);
    check(&info, "Multiboot2: pieces of RAM that are left");
}

int main(void) {
    test_pvh();
    test_multiboot2();
    return tap_done();
}
