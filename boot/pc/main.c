// The start of a bare PC, from long mode on provisional tables to kernel_main. Runs once, on one processor, with
// interrupts off.
#include "base/cpuid.h"
#include "base/string.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"
#include "boot/pc/pvh.h"
#include "kernel/core/cpu.h"

#define MSR_FS_BASE 0xc0000100u
#define MSR_GS_BASE 0xc0000101u
#define RANGES 64
#define LOW_MEMORY_END 0x100000u        // below: firmware, and the loader's tables
#define PRIVATE_REGION_BYTES (16 * MIB) // of a log region that nobody shares

extern const u8 kernel_image_start[], kernel_image_end[];

static struct physical_range ram[RANGES], reserved[RANGES];
static u32 ram_count, reserved_count;

static void reserve(u64 start, u64 bytes) {
    if (!bytes) return;
    if (reserved_count == RANGES) pc_die("more reserved memory than there is room for");
    reserved[reserved_count++] = (struct physical_range){start, start + bytes};
}

static void read_memory_map(const struct pvh_start_info *info) {
    const struct pvh_memory *map = ram_at(info->memory_map);
    for (u32 i = 0; i < info->memory_count; i++) {
        if (map[i].type != PVH_RAM) continue;
        if (ram_count == RANGES) pc_die("the memory map has more ranges than there is room for");
        ram[ram_count++] = (struct physical_range){map[i].address, map[i].address + map[i].bytes};
    }
}

// The tables of the loader are read before any memory is given out, but the archive stays.
static struct physical_range read_modules(const struct pvh_start_info *info) {
    struct physical_range archive = {0, 0};
    const struct pvh_module *modules = ram_at(info->modules);
    if (info->module_count) {
        archive = (struct physical_range){modules[0].address, modules[0].address + modules[0].bytes};
    }
    return archive;
}

static void map_archive(struct physical_range archive) {
    machine.archive_bytes = archive.end - archive.start;
    if (archive.start % MACHINE_PAGE_BYTES) pc_die("the boot archive does not begin on a page");
    tables_map(ARCHIVE_START, archive.start, ALIGN_UP(machine.archive_bytes, MACHINE_PAGE_BYTES), PAGE_DATA_READ);
}

void machine_set_counters(u64 start) { wrmsr(MSR_GS_BASE, start); }

static void map_region(void) {
    machine.region_shared = pci_map_region();
    if (machine.region_shared) return;
    machine.region_bytes = PRIVATE_REGION_BYTES;
    if (!machine_commit(REGION_START, PRIVATE_REGION_BYTES, MACHINE_WRITE)) pc_die("no memory for the log region");
}

void pc_main(u64 start_info, u64 entry_ticks) {
    machine.name = "pc";
    machine.entry_ticks = entry_ticks;
    cpuid_detect();
    wrmsr(MSR_FS_BASE, (u64)&cpu_first);
    console_init();
    const struct pvh_start_info *info = ram_at(start_info);
    if (info->magic != PVH_MAGIC || info->version < 1) pc_die("not started by a PVH loader with a memory map");
    read_memory_map(info);
    struct physical_range archive = read_modules(info);
    acpi_init(info->rsdp);
    reserve(0, LOW_MEMORY_END);
    reserve((u64)kernel_image_start, (u64)kernel_image_end - (u64)kernel_image_start);
    reserve(archive.start, archive.end - archive.start);
    pages_init(ram, ram_count, reserved, reserved_count);
    tables_init(ram, ram_count);
    map_archive(archive);
    descriptor_init();
    reference_init();
    apic_init();
    processors_init(ram, ram_count);
    map_region();
    machine.memory_bytes = machine_free_bytes();
    pc_enter_kernel(machine.boot_stack_end);
}
