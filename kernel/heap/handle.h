// Handles: slots that the collector knows, on a stack of the thread's. C code that holds a reference across a safepoint
// must hold it in a handle.
//
//     u32 mark = handle_mark(thread);  ...  handle_release(thread, mark);     gives back all that were made in between
// Natives need no mark: their wrapper does it. The slots do not move.
#ifndef KERNEL_HEAP_HANDLE_H
#define KERNEL_HEAP_HANDLE_H

#include "kernel/heap/java_thread.h"

#define HANDLE_RESERVE 2048u

static inline u32 handle_mark(const struct thread *thread) { return thread->handle_count; }
static inline void handle_release(struct thread *thread, u32 mark) { thread->handle_count = mark; }
// Whether so few are left that no more Java may be called that could need others: natives call Java that calls natives.
// What making an error needs is kept back.
static inline bool handle_is_low(const struct thread *thread) {
    return thread->handle_count + HANDLE_RESERVE > java_of(thread)->handle_capacity && java_of(thread)->handles;
}
// Gives a new thread its stack of handles, in scratch memory. Returns false if there is no memory left.
bool handles_init(struct java_thread *thread);
handle handle_new(struct thread *thread, ref reference);

#endif
