// The JDK's image file, lib/modules: an uncompressed archive with a perfect-hash index, read in place. Little-endian.
// Every read is checked against the image's end, so a damaged image gives "not found", never a wild access. Has no
// state except the struct jimage: may be called anywhere.
#ifndef TRANSLATOR_READER_JIMAGE_H
#define TRANSLATOR_READER_JIMAGE_H

#include "base/types.h"

struct jimage {
    const u8 *bytes;
    u64 size;
    u32 table_length; // slots of redirect and offset tables
    u32 locations_bytes, strings_bytes;
    const u8 *redirect, *offsets, *locations, *strings;
    u64 data; // offset of the resources
};

// The name is '/' module '/' parent '/' base '.' extension, each with its separator only if it is not empty.
struct jimage_location {
    u32 number;                                     // its slot
    const char *module, *parent, *base, *extension; // terminated by 0
    u64 offset, compressed_bytes, bytes;            // compressed_bytes is 0 if the resource is stored uncompressed
};

// Returns false if these are not an image's bytes.
bool jimage_open(const u8 *bytes, u64 size, struct jimage *image);

// The bytes of "/java.base/java/lang/Object.class"; NULL if there is no such name, or if it is compressed.
const u8 *jimage_find(const struct jimage *image, const char *name, u64 *bytes);

// The location of a name. jimage_data then gives its bytes (NULL if compressed or outside the image).
bool jimage_find_location(const struct jimage *image, const char *name, struct jimage_location *location);
const u8 *jimage_data(const struct jimage *image, const struct jimage_location *location);

// The module that holds a package with classes ("java/lang" or "java.lang" -> "java.base"); NULL if there is none.
const char *jimage_package_module(const struct jimage *image, const char *package);

// The location in slot `number` (0 to table_length - 1), in no useful order; false if the slot is broken.
bool jimage_location(const struct jimage *image, u32 number, struct jimage_location *location);

// Writes the full name, terminated; returns its length, or 0 if it does not fit.
u32 jimage_name(const struct jimage_location *location, char *name, u32 capacity);

#endif
