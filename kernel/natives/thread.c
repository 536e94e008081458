// java.lang.Thread, Object's monitor methods, and java.lang.ref.
#include "kernel/core/thread.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/code/native.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/java_thread.h"
#include "kernel/natives/thread.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/monitor.h"
#include "kernel/run/trace.h"
#include "kernel/run/unwind.h"
#include "kernel/run/values.h"
#include "log/log.h"

// ---- Interruption, which is a field of the Java thread as well

static void throw_interrupted(struct thread *thread, const char *message) {
    ASSERT(thread->java_thread);
    java_set_boolean(thread->java_thread, FIELD_Thread_interrupted, false);
    exception_throw(thread, "java/lang/InterruptedException", message ? "%s" : NULL, message);
}

bool native_is_interrupted(struct thread *thread) {
    if (!thread_take_interruption(thread)) return false;
    throw_interrupted(thread, NULL);
    return true;
}

static void check_monitor(struct thread *thread, enum monitor_result result) {
    if (result == MONITOR_NOT_OWNER) {
        exception_throw(thread, "java/lang/IllegalMonitorStateException", "current thread is not owner");
    } else if (result == MONITOR_INTERRUPTED) {
        throw_interrupted(thread, NULL);
    }
}

// ---- java.lang.Object

static void object_wait(struct thread *thread, handle object, s64 milliseconds) {
    if (milliseconds < 0) {
        exception_throw(thread, "java/lang/IllegalArgumentException", "timeout value is negative");
    } else {
        check_monitor(thread, monitor_wait(thread, object, milliseconds));
    }
}

static void object_notify(struct thread *thread, handle object) {
    check_monitor(thread, monitor_notify(thread, *object, false));
}
static void object_notify_all(struct thread *thread, handle object) {
    check_monitor(thread, monitor_notify(thread, *object, true));
}
static s32 object_hash_code(ref object) { return (s32)monitor_identity_hash_leaf(object); }

// ---- java.lang.Thread

static ref thread_current(void) { return thread_self()->java_thread; }

static void thread_start0(struct thread *thread, handle java_thread) {
    if (!thread_start_java(thread, java_thread)) {
        exception_throw(thread, "java/lang/OutOfMemoryError", THREAD_REFUSED);
    }
}

static void thread_yield(struct thread *thread) {
    (void)thread;
    scheduler_yield();
}

static void thread_sleep0(struct thread *thread, s64 milliseconds) {
    if (milliseconds < 0) {
        exception_throw(thread, "java/lang/IllegalArgumentException", "timeout value is negative");
    } else if (!thread_sleep(thread, milliseconds < INT64_MAX / 1000000 ? milliseconds * 1000000 : INT64_MAX)) {
        throw_interrupted(thread, "sleep interrupted");
    }
}

static void thread_interrupt0(struct thread *thread, handle java_thread) {
    struct thread *target = thread_of(*java_thread);
    if (!target) return;
    // The field has been set before. On another processor the target may have found that, and taken the interruption
    if (java_get_boolean(*java_thread, FIELD_Thread_interrupted)) {
        thread_interrupt(thread, target);
    } else {
        thread_unpark(thread, target);
    }
}

static void thread_clear_interrupt(struct thread *thread) { java_of(thread)->interrupted = false; }

static s32 thread_holds_lock(struct thread *thread, handle object) {
    if (*object) return monitor_is_owner(thread, *object);
    exception_throw(thread, "java/lang/NullPointerException", NULL);
    return 0;
}

// The scheduler has no priorities: the field that Java keeps is all there is.
static void thread_set_priority(ref java_thread, s32 priority) {
    (void)java_thread;
    (void)priority;
}

static void thread_set_name(struct thread *thread, handle java_thread, handle name) {
    (void)thread;
    struct thread *target = thread_of(*java_thread);
    if (target && *name) thread_log_name(target, *name);
}

static void thread_stop0(struct thread *thread, handle java_thread, handle exception) {
    struct thread *target = thread_of(*java_thread);
    if (!target) {
        java_set_boolean(*java_thread, FIELD_Thread_stillborn, true);
    } else if (native_is_null(thread, exception)) {
        return;
    } else if (target == thread) {
        exception_raise(thread, *exception);
    } else {
        thread_stop(thread, target, *exception);
    }
}

static void thread_suspend0(struct thread *thread, handle java_thread) {
    struct thread *target = thread_of(*java_thread);
    if (target) thread_suspend(target);
    if (target == thread) thread_obey(thread);
}

static void thread_resume0(struct thread *thread, handle java_thread) {
    struct thread *target = thread_of(*java_thread);
    if (target) thread_resume(thread, target);
}

// ---- All threads, and where they are

bool native_thread_is_listed(const struct thread *thread) {
    return thread->java_thread && java_get_long(thread->java_thread, FIELD_Thread_eetop);
}

static u32 count_threads(const struct thread *first, bool (*wanted)(const struct thread *)) {
    u32 count = 0;
    for (const struct thread *one = first; one; one = one->next_thread) count += wanted(one);
    return count;
}

// While the array is made others may run: threads begin and end.
ref native_threads_that(struct thread *thread, bool (*wanted)(const struct thread *)) {
    ASSERT_LOCKED();
    const struct heap *heap = &domain_of(thread)->heap;
    for (;;) {
        u32 count = count_threads(heap->first_thread, wanted), i = 0;
        ref array = native_new_array(thread, "java/lang/Thread", count);
        if (!array) return 0;
        if (count_threads(heap->first_thread, wanted) != count) continue;
        for (const struct thread *one = heap->first_thread; one; one = one->next_thread) {
            if (wanted(one)) array_set_ref(array, i++, one->java_thread);
        }
        ASSERT(i == count);
        return array;
    }
}

static ref thread_get_threads(struct thread *thread) { return native_threads_that(thread, native_thread_is_listed); }

// ---- Stacks of other threads

#define MORE_FRAMES 16u

// A stack that is walked: the thread's own; or that of another thread of its domain, which is stopped meanwhile. If
// it is long all threads of the domain do, and those of other domains run between two pieces.
struct stack_taking {
    struct thread *thread; // that walks
    const struct thread *target;
    u32 most;
    handle frames, mirrors; // frames as in a backtrace, and the mirrors that keep their methods; none yet: 0
    bool may_hold, holds;
    struct thread_hold hold;
};

// Where all threads that could run are stopped, there is nobody to let in, and the pause counts as one.
static void pause(struct stack_taking *taking) {
    if (taking->target == taking->thread) {
        scheduler_poll_native(taking->thread);
    } else if (!taking->may_hold) {
        log_polled(&taking->thread->log);
    } else {
        if (!taking->holds) scheduler_hold_others(&taking->hold);
        taking->holds = true;
        kernel_offer();
        scheduler_poll_holding(taking->thread);
    }
}

// Returns how many frames there are, at most as many as are wanted. The arrays get as many as they have room for.
static u32 walk_frames(struct stack_taking *taking, u32 room) {
    struct frame_walk walk;
    u32 count = 0;
    for (bool more = frame_walk_start(&walk, taking->target); more && count < taking->most; count++) {
        if (count % FRAMES_A_POLL == FRAMES_A_POLL - 1) pause(taking);
        if (count < room) {
            ASSERT(count < array_length(*taking->frames) && count < array_length(*taking->mirrors));
            ((u64 *)array_at(*taking->frames)->elements)[count] = trace_pack(walk.method, walk.bytecode_index);
            array_set_ref(*taking->mirrors, count, walk.method->holder->mirror);
        }
        more = frame_walk_next(&walk);
    }
    return count;
}

static u32 walk_other(struct stack_taking *taking, u32 room) {
    ASSERT(taking->target->domain == taking->thread->domain && !taking->holds);
    kernel_stop_others(); // it may be running
    taking->may_hold = !heap_is_alone(&domain_of(taking->thread)->heap) && scheduler_may_hold();
    u32 count = walk_frames(taking, room);
    if (taking->holds) scheduler_let_go();
    return count;
}

// Returns how many frames the arrays have got. While these are made the target may run, or end; nothing is allocated
// while its stack is walked. When the domain ends, what its Java threads say of their threads no longer holds.
static u32 stack_frames(struct thread *thread, handle java_thread, u32 most, handle frames, handle mirrors) {
    for (u32 room = 0;;) {
        if (exception_is_end(thread)) return 0;
        struct stack_taking taking = {
            .thread = thread, .target = thread_of(*java_thread), .most = most, .frames = frames, .mirrors = mirrors};
        if (!taking.target) return 0;
        u32 count = taking.target == thread ? walk_frames(&taking, room) : walk_other(&taking, room);
        if (count <= room) return count;
        room = count + count / 4 + MORE_FRAMES;
        *frames = heap_alloc_primitive_array(thread, 'J', (s32)room);
        *mirrors = *frames ? native_new_array(thread, "java/lang/Class", room) : 0;
        if (!*mirrors) return 0;
    }
}

ref native_stack_of(struct thread *thread, handle java_thread, s32 limit) {
    handle frames = handle_new(thread, 0), mirrors = handle_new(thread, 0);
    u32 count = stack_frames(thread, java_thread, limit < 0 ? INT32_MAX : (u32)limit, frames, mirrors);
    if (thread->exception) return 0;
    handle elements = handle_new(thread, native_new_array(thread, "java/lang/StackTraceElement", count));
    for (u32 i = 0; i < count && *elements; i++) {
        if (i % ELEMENTS_A_POLL == ELEMENTS_A_POLL - 1) scheduler_poll_native(thread);
        u32 mark = handle_mark(thread);
        handle element = handle_new(thread, heap_alloc_object(thread, domain_of(thread)->known.stack_trace_element));
        if (!*element) return 0;
        ASSERT(i < array_length(*frames));
        u64 frame = ((const u64 *)array_at(*frames)->elements)[i];
        exception_fill_element(thread, element, trace_method(frame), trace_bytecode_index(frame));
        array_set_ref(*elements, i, *element);
        handle_release(thread, mark);
    }
    return *elements;
}

static ref thread_dump_threads(struct thread *thread, handle threads) {
    if (!*threads) {
        exception_throw(thread, "java/lang/NullPointerException", NULL);
        return 0;
    }
    s32 count = (s32)array_length(*threads);
    if (!java_class(thread, "java/lang/StackTraceElement")) return 0;
    handle stacks = handle_new(thread, native_new_array(thread, "[Ljava/lang/StackTraceElement;", count));
    for (s32 i = 0; i < count && *stacks; i++) {
        scheduler_poll_native(thread);
        if (exception_is_end(thread)) return 0;
        u32 mark = handle_mark(thread);
        handle java_thread = handle_new(thread, array_get_ref(*threads, (u32)i));
        ref stack = *java_thread && thread_of(*java_thread) ? native_stack_of(thread, java_thread, -1) : 0;
        if (thread->exception) return 0;
        array_set_ref(*stacks, (u32)i, stack);
        handle_release(thread, mark);
    }
    return *stacks;
}

// ---- java.lang.ref

static s32 reference_refers_to(ref reference, ref object) {
    return java_get_ref(reference, FIELD_Reference_referent) == object;
}
static void reference_clear(ref reference) { java_set_ref(reference, FIELD_Reference_referent, 0); }

// References are put on the pending list by the collector.
static void reference_wait(struct thread *thread) { collect_await_pending(thread); }
static ref reference_take_pending(void) { return collect_take_pending(); }
static s32 reference_has_pending(void) { return collect_has_pending(); }

static const struct native OBJECT[] = {
    REENTRANT("wait", "(J)V", object_wait),
    REENTRANT("notify", NULL, object_notify),
    REENTRANT("notifyAll", NULL, object_notify_all),
    LEAF("hashCode", NULL, object_hash_code),
    NATIVES_END,
};
static const struct native THREAD[] = {
    LEAF("currentThread", NULL, thread_current),
    REENTRANT("start0", NULL, thread_start0),
    REENTRANT("yield", NULL, thread_yield),
    REENTRANT("sleep", NULL, thread_sleep0),
    REENTRANT("interrupt0", NULL, thread_interrupt0),
    HANDLE("clearInterruptEvent", NULL, thread_clear_interrupt),
    HANDLE("holdsLock", NULL, thread_holds_lock),
    LEAF("setPriority0", NULL, thread_set_priority),
    HANDLE("setNativeName", NULL, thread_set_name),
    REENTRANT("stop0", NULL, thread_stop0),
    REENTRANT("suspend0", NULL, thread_suspend0),
    REENTRANT("resume0", NULL, thread_resume0),
    REENTRANT("getThreads", NULL, thread_get_threads),
    REENTRANT("dumpThreads", NULL, thread_dump_threads),
    NATIVES_END,
};
static const struct native REFERENCE[] = {
    LEAF("refersTo0", NULL, reference_refers_to),
    LEAF("clear0", NULL, reference_clear),
    REENTRANT("waitForReferencePendingList", NULL, reference_wait),
    LOCKED("getAndClearReferencePendingList", NULL, reference_take_pending),
    LOCKED("hasReferencePendingList", NULL, reference_has_pending),
    NATIVES_END,
};
static const struct native PHANTOM_REFERENCE[] = {LEAF("refersTo0", NULL, reference_refers_to), NATIVES_END};

const struct native_class natives_thread[] = {
    {"java/lang/Object", OBJECT},
    {"java/lang/Thread", THREAD},
    {"java/lang/ref/Reference", REFERENCE},
    {"java/lang/ref/PhantomReference", PHANTOM_REFERENCE},
    {NULL, NULL},
};
