// The C functions of translator/entry_table.h, which the trampolines of stubs.S call, and those to which methods and
// call slots lead before there is code. The current thread is anchored at the Java frame that called.
#include "kernel/heap/java_thread.h"
#include "kernel/run/entry_functions.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/code/native.h"
#include "kernel/code/translation.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/stacks.h"
#include "kernel/run/arguments.h"
#include "kernel/run/array_copy.h"
#include "kernel/run/enter.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/locks.h"
#include "kernel/run/monitor.h"
#include "kernel/run/stubs.h"
#include "log/frames.h"
#include "log/log.h"

// ---- Polls

// The error's own constructors run in what is kept for C. One that happens while an error is being made there ends the
// domain: it would never end.
void entry_overflow_stack(struct thread *thread) {
    u64 limit = thread->stack_start + THREAD_C_STACK_RESERVE_BYTES;
    if (thread->real_stack_limit == limit) {
        exception_give_up(thread, "a stack overflowed while StackOverflowError was being made");
        return;
    }
    ASSERT(thread->real_stack_limit > limit);
    u64 usual = thread->real_stack_limit;
    thread->real_stack_limit = thread->stack_limit = limit;
    exception_throw(thread, "java/lang/StackOverflowError", NULL);
    thread->real_stack_limit = usual;
    thread_request_stop(thread); // it may have been asked to meanwhile, which the limit no longer tells
}

// The frame that polls may have references that nobody knows: one that is not made yet for want of room.
static bool grow_stack(struct thread *thread) {
    kernel_leaf_enter();
    bool grown = stack_grow(thread);
    kernel_leaf_leave();
    return grown;
}

void entry_poll(struct thread *thread, u64 java_sp) {
    if (UNLIKELY(java_sp <= thread->real_stack_limit) && grow_stack(thread)) return;
    kernel_enter();
    if (java_sp <= thread->real_stack_limit) {
        entry_overflow_stack(thread);
    } else {
        scheduler_poll(thread);
        if (UNLIKELY(thread->has_orders)) thread_obey(thread);
    }
    kernel_leave();
}

static ref leave_with(ref result) {
    kernel_leave();
    return result;
}

// ---- Objects

ref entry_alloc_object(struct class *class) { return leave_with(java_alloc(enter(), class)); }
ref entry_alloc_array(struct class *array_class, s32 length) {
    return leave_with(heap_alloc_array(enter(), array_class, length));
}
ref entry_alloc_multi(struct class *array_class, u32 dimensions, const s64 *lengths) {
    return leave_with(heap_alloc_multi(enter(), array_class, dimensions, lengths));
}

u64 entry_instance_of(ref object, struct class *class) { return class_is_subclass_cached(object_class(object), class); }
// Another processor may have translated it meanwhile: then method_prepare_entry leads calls to that.
u64 entry_again(struct method *method) {
    class_set_entry(method);
    return 0;
}
u64 entry_can_store(ref array, ref value) {
    return class_is_subclass_cached(object_class(value), class_at(object_class(array)->component));
}
void entry_arraycopy(ref from, s32 from_index, ref to, s32 to_index, s32 count) {
    if (kernel_is_shared() && array_copy_plain(from, from_index, to, to_index, count)) return;
    struct thread *thread = enter_with(&from, &to);
    array_copy(thread, from, from_index, to, to_index, count);
    kernel_leave();
}

static void throw_monitor_state(struct thread *thread) {
    exception_throw(thread, "java/lang/IllegalMonitorStateException", NULL);
}

void entry_monitor_enter(ref object) {
    if (kernel_is_shared() && monitor_enter_soon(thread_self(), object)) return;
    struct thread *thread = enter_with(&object, NULL);
    u32 mark = handle_mark(thread);
    monitor_enter(thread, handle_new(thread, object));
    handle_release(thread, mark);
    kernel_leave();
}

void entry_monitor_exit(ref object) {
    struct thread *thread = enter_with(&object, NULL);
    if (monitor_exit(thread, object) != MONITOR_OK) throw_monitor_state(thread);
    kernel_leave();
}

void entry_monitor_hand_on(ref object) {
    struct thread *thread = enter_with(&object, NULL);
    monitor_hand_on(thread, object);
    kernel_leave();
}

ref entry_locks_enter(ref locks, ref object) {
    struct thread *thread = enter_with(&locks, &object);
    return leave_with(locks_enter(thread, locks, object));
}

void entry_locks_exit(ref locks, ref object) {
    struct thread *thread = enter_with(&locks, &object);
    if (!locks_exit(thread, locks, object)) throw_monitor_state(thread);
    kernel_leave();
}

void entry_locks_return(ref locks, u32 is_synchronized) {
    struct thread *thread = enter_with(&locks, NULL);
    if (!locks_return(thread, locks, is_synchronized)) throw_monitor_state(thread);
    kernel_leave();
}

// An error in the locks takes the place of the exception thrown.
ref entry_locks_unwind(ref locks, ref exception, u32 is_synchronized) {
    struct thread *thread = enter_with(&locks, &exception);
    bool is_right = locks_unwind(thread, locks, is_synchronized);
    if (!is_right) throw_monitor_state(thread);
    return leave_with(is_right ? exception : 0);
}

// ---- Linking

u64 entry_resolve(struct class *referrer, u32 index_and_kind) {
    struct thread *thread = enter();
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_LINKING);
    u64 value = link_resolve(thread, referrer, low_u16(index_and_kind), (enum slot_kind)(index_and_kind >> 16));
    log_stolen_end(&thread->log, &stolen);
    kernel_leave();
    return value;
}

void entry_init_class(struct class *class) {
    struct thread *thread = enter();
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_LINKING);
    class_initialise(thread, class);
    log_stolen_end(&thread->log, &stolen);
    kernel_leave();
}

void entry_native_pending(void) { ASSERT(thread_self()->exception); }

u64 entry_native_begin(void) {
    kernel_enter();
    return ledger_native_begin();
}

void entry_native_end(void) {
    ledger_switch(LEDGER_translated);
    kernel_leave();
}

u64 entry_leaf_begin(void) {
    kernel_leaf_enter();
    return 0;
}

void entry_leaf_end(void) { kernel_leaf_leave(); }

u64 entry_link_native(struct method *method) {
    struct thread *thread = enter();
    const struct native *native = native_bind(method);
    char name[256];
    if (!native) {
        exception_throw(thread, "java/lang/UnsatisfiedLinkError", "'%s'",
                        method_external_name(method, name, sizeof(name)));
    }
    kernel_leave();
    return native ? (u64)(uintptr_t)native->function : 0;
}

// ---- Exceptions

static void throw_null(struct thread *thread) { exception_throw(thread, "java/lang/NullPointerException", NULL); }

void entry_throw(ref exception) {
    struct thread *thread = enter_with(&exception, NULL);
    if (exception) {
        exception_raise(thread, exception);
    } else {
        throw_null(thread);
    }
    kernel_leave();
}

void entry_throw_null(void) {
    throw_null(enter());
    kernel_leave();
}

void entry_throw_index(s32 index, u32 length) {
    exception_throw(enter(), "java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %u", index,
                    length);
    kernel_leave();
}

void entry_throw_divide(void) {
    exception_throw(enter(), "java/lang/ArithmeticException", "/ by zero");
    kernel_leave();
}

void entry_throw_cast(ref object, struct class *class) {
    struct thread *thread = enter_with(&object, NULL);
    exception_throw_cast(thread, object, class);
    kernel_leave();
}

void entry_throw_store(ref array, ref value) {
    char name[256];
    struct thread *thread = enter_with(&array, &value);
    exception_throw(thread, "java/lang/ArrayStoreException", "%s",
                    class_external_name(object_class(value), name, sizeof(name)));
    kernel_leave();
}

void entry_throw_not_implemented(ref receiver, struct method *method) {
    struct thread *thread = enter_with(&receiver, NULL);
    exception_throw_not_implemented(thread, receiver, method);
    kernel_leave();
}

void entry_throw_abstract(ref receiver, struct method *method) {
    struct thread *thread = enter_with(&receiver, NULL);
    exception_throw_abstract(thread, receiver, method);
    kernel_leave();
}

// ---- Arguments that wait in memory while C works: the collector must know which of them are references

// The handles are made in the order of the arguments, so that restore finds them again.
static void protect_arguments(struct thread *thread, struct java_arguments *saved, const char *descriptor,
                              bool has_receiver) {
    struct argument_walk walk;
    argument_walk_start(&walk, descriptor, has_receiver);
    while (argument_walk_next(&walk)) {
        if (walk.type == 'L') handle_new(thread, (ref)*argument_slot(saved, &walk));
    }
}

static void restore_arguments(struct thread *thread, u32 mark, struct java_arguments *saved, const char *descriptor,
                              bool has_receiver) {
    struct argument_walk walk;
    argument_walk_start(&walk, descriptor, has_receiver);
    for (u32 number = mark; argument_walk_next(&walk);) {
        if (walk.type == 'L') *argument_slot(saved, &walk) = *handle_at(thread, number++);
    }
    handle_release(thread, mark);
}

u64 method_prepare_entry(struct method *method, struct java_arguments *saved) {
    struct thread *thread = thread_self();
    u32 mark = handle_mark(thread);
    const char *descriptor = method->descriptor->text;
    protect_arguments(thread, saved, descriptor, !method_is_static(method));
    handle_new(thread, method->holder->mirror); // the caller may have let go of it
    kernel_enter();
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_LINKING);
    bool usable = !method_is_static(method) || class_initialise(thread, method->holder);
    if (usable && !method->code) {
        usable = translation_make(thread, method);
    } else if (usable && method->countdown < 0 && !(method->flags & METHOD_STALE)) {
        translation_make_again(thread, method);
    } else if (usable) {
        class_set_entry(method);
    }
    // Instruments may be switched while it is translated.
    while (usable && method->flags & METHOD_STALE) translation_refresh(thread, method);
    restore_arguments(thread, mark, saved, descriptor, !method_is_static(method));
    log_stolen_end(&thread->log, &stolen);
    u64 start = usable ? method->code->start : 0;
    kernel_leave();
    return start;
}

u64 call_slot_resolve(struct call_slot *slot, struct java_arguments *saved) {
    struct thread *thread = thread_self();
    const struct classfile *file = slot->referrer->file;
    bool is_site = classfile_tag(file, slot->index) == POOL_INVOKE_DYNAMIC;
    struct text text =
        is_site ? classfile_dynamic(file, slot->index).descriptor : classfile_member_ref(file, slot->index).descriptor;
    bool has_receiver = slot->kind != SLOT_CALL_STATIC;
    u32 mark = handle_mark(thread);
    protect_arguments(thread, saved, text.bytes, has_receiver);
    kernel_enter();
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_LINKING);
    u64 target = is_site ? link_resolve_site(thread, slot)
                         : link_resolve(thread, slot->referrer, slot->index, (enum slot_kind)slot->kind);
    restore_arguments(thread, mark, saved, text.bytes, has_receiver);
    log_stolen_end(&thread->log, &stolen);
    kernel_leave();
    return target;
}

// A LEAF entry is not anchored; the stack of the event begins at the frame that called.
void entry_allocated(ref object, u32 method) {
    struct thread *thread = thread_self();
    u64 frame = (u64)(uintptr_t)__builtin_frame_address(0);
    thread->anchor_fp = *(const u64 *)frame;
    thread->anchor_pc = *(const u64 *)(frame + 8 + STUB_LEAF_RETURN);
    ASSERT(object);
    log_allocation(object_class(object)->id, heap_object_bytes(object), method);
    thread->anchor_fp = 0;
}
