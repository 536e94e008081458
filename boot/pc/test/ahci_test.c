// The SATA driver's wait for disks that are not there yet: a controller of this test's own, with a port whose link
// comes up at a time, and a clock that goes on while the driver waits. What answers there is no disk, which is as good.
#include <string.h>

#include "tap.h"

#include "boot/pc/ahci.c"

#define PERIOD_FS 1000000000ull // of the clock: a microsecond
#define PORT 3u

struct machine machine = {.reference_period_fs = PERIOD_FS};
u8 disks_data[DISK_PIECE_BYTES];
static u32 registers[CONTROLLER_BYTES / 4];
static u64 now_us, link_us;
static u32 waited_for; // times that a wait has been said
static bool has_controller;

bool pci_map_controller(u32 class, u32 number, u32 bar, u64 bytes, volatile void **mapped) {
    if (!has_controller || class != CLASS_AHCI || number || bar != 5 || bytes != sizeof(registers)) return false;
    *mapped = registers;
    return true;
}
u64 machine_reference(void) { return now_us; }
void machine_relax(u32 round) {
    (void)round;
    now_us += 100;
    if (now_us >= link_us) *at_port(port_of(0, PORT), PORT_STATUS) = STATUS_LINK_UP;
}
bool disks_wait(const volatile u32 *number, u32 mask, u32 value, u64 ms) { return (void)ms, (*number & mask) == value; }
void print_console(const char *format, ...) { waited_for += strstr(format, "to answer") != NULL; }

static bool wants_none(const void *sector) { return (void)sector, false; }

// Returns after how many microseconds the driver has given up, or looked at the port.
static u64 find(u64 link_comes_us, u64 *after_first_us) {
    struct disk found = {.bytes = 0};
    memset(registers, 0, sizeof(registers));
    memset(controllers, 0, sizeof(controllers));
    controller_count = 0;
    registers[PORTS_THERE / 4] = 1u << PORT;
    now_us = 0;
    link_us = link_comes_us;
    if (ahci_find(wants_none, &found)) tap_ok(false, "there is no disk");
    *after_first_us = now_us;
    if (ahci_find_late(wants_none, &found)) tap_ok(false, "there is no disk");
    return now_us;
}

int main(void) {
    u64 first_us;
    has_controller = true;
    u64 until_us = find(1000000, &first_us);
    tap_ok(first_us >= 20000 && first_us < 30000, "the first look waits for 20 ms: %u us", (u32)first_us);
    tap_ok(until_us >= 1000000 && until_us < 1010000, "a disk that answers after a second is seen then: %u us",
           (u32)until_us);
    tap_ok(!is_any_left() && waited_for == 1, "once, and that it is waited for is said");
    until_us = find(5000000, &first_us);
    tap_ok(until_us >= 3000000 && until_us < 3100000, "none that takes longer than 3 seconds: %u us", (u32)until_us);
    tap_ok(is_any_left() && waited_for == 2, "it is still to come");
    until_us = find(5000, &first_us);
    tap_ok(until_us < 10000 && waited_for == 2, "what answers at once is not waited for: %u us", (u32)until_us);
    has_controller = false;
    until_us = find(0, &first_us);
    tap_ok(until_us <= 100 && waited_for == 2, "without a controller nothing is waited for");
    return tap_done();
}
