// The processor in host tests: a variable of the host's thread, where the kernel has FS. The first one's, unless set.
#ifndef KERNEL_CORE_CPU_SELF_H
#define KERNEL_CORE_CPU_SELF_H

#include "kernel/core/cpu.h"

extern _Thread_local struct cpu *host_cpu;

static inline struct cpu *cpu_self(void) { return host_cpu; }

#endif
