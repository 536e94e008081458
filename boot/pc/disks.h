// What the disk's drivers share, and what they offer to disks.c.
#ifndef BOOT_PC_DISKS_H
#define BOOT_PC_DISKS_H

#include "base/disk.h"

struct disk {
    u64 bytes;
    u32 block_bytes;                     // a power of two, from DISK_SECTOR_BYTES to a page
    bool (*write)(u64 block, u32 bytes); // whole blocks, from disks_data
    bool (*flush)(void);                 // all that was written is on the disk
};

// What a command moves, at its own address: the kernel's image lies where it lies in memory.
extern u8 disks_data[DISK_PIECE_BYTES];

// Waits until a register, or a word that a device writes, has this value. Returns false if that has not come.
bool disks_wait(const volatile u32 *number, u32 mask, u32 value, u64 ms);

// Each looks at every disk of its kind until one is wanted by its first sector, and describes it. Those that are not
// are left as they were. Returns how many it has seen.
u32 ahci_find(bool (*is_wanted)(const void *sector), struct disk *found);
// The same for those that were not there yet, which it waits for.
u32 ahci_find_late(bool (*is_wanted)(const void *sector), struct disk *found);
u32 nvme_find(bool (*is_wanted)(const void *sector), struct disk *found);

#endif
