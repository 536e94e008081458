// The processor's features, by CPUID, for both machines (SDM 2A, CPUID). A leaf above the highest one returns another
// leaf's data, so the maximum is asked first.
#include "kernel/core/machine.h"

#include "base/cpuid.h"
#include "kernel/core/cpu.h"

struct machine machine;
struct cpu cpu_first = {.self = &cpu_first,
                        .timer = {.deadline = {TIMER_NEVER, TIMER_NEVER, TIMER_NEVER}, .armed = TIMER_NEVER}};
_Static_assert(TIMER_CLIENTS == 3, "each has no deadline");

static bool bit(u32 value, unsigned number) { return value >> number & 1; }

// The upper halves of the YMM registers are usable only if the system has turned them on (XCR0, bits 1 and 2).
static bool ymm_enabled(void) {
    u32 low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6) == 6;
}

void cpuid_detect(void) {
    struct cpuid leaf = cpuid_read(1, 0);
    machine.has_sse41 = bit(leaf.ecx, 19);
    machine.has_sse42 = bit(leaf.ecx, 20);
    machine.has_popcnt = bit(leaf.ecx, 23);
    machine.has_xsave = bit(leaf.ecx, 27); // OSXSAVE: turned on, not only there
    machine.has_avx = bit(leaf.ecx, 28) && machine.has_xsave && ymm_enabled();
    if (bit(leaf.ecx, 31)) {
        struct cpuid hypervisor = cpuid_read(0x40000000, 0);
        // "TCGTCGTCGTCG"
        machine.emulated = hypervisor.ebx == 0x54474354 && hypervisor.ecx == 0x43544743 && hypervisor.edx == 0x47435447;
    }
    if (cpuid_read(0, 0).eax >= 7) {
        leaf = cpuid_read(7, 0);
        machine.has_bmi1 = bit(leaf.ebx, 3);
        machine.has_bmi2 = bit(leaf.ebx, 8);
        machine.has_erms = bit(leaf.ebx, 9);
    }
    u32 extended = cpuid_read(0x80000000, 0).eax;
    if (extended >= 0x80000001) {
        leaf = cpuid_read(0x80000001, 0);
        machine.has_lzcnt = bit(leaf.ecx, 5);
        machine.has_rdtscp = bit(leaf.edx, 27);
    }
    if (extended >= 0x80000007) machine.invariant_counter = bit(cpuid_read(0x80000007, 0).edx, 8);
}
