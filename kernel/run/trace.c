// Stack traces of exceptions: taking them, and turning them into StackTraceElements. See trace.h.
#include "kernel/run/trace.h"

#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/mirror.h"
#include "kernel/heap/handle.h"
#include "kernel/run/exception.h"
#include "kernel/run/unwind.h"

static const struct known *known_of(ref throwable) { return &object_class(throwable)->domain->known; }

u32 trace_length(ref throwable) {
    ref backtrace = heap_load_ref(throwable, known_of(throwable)->throwable_backtrace);
    return backtrace ? array_length(backtrace) : 0;
}

u64 trace_frame(ref throwable, u32 index) {
    ref backtrace = heap_load_ref(throwable, known_of(throwable)->throwable_backtrace);
    return ((const u64 *)array_at(backtrace)->elements)[index];
}

// ---- Taking

// The exception's class may have a fillInStackTrace of its own that calls Throwable's.
static bool is_fill_in(const struct class *class, const struct method *method) {
    return strcmp(method->name->text, "fillInStackTrace") == 0 && class_is_subclass(class, method->holder);
}

static bool is_own_constructor(const struct class *class, const struct method *method) {
    return strcmp(method->name->text, "<init>") == 0 && class_is_subclass(class, method->holder);
}

// Stands at the first frame that belongs into the trace: behind fillInStackTrace and the exception's constructors.
// False: there is none.
static bool skip_making(struct frame_walk *walk, const struct class *class) {
    bool more = true;
    while (more && is_fill_in(class, walk->method)) more = frame_walk_next(walk);
    while (more && is_own_constructor(class, walk->method)) more = frame_walk_next(walk);
    return more;
}

void exception_fill_trace(struct thread *thread, handle throwable) {
    const struct known *known = known_of(*throwable);
    struct frame_walk first;
    bool any = frame_walk_start(&first, thread) && skip_making(&first, object_class(*throwable));
    u32 count = 0;
    struct frame_walk walk = first;
    for (bool more = any; more && count < TRACE_FRAMES; more = frame_walk_next(&walk))
        count += !(walk.method->flags & METHOD_HIDDEN);
    ref backtrace = heap_try_array(thread, class_array_of(domain_primitive(domain_of(thread), 'J')), (s32)count);
    heap_store_ref(*throwable, known->throwable_backtrace, backtrace);
    *(s32 *)(uintptr_t)(*throwable + known->throwable_depth) = backtrace ? (s32)count : 0;
    if (!backtrace) return;
    u64 *frames = (u64 *)array_at(backtrace)->elements;
    walk = first;
    for (u32 i = 0; i < count; frame_walk_next(&walk)) {
        if (!(walk.method->flags & METHOD_HIDDEN)) frames[i++] = trace_pack(walk.method, walk.bytecode_index);
    }
    if (count && first.method->flags & METHOD_HIDDEN) frames[0] |= TRACE_BELOW_HIDDEN;
}

// ---- StackTraceElements

static ref symbol_string(struct domain *domain, const struct symbol *symbol) {
    return symbol ? javastring_literal(domain, symbol->text, symbol->length) : 0;
}

void exception_fill_element(struct thread *thread, handle element, struct method *method, u32 bytecode_index) {
    struct domain *domain = domain_of(thread);
    const struct known *known = &domain->known;
    struct class *holder = method->holder;
    ref name = heap_load_ref(holder->mirror, known->class_name);
    if (!name) name = mirror_init_name(holder);
    ref module = heap_load_ref(holder->mirror, known->class_module);
    ref object = *element;
    heap_store_ref(object, known->element_class_object, holder->mirror);
    heap_store_ref(object, known->element_class, name);
    heap_store_ref(object, known->element_method, symbol_string(domain, method->name));
    heap_store_ref(object, known->element_file, symbol_string(domain, holder->source_file));
    if (module) heap_store_ref(object, known->element_module_name, heap_load_ref(module, known->module_name));
    if (holder->loader->object)
        heap_store_ref(object, known->element_loader_name, heap_load_ref(holder->loader->object, known->loader_name));
    s32 line = method_is_native(method) ? -2 : method_line(method, bytecode_index);
    *(s32 *)(uintptr_t)(object + known->element_line) = line;
}

void exception_fill_elements(struct thread *thread, handle elements, handle throwable) {
    u32 count = trace_length(*throwable);
    u32 room = array_length(*elements);
    for (u32 i = 0; i < room && i < count; i++) {
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
