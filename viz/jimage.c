// See jimage.h. Layout: header of seven 32-bit words {magic, version, flags, resource count, table length, locations'
// size, strings' size}, redirect table, offsets table, locations (attribute bytes: kind << 3 | length - 1, then the
// value, big-endian), strings, resources.
#include "viz/jimage.h"

#include <string.h>

enum { HEADER_BYTES = 28, MAGIC = 0xcafedada, VERSION = 0x00010000 };
enum { AT_END, AT_MODULE, AT_PARENT, AT_BASE, AT_EXTENSION, AT_OFFSET, AT_COMPRESSED, AT_SIZE, ATTRIBUTES };

static u32 get32(const u8 *at) {
    u32 value;
    memcpy(&value, at, sizeof(value));
    return value;
}

bool jimage_open(struct jimage *image, const char *path, struct problem *problem) {
    *image = (struct jimage){.path = path};
    if (!file_map(&image->map, path, problem)) return false;
    const u8 *data = image->map.data;
    u64 size = image->map.size;
    if (size < HEADER_BYTES || get32(data) != MAGIC || get32(data + 4) != VERSION) {
        jimage_close(image);
        return problem_set(problem, STATUS_BAD_INPUT, "%s: expected a JDK image of version 1.0, found something else",
                           path);
    }
    u64 length = get32(data + 16), locations = get32(data + 20), strings = get32(data + 24);
    u64 index = HEADER_BYTES + length * 8 + locations + strings;
    if (index > size || !strings || data[index - 1]) {
        jimage_close(image);
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: truncated: its index should take %llu bytes, the file has %llu", path,
                           (unsigned long long)index, (unsigned long long)size);
    }
    image->count = (u32)length;
    image->offsets = data + HEADER_BYTES + length * 4;
    image->locations = image->offsets + length * 4;
    image->strings = image->locations + locations;
    image->resources = image->strings + strings;
    image->location_bytes = locations;
    image->string_bytes = strings;
    image->resource_bytes = size - index;
    return true;
}

void jimage_close(struct jimage *image) {
    file_unmap(&image->map);
    *image = (struct jimage){0};
}

static bool read_attributes(const u8 *at, const u8 *end, u64 *values) {
    while (at < end && *at >> 3 != AT_END) {
        u32 kind = *at >> 3, length = (*at & 7u) + 1;
        if (kind >= ATTRIBUTES || (size_t)(end - at) <= length) return false;
        values[kind] = 0;
        for (u32 i = 1; i <= length; i++) values[kind] = values[kind] << 8 | at[i];
        at += 1 + length;
    }
    return at < end;
}

bool jimage_entry(const struct jimage *image, u32 index, struct jimage_entry *entry) {
    u32 offset = get32(image->offsets + 4 * (size_t)index);
    u64 values[ATTRIBUTES] = {0};
    if (offset >= image->location_bytes ||
        !read_attributes(image->locations + offset, image->locations + image->location_bytes, values)) {
        return false;
    }
    for (u32 kind = AT_MODULE; kind <= AT_EXTENSION; kind++) {
        if (values[kind] >= image->string_bytes) return false;
    }
    u64 stored = values[AT_COMPRESSED] ? values[AT_COMPRESSED] : values[AT_SIZE];
    if (values[AT_OFFSET] > image->resource_bytes || stored > image->resource_bytes - values[AT_OFFSET]) return false;
    const char *strings = (const char *)image->strings;
    *entry = (struct jimage_entry){.module = strings + values[AT_MODULE],
                                   .parent = strings + values[AT_PARENT],
                                   .base = strings + values[AT_BASE],
                                   .extension = strings + values[AT_EXTENSION],
                                   .data = image->resources + values[AT_OFFSET],
                                   .size = stored,
                                   .compressed = values[AT_COMPRESSED] != 0};
    return values[AT_MODULE] || values[AT_BASE];
}
