// Making and raising exceptions. An exception is made as Java would make it, by running its constructor; anything that
// goes wrong meanwhile is raised in its place. java_of(thread)->exception_depth counts exceptions being made within one
// another: if loading or constructing the exception's own classes fails again and again, there is no way to go on.
#include "kernel/run/exception.h"
#include "kernel/classes/javastring.h"
#include "kernel/heap/java_thread.h"

#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/core/options.h"
#include "kernel/heap/handle.h"
#include "kernel/memory/stacks.h"
#include "kernel/run/entry_functions.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/trace.h"
#include "kernel/run/unwind.h"
#include "log/log.h"

#define MESSAGE_BYTES 1024
#define DEPTH_LIMIT 8
#define STATUS_GIVEN_UP 1
// of C's part of the stack, below Java's; the rest is for the callee, and for StackOverflowError
#define RECURSION_BYTES (16 * KIB)

void exception_raise(struct thread *thread, ref exception) {
    struct frame_walk walk;
    if (log_event_wanted(EVENT_exception_throw) && frame_walk_start(&walk, thread)) {
        LOG_EVENT(exception_throw, .class = object_class(exception)->id, .method = walk.method->id, .ip = (u32)walk.pc);
    }
    ASSERT(exception);
    thread->exception = exception;
}

// ---- By constructor

static void construct(struct thread *thread, const char *class_name, const char *message, handle cause) {
    u32 mark = handle_mark(thread);
    u64 arguments[2] = {0};
    if (message) arguments[1] = javastring_of(thread, message);
    ref exception =
        thread->exception ? 0 : java_new(thread, class_name, message ? "(Ljava/lang/String;)V" : "()V", arguments);
    if (exception) {
        handle made = handle_new(thread, exception);
        if (cause && *cause) {
            u64 init[] = {*made, *cause};
            java_call_method(thread, made, "initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;", init);
        }
        if (!thread->exception) exception_raise(thread, *made);
    }
    handle_release(thread, mark);
}

// Whether the domain is still being made, so that no exception can be. It then comes to nothing, which its maker sees;
// but without the first domain there is no machine.
static bool is_unfinished(const struct domain *domain, const char *class_name, const char *message) {
    if (domain && domain->heap.out_of_memory) return false;
    if (!domain || domain == domain_first) panic("%s before Java runs: %s", class_name, message ? message : "");
    return true;
}

void exception_give_up(struct thread *thread, const char *why) {
    struct domain *domain = domain_of(thread);
    if (domain == domain_first) panic("%s", why);
    print_console("gnomon: domain %u (%s) ends: %s\n", domain->heap.domain_number, domain->name, why);
    thread_exit_domain(thread, domain, STATUS_GIVEN_UP);
    exception_is_end(thread);
}

static void give_up(struct thread *thread, const char *class_name, const char *message) {
    char why[MESSAGE_BYTES];
    print_format(why, sizeof(why), "%s (%s) while %u other exceptions were being made", class_name,
                 message ? message : "", DEPTH_LIMIT);
    exception_give_up(thread, why);
}

static void make(struct thread *thread, const char *class_name, const char *message, handle cause) {
    if (is_unfinished(domain_of(thread), class_name, message)) return;
    if (thread->exception || exception_is_end(thread)) return;
    ASSERT(java_of(thread)->exception_depth <= DEPTH_LIMIT);
    if (java_of(thread)->exception_depth == DEPTH_LIMIT) {
        give_up(thread, class_name, message);
        return;
    }
    enum ledger_account account = ledger_switch(LEDGER_exception);
    java_of(thread)->exception_depth++;
    construct(thread, class_name, message, cause);
    ASSERT(java_of(thread)->exception_depth);
    java_of(thread)->exception_depth--;
    ledger_switch(account);
    ASSERT(thread->exception);
}

void exception_throw(struct thread *thread, const char *class_name, const char *format, ...) {
    char message[MESSAGE_BYTES];
    if (format) {
        va_list arguments;
        va_start(arguments, format);
        print_format_list(message, sizeof(message), format, arguments);
        va_end(arguments);
    }
    make(thread, class_name, format ? message : NULL, NULL);
}

void exception_throw_cause(struct thread *thread, const char *class_name, handle cause, const char *format, ...) {
    char message[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    print_format_list(message, sizeof(message), format, arguments);
    va_end(arguments);
    make(thread, class_name, message, cause);
}

void exception_throw_class_error(struct thread *thread, const struct class_error *error) {
    if (error->exception) make(thread, error->exception, error->message, NULL);
    ASSERT(thread->exception);
}

bool exception_check_stack(struct thread *thread, u64 bytes) {
    u64 here = (u64)(uintptr_t)__builtin_frame_address(0);
    do {
        if (LIKELY(here + RECURSION_BYTES > thread->real_stack_limit + bytes)) return true;
    } while (stack_grow(thread));
    entry_overflow_stack(thread); // as if Java had come to the end
    return false;
}

// ---- OutOfMemoryError: made without its constructors, which allocate

static ref throwable_static(const struct domain *domain, const char *name, const char *descriptor) {
    const struct field *field = class_field(domain->known.throwable, name, descriptor);
    return field ? heap_load_ref(field->holder->mirror, field->offset) : 0;
}

static bool ends_when_out_of_memory(const struct domain *domain) {
    struct option what;
    return domain == domain_first && option_property(&domain->options, "gnomon.oom", &what) && option_is(&what, "exit");
}

// The message says what is full, and the figures show it.
static _Noreturn void end_out_of_memory(const struct domain *domain, const char *message) {
    char spaces[3][64];
    static const enum owner_space order[] = {OWNER_CODE, OWNER_DATA, OWNER_FIXED};
    static const char *const names[] = {"code", "class data", "mirrors and literals"};
    for (u32 i = 0; i < COUNT_OF(order); i++) {
        const struct chunk_space *space = &owner_spaces[order[i]];
        print_format(spaces[i], sizeof(spaces[i]), "%s %lu of %lu", names[i], (u64)(chunks_used_bytes(space) / MIB),
                     (u64)(chunks_total_bytes(space) / MIB));
    }
    panic("java.lang.OutOfMemoryError: %s (MiB in use: heap %lu of %lu, %s, %s, %s)", message,
          (u64)(domain->heap.used_bytes / MIB), (u64)(domain->heap.limit_bytes / MIB), spaces[0], spaces[1], spaces[2]);
}

static ref fill_out_of_memory(struct domain *domain, ref exception, const char *message) {
    const struct known *known = &domain->known;
    ASSERT(exception);
    heap_store_ref(exception, known->throwable_message, javastring_literal(domain, message, strlen(message)));
    heap_store_ref(exception, known->throwable_cause, exception);
    heap_store_ref(exception, known->throwable_trace,
                   throwable_static(domain, "UNASSIGNED_STACK", "[Ljava/lang/StackTraceElement;"));
    heap_store_ref(exception, known->throwable_suppressed,
                   throwable_static(domain, "SUPPRESSED_SENTINEL", "Ljava/util/List;"));
    return exception;
}

ref exception_out_of_memory_made(struct thread *thread, const char *message) {
    struct domain *domain = domain_of(thread);
    if (ends_when_out_of_memory(domain)) end_out_of_memory(domain, message);
    return fill_out_of_memory(domain, domain->heap.out_of_memory, message);
}

void exception_throw_out_of_memory(struct thread *thread, const char *message) {
    struct domain *domain = domain_of(thread);
    if (is_unfinished(domain, "java/lang/OutOfMemoryError", message)) return;
    if (ends_when_out_of_memory(domain)) end_out_of_memory(domain, message);
    enum ledger_account account = ledger_switch(LEDGER_exception);
    ref exception = heap_try_object(thread, domain->known.out_of_memory);
    exception = fill_out_of_memory(domain, exception ? exception : domain->heap.out_of_memory, message);
    u32 mark = handle_mark(thread);
    handle made = handle_new(thread, exception);
    // The one made beforehand serves all threads, perhaps at the same time: it has no trace.
    if (exception != domain->heap.out_of_memory) exception_fill_trace(thread, made);
    exception_raise(thread, *made);
    handle_release(thread, mark);
    ledger_switch(account);
}

// ---- What stubs raise

void exception_throw_not_implemented(struct thread *thread, ref receiver, struct method *method) {
    char class_name[256], interface[256];
    ASSERT(receiver && class_is_interface(method->holder));
    exception_throw(thread, "java/lang/IncompatibleClassChangeError",
                    "Class %s does not implement the requested interface %s",
                    class_external_name(object_class(receiver), class_name, sizeof(class_name)),
                    class_external_name(method->holder, interface, sizeof(interface)));
}

void exception_throw_abstract(struct thread *thread, ref receiver, struct method *method) {
    char class_name[256], holder[256], text[512];
    ASSERT(receiver);
    if (method->flags & METHOD_CONFLICT) {
        exception_throw(thread, "java/lang/IncompatibleClassChangeError", "%s",
                        tables_conflict_text(object_class(receiver), method, text, sizeof(text)));
    } else if (method->flags & METHOD_NOT_PUBLIC) {
        exception_throw(thread, "java/lang/IllegalAccessError", NULL);
    } else {
        const char *kind = class_is_interface(method->holder)            ? "interface"
                           : method->holder->access_flags & ACC_ABSTRACT ? "abstract class"
                                                                         : "class";
        exception_throw(
            thread, "java/lang/AbstractMethodError",
            "Receiver class %s does not define or inherit an implementation of the resolved method '%s%s' of %s %s.",
            class_external_name(object_class(receiver), class_name, sizeof(class_name)),
            method_is_abstract(method) ? "abstract " : "", method_signature(method, text, sizeof(text)), kind,
            class_external_name(method->holder, holder, sizeof(holder)));
    }
}

void exception_throw_cast(struct thread *thread, ref object, struct class *class) {
    char from[256], to[256], places[CLASS_PLACES_BYTES];
    ASSERT(object);
    const struct class *actual = object_class(object);
    exception_throw(thread, "java/lang/ClassCastException", "class %s cannot be cast to class %s (%s)",
                    class_external_name(actual, from, sizeof(from)), class_external_name(class, to, sizeof(to)),
                    class_places(actual, class, places, sizeof(places)));
}
