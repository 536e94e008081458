// Java exceptions raised by C: a hook of the rooms below kernel/run/, whose exception.c implements it. An exception is
// pending if thread->exception is not 0. Thread level only.
#ifndef KERNEL_HEAP_RAISE_H
#define KERNEL_HEAP_RAISE_H

#include "kernel/heap/java_thread.h"
#include "translator/reader/classfile.h"

// Creates an exception of the boot loader's class `class_name` ("java/lang/NullPointerException") by its constructor
// (String), or () if format is NULL, and makes it pending. If that fails, what was raised instead is pending: there is
// always an exception afterwards, but in a domain that is still being made: that has none, and comes to nothing. Runs
// Java. Format: base/print.h.
void exception_throw(struct thread *thread, const char *class_name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same with `cause` (which may be 0), by the constructor (String) and initCause.
void exception_throw_cause(struct thread *thread, const char *class_name, handle cause, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Raises what reader and verifier report. Leaves a pending exception as it is if error->exception is NULL.
void exception_throw_class_error(struct thread *thread, const struct class_error *error);
// Makes an existing exception pending.
void exception_raise(struct thread *thread, ref exception);
// For C that calls itself: returns false, with StackOverflowError pending, if the stack has no room for `bytes` and
// what is called last.
bool exception_check_stack(struct thread *thread, u64 bytes);
// Raises the error made beforehand if the heap cannot give another. `message` is constant text.
void exception_throw_out_of_memory(struct thread *thread, const char *message);
// The OutOfMemoryError made beforehand, with this message: it serves all threads, and has no trace. Makes no object.
ref exception_out_of_memory_made(struct thread *thread, const char *message);

// Makes an exception pending that no handler catches, and returns true.
bool exception_make_end(struct thread *thread);
// Whether the thread's domain ends. Then the thread runs no more Java and waits for nothing: an exception is pending,
// now at the latest, that no handler catches, with which it goes back to where it began.
static inline bool exception_is_end(struct thread *thread) {
    return UNLIKELY(java_of(thread)->is_ending) && exception_make_end(thread);
}

#endif
