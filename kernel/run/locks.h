// The monitors that a method has entered, listed for a method whose locking is not known to be structured (JVMS
// 2.11.10), as that of hand-made bytecode may be: translator/build_locks.c decides. Such a method may leave only what
// it has entered itself, and may not end with anything still entered: otherwise IllegalMonitorStateException, as in
// HotSpot's interpreter.
//
// The list is an Object[] in the method's frame, NULL until something is entered. Its entries correspond to the slots
// of HotSpot's frames: the first is for a synchronized method's own lock, and a free one is null.
#ifndef KERNEL_RUN_LOCKS_H
#define KERNEL_RUN_LOCKS_H

#include "kernel/core/thread.h"

// Enters the object's monitor. Returns the list, which may be a new one, or 0 if an exception is pending.
ref locks_enter(struct thread *thread, ref list, ref object);
// Returns false if the method has not entered it.
bool locks_exit(struct thread *thread, ref list, ref object);
// Leaves a synchronized method's own lock. Returns false if it has been left before, or others are still entered.
bool locks_return(struct thread *thread, ref list, bool is_synchronized);
// Leaves all of them. Returns false in the same cases.
bool locks_unwind(struct thread *thread, ref list, bool is_synchronized);

#endif
