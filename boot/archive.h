// The boot archive: everything the guest gets from the host, in one file. The host tool writes it; in QEMU it is the initial RAM disk, on Linux a mapped
// file. The guest reads it in place at ARCHIVE_START. Little-endian. Shared by host and guest.
//
//     0    struct archive_header
//     ...  entry_count of struct archive_entry, sorted by name (bytewise)
//     ...  names (not terminated), then data, each entry's data on a page boundary
//
// Entries are the guest's read-only files, by absolute guest path: "/jdk/lib/modules", "/jdk/conf/...", "/app/NAME.jar". The entry
// "options" is text, one "key=value" line each; a key may repeat. Keys: main (class name) or jar (guest path), classpath (guest paths, ':'),
// arg (one each, in order), property (NAME=VALUE, for -D), time, trace (patterns), sample, sample-cpu (Hz), stacks (depth), events (list), log-mode (ring, stop),
// heap (MiB), deterministic (0, 1), unordered (0, 1), quantum (ns), jitter-seed, epoch (ns of wall time that the guest's clock starts from), dump (translator pass list), timeout.
#ifndef BOOT_ARCHIVE_H
#define BOOT_ARCHIVE_H

#include "kernel/types.h"

#define ARCHIVE_MAGIC 0x3143524148434e47ull  // "GNCHARC1" as bytes
#define ARCHIVE_VERSION 1
#define ARCHIVE_ALIGNMENT 4096

struct archive_header {
    u64 magic;
    u32 version;
    u32 entry_count;
    u64 total_bytes;
    u64 image_hash;  // archive_hash of the data of "/jdk/lib/modules": its classes were verified on the host when it had this hash; 0: they were not
};

struct archive_entry {
    u64 name_offset;
    u64 data_offset;
    u64 data_bytes;
    u32 name_bytes;
    u32 reserved;
};

// Of an image: four chains of multiplications, so that checking costs about half an instruction a byte. Against change by accident, not by an enemy.
static inline u64 archive_hash(const u8 *data, u64 bytes) {
    const u64 factor = 0x9e3779b97f4a7c15ull;
    u64 lanes[4] = {bytes, 1, 2, 3};
    u64 at = 0;
    for (; bytes - at >= 32; at += 32) {
        for (u64 lane = 0; lane < 4; lane++) {
            u64 word;
            __builtin_memcpy(&word, data + at + 8 * lane, sizeof word);
            word = (lanes[lane] ^ word) * factor;
            lanes[lane] = word ^ word >> 29;
        }
    }
    for (; at < bytes; at++) lanes[at % 4] = (lanes[at % 4] ^ data[at]) * factor;
    u64 hash = lanes[0];
    for (u64 lane = 1; lane < 4; lane++) hash = (hash ^ lanes[lane] ^ hash >> 32) * factor;
    hash ^= hash >> 32;
    return hash ? hash : 1;  // 0 in the header says that nothing was verified
}

#endif
