// A jar as a zip file: its central directory and the data of one member. Trusts nothing; every error names the file and
// the offset. Reads the 32-bit format (which `jar` writes below 4 GiB) and methods 0 (stored) and 8 (deflated).
#ifndef VIZ_RUN_ZIP_H
#define VIZ_RUN_ZIP_H

#include "viz/cli/file.h"

struct zip_entry {
    const u8 *name; // not terminated
    u32 name_bytes;
    u32 data_bytes, packed_bytes, header_offset;
    u16 method;
};

struct zip {
    const char *path;
    struct file_map map;
    struct zip_entry *entries;
    size_t count;
};

bool zip_open(struct zip *zip, const char *path, struct problem *problem);
void zip_close(struct zip *zip);
const struct zip_entry *zip_find(const struct zip *zip, const char *name);
// The member's bytes, unpacked, to be freed by the caller.
bool zip_read(const struct zip *zip, const struct zip_entry *entry, struct buffer *data, struct problem *problem);

#endif
