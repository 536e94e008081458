// The classes that the verifier can see on the host, found by name: those of a JDK image, and those that a test adds.
// Parses on demand and keeps the result. Answers the verifier's questions. All these classes belong to one loader; the
// class being verified may belong to another, so that it shares its package with none of them.
#ifndef VIZ_VERIFY_WORLD_H
#define VIZ_VERIFY_WORLD_H

#include "translator/reader/jimage.h"
#include "translator/reader/verify.h"

struct world_class {
    struct text name;
    u32 number; // of its location in the image
    const u8 *bytes;
    size_t size;
    const struct classfile *file; // NULL until asked for
};

struct world {
    struct jimage image;
    struct arena arena;
    struct world_class *classes; // not sorted: a hash table with empty slots (name.bytes NULL)
    u32 capacity, count;
};

// Maps the image and enters its classes: only those of module `module`, or all if that is NULL. Exits with a message if
// that fails.
void world_open(struct world *world, const char *image_path, const char *module);
void world_close(struct world *world);
// Adds (or replaces) a class by its name; the bytes must stay.
struct world_class *world_add(struct world *world, const char *name, const u8 *bytes, size_t size);
// Its parsed file; exits with a message if it is malformed.
const struct classfile *world_file(struct world *world, struct world_class *class);

// What the hierarchy's callbacks need: the world, the class being verified, and the first name that was not found
// (length 0 if there was none).
struct world_view {
    struct world *world;
    const struct classfile *file;
    bool own_loader;
    struct text missing;
};
struct verify_hierarchy world_hierarchy(struct world_view *view);

// An arena on the C heap that ends the program when it is exhausted.
void world_arena(struct arena *arena, size_t bytes);
void world_arena_free(struct arena *arena);
#endif
