// The text of ClassCastException, which names modules and loaders.
#ifndef KERNEL_RUN_CAST_H
#define KERNEL_RUN_CAST_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// Raises ClassCastException for an object that is no instance of the class.
void cast_throw(struct thread *thread, ref object, struct class *class);

#endif
