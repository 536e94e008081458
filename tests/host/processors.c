// The processors of tests: there is one, which waits for no other.
#include "kernel/core/cpu.h"
#include "kernel/core/machine.h"

struct cpu cpus[CPUS_MOST] = {{.self = cpus, .timer = NO_TIMER}};

void machine_interrupt_others(void) {}
void machine_interrupt(const struct cpu *cpu) { (void)cpu; }
void machine_relax(u32 round) { (void)round; }
