// The stack as Java looks at it: StackWalker, SecurityManager.getClassContext, and the contexts of AccessController.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/code.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/invoke.h"
#include "kernel/run/exception.h"
#include "kernel/run/unwind.h"
#include "kernel/run/values.h"

// Moves to the caller's frame, as frame_walk_next; others run after so many. The thread walks its own stack.
static bool walk_on(struct thread *thread, struct frame_walk *walk, u32 *walked) {
    if (++*walked % FRAMES_A_POLL == 0) scheduler_poll_native(thread);
    return frame_walk_next(walk);
}

// ---- StackWalker

// StackStreamFactory's modes, those that mean something to the machine.
enum walk_mode { CLASSES_ONLY = 0x2, GET_CALLER_CLASS = 0x4, SHOW_HIDDEN_FRAMES = 0x20 };

// What callStackWalk has begun and fetchStackFrames continues: it lies on callStackWalk's C stack, and its address is
// Java's `anchor`.
#define STREAM_MAGIC 0x57414c4bu
struct stack_stream {
    u32 magic;
    bool more;
    struct frame_walk walk;
};

static bool is_of_walker(const struct class *class) {
    static const char *const own = "java/lang/StackStreamFactory$AbstractStackWalker";
    return class_is_boot(class, "java/lang/StackWalker") || class_is_boot(class, own) ||
           (class->super && class_is_boot(class->super, own));
}

static bool is_shown(const struct method *method, s64 mode) {
    return mode & SHOW_HIDDEN_FRAMES || !(method->flags & METHOD_HIDDEN);
}

static void throw_caller_sensitive(struct thread *thread, const struct method *method) {
    char text[512];
    exception_throw(thread, "java/lang/UnsupportedOperationException",
                    "StackWalker::getCallerClass called from @CallerSensitive '%s' method",
                    method_external_name(method, text, sizeof(text)));
}

// Stores one element of Java's buffer: a class, or into a StackFrameInfo that exists already.
static void store_frame(struct thread *thread, const struct frame_walk *walk, s64 mode, handle frames, u32 index) {
    if (mode & CLASSES_ONLY) {
        array_set_ref(*frames, index, walk->method->holder->mirror);
        return;
    }
    u32 mark = handle_mark(thread);
    handle frame = handle_new(thread, array_get_ref(*frames, index));
    handle member = handle_new(thread, java_get_ref(*frame, FIELD_StackFrameInfo_memberName));
    if (member_set_method(thread, member, walk->method)) {
        java_set_int(*frame, FIELD_StackFrameInfo_bci, (s32)walk->bytecode_index);
    }
    handle_release(thread, mark);
}

// Fills the buffer from `start` with at most `count` frames and stays at the last one; returns where the filled part
// ends.
static s32 fill_frames(struct thread *thread, struct stack_stream *stream, s64 mode, s32 count, s32 start,
                       handle frames) {
    s32 end = start;
    u32 walked = 0;
    ASSERT(start >= 0 && count > 0 && (u32)start + (u32)count <= array_length(*frames));
    for (; stream->more && !thread->exception; stream->more = walk_on(thread, &stream->walk, &walked)) {
        const struct method *method = stream->walk.method;
        if (!is_shown(method, mode)) continue;
        if (mode & GET_CALLER_CLASS && end == start && method->flags & METHOD_CALLER_SENSITIVE) {
            throw_caller_sensitive(thread, method);
        } else {
            ASSERT(end - start < count);
            store_frame(thread, &stream->walk, mode, frames, (u32)end++);
        }
        if (end - start >= count) break;
    }
    return end;
}

static bool fits(struct thread *thread, handle frames, s32 start, s32 count) {
    if (native_is_null(thread, frames)) return false;
    u32 length = array_length(*frames);
    if (start >= 0 && count > 0 && (u32)start < length && (u32)count <= length - (u32)start) return true;
    exception_throw(thread, "java/lang/IllegalArgumentException", "not enough space in buffers");
    return false;
}

static ref call_stack_walk(struct thread *thread, handle walker, s64 mode, s32 skip, s32 count, s32 start,
                           handle frames) {
    if (!fits(thread, frames, start, count)) return 0;
    struct stack_stream stream = {.magic = STREAM_MAGIC};
    stream.more = frame_walk_start(&stream.walk, thread);
    while (stream.more && is_of_walker(stream.walk.method->holder)) stream.more = frame_walk_next(&stream.walk);
    for (; skip > 0 && stream.more; skip--) stream.more = frame_walk_next(&stream.walk);
    s32 end = fill_frames(thread, &stream, mode, count, start, frames);
    if (!thread->exception && end == start) {
        exception_throw(thread, "java/lang/InternalError", "stack walk: decode failed");
    }
    if (thread->exception) return 0;
    u64 arguments[] = {0, (u64)(uintptr_t)&stream, (u64)(s64)skip, (u64)(s64)count, (u64)(s64)start, (u64)(s64)end};
    arguments[0] = *walker;
    ref result = (ref)java_call_method(thread, walker, "doStackWalk", "(JIIII)Ljava/lang/Object;", arguments);
    stream.magic = 0;
    return result;
}

static s32 fetch_frames(struct thread *thread, handle walker, s64 mode, s64 anchor, s32 count, s32 start,
                        handle frames) {
    (void)walker;
    struct stack_stream *stream = (struct stack_stream *)(uintptr_t)anchor;
    if ((u64)anchor < thread->stack_start || (u64)anchor >= thread->stack_end || stream->magic != STREAM_MAGIC) {
        exception_throw(thread, "java/lang/InternalError", "doStackWalk: corrupted buffers");
        return 0;
    }
    if (!fits(thread, frames, start, count)) return 0;
    stream->more = stream->more && frame_walk_next(&stream->walk);
    return fill_frames(thread, stream, mode, count, start, frames);
}

static s32 modes_agree(void) { return 1; }

// ---- SecurityManager

static bool is_in_context(const struct method *method) {
    return !method_is_native(method) && !frame_is_ignored(method);
}

static ref class_context(struct thread *thread, handle manager) {
    (void)manager;
    struct frame_walk walk;
    u32 count = 0, walked = 0;
    for (bool more = frame_walk_start(&walk, thread); more; more = walk_on(thread, &walk, &walked)) {
        count += is_in_context(walk.method);
    }
    handle array = handle_new(thread, native_new_array(thread, "java/lang/Class", count));
    count = 0;
    for (bool more = *array && frame_walk_start(&walk, thread); more; more = walk_on(thread, &walk, &walked)) {
        ASSERT(count <= array_length(*array));
        if (is_in_context(walk.method)) array_set_ref(*array, count++, walk.method->holder->mirror);
    }
    return *array;
}

// ---- AccessController

#define ACCESS_CONTEXT "java/security/AccessControlContext"

static bool is_privileged_frame(const struct frame_walk *walk) {
    return strcmp(walk->method->name->text, "executePrivileged") == 0 &&
           class_is_boot(walk->method->holder, "java/security/AccessController");
}

// A reference to an instance of this class among the live references of the frame. executePrivileged(action, context,
// caller) keeps its context and caller alive until it returns, and has no other references to instances of their
// classes.
static ref frame_reference(const struct frame_walk *walk, const char *class_name) {
    ASSERT(walk->code && walk->site);
    const u32 *map = &walk->code->maps[walk->site->map];
    for (u32 slot = 0; slot < walk->code->slot_count; slot++) {
        ref value = map[slot / 32] >> slot % 32 & 1 ? *(const ref *)(uintptr_t)(walk->fp - 8ull * (slot + 1)) : 0;
        if (value && class_is_boot(object_class(value), class_name)) return value;
    }
    return 0;
}

static ref domain_of_frame(const struct frame_walk *walk, bool privileged) {
    ref caller = privileged ? frame_reference(walk, "java/lang/Class") : walk->method->holder->mirror;
    return caller ? mirror_get(mirror_class(caller), MIRROR_PROTECTION_DOMAIN) : 0;
}

// The protection domains down to the next privileged frame, equal neighbours once. They are stored in `array` if it is
// not NULL. Returns whether there is a privileged frame, and then its context as well.
static bool walk_domains(struct thread *thread, handle array, u32 *count, ref *context) {
    struct frame_walk walk;
    u32 walked = 0;
    handle previous = handle_new(thread, 0);
    *count = 0;
    *context = 0;
    for (bool more = frame_walk_start(&walk, thread); more; more = walk_on(thread, &walk, &walked)) {
        bool privileged = is_privileged_frame(&walk);
        ref domain = domain_of_frame(&walk, privileged);
        if (domain && domain != *previous) {
            ASSERT(!array || *count < array_length(*array));
            if (array) array_set_ref(*array, *count, domain);
            ++*count;
            *previous = domain;
        }
        if (privileged) {
            *context = frame_reference(&walk, ACCESS_CONTEXT);
            return true;
        }
    }
    return false;
}

// null means that every frame has all permissions.
static ref stack_context(struct thread *thread) {
    u32 count;
    ref context;
    bool privileged = walk_domains(thread, NULL, &count, &context);
    if (!count && privileged && !context) return 0;
    handle domains = handle_new(thread, count ? native_new_array(thread, "java/security/ProtectionDomain", count) : 0);
    struct class *class = thread->exception ? NULL : java_class(thread, ACCESS_CONTEXT);
    handle result = handle_new(thread, class ? heap_alloc_object(thread, class) : 0);
    if (!*result) return 0;
    walk_domains(thread, *domains ? domains : NULL, &count, &context);
    java_set_ref(*result, FIELD_AccessControlContext_context, *domains);
    java_set_ref(*result, FIELD_AccessControlContext_privilegedContext, context);
    java_set_boolean(*result, FIELD_AccessControlContext_isPrivileged, privileged);
    java_set_boolean(*result, FIELD_AccessControlContext_isAuthorized, true);
    return *result;
}

static ref inherited_context(void) {
    return java_get_ref(thread_self()->java_thread, FIELD_Thread_inheritedAccessControlContext);
}
static ref protection_domain(ref mirror) {
    return mirror ? mirror_get(mirror_class(mirror), MIRROR_PROTECTION_DOMAIN) : 0;
}
static void already_in_memory(ref object) { (void)object; }

static const struct native WALKER[] = {
    REENTRANT("callStackWalk", NULL, call_stack_walk),
    REENTRANT("fetchStackFrames", NULL, fetch_frames),
    NATIVES_END,
};
static const struct native FACTORY[] = {LEAF("checkStackWalkModes", NULL, modes_agree), NATIVES_END};
static const struct native SECURITY_MANAGER[] = {HANDLE("getClassContext", NULL, class_context), NATIVES_END};
static const struct native ACCESS_CONTROLLER[] = {
    REENTRANT("getStackAccessControlContext", NULL, stack_context),
    LEAF("getInheritedAccessControlContext", NULL, inherited_context),
    LEAF("getProtectionDomain", NULL, protection_domain),
    LEAF("ensureMaterializedForStackWalk", NULL, already_in_memory),
    NATIVES_END,
};

const struct native_class natives_stack[] = {
    {"java/lang/StackStreamFactory$AbstractStackWalker", WALKER},
    {"java/lang/StackStreamFactory", FACTORY},
    {"java/lang/SecurityManager", SECURITY_MANAGER},
    {"java/security/AccessController", ACCESS_CONTROLLER},
    {NULL, NULL},
};
