// The text of ClassCastException, which names modules and loaders.
#ifndef KERNEL_CAST_H
#define KERNEL_CAST_H

#include "kernel/thread.h"

// Raises ClassCastException for an object that is no instance of the class.
void cast_throw(struct thread *thread, ref object, struct class *class);

#endif
