// See counter_rate.h (SDM 3B, 18.7.3; 4000_0010H is what hypervisors agree on). A leaf above the highest one returns
// another leaf's data (in QEMU, for example), so the highest is asked for first; a rate that no processor has is not
// believed.
#include "base/counter_rate.h"

#include "base/cpuid.h"

#define LEAST_HZ 250000000u // no processor that can run this counts more slowly
#define MOST_HZ UINT32_MAX  // or faster than a clock_scale (log/clock_scale.h) takes
#define NONE ((struct counter_rate){.source = COUNTER_RATE_UNKNOWN})

static struct counter_rate rate_of(enum counter_rate_source source, u64 hz, u64 error_hz) {
    if (hz < LEAST_HZ || hz > MOST_HZ) return NONE;
    return (struct counter_rate){.source = source, .hz = hz, .error_ppb = error_hz * 1000000000 / hz};
}

static struct counter_rate of_crystal(u32 highest) {
    if (highest < 0x15) return NONE;
    struct cpuid leaf = cpuid_read(0x15, 0);
    if (!leaf.eax || !leaf.ebx || !leaf.ecx) return NONE;
    return rate_of(COUNTER_RATE_CRYSTAL, (u64)leaf.ecx * leaf.ebx / leaf.eax, 0);
}

// In whole megahertz
static struct counter_rate of_base(u32 highest) {
    if (highest < 0x16) return NONE;
    return rate_of(COUNTER_RATE_BASE, (cpuid_read(0x16, 0).eax & 0xffff) * 1000000ull, 500000);
}

// In whole kilohertz
static struct counter_rate of_hypervisor(void) {
    if (!(cpuid_read(1, 0).ecx >> 31) || cpuid_read(0x40000000, 0).eax < 0x40000010) return NONE;
    return rate_of(COUNTER_RATE_HYPERVISOR, cpuid_read(0x40000010, 0).eax * 1000ull, 500);
}

struct counter_rate counter_rate_read(void) {
    u32 highest = cpuid_read(0, 0).eax;
    struct counter_rate rate = of_crystal(highest);
    if (!rate.hz) rate = of_base(highest);
    return rate.hz ? rate : of_hypervisor();
}
