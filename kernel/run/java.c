// Java called from C. See kernel/classes/java.h.
#include "kernel/classes/java.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/loader.h"
#include "kernel/heap/java_thread.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/heap/handle.h"
#include "kernel/run/arguments.h"
#include "kernel/run/enter.h"
#include "kernel/run/exception.h"
#include "kernel/run/stubs.h"
#include "log/log.h"

#define ARGUMENTS 16u // of methods that the kernel calls by name

// Most of what is called by name has none, or nothing but the object itself.
static bool has_no_arguments(const struct method *method) { return method->descriptor->text[1] == ')'; }

static u32 stack_argument_count(const struct method *method) {
    struct argument_walk walk;
    argument_walk_start(&walk, method->descriptor->text, !(method->access_flags & ACC_STATIC));
    while (argument_walk_next(&walk)) {}
    return walk.stacks;
}

static void sort_arguments(const struct method *method, const u64 *arguments, struct java_arguments *sorted) {
    struct argument_walk walk;
    argument_walk_start(&walk, method->descriptor->text, !(method->access_flags & ACC_STATIC));
    // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): a caller gives as many as the descriptor names
    for (u32 i = 0; argument_walk_next(&walk); i++) *argument_slot(sorted, &walk) = arguments[i];
}

static u64 normalise_result(type_letter type, u64 bits) {
    switch (type) {
    case 'Z': return bits & 0xff;
    case 'C': return low_u16(bits);
    case 'B': return (u64)(s64)(s8)bits;
    case 'S': return (u64)(s64)(s16)bits;
    case 'I': return (u64)(s64)(s32)bits;
    case 'L':
    case 'F': return (u32)bits;
    default: return bits;
    }
}

// What the timing tables show as the caller.
static enum pseudo_method root_of(const struct thread *thread, const struct method *method) {
    if (method->name->text[0] == '<') return PSEUDO_INITIALISER;
    const struct method *load = domain_of(thread)->load_class; // names are symbols, so equal ones are the same
    return load && method->name == load->name ? PSEUDO_LOADER : PSEUDO_KERNEL;
}

// The result may be a reference, which has to be safe while the thread waits for the kernel's lock.
static u64 call_shared(struct method *method, const struct java_arguments *arguments) {
    kernel_leave();
    u64 bits = stub_java_call(method, arguments);
    ref result = method->return_type == 'L' ? (ref)bits : 0;
    enter_with(&result, NULL);
    return method->return_type == 'L' ? result : bits;
}

static inline u64 call(struct method *method, const struct java_arguments *arguments) {
    return LIKELY(!kernel_is_shared()) ? stub_java_call(method, arguments) : call_shared(method, arguments);
}

u64 java_call(struct thread *thread, struct method *method, const u64 *arguments) {
    if (UNLIKELY(exception_is_end(thread))) return 0;
    if (UNLIKELY(handle_is_low(thread)) && !java_of(thread)->exception_depth) {
        exception_throw(thread, "java/lang/StackOverflowError", NULL);
        return 0;
    }
    bool is_plain = has_no_arguments(method);
    u32 stack_count = is_plain ? 0 : stack_argument_count(method);
    u64 stack[stack_count + 1];
    struct java_arguments sorted;
    sorted.stack = stack;
    sorted.stack_count = stack_count;
    sorted.returns_sse = method->return_type == 'F' || method->return_type == 'D';
    sorted.has_no_sse = is_plain;
    if (!is_plain) {
        sort_arguments(method, arguments, &sorted);
    } else if (!method_is_static(method)) {
        sorted.integer[0] = arguments[0];
    }
    u64 bits;
    if (thread->anchor_fp) {
        struct log_java pause;
        log_java_begin(&thread->log, root_of(thread, method), &pause);
        bits = call(method, &sorted);
        log_java_end(&thread->log, &pause);
    } else {
        bits = call(method, &sorted); // the thread's first Java frame: its own root
    }
    if (thread->exception || method->return_type == 'V') return 0;
    return normalise_result(method->return_type, bits);
}

u64 java_call_virtual(struct thread *thread, struct method *method, const u64 *arguments) {
    ASSERT(arguments[0]);
    struct method *selected = class_select_method(object_class((ref)arguments[0]), method);
    return java_call(thread, selected ? selected : method, arguments);
}

u64 java_call_method(struct thread *thread, handle object, const char *name, const char *descriptor, u64 *arguments) {
    ASSERT(*object);
    struct method *method = class_method(object_class(*object), name, descriptor);
    ASSERT(method);
    arguments[0] = *object;
    return java_call_virtual(thread, method, arguments);
}

struct class *java_class(struct thread *thread, const char *name) {
    struct class *class = loader_load(thread, &domain_of(thread)->boot_loader, symbol_of(name));
    return class && class_initialise(thread, class) ? class : NULL;
}

// The references among the arguments wait in handles while classes are loaded or objects made.
static void protect_arguments(struct thread *thread, const char *descriptor, const u64 *arguments) {
    struct argument_walk walk;
    argument_walk_start(&walk, descriptor, false);
    for (u32 i = 0; argument_walk_next(&walk); i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): a caller gives as many as the descriptor names
        if (walk.type == 'L') handle_new(thread, (ref)arguments[i]);
    }
}

static void copy_arguments(const char *descriptor, u64 *to, const u64 *from) {
    struct argument_walk walk;
    argument_walk_start(&walk, descriptor, false);
    for (u32 i = 0; argument_walk_next(&walk); i++) {
        ASSERT(i < ARGUMENTS);
        // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): a caller gives as many as the descriptor names
        to[i] = from[i];
    }
}

static void restore_arguments(struct thread *thread, u32 mark, const char *descriptor, u64 *arguments) {
    struct argument_walk walk;
    argument_walk_start(&walk, descriptor, false);
    for (u32 i = 0; argument_walk_next(&walk); i++) {
        if (walk.type == 'L') arguments[i] = *handle_at(thread, mark++);
    }
}

u64 java_call_static(struct thread *thread, const char *class_name, const char *name, const char *descriptor,
                     const u64 *arguments) {
    u64 kept[ARGUMENTS];
    u32 mark = handle_mark(thread);
    protect_arguments(thread, descriptor, arguments);
    struct class *class = java_class(thread, class_name);
    u64 result = 0;
    if (class) {
        struct method *method = class_method(class, name, descriptor);
        ASSERT(method && method_is_static(method));
        copy_arguments(descriptor, kept, arguments);
        restore_arguments(thread, mark, descriptor, kept);
        result = java_call(thread, method, kept);
    }
    handle_release(thread, mark);
    return result;
}

ref java_alloc(struct thread *thread, struct class *class) {
    if (UNLIKELY(class == domain_of(thread)->known.class_)) {
        exception_throw(thread, "java/lang/IllegalAccessError", "java.lang.Class");
        return 0;
    }
    return java_register(thread, heap_alloc_object(thread, class));
}

ref java_register(struct thread *thread, ref object) {
    if (!object || LIKELY(!(object_class(object)->flags & CLASS_HAS_FINALIZER))) return object;
    u32 mark = handle_mark(thread);
    handle kept = handle_new(thread, object);
    java_call_static(thread, "java/lang/ref/Finalizer", "register", "(Ljava/lang/Object;)V", (u64[]){object});
    object = thread->exception ? 0 : *kept;
    handle_release(thread, mark);
    return object;
}

ref java_new(struct thread *thread, const char *class_name, const char *descriptor, u64 *arguments) {
    u32 mark = handle_mark(thread);
    protect_arguments(thread, descriptor, arguments + 1);
    struct class *class = java_class(thread, class_name);
    handle object = handle_new(thread, class ? java_alloc(thread, class) : 0);
    ref result = 0;
    if (*object) {
        struct method *constructor = class_declared_method(class, symbol_of("<init>"), symbol_of(descriptor));
        ASSERT(constructor);
        restore_arguments(thread, mark, descriptor, arguments + 1);
        arguments[0] = *object;
        java_call(thread, constructor, arguments);
        result = thread->exception ? 0 : *object;
    }
    handle_release(thread, mark);
    return result;
}

bool java_exception_is(struct thread *thread, const char *class_name) {
    struct class *class = loader_find(&domain_of(thread)->boot_loader, symbol_of(class_name));
    return class && thread->exception && class_is_subclass(object_class(thread->exception), class);
}

ref java_take_exception(struct thread *thread) {
    ref exception = thread->exception;
    thread->exception = 0;
    return exception;
}
