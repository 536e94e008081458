// Java exceptions: their stack traces, and the path from a pending exception to its handler. How C raises them is
// declared in kernel/heap/raise.h. Thread level only.
#ifndef KERNEL_RUN_EXCEPTION_H
#define KERNEL_RUN_EXCEPTION_H

#include "kernel/heap/raise.h"
#include "translator/object.h"
#include "translator/reader/classfile.h"

// No exception can be made any more: ends the thread's domain, or with the first one the machine, with this line on the
// console.
void exception_give_up(struct thread *thread, const char *why);

// What the stubs of interface tables and abstract methods raise.
void exception_throw_not_implemented(struct thread *thread, ref receiver, struct method *method);
void exception_throw_abstract(struct thread *thread, ref receiver, struct method *method);
// ClassCastException: the object is no instance of the class.
void exception_throw_cast(struct thread *thread, ref object, struct class *class);

#endif
