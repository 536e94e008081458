// Every class of a JDK image parses with all checks and verifies; and the time that this takes.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tap.h"
#include "tests/verify/image.h"
#include "viz/verify/world.h"

struct totals {
    u32 classes, failed;
    u64 methods, bytecodes;
};

static void verify_one(struct world *world, struct world_class *class, struct arena *arena, struct totals *totals) {
    struct class_error error;
    const struct classfile *file = world_file(world, class);
    struct world_view view = {.world = world, .file = file};
    struct verify_hierarchy hierarchy = world_hierarchy(&view);
    totals->classes++;
    for (u32 i = 0; i < file->method_count; i++) {
        struct classfile_code code;
        if (!classfile_code(file, &file->methods[i], &code)) continue;
        totals->methods++;
        totals->bytecodes += code.length;
    }
    if (verify_class(file, arena, &hierarchy, &error)) return;
    if (totals->failed++ < 20) {
        tap_note("%.*s: %s %s%.*s", class->name.length, class->name.bytes,
                 error.exception ? error.exception : "not found:", error.exception ? error.message : "",
                 error.exception ? 0 : view.missing.length, view.missing.bytes);
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    const char *path = count > 1 ? arguments[1] : image_path();
    if (!path) {
        tap_skip("every class of java.base verifies", "no JDK 17");
        return tap_done();
    }
    struct world world = {0};
    struct arena arena;
    struct totals totals = {0};
    world_open(&world, path, NULL);
    world_arena(&arena, 64 << 20);
    double start = seconds();
    for (u32 i = 0; i < world.capacity; i++) {
        if (world.classes[i].name.bytes) verify_one(&world, &world.classes[i], &arena, &totals);
    }
    tap_note("%u classes, %lu methods, %lu bytes of bytecode in %.1f s", totals.classes, totals.methods,
             totals.bytecodes, seconds() - start);
    tap_ok(totals.classes > 6000, "the image has the classes of java.base");
    tap_is_int(totals.failed, 0, "every class of the image verifies");
    world_close(&world);
    world_arena_free(&arena);
    return tap_done();
}
