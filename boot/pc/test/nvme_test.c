// NVMe controllers that do not answer: each is waited for no longer than its time, left out with a message, and those
// behind it are looked at. Controllers and the clock are this test's own: time goes on only while the driver waits.
#include <string.h>

#include "tap.h"

#include "boot/pc/nvme.c"
#include "boot/pc/test/said.h"

#define START_UNITS 3u // of 500 ms, and one more: what a controller says it takes to start
#define START_ALL_MS ((START_UNITS + 1) * 500)

enum kind { SILENT, STUCK, ANSWERS }; // starts, but answers no command; never starts; works

u8 disks_data[DISK_PIECE_BYTES];
static u32 registers[2][CONTROLLER_BYTES / 4];
static enum kind kinds[2];
static u32 controllers, sectors; // how many there are; first sectors that were looked at
static u64 now_ms;

bool pci_map_controller(u32 class, u32 number, u32 bar, u64 bytes, volatile void **mapped) {
    if (class != CLASS_NVME || number >= controllers || bar || bytes != sizeof(*registers)) return false;
    *mapped = registers[number];
    return true;
}

// What the driver waits for is a status register, or the status word of the next answer.
static void react(volatile u32 *number, u32 value) {
    enum kind kind = kinds[nvme.registers == registers[1]];
    if (number == at(STATUS)) {
        *number = kind == STUCK ? 0 : *at(CONFIGURATION) & ENABLED;
    } else if (kind == ANSWERS) {
        *number = value | (u16)(nvme.commands - 1);
    }
}

bool disks_wait(const volatile u32 *number, u32 mask, u32 value, u64 ms) {
    react((volatile u32 *)(u64)number, value);
    if ((*number & mask) == value) return true;
    now_ms += ms;
    return false;
}

static bool counts_and_wants_none(const void *sector) { return (void)sector, sectors++, false; }

// Returns how many disks the driver has found, none of which is wanted.
static u32 find(enum kind first, enum kind second, u32 count) {
    struct disk found = {.bytes = 0};
    memset(registers, 0, sizeof(registers));
    for (u32 i = 0; i < count; i++) {
        registers[i][CAPABILITIES / 4] = MOST_ENTRIES_MASK | START_UNITS << START_TIME_SHIFT;
        registers[i][CAPABILITIES_HIGH / 4] = HIGH_NVM;
    }
    kinds[0] = first, kinds[1] = second, controllers = count;
    now_ms = 0, sectors = 0, said[0] = 0;
    u32 disks = nvme_find(counts_and_wants_none, &found);
    tap_is_int((long long)found.bytes, 0, "no disk is chosen");
    return disks;
}

// All that is identified has the same bytes: a controller with a namespace of 100 blocks of 512 bytes.
static void make_identity(void) {
    disks_data[CONTROLLER_NAMESPACES] = 1;
    disks_data[NAMESPACE_BLOCKS] = 100;
    disks_data[NAMESPACE_FORMATS + 2] = 9;
}

#define LEFT_OUT "gnomon: an NVMe controller does not answer, and is left out\n"

int main(void) {
    make_identity();
    tap_is_int(find(SILENT, SILENT, 1), 0, "one that answers no command: it has no disk");
    tap_is_int((long long)now_ms, ADMIN_MS, "  only its first command is waited for, in ms");
    tap_is_text(said, LEFT_OUT, "  it is said that it is left out");
    tap_is_int(registers[0][CONFIGURATION / 4] & ENABLED, 0, "  it is off afterwards");
    tap_is_int(find(STUCK, STUCK, 1), 0, "one that does not start: it has no disk");
    tap_is_int((long long)now_ms, SAY_MS + START_ALL_MS, "  it is waited for as long as it says it takes, in ms");
    tap_is_text(said, "gnomon: waits up to 2 s for an NVMe controller\n" LEFT_OUT, "  both are said");
    tap_is_int(registers[0][CONFIGURATION / 4] & ENABLED, 0, "  it is off afterwards");
    tap_is_int(find(SILENT, ANSWERS, 2), 1, "one that does not answer, before one that does: the disk of that is seen");
    tap_is_int((long long)now_ms, ADMIN_MS, "  the second is not waited for, in ms");
    tap_is_int(sectors, 1, "  its first sector is looked at");
    tap_is_text(said, LEFT_OUT, "  only the first is left out");
    return tap_done();
}
