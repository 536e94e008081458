// Stands in for kernel/run/java.c and kernel/run/exception.c: no Java runs, and an exception is only its class and
// message. A file of its own: tests of those two link them instead.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/loader.h"
#include "kernel/run/exception.h"
#include "runtime.h"

char runtime_exception[256], runtime_message[1024];

// ---- Java

u64 java_call(struct thread *thread, struct method *method, const u64 *arguments) {
    (void)thread, (void)method, (void)arguments;
    return 0;
}

u64 java_call_virtual(struct thread *thread, struct method *method, const u64 *arguments) {
    return java_call(thread, method, arguments);
}

struct class *java_class(struct thread *thread, const char *name) {
    return loader_load(thread, &domain_of(thread)->boot_loader, symbol_of(name));
}

u64 java_call_static(struct thread *thread, const char *class_name, const char *name, const char *descriptor,
                     const u64 *arguments) {
    (void)thread, (void)class_name, (void)name, (void)descriptor, (void)arguments;
    return 0;
}

u64 java_call_method(struct thread *thread, handle object, const char *name, const char *descriptor, u64 *arguments) {
    (void)thread, (void)object, (void)name, (void)descriptor, (void)arguments;
    return 0;
}

ref java_alloc(struct thread *thread, struct class *class) { return heap_alloc_object(thread, class); }

ref java_new(struct thread *thread, const char *class_name, const char *descriptor, u64 *arguments) {
    (void)descriptor, (void)arguments;
    exception_throw(thread, class_name, NULL);
    return 0;
}

bool java_exception_is(struct thread *thread, const char *class_name) {
    return thread->exception && strcmp(runtime_exception, class_name) == 0;
}

ref java_take_exception(struct thread *thread) {
    ref exception = thread->exception;
    thread->exception = 0;
    return exception;
}

// ---- Exceptions

static void set_exception(struct thread *thread, const char *class_name, const char *message) {
    if (thread->exception) return;
    snprintf(runtime_exception, sizeof(runtime_exception), "%s", class_name);
    snprintf(runtime_message, sizeof(runtime_message), "%s", message);
    thread->exception = domain_of(thread)->heap.out_of_memory; // any Throwable
}

void exception_throw(struct thread *thread, const char *class_name, const char *format, ...) {
    char message[1024] = "";
    va_list arguments;
    va_start(arguments, format);
    if (format) print_format_list(message, sizeof(message), format, arguments);
    va_end(arguments);
    set_exception(thread, class_name, message);
}

void exception_throw_cause(struct thread *thread, const char *class_name, handle cause, const char *format, ...) {
    (void)cause;
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    print_format_list(message, sizeof(message), format, arguments);
    va_end(arguments);
    set_exception(thread, class_name, message);
}

void exception_throw_class_error(struct thread *thread, const struct class_error *error) {
    if (error->exception) set_exception(thread, error->exception, error->message);
}

void exception_throw_out_of_memory(struct thread *thread, const char *message) {
    set_exception(thread, "java/lang/OutOfMemoryError", message);
}
ref exception_out_of_memory_made(struct thread *thread, const char *message) {
    (void)message;
    return domain_of(thread)->heap.out_of_memory;
}
bool exception_check_stack(struct thread *thread, u64 bytes) { return (void)thread, (void)bytes, true; }
void exception_raise(struct thread *thread, ref exception) { thread->exception = exception; }

void runtime_clear_exception(void) {
    thread_self()->exception = 0;
    runtime_exception[0] = runtime_message[0] = 0;
}
