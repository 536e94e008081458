// Class files through the kernel's reader, verifier and translator, and through the tool's reader. Half of the
// mutations are tests/verify/mutate.h's, which leave most classes well-formed.
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/common_class.h"
#include "tests/verify/mutate.h"
#include "viz/classfile.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t capacity, unsigned seed);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t capacity);

// ---- The tool's reader: what it hands out lies in the file

struct bounds {
    const u8 *start, *end;
};

static void look_at(const struct bounds *bounds, const char *text, size_t length) {
    const u8 *at = (const u8 *)text;
    if (length && (at < bounds->start || at > bounds->end || length > (size_t)(bounds->end - at))) abort();
}

static void see_class(void *context, const char *name, size_t length) { look_at(context, name, length); }

static void see_method(void *context, const char *class_name, size_t class_length, const char *name, size_t length) {
    look_at(context, class_name, class_length);
    look_at(context, name, length);
}

static void see_beginning(void *context, const char *name, size_t length, const char *super, size_t super_length) {
    see_method(context, name, length, super, super_length);
}

static void see_body(void *context, u32 flags, const char *name, size_t length, const char *descriptor,
                     size_t descriptor_length) {
    (void)flags;
    see_method(context, name, length, descriptor, descriptor_length);
}

static void see_use(void *context, const struct classfile_use *use) {
    look_at(context, use->class_name, use->class_length);
    look_at(context, use->name, use->length);
    look_at(context, use->descriptor, use->descriptor_length);
}

// ---- One input

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    struct bounds bounds = {data, data + size};
    struct classfile_visitor visitor = {.context = &bounds,
                                        .class_mentioned = see_class,
                                        .method_defined = see_method,
                                        .class_begins = see_beginning,
                                        .interface_named = see_class,
                                        .method_begins = see_body,
                                        .method_uses = see_use};
    classfile_visit(data, size, &visitor);
    fuzz_class(data, size);
    return 0;
}

__attribute__((noreturn)) static void is_exhausted(struct arena *arena) {
    (void)arena;
    abort();
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t capacity, unsigned seed) {
    enum { ROOM = 16 }; // of struct mutant
    u64 state = seed;
    size_t bytes = classfile_index_bound(size) * 4;
    void *memory = malloc(bytes), *copy = malloc(size + ROOM);
    struct arena arena;
    struct class_error error;
    arena_init(&arena, memory, bytes, is_exhausted);
    const struct classfile *file =
        seed % 2 && size ? classfile_parse(&arena, memcpy(copy, data, size), size, false, &error) : NULL;
    struct mutant mutant = {.bytes = file ? malloc(size + ROOM) : NULL};
    if (file) mutate(file, &mutant, &state);
    bool taken = file && mutant.size <= capacity;
    if (taken) memcpy(data, mutant.bytes, mutant.size);
    free(mutant.bytes), free(copy), free(memory);
    return taken ? mutant.size : LLVMFuzzerMutate(data, size, capacity);
}
