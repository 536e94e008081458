// MemberNames, for natives that return some.
#ifndef KERNEL_NATIVES_INVOKE_H
#define KERNEL_NATIVES_INVOKE_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// Makes the MemberName stand for the method, called without dispatch. Returns false if an exception is pending.
bool member_set_method(struct thread *thread, handle member, struct method *method);
// The method that the MemberName stands for; it must be a resolved method's.
struct method *member_method(ref member);

#endif
