// Activations of timed methods that had not ended when the recording did, closed at its end.
#ifndef VIZ_ACTIVATIONS_H
#define VIZ_ACTIVATIONS_H

#include "viz/recording.h"

struct open_activation {
    u32 thread, caller, callee;
    bool outermost; // the method's outermost in its thread
    s64 raw, elapsed, cpu, exclusive_elapsed, exclusive_cpu;
};

// Innermost first in each thread; the roots of threads are left out.
void activations_visit(const struct recording *recording,
                       void (*visit)(void *context, const struct open_activation *open), void *context);

#endif
