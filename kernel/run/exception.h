// Java exceptions made and raised by C, and their stack traces. An exception is pending when thread->exception is not
// 0. Thread level only.
#ifndef KERNEL_RUN_EXCEPTION_H
#define KERNEL_RUN_EXCEPTION_H

#include "kernel/core/thread.h"
#include "translator/object.h"
#include "translator/reader/classfile.h"

// Creates an exception of the boot loader's class `class_name` ("java/lang/NullPointerException") by its constructor
// (String), or () if format is NULL, and makes it pending. If that fails, what was raised instead is pending: there is
// always an exception afterwards. Runs Java. Format: base/print.h.
void exception_throw(struct thread *thread, const char *class_name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same with this exception as cause (which may be 0), by the constructor (String) and initCause.
void exception_throw_cause(struct thread *thread, const char *class_name, handle cause, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// What reader and verifier report. Leaves a pending exception as it is when error->exception is NULL.
void exception_throw_class_error(struct thread *thread, const struct class_error *error);
// Makes an existing exception pending.
void exception_raise(struct thread *thread, ref exception);
// For C that calls itself: false, with StackOverflowError pending, where the stack has no room for so many bytes and
// what is called last.
bool exception_check_stack(struct thread *thread, u64 bytes);
// The one made beforehand when the heap cannot give another. `message` is constant text.
void exception_throw_out_of_memory(struct thread *thread, const char *message);

// Throwable.fillInStackTrace: the frames of the current thread without those of fillInStackTrace, of the exception's
// constructors and hidden ones. Never throws: without memory there is no trace.
void exception_fill_trace(struct thread *thread, handle throwable);
// StackTraceElement.initStackTraceElements(elements, throwable): fills the elements, as many as there are.
void exception_fill_elements(struct thread *thread, handle elements, handle throwable);
// StackTraceElement.initStackTraceElement for one frame.
void exception_fill_element(struct thread *thread, handle element, struct method *method, u32 bytecode_index);
// Prints class, message and trace on the console without running Java: for what the kernel cannot hand to Java any
// more.
void exception_print(struct thread *thread, ref exception);

// The way out of Java code (stubs.S): thread->exception is pending and the anchor is at the frame where it was raised.
// Goes to the handler's landing pad, or makes the java_call that called Java return.
_Noreturn void exception_unwind(struct thread *thread);

// What the stubs of interface tables and abstract methods raise.
void exception_throw_not_implemented(ref receiver, struct method *method);
void exception_throw_abstract(ref receiver, struct method *method);

#endif
