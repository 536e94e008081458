// The processors of tests: there is one, unless a test makes others of threads.
#include <sched.h>

#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/machine.h"

struct cpu cpus[CPUS_MOST] = {{.self = cpus, .timer = NO_TIMER}};
_Thread_local struct cpu *host_cpu = &cpus[0];

u32 *machine_locks(void) { return &host_cpu->locks; }
void machine_interrupt_others(void) {}
void machine_interrupt(const struct cpu *cpu) { (void)cpu; }
void machine_wake(const struct cpu *cpu) { (void)cpu; }
void machine_relax(u32 round) {
    (void)round;
    sched_yield();
}
