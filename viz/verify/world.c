// See world.h.
#include "viz/verify/world.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- Memory

__attribute__((noreturn)) static void arena_is_exhausted(struct arena *arena) {
    fprintf(stderr, "arena of %zu bytes exhausted\n", (size_t)(arena->end - arena->start));
    exit(1);
}

void world_arena(struct arena *arena, size_t bytes) { arena_init(arena, calloc(1, bytes), bytes, arena_is_exhausted); }

void world_arena_free(struct arena *arena) { free(arena->start); }

// ---- Classes by name

static u32 hash(struct text name) {
    u32 value = 2166136261u;
    for (u32 i = 0; i < name.length; i++) value = (value ^ (u8)name.bytes[i]) * 16777619u;
    return value;
}

static struct world_class *slot_of(struct world *world, struct text name) {
    u32 slot = hash(name) & (world->capacity - 1);
    while (world->classes[slot].name.bytes && !text_equal(world->classes[slot].name, name)) {
        slot = (slot + 1) & (world->capacity - 1);
    }
    return &world->classes[slot];
}

static struct world_class *world_find(struct world *world, struct text name) {
    struct world_class *class = slot_of(world, name);
    return class->name.bytes ? class : NULL;
}

struct world_class *world_add(struct world *world, const char *name, const u8 *bytes, size_t size) {
    struct text text = {NULL, (u16)strlen(name)};
    text.bytes = memcpy(arena_alloc(&world->arena, text.length), name, text.length);
    struct world_class *class = slot_of(world, text);
    if (!class->name.bytes && ++world->count > world->capacity / 2) exit(1);
    *class = (struct world_class){.name = text, .bytes = bytes, .size = size};
    return class;
}

static bool is_class_location(const struct jimage_location *location, const char *module) {
    return strcmp(location->extension, "class") == 0 && strcmp(location->base, "module-info") != 0 &&
           (module == NULL || strcmp(location->module, module) == 0);
}

void world_open(struct world *world, const char *image_path, const char *module) {
    struct stat status;
    int file = open(image_path, O_RDONLY);
    void *bytes = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0) {
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (bytes == MAP_FAILED || !jimage_open(bytes, (u64)status.st_size, &world->image)) {
        fprintf(stderr, "%s: not a JDK image\n", image_path);
        exit(1);
    }
    close(file);
    world_arena(&world->arena, 256 << 20);
    world->capacity = 1 << 16;
    world->classes = calloc(world->capacity, sizeof(*world->classes));
    for (u32 i = 0; i < world->image.table_length; i++) {
        struct jimage_location location;
        char name[1024];
        if (!jimage_location(&world->image, i, &location) || !is_class_location(&location, module)) continue;
        snprintf(name, sizeof(name), "%s%s%s", location.parent, location.parent[0] ? "/" : "", location.base);
        const u8 *data = jimage_data(&world->image, &location);
        if (data) world_add(world, name, data, location.bytes)->number = i;
    }
}

void world_close(struct world *world) {
    world_arena_free(&world->arena);
    free(world->classes);
    munmap((void *)(uintptr_t)world->image.bytes, world->image.size);
}

const struct classfile *world_file(struct world *world, struct world_class *class) {
    struct class_error error = {0};
    if (!class->file) class->file = classfile_parse(&world->arena, class->bytes, class->size, false, &error);
    if (!class->file) {
        fprintf(stderr, "%.*s: %s: %s\n", class->name.length, class->name.bytes, error.exception, error.message);
        exit(1);
    }
    return class->file;
}

// ---- Answers to the verifier

static const struct classfile *find_file(struct world_view *view, struct text name) {
    struct world_class *class = world_find(view->world, name);
    if (class) return world_file(view->world, class);
    if (view->missing.length == 0) view->missing = name;
    return NULL;
}

// The class as the class under verification sees it: under its own name, itself.
static const struct classfile *look_up(struct world_view *view, struct text name) {
    return text_equal(name, classfile_name(view->file)) ? view->file : find_file(view, name);
}

// The superclass, as the class's own loader sees it; VERIFY_NO if there is none.
static enum verify_answer find_super(struct world_view *view, const struct classfile *file,
                                     const struct classfile **super) {
    if (file->super_class == 0) return VERIFY_NO;
    struct text name = classfile_class_name(file, file->super_class);
    *super = view->own_loader && file != view->file ? find_file(view, name) : look_up(view, name);
    return *super ? VERIFY_YES : VERIFY_FAILED;
}

static enum verify_answer answer_is_interface(void *context, struct text name) {
    const struct classfile *file = look_up(context, name);
    if (!file) return VERIFY_FAILED;
    return file->access_flags & ACC_INTERFACE ? VERIFY_YES : VERIFY_NO;
}

static enum verify_answer answer_is_subclass(void *context, struct text name, struct text super) {
    const struct classfile *target = look_up(context, super), *file = target ? look_up(context, name) : NULL;
    if (!file) return VERIFY_FAILED;
    enum verify_answer answer = VERIFY_YES;
    while (file != target && answer == VERIFY_YES) answer = find_super(context, file, &file);
    return answer;
}

static enum verify_answer answer_superclass(void *context, struct text name, struct text *super) {
    const struct classfile *file = look_up(context, name);
    if (!file) return VERIFY_FAILED;
    if (file->super_class == 0) return VERIFY_NO;
    *super = classfile_class_name(file, file->super_class);
    return VERIFY_YES;
}

static enum verify_answer answer_is_own_superclass(void *context, struct text name) {
    struct world_view *view = context;
    const struct classfile *file = view->file;
    for (;;) {
        enum verify_answer answer = find_super(view, file, &file);
        if (answer != VERIFY_YES) return answer;
        if (text_equal(classfile_name(file), name)) return VERIFY_YES;
    }
}

static const struct classfile_member *find_member(const struct classfile *file, struct text name,
                                                  struct text descriptor, bool is_method) {
    const struct classfile_member *members = is_method ? file->methods : file->fields;
    u32 count = is_method ? file->method_count : file->field_count;
    for (u32 i = 0; i < count; i++) {
        if (text_equal(classfile_member_name(file, &members[i]), name) &&
            text_equal(classfile_member_descriptor(file, &members[i]), descriptor)) {
            return &members[i];
        }
    }
    return NULL;
}

static u32 package_length(struct text name) {
    u32 length = name.length;
    while (length > 0 && name.bytes[length - 1] != '/') length--;
    return length;
}

static bool same_package(struct text a, struct text b) {
    u32 length = package_length(a);
    return length == package_length(b) && memcmp(a.bytes, b.bytes, length) == 0;
}

static enum verify_answer answer_is_protected_elsewhere(void *context, struct text class_name, struct text name,
                                                        struct text descriptor, bool is_method) {
    struct world_view *view = context;
    const struct classfile *file = look_up(view, class_name);
    if (!file) return VERIFY_FAILED;
    for (;;) {
        const struct classfile_member *member = find_member(file, name, descriptor, is_method);
        if (member) {
            bool elsewhere = (view->own_loader && file != view->file) ||
                             !same_package(classfile_name(file), classfile_name(view->file));
            return (member->access_flags & ACC_PROTECTED) && elsewhere ? VERIFY_YES : VERIFY_NO;
        }
        enum verify_answer answer = find_super(view, file, &file);
        if (answer != VERIFY_YES) return answer;
    }
}

struct verify_hierarchy world_hierarchy(struct world_view *view) {
    return (struct verify_hierarchy){view,
                                     answer_is_interface,
                                     answer_is_subclass,
                                     answer_superclass,
                                     answer_is_own_superclass,
                                     answer_is_protected_elsewhere,
                                     {"", 0}};
}
