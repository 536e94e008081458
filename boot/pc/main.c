// The start of a bare PC, from long mode on provisional tables to kernel_main. Runs once, on one processor, with
// interrupts off.
#include "base/cpuid.h"
#include "base/panic.h"
#include "base/print.h"
#include "boot/pc/boot_info.h"
#include "boot/pc/instruction.h"
#include "kernel/core/cpu.h"

#define MSR_FS_BASE 0xc0000100u
#define MSR_GS_BASE 0xc0000101u
#define LOW_MEMORY_END 0x100000u // below: firmware, and the loader's tables
#define PRIVATE_REGION_MIB 16    // of a log region that nobody shares

extern const u8 kernel_image_start[], kernel_image_end[];

static struct boot_info boot;
static struct physical_range reserved[PAGES_RESERVED_MOST];
static u32 reserved_count;

static void reserve(u64 start, u64 end) {
    ASSERT(reserved_count < PAGES_RESERVED_MOST);
    if (start < end) reserved[reserved_count++] = (struct physical_range){start, end};
}

static void report_left_out(u64 bytes) {
    if (!bytes) return;
    print_console("gnomon: the memory is in more than %u pieces: %lu KiB, the smallest of them, are not used\n",
                  MEMORY_MAP_RANGES, (u64)(bytes / KIB));
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
    u64 bytes = boot_option_number(&boot, "log", PRIVATE_REGION_MIB) * MIB;
    if (!machine_commit(REGION_START, bytes, MACHINE_WRITE)) pc_die("no memory for the log region");
    machine.region_bytes = bytes;
}

void pc_main(u64 loader_information, u64 entry_ticks, u32 loader_magic) {
    machine.name = "pc";
    machine.entry_ticks = entry_ticks;
    cpuid_detect();
    wrmsr(MSR_FS_BASE, (u64)&cpus[0]);
    console_init();
    boot_info_read(&boot, loader_information, loader_magic);
    leave_init(&boot);
    screen_init(&boot.screen);
    report_left_out(boot.ram.left_out_bytes);
    acpi_init(boot.rsdp);
    reserve(0, LOW_MEMORY_END);
    reserve((u64)kernel_image_start, (u64)kernel_image_end);
    reserve(boot.archive.start, boot.archive.end);
    reserve(boot.note.start, boot.note.end);
    pages_init(boot.ram.ranges, boot.ram.count, reserved, reserved_count);
    tables_init(boot.ram.ranges, boot.ram.count);
    tables_init_caching();
    screen_map();
    map_archive(boot.archive);
    descriptor_init();
    reference_init();
    remapping_off();
    apic_init();
    processors_init(boot.ram.ranges, boot.ram.count);
    map_region();
    leave_choose();
    machine.memory_bytes = machine_free_bytes();
    pc_enter_kernel(machine.boot_stack_end);
}
