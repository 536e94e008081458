// Page tables of four levels (SDM 3A, 4.5), and the memory functions of kernel/core/machine.h on them. Tables are reached
// through the map of all RAM. Entries are only ever made from "not present", so nothing needs to be flushed but what
// machine_release takes away.
#include "base/string.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"
#include "kernel/core/panic.h"

#define ENTRIES 512u
#define PAGE_LARGE 0x80u
#define ADDRESS_MASK 0x000ffffffffff000ull
#define TABLE_FLAGS (PAGE_PRESENT | PAGE_WRITE)
#define LEVEL_SHIFT(level) (12 + 9 * (level)) // level 0: table of small pages, 1: of large ones, 3: the root
#define TABLES_RESERVE (16 * MACHINE_PAGE_BYTES)

extern const u8 kernel_image_start[], kernel_text_start[], kernel_text_end[], kernel_rodata_end[], kernel_data_end[],
    kernel_image_end[];

static u64 *root;
static u64 device_next = DEVICES_START;

static u64 new_table(void) {
    u64 table = pages_take_small();
    if (!table) panic("no memory for a page table");
    memset(ram_at(table), 0, MACHINE_PAGE_BYTES);
    return table;
}

// The entry for `address` at that level; missing tables above are made, or, with `make` false, give NULL. NULL also
// where a large page stands in the way.
static u64 *find_entry(u64 address, unsigned level, bool make) {
    u64 *table = root;
    for (unsigned at = 3; at > level; at--) {
        u64 *entry = &table[address >> LEVEL_SHIFT(at) & (ENTRIES - 1)];
        if (*entry & PAGE_LARGE) return NULL;
        if (!*entry) {
            if (!make) return NULL;
            *entry = new_table() | TABLE_FLAGS;
        }
        table = ram_at(*entry & ADDRESS_MASK);
    }
    return &table[address >> LEVEL_SHIFT(level) & (ENTRIES - 1)];
}

static bool is_large_step(u64 virtual, u64 bytes) {
    return virtual % MACHINE_LARGE_PAGE_BYTES == 0 && bytes >= MACHINE_LARGE_PAGE_BYTES;
}

// Small pages up to the end of the range or of their table; returns how many bytes that were.
static u64 set_small(u64 virtual, u64 physical, u64 bytes, u64 flags) {
    u64 run = MACHINE_LARGE_PAGE_BYTES - virtual % MACHINE_LARGE_PAGE_BYTES;
    if (run > bytes) run = bytes;
    u64 *entry = find_entry(virtual, 0, true);
    ASSERT(entry);
    for (u64 done = 0; done < run; done += MACHINE_PAGE_BYTES, entry++) {
        ASSERT(!*entry);
        *entry = (physical + done) | flags;
    }
    return run;
}

static void set_large(u64 virtual, u64 physical, u64 flags) {
    u64 *entry = find_entry(virtual, 1, true);
    ASSERT(!*entry);
    *entry = physical | flags | PAGE_LARGE;
}

void tables_map(u64 virtual, u64 physical, u64 bytes, u64 flags) {
    while (bytes) {
        u64 step = MACHINE_LARGE_PAGE_BYTES;
        if (is_large_step(virtual | physical, bytes)) {
            set_large(virtual, physical, flags);
        } else {
            step = set_small(virtual, physical, bytes, flags);
        }
        virtual += step, physical += step, bytes -= step;
    }
}

volatile void *tables_map_device(u64 physical, u64 bytes) {
    u64 offset = physical % MACHINE_PAGE_BYTES, start = device_next;
    bytes = ALIGN_UP(bytes + offset, (u64)MACHINE_PAGE_BYTES);
    device_next += bytes;
    tables_map(start, physical - offset, bytes, PAGE_DATA | PAGE_UNCACHED);
    return (volatile void *)(start + offset);
}

static void map_image(const u8 *start, const u8 *end, u64 flags) {
    tables_map((u64)start, (u64)start, (u64)end - (u64)start, flags);
}

void tables_init(const struct physical_range *ram, u32 ram_count) {
    u64 table = new_table();
    root = ram_at(table);
    for (u32 i = 0; i < ram_count; i++) {
        u64 start = ALIGN_UP(ram[i].start, (u64)MACHINE_PAGE_BYTES),
            end = ALIGN_DOWN(ram[i].end, (u64)MACHINE_PAGE_BYTES);
        if (start < end) tables_map(RAM_MAP_START + start, start, end - start, PAGE_DATA);
    }
    map_image(kernel_text_start, kernel_text_end, PAGE_CODE);
    map_image(kernel_text_end, kernel_rodata_end, PAGE_DATA_READ);
    map_image(kernel_rodata_end, kernel_data_end, PAGE_DATA);
    map_image(kernel_data_end, kernel_image_end, PAGE_DATA_READ);
    write_cr3(table);
}

// ---- Memory on demand

u64 machine_free_bytes(void) {
    u64 bytes = pages_free_bytes();
    return bytes > TABLES_RESERVE ? bytes - TABLES_RESERVE : 0;
}

// Pages for the range, and the tables that it may need.
static bool is_affordable(u64 start, u64 bytes) {
    u64 end;
    if (__builtin_add_overflow(start, bytes, &end)) return false;
    u64 tables = (bytes / MACHINE_LARGE_PAGE_BYTES + 6) * MACHINE_PAGE_BYTES;
    return bytes + tables <= machine_free_bytes();
}

// A large page can stand here: nothing has had small pages in this place before.
static bool has_large_slot(u64 virtual) { return !*find_entry(virtual, 1, true); }

// One zeroed page, as large as can be; returns its size.
static u64 take_page(u64 virtual, u64 bytes, u64 *physical) {
    u64 size = MACHINE_LARGE_PAGE_BYTES;
    *physical = PAGE_NONE;
    if (is_large_step(virtual, bytes) && has_large_slot(virtual)) *physical = pages_take_large();
    if (!*physical) {
        size = MACHINE_PAGE_BYTES;
        *physical = pages_take_small();
    }
    ASSERT(*physical);
    memset(ram_at(*physical), 0, size);
    return size;
}

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    if (!is_affordable(start, bytes)) return false;
    u64 flags = access == MACHINE_WRITE ? PAGE_DATA : PAGE_DATA_READ;
    for (u64 done = 0; done < bytes;) {
        u64 physical, size = take_page(start + done, bytes - done, &physical);
        tables_map(start + done, physical, size, flags);
        done += size;
    }
    return true;
}

// The device's memory is the host's; nothing here could make it come.
void machine_prepare(u64 start, u64 bytes) { (void)start, (void)bytes; }

bool machine_commit_code(u64 start, u64 bytes) {
    if (!is_affordable(start, 2 * bytes)) return false;
    for (u64 done = 0; done < bytes;) {
        u64 physical, size = take_page(start + done, bytes - done, &physical);
        tables_map(start + done, physical, size, PAGE_CODE);
        tables_map(start + done - CODE_START + CODE_ALIAS_START, physical, size, PAGE_DATA);
        done += size;
    }
    return true;
}

void machine_release(u64 start, u64 bytes) {
    for (u64 done = 0; done < bytes;) {
        u64 virtual = start + done;
        u64 *entry = find_entry(virtual, 1, false);
        ASSERT(entry && *entry);
        if (*entry & PAGE_LARGE) {
            ASSERT(is_large_step(virtual, bytes - done));
            pages_give_large(*entry & ADDRESS_MASK);
            done += MACHINE_LARGE_PAGE_BYTES;
        } else {
            entry = find_entry(virtual, 0, false);
            ASSERT(*entry);
            pages_give_small(*entry & ADDRESS_MASK);
            done += MACHINE_PAGE_BYTES;
        }
        *entry = 0;
        invlpg(virtual);
    }
}
