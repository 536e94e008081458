// What was captured of a serial line over which a recording came (base/disk.h).
#ifndef VIZ_RUN_CAPTURE_H
#define VIZ_RUN_CAPTURE_H

#include "base/disk.h"
#include "viz/cli/file.h"

struct capture {
    u64 region_bytes, note_bytes;
    const char *at, *end; // of the lines that are left
};

// Bytes that belong at a place; the note's stand behind the region's, and no piece has some of both.
struct capture_piece {
    u64 at;
    u32 bytes;
    u8 data[LINE_DATA_BYTES];
};

// The last one, if there are several recordings. False if there is none, or one that is not whole. `map` must stay.
bool capture_find(struct capture *capture, const struct file_map *map, const char *path, struct problem *problem);
// The next piece of one that was found; false behind the last.
bool capture_next(struct capture *capture, struct capture_piece *piece);

#endif
