// The processors; see cpu.h.
#include "kernel/core/cpu.h"

#include "base/panic.h"
#include "kernel/core/cpu_self.h"

struct cpu cpus[CPUS_MOST] = {{.self = cpus, .timer = NO_TIMER}};

u32 *machine_locks(void) {
    struct cpu *cpu = cpu_self();
    ASSERT(!cpu->interrupt_depth);
    return &cpu->locks;
}
