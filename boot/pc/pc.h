// What the files of boot/pc/ share. The order of the machine's start is in main.c.
#ifndef BOOT_PC_PC_H
#define BOOT_PC_PC_H

#include "boot/pc/memory_map.h"
#include "kernel/core/cpu.h"
#include "kernel/core/machine.h"

#define PROVISIONAL_MAP_END (4 * GIB) // of what start.S's page tables map, up to tables_init

// Physical memory in the map of all RAM. Before tables_init: below PROVISIONAL_MAP_END.
static inline void *ram_at(u64 physical) { return (void *)(RAM_MAP_START + physical); }

// ---- start.S
_Noreturn void pc_enter_kernel(u64 stack_end);
void pc_main(u64 loader_information, u64 entry_ticks, u32 loader_magic);
// trap.S calls it in every interrupt and fault.
void trap_dispatch(struct trap_frame *frame);

// ---- pages.c: physical memory, from the loader's map of it
#define PAGES_RESERVED_MOST 4
// Takes the RAM, except what the `reserved` ranges cover, at most PAGES_RESERVED_MOST of them.
void pages_init(const struct physical_range *ram, u32 ram_count, const struct physical_range *reserved,
                u32 reserved_count);
// All RAM is mapped from now on. Before that, no page above PROVISIONAL_MAP_END is given out.
void pages_reach_all(void);
#define PAGE_NONE 0u
u64 pages_take_small(void); // a physical address, or PAGE_NONE; contents undefined
u64 pages_take_large(void);
void pages_give_small(u64 physical);
void pages_give_large(u64 physical);
u64 pages_free_bytes(void);

// ---- tables.c: the page tables
enum page_flag {
    PAGE_PRESENT = 1,
    PAGE_WRITE = 2,
    PAGE_WRITE_THROUGH = 8,
    PAGE_UNCACHED = 0x18, // PWT and PCD
};
#define PAGE_EXECUTE_NEVER (1ull << 63)
#define PAGE_DATA (PAGE_PRESENT | PAGE_WRITE | PAGE_EXECUTE_NEVER)
#define PAGE_DATA_READ (PAGE_PRESENT | PAGE_EXECUTE_NEVER)
#define PAGE_CODE (PAGE_PRESENT)
// Maps and loads: the kernel image, and all of `ram`.
void tables_init(const struct physical_range *ram, u32 ram_count);
// Maps [virtual, virtual + bytes) to physical memory from `physical`; large pages where both are aligned.
void tables_map(u64 virtual, u64 physical, u64 bytes, u64 flags);
// Maps a device's registers; returns their address, from DEVICES_START on.
volatile void *tables_map_device(u64 physical, u64 bytes);
// The same for memory of a device; `caching` of enum page_flag.
volatile void *tables_map_memory(u64 physical, u64 bytes, u64 caching);
// On each processor, before it uses such memory: PAGE_WRITE_THROUGH has stores gathered from now on. Returns false if
// the processor cannot.
bool tables_init_caching(void);
_Noreturn void pc_die(const char *reason);

// ---- descriptor.c: segments, the task state with the interrupt stacks, the interrupt table.
// For the processor that boots, and its boot stack.
void descriptor_init(void);
// Commits the stacks of another processor. Returns false if there is no memory.
bool descriptor_prepare(struct cpu *cpu);
// On the processor itself, whose number it is.
void descriptor_load(u32 number);

// ---- checks.c: machine checks
void checks_init(void); // on each processor, once its interrupt table is loaded
_Noreturn void checks_panic(const struct trap_frame *frame);

// ---- acpi.c: the few facts that only the firmware has. Reads within the first 4 GiB; zero means not found
#define ACPI_SEGMENTS_MOST 32
struct acpi_segment {
    u64 address; // of bus 0's, also if that is not there; a MiB for each bus
    u32 number, first_bus, last_bus;
};
#define ACPI_REMAPPERS_MOST 32
struct acpi_remapper {
    u64 address; // of its registers
    bool is_amd;
};
struct acpi_facts {
    u64 hpet_address;
    u16 pm_timer_port;
    bool pm_timer_32_bits;
    u16 pm1a_control_port, pm1b_control_port;
    u8 sleep_type_a, sleep_type_b; // of S5
    u32 processor_count;
    u32 processors[CPUS_MOST]; // APIC identifiers of those that can be started, as the firmware lists them
    u32 left_out_processors;   // how many more can be started, for which there is no room
    u16 command_port;          // writing enable_command there makes the firmware hand over; 0: no need
    u8 enable_command;
    u32 segment_count;
    struct acpi_segment segments[ACPI_SEGMENTS_MOST]; // of PCI, whose configuration lies in memory (MCFG)
    u32 remapper_count;
    struct acpi_remapper remappers[ACPI_REMAPPERS_MOST]; // units that remap DMA (DMAR, IVRS)
};
extern struct acpi_facts acpi;
void acpi_init(const u8 *rsdp); // a copy, zero if it is not known

// ---- remapping.c: turns off the units that remap DMA, where firmware has left them on; uses machine_reference
void remapping_off(void);

// ---- clock.c
void reference_init(void);

// ---- apic.c: the local APIC and its timer, calibrated against the counter
#define SPURIOUS_VECTOR 255
void apic_init(void);
void apic_init_other(void);
void apic_end_of_interrupt(void);
void apic_timer_set(u64 ticks); // of this processor, as machine_timer_arm
void apic_halt(void);           // until an interrupt comes, which it lets in: interrupts are off before, and on after
void apic_struck(void); // first in the timer's interrupt: if it ends a halt, waits for a moment that is always the same
u32 apic_id(void);
enum apic_command {
    APIC_FIXED = 0x4000, // and the vector
    APIC_NMI = 0x4400,
    APIC_INIT = 0x4500,
    APIC_START = 0x4600, // and the number of the page at which it begins, in real mode
};
bool apic_reaches(u32 target); // whether it can be sent to: asked before a processor is counted
void apic_send(u32 target, u32 command);

// ---- bell.c: the second serial port, by which the host wakes the guest, and the guest the host (machine_bell)
void bell_answer(void); // in its interrupt

// ---- processor.c: the others
// Numbers the processors, and chooses a page of `ram` below 1 MiB at which they can start.
void processors_init(const struct physical_range *ram, u32 ram_count);
// Has every processor forget what it knows of the page tables. The caller holds what keeps others from changing them.
void processors_flush(void);
// Stops all other processors for good. Any level.
void processors_stop(void);
// Does what other processors want with a non-maskable interrupt. Returns false if the kernel is to see it.
bool processor_nmi(struct trap_frame *frame);

// Interrupts a processor, this one too, which runs interrupt_call.
void processor_interrupt(const struct cpu *cpu);
// Wakes a processor that waits for its turn.
void processor_turn(const struct cpu *cpu);
// Returns when turn_holder is this number; interrupts are off (processor.S).
void turn_wait(u32 number);

// ---- turns.c: which processor runs, in a deterministic run
extern u32 turn_holder;          // the number of the one that does
void turns_begin(void);          // before the first other processor is started
bool turns_are_taken(void);      // all below are called only if they are, with interrupts off unless it says otherwise
void turns_end(void);            // from now on all run again: the machine is about to stop
void turns_be_alone(bool alone); // the processor that has the turn keeps it
void turns_join(u32 number);     // by a processor that comes up, and then waits for its first turn
void turns_wait_first(void);
void turns_arm(u64 ticks);                  // machine_timer_arm
void turns_relax(void);                     // machine_relax; interrupts may be on
void turns_idle(void);                      // machine_idle
void turns_call(const struct cpu *cpu);     // machine_interrupt of another processor; interrupts may be on
void turns_flush(void);                     // processors_flush
void turns_timer(struct trap_frame *frame); // in the timer's interrupt: the kernel's part, and the end of a turn
void turns_served(void);                    // in another interrupt
void turns_leave(void);                     // hands the turn on, for good

// ---- pci.c: maps the shared-memory device at REGION_START; returns false if there is none
bool pci_map_region(void);
// Finds the controller with this number, from 0, of a class (24 bits), which may use memory from now on, and maps the
// registers behind its base address register `bar`: NULL if the firmware has given them no address. Returns false if
// there is no such controller.
bool pci_map_controller(u32 class, u32 number, u32 bar, u64 bytes, volatile void **registers);

// ---- disks.c: the one disk that may be written to
// Looks at every disk: `is_wanted` gets its first sector. Waits, if that is worth it, for disks that have not answered
// yet. Returns how many there are; with the one that is wanted, if any, the functions below work.
u32 disks_find(bool (*is_wanted)(const void *sector), bool is_worth_waiting);
u64 disks_bytes(void); // 0: none was found
// At most DISK_PIECE_BYTES, filled up with zeros to whole blocks of the disk, of which `offset` is a multiple.
bool disks_write(u64 offset, const void *from, u32 bytes);
bool disks_flush(void); // all that was written is on the disk

// ---- leave.c: how the recording leaves a machine that was started from a disk
struct boot_info;
void leave_init(const struct boot_info *info);
void leave_choose(void); // looks for the disk; the region is mapped, the reference clock runs
// At the end, with interrupts off. Returns false if it has not left, and the words about that are to stay on the
// screen.
bool leave_recording(void);

// ---- screen.c: shows text, if there is a screen
struct boot_screen;
void screen_init(const struct boot_screen *screen); // clears it; on the provisional page tables
void screen_map(void);                              // on the final ones
void screen_write(const char *text, size_t bytes);

// ---- console.c: the serial port and the screen
void console_init(void);
bool serial_write(const char *text,
                  size_t bytes); // as it is, to the serial port alone; false: there is none, or no more

#endif
