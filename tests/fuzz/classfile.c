// Class files through the kernel's reader, verifier and translator, and through the tool's reader. Half of the
// mutations are tests/verify/mutate.h's, which leave most classes well-formed.
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/common_class.h"
#include "tests/verify/mutate.h"
#include "viz/run/class_visit.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t capacity, unsigned seed);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t capacity);

// ---- The tool's reader: what it hands out lies in the file

struct bounds {
    const u8 *start, *end;
};

static void look_at(const struct bounds *bounds, struct text text) {
    const u8 *at = (const u8 *)text.bytes;
    if (!text.length) return;
    if (at < bounds->start || at > bounds->end || text.length > (size_t)(bounds->end - at)) abort();
}

static void see_class(void *context, struct text name) { look_at(context, name); }

static void see_two(void *context, struct text first, struct text second) {
    look_at(context, first);
    look_at(context, second);
}

static void see_body(void *context, u32 flags, struct text name, struct text descriptor) {
    (void)flags;
    see_two(context, name, descriptor);
}

static void see_use(void *context, const struct class_use *use) {
    see_two(context, use->class_name, use->name);
    look_at(context, use->descriptor);
}

// ---- One input

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    struct bounds bounds = {data, data + size};
    struct class_visitor visitor = {.context = &bounds,
                                    .class_mentioned = see_class,
                                    .method_defined = see_two,
                                    .class_begins = see_two,
                                    .interface_named = see_class,
                                    .method_begins = see_body,
                                    .method_uses = see_use};
    class_visit(data, size, &visitor);
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
