// How a recording leaves a machine that shares no memory with a host: on a disk of its own, or as text over the serial
// line. The guest writes it when the run has ended, also by a panic (boot/pc/leave.c); `gnomon import` reads it.
// Little-endian.
//
// The disk, in sectors of 512 bytes. Nobody writes to a disk whose first sector is not a whole struct disk_mark:
// `gnomon import --prepare` makes one.
//
//     0      struct disk_mark
//     4096   the region (log/region.h), region_bytes
//     then   the note, note_bytes: what the host gave with the boot archive, as it was; it becomes meta.json
//
// The serial line, between other text, in lines that begin with LINE_MARK:
//
//     @gnomon begin REGION NOTE   the bytes of each
//     @gnomon AT DATA SUM     bytes from AT on; SUM is the CRC-32 of AT, as a u64, and then of the bytes
//     @gnomon end LINES SUM   so many lines of data; SUM is the CRC-32 of their sums, each as a u32
//
// AT counts through the region and then the note. Bytes that no line holds are zero. Numbers are decimal, sums eight
// digits of hex; DATA is in base 64 and packed: {u8 zeros, u8 others, the others}, again and again.
#ifndef BASE_DISK_H
#define BASE_DISK_H

#include "base/types.h"

#define DISK_SECTOR_BYTES 512u
#define DISK_MAGIC 0x4b5349444d4f4e47ull // "GNOMDISK" as bytes
#define DISK_VERSION 1
#define DISK_DATA_OFFSET 4096u

enum disk_state {
    DISK_PREPARED, // nothing has been recorded
    DISK_STARTED,  // a run began, and has not ended by itself
    DISK_WRITING,  // it ended, and what is here is not whole
    DISK_WHOLE,    // the recording is here
};

struct disk_mark {
    u64 magic;        //  0
    u32 version;      //  8
    u32 state;        // 12  enum disk_state
    u64 disk_bytes;   // 16  that the mark is for
    u64 region_bytes; // 24
    u64 note_bytes;   // 32
    u64 region_hash;  // 40  disk_hash_add over pieces of DISK_PIECE_BYTES, from 0
    u64 note_hash;    // 48
    u8 zero[448];     // 56  so that no partition table or boot record is taken for a mark
    u64 mark_hash;    // 504 archive_hash of all before it
};
_Static_assert(sizeof(struct disk_mark) == DISK_SECTOR_BYTES, "the mark is a sector");

#define DISK_PIECE_BYTES (64 * 1024u)

// `piece_hash` is archive_hash (base/archive.h) of the next piece; the last may be shorter.
static inline u64 disk_hash_add(u64 hash, u64 piece_hash) { return (hash ^ piece_hash) * 0x9e3779b97f4a7c15ull + 1; }

#define LINE_MARK "@gnomon "
#define LINE_DATA_BYTES 1024u // that a line stands for, at most

// CRC-32 as in IEEE 802.3, of bytes behind others whose sum was `sum`; 0 at first.
static inline u32 disk_line_sum(u32 sum, const u8 *bytes, u64 count) {
    sum = ~sum;
    for (u64 i = 0; i < count; i++) {
        sum ^= bytes[i];
        for (u32 bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

#endif
