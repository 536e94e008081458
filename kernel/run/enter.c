// See enter.h.
#include "kernel/run/enter.h"

#include "kernel/heap/handle.h"

static struct thread *wait_with(ref *first, ref *second) {
    struct thread *thread = thread_self();
    u32 mark = handle_mark(thread);
    handle one = handle_new(thread, first ? *first : 0), other = handle_new(thread, second ? *second : 0);
    kernel_enter();
    if (first) *first = *one;
    if (second) *second = *other;
    handle_release(thread, mark);
    return thread;
}

struct thread *enter_with(ref *first, ref *second) {
    return LIKELY(kernel_try_enter()) ? thread_self() : wait_with(first, second);
}
