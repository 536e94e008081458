// The CPUID instruction, and what the machines take from it.
#ifndef BASE_CPUID_H
#define BASE_CPUID_H

#include "base/types.h"

struct cpuid {
    u32 eax, ebx, ecx, edx;
};

static inline struct cpuid cpuid_read(u32 leaf, u32 subleaf) {
    struct cpuid result;
    __asm__ volatile("cpuid"
                     : "=a"(result.eax), "=b"(result.ebx), "=c"(result.ecx), "=d"(result.edx)
                     : "a"(leaf), "c"(subleaf));
    return result;
}

// Fills the features in `machine`.
void cpuid_detect(void);

#endif
