// The rate of the processor's time stamp counter, as CPUID says it.
#ifndef BASE_COUNTER_RATE_H
#define BASE_COUNTER_RATE_H

#include "base/types.h"

enum counter_rate_source {
    COUNTER_RATE_UNKNOWN,
    COUNTER_RATE_CRYSTAL,    // leaf 15H: a multiple of a crystal's
    COUNTER_RATE_BASE,       // leaf 16H: the nominal frequency
    COUNTER_RATE_HYPERVISOR, // leaf 4000_0010H
};

struct counter_rate {
    enum counter_rate_source source;
    u64 hz;
    u64 error_ppb; // by which it is rounded, in 1e-9
};

// How far a crystal, to which all of them go back, may be from what is written on it, in 1e-9.
#define COUNTER_RATE_TOLERANCE_PPB 100000u

// By the most precise leaf that has it; all zero if there is none.
struct counter_rate counter_rate_read(void);

#endif
