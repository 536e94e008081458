// The other processors, which the kernel does not start yet.
#include "kernel/core/machine.h"
#include "kernel/core/panic.h"

void kernel_processor(struct cpu *cpu) { panic("processor at %lx is not used yet", (u64)cpu); }

void interrupt_call(struct trap_frame *frame) { (void)frame; }
