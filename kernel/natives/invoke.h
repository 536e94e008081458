// MemberNames, for natives that give some.
#ifndef KERNEL_NATIVES_INVOKE_H
#define KERNEL_NATIVES_INVOKE_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// Makes the MemberName stand for the method, called without dispatch. False: an exception is pending.
bool member_set_method(struct thread *thread, handle member, struct method *method);
// The method that it stands for; it must be a method's and resolved.
struct method *member_method(ref member);

#endif
