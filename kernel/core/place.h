// On which processor a thread that is ready waits for its turn. Under the kernel's lock.
#ifndef KERNEL_CORE_PLACE_H
#define KERNEL_CORE_PLACE_H

#include "kernel/core/cpu.h"

// For a thread that has become ready and ran on `last`: there, if that idles; else on one that idles; else as below.
struct cpu *place_choose(struct cpu *last);
// The processor with the shortest queue, if this one's is longer by two or more; else this one.
struct cpu *place_less_busy(struct cpu *cpu);

#endif
