// Room for classes, their code and their mirrors, as programs meet it: what there is not room for is an
// OutOfMemoryError in HotSpot's words, after a collection has looked for loaders that have ended. Functions that take a
// thread may collect.
#ifndef KERNEL_CLASSES_METASPACE_H
#define KERNEL_CLASSES_METASPACE_H

#include "kernel/heap/heap.h"
#include "translator/object.h"

// False, with OutOfMemoryError ("Metaspace") pending: there is not so much of both and a reserve besides.
bool metaspace_has_room(struct thread *thread, u64 class_bytes, u64 fixed_bytes);
// The same, and nothing pending, and no collection.
bool metaspace_would_hold(const struct domain *domain, u64 class_bytes, u64 fixed_bytes);

// The same for classes of arrays of `component` with up to so many dimensions more.
bool metaspace_has_room_for_arrays(struct thread *thread, const struct class *component, u32 dimensions);
// For a method's translation and what goes with it.
bool metaspace_has_room_for_code(struct thread *thread);
// Of a string literal of so much text, at most.
#define METASPACE_LITERAL_BYTES(text) (2ull * (text).length + 64)

// OutOfMemoryError where there is no scratch memory left to work in. Returns NULL.
void *metaspace_exhausted(struct thread *thread);
// symbol_intern, or OutOfMemoryError.
const struct symbol *metaspace_symbol(struct thread *thread, const char *text, size_t length);

#endif
