// Java exceptions: their stack traces, and the way from a pending exception to its handler. How C raises them is
// declared in kernel/heap/raise.h. Thread level only.
#ifndef KERNEL_RUN_EXCEPTION_H
#define KERNEL_RUN_EXCEPTION_H

#include "kernel/heap/raise.h"
#include "translator/object.h"
#include "translator/reader/classfile.h"

// Throwable.fillInStackTrace: the frames of the current thread without those of fillInStackTrace, of the exception's
// constructors, and hidden ones. Never throws: if there is no memory, there is no trace.
void exception_fill_trace(struct thread *thread, handle throwable);
// StackTraceElement.initStackTraceElements(elements, throwable): fills the elements, as many as there are.
void exception_fill_elements(struct thread *thread, handle elements, handle throwable);
// Others run after so many elements, each of which has names of up to 64 KiB.
#define ELEMENTS_A_POLL 16u
// StackTraceElement.initStackTraceElement for one frame.
void exception_fill_element(struct thread *thread, handle element, struct method *method, u32 bytecode_index);
// Prints class, message and trace on the console without running Java: for exceptions that the kernel can no longer
// hand to Java.
void exception_print(struct thread *thread, ref exception);

// No exception can be made any more: ends the thread's domain, or with the first one the machine, with this line on the
// console.
void exception_give_up(struct thread *thread, const char *why);

// Leaves Java code (stubs.S): thread->exception is pending and the anchor is at the frame where it was raised. Goes to
// the handler's landing pad, or makes the java_call that called Java return.
_Noreturn void exception_unwind(struct thread *thread);

// What the stubs of interface tables and abstract methods raise.
void exception_throw_not_implemented(struct thread *thread, ref receiver, struct method *method);
void exception_throw_abstract(struct thread *thread, ref receiver, struct method *method);
// ClassCastException: the object is no instance of the class.
void exception_throw_cast(struct thread *thread, ref object, struct class *class);

#endif
