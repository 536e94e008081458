// Handles; see handle.h. A thread gets its stack of slots with its first handle. It is as deep as the deepest nesting
// of natives that hold references needs; before it ends, java_call raises StackOverflowError.
#include "kernel/heap/handle.h"
#include "kernel/heap/java_thread.h"

#include "kernel/core/memory.h"
#include "kernel/core/panic.h"

#define HANDLES 16384u

handle handle_new(struct thread *thread, ref reference) {
    if (UNLIKELY(!java_of(thread)->handles)) {
        java_of(thread)->handles = memory_class_alloc(HANDLES * sizeof(ref));
        java_of(thread)->handle_capacity = HANDLES;
    }
    ASSERT(thread->handle_count < java_of(thread)->handle_capacity);
    handle slot = &java_of(thread)->handles[thread->handle_count++];
    *slot = reference;
    return slot;
}
