// What was captured of a serial line over which a recording came (base/disk.h).
#ifndef VIZ_RUN_CAPTURE_H
#define VIZ_RUN_CAPTURE_H

#include "viz/cli/file.h"

struct capture {
    u8 *data; // the region, then the note; the caller frees it
    u64 region_bytes, note_bytes;
};

// Of several recordings the last one. False, and nothing to free, if there is none, or one that is not whole.
bool capture_read(struct capture *capture, const struct file_map *map, const char *path, struct problem *problem);

#endif
