// What was null: the message of a NullPointerException that the machine has raised, in HotSpot's words (JEP 358), from
// the bytecode of the frame that raised it.
#ifndef KERNEL_RUN_NULL_MESSAGE_H
#define KERNEL_RUN_NULL_MESSAGE_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// A new string; 0: nothing can be said, or (with thread->exception) there is no memory for it.
ref null_message(struct thread *thread, const struct method *method, u32 bytecode_index);

#endif
