// DMA remapping units. Firmware may leave one on, with tables of its own that know nothing of the buffers which our
// drivers give to disks; so all are turned off before a device is used. VT-d: Intel Virtualization Technology for
// Directed I/O 4.0, 11.4.4; AMD: I/O Virtualization Technology (IOMMU) 3.08, 3.4.1.
#include "base/print.h"
#include "boot/pc/disks.h"
#include "boot/pc/pc.h"

#define REGISTERS_BYTES 4096
#define INTEL_COMMAND 0x18
#define INTEL_STATUS 0x1c
#define INTEL_TRANSLATION (1u << 31)
#define INTEL_INTERRUPTS (1u << 25)
#define INTEL_KEPT 0x96ffffffu // of the status, in a command: the other bits start something
#define AMD_CONTROL 0x18
#define AMD_ON 1u

#define ANSWER_MS 100

// One bit at a time, as the specification wants it. Returns whether it is off now.
static bool clear_intel(volatile u32 *registers, u32 bit) {
    volatile u32 *status = registers + INTEL_STATUS / 4;
    if (!(*status & bit)) return true;
    registers[INTEL_COMMAND / 4] = *status & INTEL_KEPT & ~bit;
    return disks_wait(status, bit, 0, ANSWER_MS);
}

static void turn_off(const struct acpi_remapper *remapper) {
    volatile u32 *registers = tables_map_device(remapper->address, REGISTERS_BYTES);
    volatile u32 *control = registers + (remapper->is_amd ? AMD_CONTROL : INTEL_STATUS) / 4;
    if (!(*control & (remapper->is_amd ? AMD_ON : INTEL_TRANSLATION | INTEL_INTERRUPTS))) return;
    bool is_off;
    if (remapper->is_amd) {
        *control &= ~AMD_ON;
        is_off = disks_wait(control, AMD_ON, 0, ANSWER_MS);
    } else {
        is_off = clear_intel(registers, INTEL_TRANSLATION);
        is_off &= clear_intel(registers, INTEL_INTERRUPTS);
    }
    print_console("gnomon: the firmware has left the IOMMU at %lx on: it %s\n", remapper->address,
                  is_off ? "is off now" : "cannot be turned off, and disks may not work");
}

void remapping_off(void) {
    for (u32 i = 0; i < acpi.remapper_count; i++) turn_off(&acpi.remappers[i]);
}
