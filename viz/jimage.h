// The JDK image `lib/modules`: its resources, by location. Little-endian format of JDK 9 and later (version 1.0), read
// in place; trusts nothing.
#ifndef VIZ_JIMAGE_H
#define VIZ_JIMAGE_H

#include "viz/file.h"

struct jimage {
    struct file_map map;
    const char *path;
    u32 count; // of locations
    const u8 *offsets, *locations, *strings, *resources;
    size_t location_bytes, string_bytes, resource_bytes;
};

struct jimage_entry {
    const char *module, *parent, *base, *extension; // terminated, inside the image
    const u8 *data;
    size_t size;
    bool compressed;
};

bool jimage_open(struct jimage *image, const char *path, struct problem *problem);
void jimage_close(struct jimage *image);
// Entry `index` of `count`; false if it is empty or broken.
bool jimage_entry(const struct jimage *image, u32 index, struct jimage_entry *entry);

#endif
