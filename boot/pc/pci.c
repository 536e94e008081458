// Finds devices by a scan of configuration space (PCI 3.0, 6.1); and of the shared-memory device (ivshmem-plain) maps the
// memory, base address register 2, at REGION_START. The firmware has placed the devices; whether above or below 4 GiB does
// not matter.
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

#define CONFIG_ADDRESS 0xcf8
#define CONFIG_DATA 0xcfc
#define ID_IVSHMEM 0x11101af4u
#define ID_NONE 0xffffffffu

enum config_register {
    CONFIG_ID = 0x00,
    CONFIG_COMMAND = 0x04,
    CONFIG_CLASS = 0x08, // and, in the lowest byte, the revision
    CONFIG_HEADER = 0x0c,
    CONFIG_BAR2 = 0x18,
    CONFIG_BAR3 = 0x1c,
    CONFIG_BAR5 = 0x24,
    CONFIG_BUSES = 0x18
};
#define CLASS_MASK 0xffffff00u
#define COMMAND_MEMORY 2u
#define COMMAND_MASTER 4u
#define BAR_64_BITS 4u
#define BAR_MASK 0xfffffff0u
#define HEADER_BRIDGE 1u
#define HEADER_MULTIPLE 0x80u

// Bus, device and function as configuration space has them: bits 16-23, 11-15, 8-10.
typedef u32 pci_place;

static u32 config_read(pci_place place, enum config_register number) {
    outl(CONFIG_ADDRESS, 0x80000000u | place | number);
    return inl(CONFIG_DATA);
}

static void config_write(pci_place place, enum config_register number, u32 value) {
    outl(CONFIG_ADDRESS, 0x80000000u | place | number);
    outl(CONFIG_DATA, value);
}

static u64 read_bar2(pci_place place, bool is_64_bits) {
    u64 low = config_read(place, CONFIG_BAR2) & BAR_MASK;
    u64 high = is_64_bits ? config_read(place, CONFIG_BAR3) : 0xffffffffu;
    return low | high << 32;
}

// Finds the size by writing all ones; the device does not respond to memory accesses meanwhile.
static u64 bar2_bytes(pci_place place, bool is_64_bits) {
    u32 command = config_read(place, CONFIG_COMMAND), low = config_read(place, CONFIG_BAR2),
        high = config_read(place, CONFIG_BAR3);
    config_write(place, CONFIG_COMMAND, command & ~COMMAND_MEMORY);
    config_write(place, CONFIG_BAR2, ~0u);
    if (is_64_bits) config_write(place, CONFIG_BAR3, ~0u);
    u64 mask = read_bar2(place, is_64_bits);
    config_write(place, CONFIG_BAR2, low);
    if (is_64_bits) config_write(place, CONFIG_BAR3, high);
    config_write(place, CONFIG_COMMAND, command | COMMAND_MEMORY);
    return -mask;
}

// Devices that have this in a register, after the first `skip` of them.
struct pci_wanted {
    enum config_register number;
    u32 mask, value, skip;
};

#define BRIDGES_DEEP 4

static pci_place find_on_bus(u32 bus, struct pci_wanted *wanted, unsigned depth);

// The device itself, or behind it if it is a bridge; 0: neither (place 0 is the host bridge).
static pci_place find_at(pci_place place, u32 header, struct pci_wanted *wanted, unsigned depth) {
    if ((config_read(place, wanted->number) & wanted->mask) == wanted->value && !wanted->skip--) return place;
    if ((header & 0x7f) != HEADER_BRIDGE || depth == 0) return 0;
    return find_on_bus(config_read(place, CONFIG_BUSES) >> 8 & 0xff, wanted, depth - 1);
}

static pci_place find_on_bus(u32 bus, struct pci_wanted *wanted, unsigned depth) {
    for (u32 device = 0; device < 32; device++) {
        pci_place place = bus << 16 | device << 11;
        if (config_read(place, CONFIG_ID) == ID_NONE) continue;
        u32 functions = config_read(place, CONFIG_HEADER) >> 16 & HEADER_MULTIPLE ? 8 : 1;
        for (u32 function = 0; function < functions; function++, place += 1 << 8) {
            if (config_read(place, CONFIG_ID) == ID_NONE) continue;
            pci_place found = find_at(place, config_read(place, CONFIG_HEADER) >> 16, wanted, depth);
            if (found) return found;
        }
    }
    return 0;
}

bool pci_map_region(void) {
    struct pci_wanted wanted = {CONFIG_ID, ~0u, ID_IVSHMEM, 0};
    pci_place place = find_on_bus(0, &wanted, BRIDGES_DEEP);
    if (!place) return false;
    bool is_64_bits = config_read(place, CONFIG_BAR2) & BAR_64_BITS;
    u64 address = read_bar2(place, is_64_bits) & (is_64_bits ? ~0ull : 0xffffffffu);
    u64 bytes = bar2_bytes(place, is_64_bits);
    if (!address || bytes < MACHINE_PAGE_BYTES) return false;
    tables_map(REGION_START, address, bytes, PAGE_DATA);
    machine.region_bytes = bytes;
    return true;
}

volatile void *pci_map_controller(u32 class, u32 number, u64 bytes) {
    struct pci_wanted wanted = {CONFIG_CLASS, CLASS_MASK, class << 8, number};
    pci_place place = find_on_bus(0, &wanted, BRIDGES_DEEP);
    u32 address = place ? config_read(place, CONFIG_BAR5) & BAR_MASK : 0;
    if (!address) return NULL;
    u32 command = config_read(place, CONFIG_COMMAND) & 0xffff; // the upper half is cleared by writing ones
    config_write(place, CONFIG_COMMAND, command | COMMAND_MEMORY | COMMAND_MASTER);
    return tables_map_device(address, bytes);
}
