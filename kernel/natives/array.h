// Elements of primitive arrays as java.lang.reflect.Array sees them, for array.c and reflect_fp.c.
#ifndef KERNEL_NATIVES_ARRAY_H
#define KERNEL_NATIVES_ARRAY_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// The element widened to the type asked for, as bits (kernel/run/values.h). Returns 0 after an exception.
u64 native_array_get(struct thread *thread, handle array, s32 index, type_letter wanted);
// Stores a value of the given type, widened to that of the elements, or throws.
void native_array_set(struct thread *thread, handle array, s32 index, type_letter given, u64 bits);

#endif
