// See zip.h. Layout after PKWARE's APPNOTE, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its
// end).
#include "viz/run/zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { END_BYTES = 22, CENTRAL_BYTES = 46, LOCAL_BYTES = 30, COMMENT_LIMIT = 65535 };
enum { END_MAGIC = 0x06054b50, CENTRAL_MAGIC = 0x02014b50, LOCAL_MAGIC = 0x04034b50 };

static u32 get16(const u8 *at) { return at[0] | (u32)at[1] << 8; }
static u32 get32(const u8 *at) { return get16(at) | get16(at + 2) << 16; }

static const u8 *find_end(const struct file_map *map) {
    if (map->size < END_BYTES) return NULL;
    size_t lowest = map->size > END_BYTES + COMMENT_LIMIT ? map->size - END_BYTES - COMMENT_LIMIT : 0;
    for (size_t at = map->size - END_BYTES + 1; at-- > lowest;) {
        if (get32(map->data + at) == END_MAGIC && at + END_BYTES + get16(map->data + at + 20) <= map->size) {
            return map->data + at;
        }
    }
    return NULL;
}

static bool read_entry(struct zip *zip, size_t *offset, size_t end, struct problem *problem) {
    const u8 *at = zip->map.data + *offset;
    if (end - *offset < CENTRAL_BYTES || get32(at) != CENTRAL_MAGIC) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: offset %zu: expected entry %zu of the jar's directory, found something else", zip->path,
                           *offset, zip->count);
    }
    size_t length = CENTRAL_BYTES + get16(at + 28) + get16(at + 30) + get16(at + 32);
    if (end - *offset < length) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: offset %zu: entry of %zu bytes leaves the jar's directory",
                           zip->path, *offset, length);
    }
    zip->entries[zip->count++] = (struct zip_entry){.name = at + CENTRAL_BYTES,
                                                    .name_bytes = get16(at + 28),
                                                    .data_bytes = get32(at + 24),
                                                    .packed_bytes = get32(at + 20),
                                                    .header_offset = get32(at + 42),
                                                    .method = (u16)get16(at + 10)};
    *offset += length;
    return true;
}

static bool read_directory(struct zip *zip, struct problem *problem) {
    const struct file_map *map = &zip->map;
    bool begins_as_zip = map->size >= 4 && get32(map->data) == LOCAL_MAGIC;
    const u8 *end_record = find_end(map);
    if (!end_record && begins_as_zip) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: truncated jar: expected the end of its directory in the last bytes of %zu, found none",
                           zip->path, map->size);
    }
    if (!end_record) return problem_set(problem, STATUS_BAD_INPUT, "%s: not a jar: expected a zip file", zip->path);
    u32 count = get16(end_record + 10);
    size_t offset = get32(end_record + 16), length = get32(end_record + 12), limit = (size_t)(end_record - map->data);
    if (offset > limit || length > limit - offset) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: truncated jar: its directory should be %zu bytes at offset %zu, the file has %zu",
                           zip->path, length, offset, map->size);
    }
    zip->entries = memory_get(count * sizeof(*zip->entries));
    for (size_t end = offset + length; zip->count < count;) {
        if (!read_entry(zip, &offset, end, problem)) return false;
    }
    return true;
}

bool zip_open(struct zip *zip, const char *path, struct problem *problem) {
    *zip = (struct zip){.path = path};
    if (!file_map(&zip->map, path, problem)) return false;
    if (read_directory(zip, problem)) return true;
    zip_close(zip);
    return false;
}

void zip_close(struct zip *zip) {
    free(zip->entries);
    file_unmap(&zip->map);
    *zip = (struct zip){0};
}

const struct zip_entry *zip_find(const struct zip *zip, const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < zip->count; i++) {
        if (zip->entries[i].name_bytes == length && memcmp(zip->entries[i].name, name, length) == 0) {
            return &zip->entries[i];
        }
    }
    return NULL;
}

static bool inflate_member(const u8 *packed, size_t packed_bytes, u8 *data, size_t data_bytes) {
    z_stream stream = {
        .next_in = (u8 *)packed, .avail_in = (uInt)packed_bytes, .next_out = data, .avail_out = (uInt)data_bytes};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
    int status = inflate(&stream, Z_FINISH);
    bool done = status == Z_STREAM_END && stream.total_out == data_bytes;
    inflateEnd(&stream);
    return done;
}

bool zip_read(const struct zip *zip, const struct zip_entry *entry, struct buffer *data, struct problem *problem) {
    *data = (struct buffer){0};
    size_t size = zip->map.size, at = entry->header_offset;
    const u8 *header = zip->map.data + at;
    bool inside = at <= size && size - at >= LOCAL_BYTES && get32(header) == LOCAL_MAGIC;
    size_t skip = inside ? LOCAL_BYTES + get16(header + 26) + get16(header + 28) : 0;
    inside = inside && size - at >= skip && size - at - skip >= entry->packed_bytes;
    // Deflate cannot shrink more than 1032 times: a larger claim is a lie that must not cost memory
    bool sensible = entry->data_bytes / 1032 <= entry->packed_bytes &&
                    (entry->method != 0 || entry->data_bytes == entry->packed_bytes);
    if (!inside || !sensible || (entry->method != 0 && entry->method != 8)) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: offset %zu: expected the data of member '%.*s', found none that is readable", zip->path,
                           at, (int)entry->name_bytes, entry->name);
    }
    data->capacity = (size_t)entry->data_bytes + 1;
    data->data = memory_get(data->capacity);
    data->size = entry->data_bytes;
    if (entry->method == 0) {
        memcpy(data->data, header + skip, entry->data_bytes);
    } else if (!inflate_member(header + skip, entry->packed_bytes, data->data, entry->data_bytes)) {
        buffer_free(data);
        return problem_set(problem, STATUS_BAD_INPUT, "%s: offset %zu: member '%.*s' does not unpack", zip->path, at,
                           (int)entry->name_bytes, entry->name);
    }
    return true;
}
