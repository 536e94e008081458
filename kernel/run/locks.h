// The monitors that a method has entered, listed for one whose locking is not known to be structured (JVMS 2.11.10), as
// hand-made bytecode may be: translator/build_locks.c says which. It may leave only what it has entered itself, and
// with some of it still entered it may not end: IllegalMonitorStateException, as in HotSpot's interpreter.
//
// The list is an Object[] in the method's frame, NULL until something is entered. Its entries correspond to the slots
// of HotSpot's frames: the first is that of a synchronized method's own lock, a free one is null.
#ifndef KERNEL_RUN_LOCKS_H
#define KERNEL_RUN_LOCKS_H

#include "kernel/core/thread.h"

// Enters the object's monitor. Returns the list, which may be a new one; 0: an exception is pending.
ref locks_enter(struct thread *thread, ref list, ref object);
// False: the method has not entered it.
bool locks_exit(struct thread *thread, ref list, ref object);
// Leaves a synchronized method's own lock. False: it has been left before, or others are still entered.
bool locks_return(struct thread *thread, ref list, bool is_synchronized);
// Leaves all. False: as above.
bool locks_unwind(struct thread *thread, ref list, bool is_synchronized);

#endif
