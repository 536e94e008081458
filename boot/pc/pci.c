// Finds devices by a scan of configuration space (PCI 3.0, 6.1; PCI Express 4.0, 7.2.2), and maps the memory of the
// shared-memory device (ivshmem-plain), base address register 2, at REGION_START. The firmware has numbered the buses
// and placed the devices, whether above or below 4 GiB. Every bus is looked at, since a machine may have several root
// buses, which nothing on bus 0 leads to.
//
// The first segment is reached through ports, where the machine has them; segments beyond it, and the first on a
// machine without the ports, through memory, at the addresses that ACPI lists.
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

#define CONFIG_ADDRESS 0xcf8
#define CONFIG_DATA 0xcfc
#define CONFIG_ENABLE 0x80000000u
#define BUSES 256u
#define DEVICES 32u
#define ID_IVSHMEM 0x11101af4u
#define ID_NONE 0xffffffffu

enum config_register {
    CONFIG_ID = 0x00,
    CONFIG_COMMAND = 0x04,
    CONFIG_CLASS = 0x08, // and, in the lowest byte, the revision
    CONFIG_HEADER = 0x0c,
    CONFIG_BAR0 = 0x10,
    CONFIG_BAR2 = 0x18,
};
#define CLASS_MASK 0xffffff00u
#define COMMAND_MASK 0xffffu // the upper half is cleared by writing ones
#define COMMAND_MEMORY 2u
#define COMMAND_MASTER 4u
#define BAR_64_BITS 4u
#define BAR_MASK 0xfffffff0u
#define HEADER_MULTIPLE 0x80u

// Bus, device and function as configuration space has them: bits 16-23, 11-15, 8-10. In memory they stand 4 bits
// higher.
typedef u32 pci_place;

struct pci_function {
    volatile u32 *segment; // configuration in memory, of bus 0; NULL: through the ports
    pci_place place;
};

static u32 config_read(struct pci_function function, enum config_register number) {
    if (function.segment) return function.segment[((u64)function.place << 4 | number) / 4];
    outl(CONFIG_ADDRESS, CONFIG_ENABLE | function.place | number);
    return inl(CONFIG_DATA);
}

static void config_write(struct pci_function function, enum config_register number, u32 value) {
    if (function.segment) {
        function.segment[((u64)function.place << 4 | number) / 4] = value;
        return;
    }
    outl(CONFIG_ADDRESS, CONFIG_ENABLE | function.place | number);
    outl(CONFIG_DATA, value);
}

// ---- Base address registers

static bool is_64_bits(struct pci_function function, enum config_register bar) {
    return config_read(function, bar) & BAR_64_BITS;
}

static u64 read_bar(struct pci_function function, enum config_register bar, u32 upper) {
    u32 low = config_read(function, bar) & BAR_MASK;
    return low | (u64)(is_64_bits(function, bar) ? config_read(function, bar + 4) : upper) << 32;
}

static u64 bar_address(struct pci_function function, enum config_register bar) { return read_bar(function, bar, 0); }

// Finds the size by writing all ones; the device does not respond to memory accesses meanwhile.
static u64 bar_bytes(struct pci_function function, enum config_register bar) {
    bool is_wide = is_64_bits(function, bar);
    u32 command = config_read(function, CONFIG_COMMAND) & COMMAND_MASK, low = config_read(function, bar),
        high = config_read(function, bar + 4);
    config_write(function, CONFIG_COMMAND, command & ~COMMAND_MEMORY);
    config_write(function, bar, ~0u);
    if (is_wide) config_write(function, bar + 4, ~0u);
    u64 mask = read_bar(function, bar, UINT32_MAX);
    config_write(function, bar, low);
    if (is_wide) config_write(function, bar + 4, high);
    config_write(function, CONFIG_COMMAND, command | COMMAND_MEMORY);
    return -mask;
}

// ---- The scan

// Devices that have this in a register, after the first `skip` of them.
struct pci_wanted {
    enum config_register number;
    u32 mask, value, skip;
};

static bool find_in_device(struct pci_function function, struct pci_wanted *wanted, struct pci_function *found) {
    if (config_read(function, CONFIG_ID) == ID_NONE) return false;
    u32 functions = config_read(function, CONFIG_HEADER) >> 16 & HEADER_MULTIPLE ? 8 : 1;
    for (u32 i = 0; i < functions; i++, function.place += 1 << 8) {
        if (config_read(function, CONFIG_ID) == ID_NONE) continue;
        if ((config_read(function, wanted->number) & wanted->mask) != wanted->value || wanted->skip--) continue;
        *found = function;
        return true;
    }
    return false;
}

static bool find_in_segment(volatile u32 *segment, u32 first, u32 last, struct pci_wanted *wanted,
                            struct pci_function *found) {
    for (u32 device = first * DEVICES; device < (last + 1) * DEVICES; device++) {
        if (find_in_device((struct pci_function){segment, device << 11}, wanted, found)) return true;
    }
    return false;
}

// What is written to the address port can be read back.
static bool has_ports(void) {
    outl(CONFIG_ADDRESS, CONFIG_ENABLE);
    return inl(CONFIG_ADDRESS) == CONFIG_ENABLE;
}

static volatile u32 *map_segment(u32 number) {
    static volatile u32 *mapped[ACPI_SEGMENTS_MOST];
    const struct acpi_segment *segment = &acpi.segments[number];
    if (!mapped[number]) {
        u64 skipped = segment->first_bus * (u64)MIB, bytes = (segment->last_bus + 1) * (u64)MIB - skipped;
        volatile u8 *first = tables_map_device(segment->address + skipped, bytes);
        mapped[number] = (volatile u32 *)(first - skipped);
    }
    return mapped[number];
}

static bool find(struct pci_wanted wanted, struct pci_function *found) {
    bool through_ports = has_ports();
    if (through_ports && find_in_segment(NULL, 0, BUSES - 1, &wanted, found)) return true;
    for (u32 i = 0; i < acpi.segment_count; i++) {
        const struct acpi_segment *segment = &acpi.segments[i];
        if (through_ports && segment->number == 0) continue;
        if (find_in_segment(map_segment(i), segment->first_bus, segment->last_bus, &wanted, found)) return true;
    }
    return false;
}

// ---- What is found

bool pci_map_region(void) {
    struct pci_function device;
    if (!find((struct pci_wanted){CONFIG_ID, ~0u, ID_IVSHMEM, 0}, &device)) return false;
    u64 address = bar_address(device, CONFIG_BAR2), bytes = bar_bytes(device, CONFIG_BAR2);
    if (!address || bytes < MACHINE_PAGE_BYTES) return false;
    tables_map(REGION_START, address, bytes, PAGE_DATA);
    machine.region_bytes = bytes;
    return true;
}

bool pci_map_controller(u32 class, u32 number, u32 bar, u64 bytes, volatile void **registers) {
    struct pci_function device;
    if (!find((struct pci_wanted){CONFIG_CLASS, CLASS_MASK, class << 8, number}, &device)) return false;
    u64 address = bar_address(device, CONFIG_BAR0 + 4 * bar);
    *registers = NULL;
    if (!address) return true;
    u32 command = config_read(device, CONFIG_COMMAND) & COMMAND_MASK;
    config_write(device, CONFIG_COMMAND, command | COMMAND_MEMORY | COMMAND_MASTER);
    *registers = tables_map_device(address, bytes);
    return true;
}
