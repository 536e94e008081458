// Room for classes, their code and their mirrors, as programs see it: if there is not enough, they get an
// OutOfMemoryError in HotSpot's words, after a collection has looked for loaders that have ended. Functions that take a
// thread may collect.
#ifndef KERNEL_CLASSES_METASPACE_H
#define KERNEL_CLASSES_METASPACE_H

#include "kernel/heap/heap.h"
#include "translator/object.h"

// Returns false, with OutOfMemoryError ("Metaspace") pending, if there is not so much of both and a reserve besides.
bool metaspace_has_room(struct thread *thread, u64 class_bytes, u64 fixed_bytes);
// The same, with nothing pending and no collection.
bool metaspace_would_hold(const struct domain *domain, u64 class_bytes, u64 fixed_bytes);

// The same for array classes of `component` with up to `dimensions` more dimensions.
bool metaspace_has_room_for_arrays(struct thread *thread, const struct class *component, u32 dimensions);
// The same for a method's translation and what goes with it.
bool metaspace_has_room_for_code(struct thread *thread);
// At most what a string literal of this text takes.
#define METASPACE_LITERAL_BYTES(text) (2ull * (text).length + 64)

// Raises OutOfMemoryError when no scratch memory is left to work in. Returns NULL.
void *metaspace_exhausted(struct thread *thread);
// symbol_intern, which raises OutOfMemoryError if it fails.
const struct symbol *metaspace_symbol(struct thread *thread, const char *text, size_t length);

#endif
