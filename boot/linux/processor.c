// One processor: there are no others yet.
#include "kernel/core/machine.h"

bool machine_start_processor(struct cpu *cpu) {
    (void)cpu;
    return false;
}

void machine_interrupt(const struct cpu *cpu) { (void)cpu; }

void machine_interrupt_hard(const struct cpu *cpu) { (void)cpu; }

void machine_relax(u32 round) { (void)round; }

void machine_halt(void) { machine_idle(); }
