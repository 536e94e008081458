// Where sun.misc.Unsafe may reach to in a domain other than the first: see unsafe_guarded.c.
#ifndef KERNEL_NATIVES_UNSAFE_GUARDED_H
#define KERNEL_NATIVES_UNSAFE_GUARDED_H

#include "kernel/heap/handle.h"

enum guard_access { GUARD_READS, GUARD_WRITES };

// So many bytes of (object, offset), or of an address if the object is null, as a number. Returns NULL, with
// InternalError pending, if the domain may not get at them in this way.
void *guarded_bytes(struct thread *thread, handle base, s64 offset, u64 bytes, enum guard_access access);
// The same for a reference. `value` is what is to be stored there, or 0.
ref *guarded_reference(struct thread *thread, handle base, s64 offset, enum guard_access access, ref value);

#endif
