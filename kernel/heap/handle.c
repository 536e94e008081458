// Handles; see handle.h. A thread's stack of slots is as deep as the deepest nesting of natives that hold references
// needs; before it is used up, java_call raises StackOverflowError.
#include "kernel/heap/handle.h"
#include "kernel/heap/java_thread.h"

#include "kernel/core/panic.h"
#include "kernel/memory/scratch.h"

#define HANDLES 16384u

bool handles_init(struct java_thread *thread) {
    thread->handles = scratch_alloc(kernel_account(ACCOUNT_STACKS), HANDLES * sizeof(ref));
    thread->handle_capacity = thread->handles ? HANDLES : 0;
    return thread->handles != NULL;
}

handle handle_new(struct thread *thread, ref reference) {
    ASSERT(thread->handle_count < java_of(thread)->handle_capacity);
    handle slot = &java_of(thread)->handles[thread->handle_count++];
    *slot = reference;
    return slot;
}
