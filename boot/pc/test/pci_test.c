// The scan of PCI on machines of this test's own: several root buses behind the ports, segments whose configuration
// lies in memory, and machines that have only that. Beyond the devices that are there, everything reads as ones.
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#define BOOT_PC_INSTRUCTION_H
#include "base/types.h"

// ---- The ports

struct device {
    u32 place;
    u32 words[64];
};
static struct device devices[8];
static u32 device_count, address_port, bar_mask_low, bar_mask_high;
static bool ports_work;

static u32 *word_at(u32 address) {
    for (u32 i = 0; i < device_count; i++) {
        if (devices[i].place == (address & 0xffff00)) return &devices[i].words[(address & 0xff) / 4];
    }
    return NULL;
}

static void outl(u16 port, u32 value) {
    u32 *word = word_at(address_port), number = address_port & 0xff;
    if (port == 0xcf8) address_port = value;
    if (port != 0xcfc || !word) return;
    if (number == 0x18) value = (value & bar_mask_low) | (*word & ~bar_mask_low);
    if (number == 0x1c) value &= bar_mask_high;
    *word = value;
}

static u32 inl(u16 port) {
    if (!ports_work) return UINT32_MAX;
    if (port == 0xcf8) return address_port;
    const u32 *word = word_at(address_port);
    return word ? *word : UINT32_MAX;
}

#include "boot/pc/pci.c"

// ---- The rest of the machine

struct acpi_facts acpi;
struct machine machine;
static u8 *configuration; // 4 buses of a segment
static u64 mapped_physical, mapped_bytes, region_physical, region_bytes;

volatile void *tables_map_device(u64 physical, u64 bytes) {
    mapped_physical = physical, mapped_bytes = bytes;
    return configuration;
}

void tables_map(u64 virtual, u64 physical, u64 bytes, u64 flags) {
    (void)virtual, (void)flags;
    region_physical = physical, region_bytes = bytes;
}

static u32 *add_device(u32 bus, u32 device, u32 function, u32 id, u32 class) {
    struct device *added = &devices[device_count++];
    *added = (struct device){.place = bus << 16 | device << 11 | function << 8};
    added->words[0] = id;
    added->words[CONFIG_CLASS / 4] = class << 8;
    return added->words;
}

static void start(bool ports) {
    device_count = 0;
    ports_work = ports;
    memset(&acpi, 0, sizeof(acpi));
    memset(configuration, 0xff, 4 * MIB);
    add_device(0, 0, 0, 0x29c08086, 0x060000);
}

static u32 *memory_device(u32 bus, u32 device, u32 function) {
    u32 *words = (u32 *)(configuration + (bus << 20 | device << 15 | function << 12));
    memset(words, 0, 4096);
    return words;
}

static void test_roots(void) {
    volatile void *registers;
    start(true);
    add_device(64, 3, 0, 0x00100b36, 0x010802)[CONFIG_HEADER / 4] = HEADER_MULTIPLE << 16;
    add_device(64, 3, 5, 0x00110b36, 0x010802)[CONFIG_BAR0 / 4] = 0xfebf0000;
    u32 *last = add_device(255, 31, 0, 0x00120b36, 0x010802);
    last[CONFIG_BAR0 / 4] = 0x00004004, last[CONFIG_BAR0 / 4 + 1] = 0x38;
    last[CONFIG_COMMAND / 4] = 0xf9000000;
    tap_ok(pci_map_controller(0x010802, 0, 0, 0x4000, &registers) && !registers, "one that has no address is there");
    tap_ok(pci_map_controller(0x010802, 1, 0, 0x4000, &registers) && mapped_physical == 0xfebf0000,
           "a function of a device on a bus that nothing leads to");
    tap_ok(pci_map_controller(0x010802, 2, 0, 0x4000, &registers) && mapped_physical == 0x3800004000,
           "the last place of all, above 4 GiB");
    tap_is_int(last[CONFIG_COMMAND / 4], 6, "  it may use memory, and no error of its is cleared");
    tap_ok(!pci_map_controller(0x010802, 3, 0, 0x4000, &registers), "there are no more");
}

static void test_region(void) {
    start(true);
    u32 *device = add_device(7, 0, 0, ID_IVSHMEM, 0x050000);
    device[CONFIG_BAR2 / 4] = 0x4000000c, device[CONFIG_BAR2 / 4 + 1] = 0x7;
    bar_mask_low = 0xf0000000, bar_mask_high = UINT32_MAX;
    tap_ok(pci_map_region() && region_physical == 0x740000000, "shared memory behind another root bus");
    tap_ok(machine.region_bytes == 0x10000000 && region_bytes == 0x10000000, "  its size");
    tap_ok(device[CONFIG_BAR2 / 4] == 0x4000000c && device[CONFIG_BAR2 / 4 + 1] == 7, "  it stays in its place");
    device[CONFIG_BAR2 / 4] = 0x80000000;
    tap_ok(pci_map_region() && region_physical == 0x80000000 && region_bytes == 0x10000000, "  with a narrow address");
}

static void test_segments(void) {
    volatile void *registers;
    start(true);
    acpi.segment_count = 2;
    acpi.segments[0] = (struct acpi_segment){0xb0000000, 0, 0, 255};
    acpi.segments[1] = (struct acpi_segment){0x1000000000, 2, 0, 3};
    u32 *there = memory_device(3, 31, 0);
    there[0] = 0x00100b36, there[CONFIG_CLASS / 4] = 0x01060100, there[CONFIG_BAR0 / 4 + 5] = 0xfe000000;
    tap_ok(pci_map_controller(0x010601, 0, 5, 0x1100, &registers) && mapped_physical == 0xfe000000,
           "one in a segment that only memory leads to");
    tap_is_int(there[CONFIG_COMMAND / 4] & 6, 6, "  which may use memory now");
    tap_ok(!pci_map_controller(0x010601, 1, 5, 0x1100, &registers), "  and no other");
}

static void test_no_ports(void) {
    volatile void *registers;
    start(false);
    tap_ok(!pci_map_controller(0x010601, 0, 5, 0x1100, &registers), "a machine with neither ports nor a list");
    acpi.segment_count = 1;
    acpi.segments[0] = (struct acpi_segment){0xb0000000, 0, 0, 3};
    u32 *there = memory_device(1, 2, 0);
    there[0] = 0x29228086, there[CONFIG_CLASS / 4] = 0x01060102, there[CONFIG_BAR0 / 4 + 5] = 0xfe100000;
    tap_ok(pci_map_controller(0x010601, 0, 5, 0x1100, &registers) && mapped_physical == 0xfe100000,
           "the first segment in memory where there are no ports");
}

int main(void) {
    configuration = malloc(4 * MIB);
    test_no_ports();
    test_roots();
    test_region();
    test_segments();
    return tap_done();
}
