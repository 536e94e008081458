// See jimage.h. The format is that of jdk.internal.jimage in OpenJDK 17:
//
//     0   u4 magic, version (major 16, minor 16), flags, resource count, table length, bytes of locations, bytes of
//         strings
//     28  s4 redirect[table length], u4 offsets[table length], locations, strings, resources
//
// A name's hash selects a redirect: 0 if there is no such name, a negative one is -1 - slot, a positive one is the seed
// of a second hash that gives the slot. The slot's offset leads to a location: attributes of one byte (kind 5 bits,
// length - 1 3 bits) and a big-endian value, ended by kind 0.
#include "translator/reader/jimage.h"

#include "base/narrow.h"
#include "base/string.h"

#define JIMAGE_MAGIC 0xcafedadau
#define JIMAGE_VERSION 0x10000u
#define JIMAGE_HEADER_BYTES 28
#define JIMAGE_HASH_SEED 0x01000193u

enum attribute_kind {
    ATTRIBUTE_END,
    ATTRIBUTE_MODULE,
    ATTRIBUTE_PARENT,
    ATTRIBUTE_BASE,
    ATTRIBUTE_EXTENSION,
    ATTRIBUTE_OFFSET,
    ATTRIBUTE_COMPRESSED,
    ATTRIBUTE_UNCOMPRESSED,
    ATTRIBUTE_KINDS
};

static u32 read_u32(const u8 *at) {
    u32 value;
    memcpy(&value, at, sizeof(value));
    return value;
}

bool jimage_open(const u8 *bytes, u64 size, struct jimage *image) {
    if (size < JIMAGE_HEADER_BYTES || read_u32(bytes) != JIMAGE_MAGIC || read_u32(bytes + 4) != JIMAGE_VERSION) {
        return false;
    }
    u32 table_length = read_u32(bytes + 16), locations_bytes = read_u32(bytes + 20),
        strings_bytes = read_u32(bytes + 24);
    u64 data = JIMAGE_HEADER_BYTES + 8 * (u64)table_length + locations_bytes + strings_bytes;
    if (data > size || table_length == 0 || locations_bytes == 0 || strings_bytes == 0) return false;
    *image = (struct jimage){.bytes = bytes,
                             .size = size,
                             .table_length = table_length,
                             .locations_bytes = locations_bytes,
                             .strings_bytes = strings_bytes,
                             .data = data};
    image->redirect = bytes + JIMAGE_HEADER_BYTES;
    image->offsets = image->redirect + 4 * (u64)table_length;
    image->locations = image->offsets + 4 * (u64)table_length;
    image->strings = image->locations + locations_bytes;
    return image->strings[strings_bytes - 1] == 0;
}

static u32 hash_name(const char *name, u32 seed) {
    for (; *name; name++) seed = (seed * JIMAGE_HASH_SEED) ^ low_u8(*name);
    return seed & 0x7fffffff;
}

static bool read_attributes(const struct jimage *image, u32 offset, u64 values[ATTRIBUTE_KINDS]) {
    for (;;) {
        if (offset >= image->locations_bytes) return false;
        u8 head = image->locations[offset];
        u32 kind = head >> 3, length = (head & 7u) + 1;
        if (kind == ATTRIBUTE_END) return true;
        if (kind >= ATTRIBUTE_KINDS || length >= image->locations_bytes - offset) return false;
        u64 value = 0;
        for (u32 i = 1; i <= length; i++) value = value << 8 | image->locations[offset + i];
        values[kind] = value;
        offset += 1 + length;
    }
}

bool jimage_location(const struct jimage *image, u32 number, struct jimage_location *location) {
    u64 values[ATTRIBUTE_KINDS] = {0};
    if (number >= image->table_length || !read_attributes(image, read_u32(image->offsets + 4 * (u64)number), values)) {
        return false;
    }
    for (u32 i = ATTRIBUTE_MODULE; i <= ATTRIBUTE_EXTENSION; i++) {
        if (values[i] >= image->strings_bytes) return false;
    }
    const char *strings = (const char *)image->strings;
    *location = (struct jimage_location){
        .number = number,
        .module = strings + values[ATTRIBUTE_MODULE],
        .parent = strings + values[ATTRIBUTE_PARENT],
        .base = strings + values[ATTRIBUTE_BASE],
        .extension = strings + values[ATTRIBUTE_EXTENSION],
        .offset = values[ATTRIBUTE_OFFSET],
        .compressed_bytes = values[ATTRIBUTE_COMPRESSED],
        .bytes = values[ATTRIBUTE_UNCOMPRESSED],
    };
    return true;
}

// The parts of a name in order, with their separators; empty parts have none.
struct name_parts {
    const char *text[8];
    u32 count;
};

static void add_part(struct name_parts *parts, const char *before, const char *part, const char *after) {
    if (*part == 0) return;
    if (*before) parts->text[parts->count++] = before;
    parts->text[parts->count++] = part;
    if (*after) parts->text[parts->count++] = after;
}

static struct name_parts split_name(const struct jimage_location *location) {
    struct name_parts parts = {.count = 0};
    add_part(&parts, "/", location->module, "/");
    add_part(&parts, "", location->parent, "/");
    add_part(&parts, "", location->base, "");
    add_part(&parts, location->extension[0] ? "." : "", location->extension, "");
    return parts;
}

static bool location_has_name(const struct jimage_location *location, const char *name) {
    struct name_parts parts = split_name(location);
    for (u32 i = 0; i < parts.count; i++) {
        for (const char *text = parts.text[i]; *text; text++) {
            if (*text != *name++) return false;
        }
    }
    return *name == 0;
}

bool jimage_find_location(const struct jimage *image, const char *name, struct jimage_location *location) {
    u32 slot = hash_name(name, JIMAGE_HASH_SEED) % image->table_length;
    s32 redirect = (s32)read_u32(image->redirect + 4 * (u64)slot);
    if (redirect == 0) return false;
    u32 number = redirect < 0 ? (u32)(-1 - redirect) : hash_name(name, (u32)redirect) % image->table_length;
    return jimage_location(image, number, location) && location_has_name(location, name);
}

const u8 *jimage_data(const struct jimage *image, const struct jimage_location *location) {
    u64 room = image->size - image->data;
    if (location->compressed_bytes != 0 || location->offset > room || location->bytes > room - location->offset) {
        return NULL;
    }
    return image->bytes + image->data + location->offset;
}

const u8 *jimage_find(const struct jimage *image, const char *name, u64 *bytes) {
    struct jimage_location location;
    if (!jimage_find_location(image, name, &location)) return NULL;
    *bytes = location.bytes;
    return jimage_data(image, &location);
}

// The resource "/packages/java.lang" lists the modules that have the package: pairs of u4 (1 if it has no classes
// there) and u4 offset of the module's name.
const char *jimage_package_module(const struct jimage *image, const char *package) {
    char name[512] = "/packages/";
    size_t prefix = strlen(name), length = strlen(package);
    if (length >= sizeof(name) - prefix) return NULL;
    for (size_t i = 0; i < length; i++) name[prefix + i] = package[i] == '/' ? '.' : package[i];
    name[prefix + length] = 0;
    u64 bytes;
    const u8 *modules = jimage_find(image, name, &bytes);
    if (modules == NULL) return NULL;
    for (u64 at = 0; at + 8 <= bytes; at += 8) {
        u32 module = read_u32(modules + at + 4);
        if (read_u32(modules + at) == 0) {
            return module < image->strings_bytes ? (const char *)image->strings + module : NULL;
        }
    }
    return NULL;
}

u32 jimage_name(const struct jimage_location *location, char *name, u32 capacity) {
    struct name_parts parts = split_name(location);
    u32 length = 0;
    for (u32 i = 0; i < parts.count; i++) {
        for (const char *text = parts.text[i]; *text; text++) {
            if (length + 1 >= capacity) return 0;
            name[length++] = *text;
        }
    }
    name[length] = 0;
    return length;
}
