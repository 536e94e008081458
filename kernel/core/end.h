// The end of a run that is not a panic.
#ifndef KERNEL_CORE_END_H
#define KERNEL_CORE_END_H

#include "base/types.h"

// Flushes the log with the program's exit status and stops the machine.
_Noreturn void kernel_end(s32 exit_status);

#endif
