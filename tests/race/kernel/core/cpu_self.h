// The processor in tests with threads of the host: each of them is one.
#ifndef KERNEL_CORE_CPU_SELF_H
#define KERNEL_CORE_CPU_SELF_H

#include "kernel/core/cpu.h"

extern _Thread_local struct cpu *race_cpu;

static inline struct cpu *cpu_self(void) { return race_cpu; }

#endif
