// gnomon-verify IMAGE: passes every class of a JDK image through the kernel's own parser and verifier, once, when the
// image is made, so that the kernel need not do it at every boot. Writes the hashes by which the kernel recognises them
// to standard output (archive_hashes in base/archive.h); if a class does not pass, writes one line on stderr that names
// it, and ends with status 1. This is a program of its own, so that the tool `gnomon` sees nothing of the kernel.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/archive.h"
#include "base/panic.h"
#include "viz/verify/world.h"

enum { WORK_BYTES = 64 << 20 };

static bool verify_one(struct world *world, struct world_class *class, struct arena *work) {
    const struct classfile *file = world_file(world, class);
    struct world_view view = {.world = world, .file = file};
    struct verify_hierarchy hierarchy = world_hierarchy(&view);
    struct class_error error;
    if (verify_class(file, work, &hierarchy, &error)) return true;
    if (error.exception) {
        fprintf(stderr, "%.*s: %s: %s\n", class->name.length, class->name.bytes, error.exception, error.message);
    } else {
        fprintf(stderr, "%.*s: expected class %.*s in the image, found none\n", class->name.length, class->name.bytes,
                view.missing.length, view.missing.bytes);
    }
    return false;
}

static void write_hashes(const struct world *world) {
    u32 count = world->image.table_length;
    u64 *hashes = calloc(count + 1u, sizeof(*hashes));
    if (!hashes) exit(1);
    for (u32 i = 0; i < world->capacity; i++) {
        const struct world_class *class = &world->classes[i];
        if (class->name.bytes) hashes[class->number] = archive_hash(class->bytes, class->size);
    }
    hashes[count] = archive_hash((const u8 *)hashes, count * sizeof(*hashes));
    fwrite(hashes, sizeof(*hashes), count + 1u, stdout);
    free(hashes);
}

_Noreturn void panic(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: gnomon-verify IMAGE\n");
        return 2;
    }
    struct world world = {0};
    struct arena work;
    world_open(&world, arguments[1], NULL);
    world_arena(&work, WORK_BYTES);
    for (u32 i = 0; i < world.capacity; i++) {
        if (world.classes[i].name.bytes && !verify_one(&world, &world.classes[i], &work)) return 1;
    }
    if (world.count == 0) {
        fprintf(stderr, "%s: expected classes, found none\n", arguments[1]);
        return 1;
    }
    write_hashes(&world);
    world_arena_free(&work);
    world_close(&world);
    return fflush(stdout) ? 1 : 0;
}
