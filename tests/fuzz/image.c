// The JDK image's index (translator/reader/jimage.h): every slot, every name, and names that are looked up.
#include <stdlib.h>
#include <string.h>

#include "translator/reader/jimage.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

// Reads all, so that a byte out of bounds is seen.
static void touch(const u8 *bytes, u64 size) {
    for (u64 i = 0; i < size; i++) (void)((const volatile u8 *)bytes)[i];
}

static void look_up(const struct jimage *image, const struct jimage_location *location) {
    enum { NAME_BYTES = 300 };
    char name[NAME_BYTES];
    u32 length = jimage_name(location, name, sizeof(name));
    if (!length) return;
    if (length >= sizeof(name) || strlen(name) != length) abort();
    struct jimage_location found;
    if (jimage_find_location(image, name, &found)) {
        char again[NAME_BYTES];
        if (jimage_name(&found, again, sizeof(again)) != length || strcmp(name, again) != 0) abort();
    }
    u64 bytes;
    const u8 *data = jimage_find(image, name, &bytes);
    if (data) touch(data, bytes);
    const char *module = jimage_package_module(image, location->parent);
    if (module) touch((const u8 *)module, strlen(module));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    struct jimage image;
    if (!jimage_open(data, size, &image)) return 0;
    jimage_package_module(&image, "java.lang");
    for (u32 i = 0; i < image.table_length; i++) {
        struct jimage_location location;
        if (!jimage_location(&image, i, &location)) continue;
        const u8 *resource = jimage_data(&image, &location);
        if (resource) touch(resource, location.bytes);
        look_up(&image, &location);
    }
    return 0;
}
