// What other natives ask about threads; natives/thread.c.
#ifndef KERNEL_NATIVES_THREAD_H
#define KERNEL_NATIVES_THREAD_H

#include "kernel/core/thread.h"

// Where a thread is: a StackTraceElement[] of its frames from the innermost out, at most `limit`, all if that is
// negative; none if it has ended. The class of the elements must be initialised. Other threads may run once the frames
// have been taken, and before.
ref native_stack_of(struct thread *thread, handle java_thread, s32 limit);
// Returns true, with an InterruptedException pending, if the thread was interrupted; it no longer is.
bool native_is_interrupted(struct thread *thread);
// Whether Java knows the thread, and it has not ended.
bool native_thread_is_listed(const struct thread *thread);
// A java.lang.Thread[] of the threads for which `wanted` returns true; all of those must be listed. Other
// threads may run before these have been found.
ref native_threads_that(struct thread *thread, bool (*wanted)(const struct thread *));

#endif
