// The processors that the kernel uses: their start and their end.
#ifndef KERNEL_CORE_PROCESSORS_H
#define KERNEL_CORE_PROCESSORS_H

#include "kernel/core/cpu.h"

// Starts all processors but the one that boots, up to machine.cpu_count; those that do not come up are left out, and
// said on the console. The kernel's lock is the caller's from here on.
void processors_start(void);
u32 processors_count(void); // those that have come up, with the one that boots

// The end of the run: all other processors halt, for good. At a safepoint, with the kernel's lock.
void processors_halt(void);
// The same at any level, where no more is done than to report.
void processors_halt_at_once(void);
// In the interrupt that has a processor halt.
_Noreturn void processors_halt_here(void);

#endif
