// The processor in host tests: a variable, where the kernel has FS.
#ifndef KERNEL_CORE_CPU_SELF_H
#define KERNEL_CORE_CPU_SELF_H

#include "kernel/core/cpu.h"

static inline struct cpu *cpu_self(void) { return &cpus[0]; }

#endif
