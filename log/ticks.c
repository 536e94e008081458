// The counter, as everything in log/ except the assembly reads it. In a file of its own so that a test can replace it
// with a clock of its own.
#include "log/inline.h"
#include "log/machine.h"
#include "log/state.h"

u64 log_ticks(void) { return machine_ticks(); }

u64 log_ticks_ordered(void) {
    if (probe_settings.unordered) return machine_ticks();
    u32 low, high;
    __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (u64)high << 32 | low;
}
