// Initialisation of classes (JVMS 5.5). The class's state is its lock: threads are switched only where this file or
// Java code asks for it.
#include "base/narrow.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/run/exception.h"

#define LEVEL_BYTES 512u // of stack for each uninitialised superclass
#define FIELDS_A_POLL 4096u
#define METHODS_A_POLL 4096u

// ---- Waiting for another thread

// Returns false, with an exception pending, if the domain ends.
static bool await_initialiser(struct thread *thread, const struct class *class) {
    while (class->state == CLASS_INITIALISING && class->initialiser != thread) {
        if (exception_is_end(thread)) return false;
        ASSERT(!thread->waits_in);
        thread_queue_append(&class->domain->initialisation_waiters, thread);
        thread->waits_in = &class->domain->initialisation_waiters; // scheduler_ready takes it out, whatever wakes it
        scheduler_block(THREAD_WAITING, SWITCH_class_init, SCHEDULER_FOR_EVER);
    }
    return true;
}

// All wake up and check whether their class was meant: contention is rare.
static void wake_waiters(struct thread *thread, struct domain *domain) {
    ASSERT_LOCKED();
    struct thread_queue *waiters = &domain->initialisation_waiters;
    while (waiters->first) scheduler_ready(waiters->first, thread);
}

// ---- Steps

static bool set_constant(struct thread *thread, const struct class *class, const struct field *field, u16 index) {
    ASSERT(field_is_static(field) && index < class->file->pool_count);
    void *address = (void *)(uintptr_t)field_static_address(field);
    switch (field->type) {
    case 'J':
    case 'D': *(s64 *)address = classfile_long(class->file, index); break;
    case 'F': *(u32 *)address = classfile_float_bits(class->file, index); break;
    case 'I': *(s32 *)address = classfile_int(class->file, index); break;
    case 'S':
    case 'C': *(u16 *)address = low_u16(classfile_int(class->file, index)); break;
    case 'B':
    case 'Z': *(u8 *)address = low_u8(classfile_int(class->file, index)); break;
    default: {
        struct text text = classfile_string(class->file, index);
        ref string = javastring_interned(thread, text.bytes, text.length);
        if (!string) return false;
        heap_store_ref(class->mirror, field->offset, string);
    }
    }
    return true;
}

static bool set_constants(struct thread *thread, const struct class *class) {
    for (u32 i = 0; i < class->field_count; i++) {
        if (i % FIELDS_A_POLL == FIELDS_A_POLL - 1) scheduler_poll_native(thread);
        ASSERT(class->state == CLASS_INITIALISING && class->initialiser == thread); // other threads that want it wait
        const struct field *field = &class->fields[i];
        u16 index = field_is_static(field) ? class_field_member(field)->constant_value : 0;
        if (!index) continue;
        if (!set_constant(thread, class, field, index)) return false;
        if (field->type == 'L') scheduler_poll_native(thread); // a string of 64 KiB takes a while
    }
    return true;
}

// Those that the superclass does not have, each once: `supertypes` has them in the order of JVMS 5.5, step 7, each
// after its own superinterfaces.
static bool initialise_interfaces(struct thread *thread, const struct class *class) {
    for (u32 i = class->super ? class->super->supertype_count : 0; i < class->supertype_count; i++) {
        struct class *interface = class->supertypes[i];
        if (interface->flags & CLASS_HAS_NONSTATIC_DEFAULT && !class_initialise(thread, interface)) return false;
    }
    return true;
}

static bool initialise_supertypes(struct thread *thread, struct class *class) {
    if (class_is_interface(class)) return true;
    return (!class->super || class_initialise(thread, class->super)) && initialise_interfaces(thread, class);
}

static bool run_initialiser(struct thread *thread, struct class *class) {
    struct method *method = class_declared_method(class, symbol_of("<clinit>"), symbol_of("()V"));
    if (!method || !method_is_static(method)) return true;
    java_call(thread, method, NULL);
    return !thread->exception;
}

// ---- Failure

static void thread_name(const struct thread *thread, char *to, size_t bytes) {
    const struct field *field = class_field(domain_of(thread)->known.thread, "name", "Ljava/lang/String;");
    ref name = thread->java_thread && field ? heap_load_ref(thread->java_thread, field->offset) : 0;
    if (name) {
        javastring_utf8(name, to, bytes);
    } else {
        print_format(to, bytes, "%u", thread->number);
    }
}

// An ExceptionInInitializerError "Exception java.lang.RuntimeException: text [in thread "main"]" with the frames of the
// pending exception.
static ref describe_failure(struct thread *thread, const struct class *class, handle exception) {
    char name[256], message[512] = "", in_thread[64], all[900];
    ref text = heap_load_ref(*exception, class->domain->known.throwable_message);
    if (text) javastring_utf8(text, message, sizeof(message));
    thread_name(thread, in_thread, sizeof(in_thread));
    print_format(all, sizeof(all), "Exception %s%s%s [in thread \"%s\"]",
                 class_external_name(object_class(*exception), name, sizeof(name)), text ? ": " : "", message,
                 in_thread);
    u64 arguments[] = {0, javastring_of(thread, all)};
    ref failure = arguments[1]
                      ? java_new(thread, "java/lang/ExceptionInInitializerError", "(Ljava/lang/String;)V", arguments)
                      : 0;
    handle made = handle_new(thread, failure);
    ref trace = failure ? (ref)java_call_method(thread, exception, "getStackTrace", "()[Ljava/lang/StackTraceElement;",
                                                (u64[]){*exception})
                        : 0;
    if (!trace) return 0;
    heap_store_ref(*made, class->domain->known.throwable_trace, trace);
    heap_store_ref(*made, class->domain->known.throwable_backtrace, 0);
    return *made;
}

// The failure is kept for threads that ask for the class later; if it cannot be made, their errors have no cause.
static void keep_failure(struct thread *thread, const struct class *class) {
    u32 mark = handle_mark(thread);
    handle exception = handle_new(thread, java_take_exception(thread));
    mirror_set(class, MIRROR_FAILURE, describe_failure(thread, class, exception));
    thread->exception = *exception;
    handle_release(thread, mark);
}

// An exception that is not an Error is wrapped. An error while wrapping it takes its place.
static void wrap_exception(struct thread *thread, const struct class *class) {
    if (class_is_subclass(object_class(thread->exception), class->domain->known.error)) return;
    u32 mark = handle_mark(thread);
    handle cause = handle_new(thread, java_take_exception(thread));
    u64 arguments[] = {0, *cause};
    ref wrapped = java_new(thread, "java/lang/ExceptionInInitializerError", "(Ljava/lang/Throwable;)V", arguments);
    if (wrapped) exception_raise(thread, wrapped);
    handle_release(thread, mark);
}

static void throw_erroneous(struct thread *thread, const struct class *class) {
    char name[256];
    class_external_name(class, name, sizeof(name));
    u32 mark = handle_mark(thread);
    handle cause = handle_new(thread, mirror_get(class, MIRROR_FAILURE));
    exception_throw_cause(thread, "java/lang/NoClassDefFoundError", cause, "Could not initialize class %s", name);
    handle_release(thread, mark);
}

// ---- The whole

static void finish(struct thread *thread, struct class *class, enum class_state state) {
    ASSERT_LOCKED();
    ASSERT(class->state == CLASS_INITIALISING && class->initialiser == thread);
    class->state = narrow_u8(state);
    class->initialiser = NULL;
    for (u32 i = 0; i < class->method_count && state == CLASS_INITIALISED; i++) {
        if (i % METHODS_A_POLL == METHODS_A_POLL - 1) scheduler_poll_native(thread);
        if (method_is_static(&class->methods[i]) && class->methods[i].code) class_set_entry(&class->methods[i]);
    }
    wake_waiters(thread, class->domain);
}

static bool run_steps(struct thread *thread, struct class *class) {
    ASSERT(class->state == CLASS_LINKED && !class->initialiser);
    class->state = CLASS_INITIALISING;
    class->initialiser = thread;
    // A superclass's failure is passed on unchanged; what <clinit> throws is wrapped.
    bool ready = set_constants(thread, class) && initialise_supertypes(thread, class),
         done = ready && run_initialiser(thread, class);
    if (!done) keep_failure(thread, class);
    if (ready && !done) wrap_exception(thread, class);
    finish(thread, class, done ? CLASS_INITIALISED : CLASS_ERRONEOUS);
    return done;
}

// Checked before anything is begun: running out of stack half-way would leave classes that can never be used, and those
// may be the classes of errors.
static bool has_stack(struct thread *thread, const struct class *class) {
    u64 bytes = 4 * KIB;
    for (const struct class *super = class->super; super && super->state != CLASS_INITIALISED; super = super->super) {
        bytes += LEVEL_BYTES;
    }
    return exception_check_stack(thread, bytes);
}

bool class_initialise(struct thread *thread, struct class *class) {
    ASSERT_LOCKED();
    if (class->state == CLASS_INITIALISED) return true;
    if (!has_stack(thread, class) || !class_link(thread, class) || !await_initialiser(thread, class)) return false;
    if (class->state == CLASS_INITIALISED || class->state == CLASS_INITIALISING) return true;
    if (class->state == CLASS_ERRONEOUS) {
        throw_erroneous(thread, class);
        return false;
    }
    return run_steps(thread, class);
}
