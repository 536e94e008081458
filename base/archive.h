// The boot archive: everything that the guest gets from the host, in one file. The host tool writes it; in QEMU it is
// the initial RAM disk, on Linux a mapped file, with holes where the JDK's image and its kept translations are mapped
// from their own files. The guest reads it in place at ARCHIVE_START. Little-endian. Shared by host and guest.
//
//     0    struct archive_header
//     ...  entry_count of struct archive_entry, sorted by name (bytewise)
//     ...  names (not terminated), then data, each entry's data on a page boundary
//
// Entries are the guest's files, by absolute guest path: "/jdk/lib/modules", "/jdk/conf/...", "/app/NAME.jar", and what
// --file names. The entry "input", if there is one, is the program's whole standard input; otherwise input comes
// through the region as the program asks for it (struct region_input). The entry "image-hashes" says which classes of
// the JDK's image the host has verified (archive_hashes). The entry "options" is text, one "key=value" line each; a key
// may repeat. Keys: main (class name) or jar (guest path), classpath (guest paths, ':'), arg (one each, in order),
// property (NAME=VALUE, for -D), slow (calls kept of each timed method), those of PATTERN_TABLE (log/region.h),
// allocation-bytes (of the allocation probe), sample, sample-cpu (Hz), stacks (depth), origins (1: of translated code),
// events (list), counters (list), log-mode (ring, stop), heap (MiB), deterministic (0, 1), unordered (0, 1), quantum
// (ns), jitter-seed, epoch (ns of wall time at which the guest's clock starts), dump (patterns), dump-after (letters of
// passes), timeout, disk (MiB of files that the program may write), env (NAME=VALUE), save (guest path), census (1: at
// the end), census-every (collections), scheduler (class name), ages (KiB), dump-heap (the number of its file), keep
// (record, verify: a training run), keep-several (1: it is for several processors), list-natives (1: instead of a run).
#ifndef BASE_ARCHIVE_H
#define BASE_ARCHIVE_H

#include "base/types.h"

#define ARCHIVE_MAGIC 0x3143524148434e47ull // "GNCHARC1" as bytes
#define ARCHIVE_VERSION 3
#define ARCHIVE_ALIGNMENT 4096

// Data that may be mapped from a file of its own: of ARCHIVE_IMAGE, and of both kinds of kept translations
// (base/kept.h); all 0 if there is none.
enum { ARCHIVE_HOLE_IMAGE, ARCHIVE_HOLE_KEPT, ARCHIVE_HOLE_PROGRAM, ARCHIVE_HOLES };
struct archive_hole {
    u64 offset, bytes;
};

struct archive_header {
    u64 magic;
    u32 version;
    u32 entry_count;
    u64 total_bytes;
    struct archive_hole holes[ARCHIVE_HOLES];
};

struct archive_entry {
    u64 name_offset;
    u64 data_offset;
    u64 data_bytes;
    u32 name_bytes;
    u32 flags; // enum archive_flag
};

#define ARCHIVE_INPUT "input"
#define ARCHIVE_NET "net" // recorded traffic (base/traffic.h)
#define ARCHIVE_OPTIONS "options"
#define ARCHIVE_HASHES "image-hashes"
#define ARCHIVE_IMAGE "/jdk/lib/modules"
// the program's, in the guest; relative names in --file and --save start there
#define ARCHIVE_WORKING_DIRECTORY "/home/user"

enum archive_flag {
    ARCHIVE_USER = 1,      // the program may write to it; other files are as if on a read-only disk
    ARCHIVE_DIRECTORY = 2, // without data; needed only for empty ones
    ARCHIVE_EXECUTABLE = 4,
};

static inline u64 archive_word(const u8 *data) {
    u64 word;
    __builtin_memcpy(&word, data, sizeof(word));
    return word;
}

// Four polynomials over the words of a class, so that checking it costs two instructions for eight bytes. It guards
// against accidental change, not against an enemy.
static inline u64 archive_hash(const u8 *data, u64 bytes) {
    const u64 factor = 0x9e3779b97f4a7c15ull;
    u64 first = bytes, second = 1, third = 2, fourth = 3;
    const u8 *end = data + bytes;
#pragma GCC unroll 8
    for (u64 left = bytes / 64; left; left--, data += 64) {
        first = (first * factor + archive_word(data)) * factor + archive_word(data + 32);
        second = (second * factor + archive_word(data + 8)) * factor + archive_word(data + 40);
        third = (third * factor + archive_word(data + 16)) * factor + archive_word(data + 48);
        fourth = (fourth * factor + archive_word(data + 24)) * factor + archive_word(data + 56);
    }
    for (; data < end; data++) first = first * factor + *data;
    u64 hash = first ^ first >> 32;
    hash = (hash ^ second ^ second >> 29) * factor;
    hash = (hash ^ third ^ third >> 31) * factor;
    hash = (hash ^ fourth ^ fourth >> 30) * factor;
    hash ^= hash >> 32;
    return hash ? hash : 1; // 0 means that nothing was verified
}

// The entry "image-hashes": for each location of the image, by its number (translator/reader/jimage.h), the
// archive_hash of the class there, which has passed the verifier, or 0; and last the archive_hash of all these. Returns
// how many locations it covers, 0 if it is incomplete.
static inline u32 archive_hashes(const u64 *hashes, u64 bytes) {
    u64 count = bytes / sizeof(*hashes);
    if (count < 2 || count > UINT32_MAX || bytes % sizeof(*hashes)) return 0;
    return hashes[count - 1] == archive_hash((const u8 *)hashes, bytes - sizeof(*hashes)) ? (u32)(count - 1) : 0;
}

#endif
