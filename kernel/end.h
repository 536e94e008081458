// The end of a run that is no panic.
#ifndef KERNEL_END_H
#define KERNEL_END_H

#include "kernel/types.h"

// Flushes the log with the program's exit status and stops the machine.
_Noreturn void kernel_end(s32 exit_status);

#endif
