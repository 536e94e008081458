// Stack traces of exceptions: taking them, and turning them into StackTraceElements. See trace.h.
#include "kernel/run/trace.h"

#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/run/unwind.h"

static const struct known *known_of(ref throwable) { return &object_class(throwable)->domain->known; }

static ref frames_of(ref throwable) {
    ref backtrace = heap_load_ref(throwable, known_of(throwable)->throwable_backtrace);
    return backtrace && object_class(backtrace)->element_type == 'L' ? array_get_ref(backtrace, 0) : backtrace;
}

u32 trace_length(ref throwable) {
    ref frames = frames_of(throwable);
    return frames ? array_length(frames) : 0;
}

u64 trace_frame(ref throwable, u32 index) { return ((const u64 *)array_at(frames_of(throwable))->elements)[index]; }

// ---- Taking

// The exception's class may have a fillInStackTrace of its own that calls Throwable's.
static bool is_fill_in(const struct class *class, const struct method *method) {
    return strcmp(method->name->text, "fillInStackTrace") == 0 && class_is_subclass(class, method->holder);
}

static bool is_own_constructor(const struct class *class, const struct method *method) {
    return strcmp(method->name->text, "<init>") == 0 && class_is_subclass(class, method->holder);
}

// Moves to the first frame that belongs in the trace, past fillInStackTrace and the exception's constructors. Returns
// false if there is none.
static bool skip_making(struct frame_walk *walk, const struct class *class) {
    bool more = true;
    while (more && is_fill_in(class, walk->method)) more = frame_walk_next(walk);
    for (u32 count = 1; more && is_own_constructor(class, walk->method); count++) {
        if (count % FRAMES_A_POLL == 0) scheduler_poll_native(thread_self());
        more = frame_walk_next(walk);
    }
    return more;
}

static bool is_mortal(const struct method *method) { return method->holder->flags & CLASS_MORTAL; }

// A backtrace with the frames first, then the mirrors of the classes of their mortal methods. Returns 0 if there is no
// room.
static ref with_mirrors(struct thread *thread, ref frames, u32 mortals) {
    u32 mark = handle_mark(thread), count = array_length(frames), next = 1;
    handle kept = handle_new(thread, frames);
    struct class *objects = domain_of(thread)->known.object->array_class;
    ref backtrace = heap_try_array(thread, objects, (s32)mortals + 1);
    for (u32 i = 0; backtrace && i < count; i++) {
        const struct method *method = trace_method(((const u64 *)array_at(*kept)->elements)[i]);
        if (!is_mortal(method)) continue;
        ASSERT(next <= mortals);
        array_set_ref(backtrace, next++, method->holder->mirror);
    }
    if (backtrace) array_set_ref(backtrace, 0, *kept);
    handle_release(thread, mark);
    return backtrace;
}

// Into the array that the exception has by now.
static void fill_frames(struct thread *thread, handle throwable, struct frame_walk walk, u32 count) {
    bool is_hidden = count && walk.method->flags & METHOD_HIDDEN;
    for (u32 i = 0, walked = 1; i < count; frame_walk_next(&walk), walked++) {
        if (walked % FRAMES_A_POLL == 0) scheduler_poll_native(thread);
        if (walk.method->flags & METHOD_HIDDEN) continue;
        ref frames = frames_of(*throwable);
        ASSERT(frames && i < array_length(frames));
        ((u64 *)array_at(frames)->elements)[i] =
            trace_pack(walk.method, walk.bytecode_index) | (i == 0 && is_hidden ? TRACE_BELOW_HIDDEN : 0);
        i++;
    }
}

void exception_fill_trace(struct thread *thread, handle throwable) {
    const struct known *known = known_of(*throwable);
    struct frame_walk first;
    bool any = frame_walk_start(&first, thread) && skip_making(&first, object_class(*throwable));
    u32 count = 0, mortals = 0;
    struct frame_walk walk = first;
    u32 walked = 0;
    for (bool more = any; more && count < TRACE_FRAMES; more = frame_walk_next(&walk)) {
        if (++walked % FRAMES_A_POLL == 0) scheduler_poll_native(thread);
        if (walk.method->flags & METHOD_HIDDEN) continue;
        count++;
        mortals += is_mortal(walk.method);
    }
    ref backtrace = heap_try_array(thread, class_array_of(domain_primitive(domain_of(thread), 'J')), (s32)count);
    heap_store_ref(*throwable, known->throwable_backtrace, backtrace);
    *(s32 *)(uintptr_t)(*throwable + known->throwable_depth) = backtrace ? (s32)count : 0;
    if (!backtrace) return;
    fill_frames(thread, throwable, first, count);
    if (!mortals) return;
    backtrace = frames_of(*throwable);
    backtrace = with_mirrors(thread, backtrace, mortals);
    heap_store_ref(*throwable, known->throwable_backtrace, backtrace);
    if (!backtrace) *(s32 *)(uintptr_t)(*throwable + known->throwable_depth) = 0;
}

// ---- StackTraceElements

static void set_text(struct thread *thread, handle object, u32 offset, const struct symbol *symbol) {
    ref text = symbol && !thread->exception ? javastring_interned(thread, symbol->text, symbol->length) : 0;
    if (text) heap_store_ref(*object, offset, text);
}

void exception_fill_element(struct thread *thread, handle element, struct method *method, u32 bytecode_index) {
    const struct known *known = &domain_of(thread)->known;
    struct class *holder = method->holder;
    ref name = heap_load_ref(holder->mirror, known->class_name);
    if (!name) name = mirror_init_name(thread, holder);
    if (!name) return;
    heap_store_ref(*element, known->element_class_object, holder->mirror);
    heap_store_ref(*element, known->element_class, name);
    set_text(thread, element, known->element_method, method->name);
    set_text(thread, element, known->element_file, holder->source_file);
    ref module = heap_load_ref(holder->mirror, known->class_module), loader = holder->loader->object;
    if (module) heap_store_ref(*element, known->element_module_name, heap_load_ref(module, known->module_name));
    if (loader) heap_store_ref(*element, known->element_loader_name, heap_load_ref(loader, known->loader_name));
    s32 line = method_is_native(method) ? -2 : method_line(method, bytecode_index);
    *(s32 *)(uintptr_t)(*element + known->element_line) = line;
}

void exception_fill_elements(struct thread *thread, handle elements, handle throwable) {
    u32 count = trace_length(*throwable);
    u32 room = array_length(*elements);
    for (u32 i = 0; i < room && i < count && !thread->exception; i++) {
        if (i % ELEMENTS_A_POLL == ELEMENTS_A_POLL - 1) scheduler_poll_native(thread);
        u64 frame = trace_frame(*throwable, i);
        u32 mark = handle_mark(thread);
        handle element = handle_new(thread, array_get_ref(*elements, i));
        exception_fill_element(thread, element, trace_method(frame), trace_bytecode_index(frame));
        handle_release(thread, mark);
    }
}

// ---- For the console

void exception_print(struct thread *thread, ref exception) {
    char name[256], message[512] = "";
    ref text = heap_load_ref(exception, known_of(exception)->throwable_message);
    if (text) javastring_utf8(text, message, sizeof(message));
    print_console("thread %u: %s%s%s\n", thread->number,
                  class_external_name(object_class(exception), name, sizeof(name)), text ? ": " : "", message);
    u32 count = trace_length(exception);
    for (u32 i = 0; i < count; i++) {
        const struct method *method = trace_method(trace_frame(exception, i));
        print_console("    at %s.%s(%s:%d)\n", class_external_name(method->holder, name, sizeof(name)),
                      method->name->text, method->holder->source_file ? method->holder->source_file->text : "?",
                      method_line(method, trace_bytecode_index(trace_frame(exception, i))));
    }
}
