// What the kernel wants to know about the processor, by CPUID, for both machines (SDM 2A, CPUID). It needs nothing
// beyond what every x86-64 processor has. A leaf above the highest one returns another leaf's data, so the maximum is
// asked for first.
#include "kernel/core/machine.h"

#include "base/cpuid.h"

struct machine machine;

static bool bit(u32 value, unsigned number) { return value >> number & 1; }

void cpuid_detect(void) {
    struct cpuid leaf = cpuid_read(1, 0);
    if (bit(leaf.ecx, 31)) {
        struct cpuid hypervisor = cpuid_read(0x40000000, 0);
        // "TCGTCGTCGTCG"
        machine.emulated = hypervisor.ebx == 0x54474354 && hypervisor.ecx == 0x43544743 && hypervisor.edx == 0x47435447;
    }
    u32 extended = cpuid_read(0x80000000, 0).eax;
    if (extended >= 0x80000007) machine.invariant_counter = bit(cpuid_read(0x80000007, 0).edx, 8);
}
