// Objects of java.lang.reflect, for natives that return some. All functions may load classes and collect; 0 means that
// an exception is pending.
#ifndef KERNEL_NATIVES_REFLECT_H
#define KERNEL_NATIVES_REFLECT_H

#include "kernel/core/thread.h"
#include "translator/object.h"

ref reflect_new_method(struct thread *thread, struct method *method);
ref reflect_new_constructor(struct thread *thread, struct method *method);
ref reflect_new_field(struct thread *thread, struct field *field);

// Final fields that neither reflection nor a VarHandle may change: static ones, and those of records and hidden
// classes.
bool reflect_is_trusted_final(const struct field *field);

// The method that a Method or Constructor stands for; the field that a Field stands for.
struct method *reflect_method(ref executable);
struct field *reflect_field(ref field);

#endif
