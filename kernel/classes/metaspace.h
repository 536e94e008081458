// Room for what is never given back: class data, and the space of mirrors and string literals. Programs that would use
// up either get OutOfMemoryError while there is still something left for what the kernel itself must have then.
#ifndef KERNEL_CLASSES_METASPACE_H
#define KERNEL_CLASSES_METASPACE_H

#include "kernel/heap/heap.h"
#include "translator/object.h"

// False, with OutOfMemoryError ("Metaspace") pending: there is not so much of both and a reserve besides.
bool metaspace_has_room(struct thread *thread, u64 class_bytes, u64 fixed_bytes);
// The same, and nothing pending.
bool metaspace_would_hold(const struct domain *domain, u64 class_bytes, u64 fixed_bytes);

// The same for classes of arrays of `component` with up to so many dimensions more.
bool metaspace_has_room_for_arrays(struct thread *thread, const struct class *component, u32 dimensions);
// For what goes with a method's translation.
bool metaspace_has_room_for_code(struct thread *thread);
// Of a string literal of so much text, at most.
#define METASPACE_LITERAL_BYTES(text) (2ull * (text).length + 64)

#endif
