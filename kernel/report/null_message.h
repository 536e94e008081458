// The message of a NullPointerException that the machine has raised, saying what was null, in HotSpot's words (JEP
// 358), from the bytecode of the frame that raised it.
#ifndef KERNEL_REPORT_NULL_MESSAGE_H
#define KERNEL_REPORT_NULL_MESSAGE_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// Returns a new string, or 0 if there is nothing to say or (with thread->exception) no memory for it.
ref null_message(struct thread *thread, const struct method *method, u32 bytecode_index);

#endif
