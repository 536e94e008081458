// Page tables of four levels (SDM 3A, 4.5), and the memory functions of kernel/core/machine.h on them. Tables are
// reached through the map of all RAM; the first ones, which make that map, are reached through the provisional one.
// Entries are only ever made from "not present", so nothing needs to be flushed but what machine_release takes away.
// One processor at a time changes tables or takes pages, under `tables_lock`; interrupts stay as they are, since none
// does either.
#include "base/cpuid.h"
#include "base/lock_order.h"
#include "base/panic.h"
#include "base/string.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

#define ENTRIES 512u
#define PAGE_LARGE 0x80u
#define ADDRESS_MASK 0x000ffffffffff000ull
#define TABLE_FLAGS (PAGE_PRESENT | PAGE_WRITE)
#define LEVEL_SHIFT(level) (12 + 9 * (level)) // level 0: table of small pages, 1: of large ones, 3: the root
#define CPUID_1_EDX_PAT 0x10000u
#define MSR_PAT 0x277
#define PAT_1_MASK 0xff00ull
#define PAT_1_WRITE_COMBINING 0x0100ull
#define TABLES_RESERVE (16 * MACHINE_PAGE_BYTES)

extern const u8 kernel_image_start[], kernel_text_start[], kernel_text_end[], kernel_rodata_end[], kernel_data_end[],
    kernel_image_end[];

static u64 *root;
static u64 device_next = DEVICES_START;
static u32 tables_lock; // 1: taken

static void lock(void) {
    u32 *locks = machine_locks();
    lock_order_check(*locks, LOCK_tables);
    for (u32 round = 0; __atomic_exchange_n(&tables_lock, 1, __ATOMIC_ACQUIRE); round++) machine_relax(round);
    lock_order_took(locks, LOCK_tables);
}

static void unlock(void) {
    lock_order_gives(machine_locks(), LOCK_tables);
    __atomic_store_n(&tables_lock, 0, __ATOMIC_RELEASE);
}

static u64 new_table(void) {
    u64 table = pages_take_small();
    if (!table) panic("no memory for a page table");
    memset(ram_at(table), 0, MACHINE_PAGE_BYTES);
    return table;
}

// The entry for `address` at that level; missing tables above it are made or, if `make` is false, the result is NULL.
// Also returns NULL if a large page is in the way.
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

// Sets small pages up to the end of the range or of their table; returns how many bytes that was.
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

// Both addresses are the same distance from a large page where the memory is large enough to be mapped by such pages.
volatile void *tables_map_memory(u64 physical, u64 bytes, u64 caching) {
    u64 alignment = bytes < MACHINE_LARGE_PAGE_BYTES ? MACHINE_PAGE_BYTES : MACHINE_LARGE_PAGE_BYTES;
    u64 offset = physical % alignment, skipped = ALIGN_DOWN(offset, (u64)MACHINE_PAGE_BYTES);
    u64 start = ALIGN_UP(device_next, alignment), end = ALIGN_UP(start + offset + bytes, (u64)MACHINE_PAGE_BYTES);
    ASSERT(end <= CODE_ALIAS_START);
    tables_map(start + skipped, physical - offset + skipped, end - start - skipped, PAGE_DATA | caching);
    device_next = end;
    return (volatile void *)(start + offset);
}

// In the entry of the page attribute table (SDM 3A, 11.12) that PWT alone chooses. All processors must have the same.
bool tables_init_caching(void) {
    if (!(cpuid_read(1, 0).edx & CPUID_1_EDX_PAT)) return false;
    wrmsr(MSR_PAT, (rdmsr(MSR_PAT) & ~PAT_1_MASK) | PAT_1_WRITE_COMBINING);
    return true;
}

volatile void *tables_map_device(u64 physical, u64 bytes) { return tables_map_memory(physical, bytes, PAGE_UNCACHED); }

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
    pages_reach_all();
}

// ---- Memory on demand

u64 machine_free_bytes(void) {
    u64 bytes = pages_free_bytes();
    return bytes > TABLES_RESERVE ? bytes - TABLES_RESERVE : 0;
}

// Whether there are pages for the range, and for the tables that it may need.
static bool is_affordable(u64 start, u64 bytes) {
    u64 end;
    if (__builtin_add_overflow(start, bytes, &end)) return false;
    u64 tables = (bytes / MACHINE_LARGE_PAGE_BYTES + 6) * MACHINE_PAGE_BYTES;
    return bytes + tables <= machine_free_bytes();
}

// Whether a large page fits here: there must never have been small pages in this place.
static bool has_large_slot(u64 virtual) { return !*find_entry(virtual, 1, true); }

// Takes one zeroed page, as large as possible; returns its size.
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

static void commit(u64 start, u64 bytes, u64 flags) {
    for (u64 done = 0; done < bytes;) {
        u64 physical, size = take_page(start + done, bytes - done, &physical);
        tables_map(start + done, physical, size, flags);
        done += size;
    }
}

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    lock();
    bool can = is_affordable(start, bytes);
    if (can) commit(start, bytes, access == MACHINE_WRITE ? PAGE_DATA : PAGE_DATA_READ);
    unlock();
    return can;
}

// The host backs the pages of the region's file when they are first written, which is slow. Others may write to them
// meanwhile.
void machine_prepare(u64 start, u64 bytes) {
    if (!machine.region_shared) return;
    for (u64 at = start & ~(u64)(MACHINE_PAGE_BYTES - 1); at < start + bytes; at += MACHINE_PAGE_BYTES) {
        __atomic_fetch_or((u8 *)at, 0, __ATOMIC_RELAXED);
    }
}

static void commit_code(u64 start, u64 bytes) {
    for (u64 done = 0; done < bytes;) {
        u64 physical, size = take_page(start + done, bytes - done, &physical);
        tables_map(start + done, physical, size, PAGE_CODE);
        tables_map(start + done - CODE_START + CODE_ALIAS_START, physical, size, PAGE_DATA);
        done += size;
    }
}

bool machine_commit_code(u64 start, u64 bytes) {
    lock();
    bool can = is_affordable(start, 2 * bytes);
    if (can) commit_code(start, bytes);
    unlock();
    return can;
}

// The entry of a page in a range to be released, and how large the page is.
static u64 *find_page(u64 virtual, u64 bytes, u64 *size) {
    u64 *entry = find_entry(virtual, 1, false);
    ASSERT(entry && *entry);
    *size = *entry & PAGE_LARGE ? MACHINE_LARGE_PAGE_BYTES : MACHINE_PAGE_BYTES;
    if (*size == MACHINE_PAGE_BYTES) entry = find_entry(virtual, 0, false);
    ASSERT(entry && *entry && (*size == MACHINE_PAGE_BYTES || is_large_step(virtual, bytes)));
    return entry;
}

static void give_page(u64 *entry, u64 size) {
    u64 page = *entry & ADDRESS_MASK;
    *entry = 0;
    if (size == MACHINE_LARGE_PAGE_BYTES) {
        pages_give_large(page);
    } else {
        pages_give_small(page);
    }
}

// A page is given back when no processor can reach it any more. Until then its entry, which is not present, keeps it.
void machine_release(u64 start, u64 bytes) {
    u64 size;
    lock();
    for (u64 done = 0; done < bytes; done += size) {
        *find_page(start + done, bytes - done, &size) &= ~(u64)PAGE_PRESENT;
        invlpg(start + done);
    }
    processors_flush();
    for (u64 done = 0; done < bytes; done += size) {
        u64 *entry = find_page(start + done, bytes - done, &size);
        give_page(entry, size);
    }
    unlock();
}
