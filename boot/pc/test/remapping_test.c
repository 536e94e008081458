// Units that remap DMA: those that are on are turned off, and are said; what is off is let alone. Each unit is a page
// of this test.
#include <string.h>

#include "tap.h"

#include "boot/pc/remapping.c"
#include "boot/pc/test/said.h"

struct acpi_facts acpi;

#define UNITS 4
static u32 pages[UNITS][REGISTERS_BYTES / 4];
static bool answers[UNITS];

volatile void *tables_map_device(u64 physical, u64 bytes) {
    (void)bytes;
    return pages[physical / REGISTERS_BYTES];
}

// As an Intel unit: the status becomes what the command says, while somebody waits for it. A command of zero is none.
bool disks_wait(const volatile u32 *number, u32 mask, u32 value, u64 ms) {
    for (u32 i = 0; i < UNITS; i++) {
        u32 command = pages[i][INTEL_COMMAND / 4];
        if (answers[i] && command) pages[i][INTEL_STATUS / 4] = command;
    }
    return ms && (*number & mask) == value;
}

#define OTHER_BITS 0x10000001u // a bit that is kept, and one that no status has

int main(void) {
    acpi.remapper_count = UNITS;
    for (u32 i = 0; i < UNITS; i++) acpi.remappers[i].address = i * REGISTERS_BYTES;
    pages[0][INTEL_STATUS / 4] = INTEL_TRANSLATION | INTEL_INTERRUPTS | OTHER_BITS;
    answers[0] = true;
    pages[1][INTEL_STATUS / 4] = INTEL_TRANSLATION | OTHER_BITS; // and does not answer
    pages[2][INTEL_STATUS / 4] = OTHER_BITS;
    acpi.remappers[3].is_amd = true;
    pages[3][AMD_CONTROL / 4] = 0x7f;
    remapping_off();
    tap_is_int(pages[0][INTEL_STATUS / 4], OTHER_BITS, "both bits of a unit are clear, another stays");
    tap_is_int(pages[1][INTEL_COMMAND / 4], OTHER_BITS, "one that does not answer has had its command");
    tap_is_int(pages[2][INTEL_COMMAND / 4], 0, "one that is off gets none");
    tap_is_int(pages[3][AMD_CONTROL / 4], 0x7e, "AMD's has its first bit cleared");
    tap_is_text(said,
                "gnomon: the firmware has left the IOMMU at 0 on: it is off now\n"
                "gnomon: the firmware has left the IOMMU at 1000 on: it cannot be turned off, and disks may not work\n"
                "gnomon: the firmware has left the IOMMU at 3000 on: it is off now\n",
                "each that was on is said");
    return tap_done();
}
