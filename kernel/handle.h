// Handles: slots that the collector knows, on a stack of the thread. C code that holds a reference across a safepoint holds a handle.
//
//     u32 mark = handle_mark(thread);  ...  handle_release(thread, mark);     gives back all that were made in between
// Natives need no mark: their wrapper does it. The slots do not move.
#ifndef KERNEL_HANDLE_H
#define KERNEL_HANDLE_H

#include "kernel/thread.h"

static inline u32 handle_mark(const struct thread *thread) { return thread->handle_count; }
static inline void handle_release(struct thread *thread, u32 mark) { thread->handle_count = mark; }
handle handle_new(struct thread *thread, ref reference);

#endif
