// The one disk that may be written to, for what is written when all else has ended: commands one at a time, polled, all
// data through one buffer of our own below 4 GiB. Found while the machine boots, when page tables can still be made;
// writing needs nothing but the registers and the reference clock, so it works after a panic too. Runs on one
// processor, with interrupts off. The drivers are ahci.c and nvme.c.
#include "boot/pc/disks.h"

#include "base/string.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

u8 disks_data[DISK_PIECE_BYTES] __attribute__((aligned(MACHINE_PAGE_BYTES)));
static struct disk disk; // no bytes: none was found

bool disks_wait(const volatile u32 *number, u32 mask, u32 value, u64 ms) {
    u64 until = machine_reference() + ms * 1000000000000ull / machine.reference_period_fs;
    while ((*number & mask) != value) {
        if (machine_reference() >= until) return false;
        pause();
    }
    return true;
}

u32 disks_find(bool (*is_wanted)(const void *sector), bool is_worth_waiting) {
    u32 disks = ahci_find(is_wanted, &disk);
    if (!disk.bytes) disks += nvme_find(is_wanted, &disk);
    if (!disk.bytes && is_worth_waiting) disks += ahci_find_late(is_wanted, &disk);
    return disks;
}

u64 disks_bytes(void) { return disk.bytes; }

bool disks_write(u64 offset, const void *from, u32 bytes) {
    if (!disk.bytes || bytes > DISK_PIECE_BYTES || offset % disk.block_bytes) return false;
    u32 whole = ALIGN_UP(bytes, disk.block_bytes);
    if (offset > disk.bytes || whole > disk.bytes - offset) return false;
    memcpy(disks_data, from, bytes);
    memset(disks_data + bytes, 0, whole - bytes);
    return disk.write(offset / disk.block_bytes, whole);
}

bool disks_flush(void) { return disk.bytes && disk.flush(); }
