// What `gnomon run --exact` counted, by method and by function of the kernel: instructions, which are ticks of a
// deterministic run.
#ifndef VIZ_ANALYSE_EXACT_PROFILE_H
#define VIZ_ANALYSE_EXACT_PROFILE_H

#include "viz/analyse/profile.h"
#include "viz/read/exact.h"

struct exact_method {
    u32 method;
    u64 own;     // in the method's own code, less what is inlined there
    u64 inlined; // in its body, where that is inlined in others
};

// A line of a method, wherever that is inlined; 0 for code of which no line is known.
struct exact_line {
    u32 method, line;
    u64 executions;
};

struct exact_function {
    size_t symbol; // of exact->symbols
    u64 executions;
};

struct exact_profile {
    const struct exact *exact;
    struct exact_method *methods; // the one with the most instructions first
    size_t method_count;
    struct exact_line *lines; // by method and line
    size_t line_count;
    struct exact_function *functions; // the same
    size_t function_count;
    // Instructions: all; of methods, of stubs in the code space, of the kernel, of the firmware; at addresses of which
    // it is not known what code was there
    u64 all, translated, stubs, kernel, firmware, unknown;
    // How many of all ended in a fault: the clock does not count an instruction before it is complete.
    u64 faults;
};

// The method's lines, all in a row; *count may be 0.
const struct exact_line *exact_profile_lines(const struct exact_profile *profile, u32 method, size_t *count);
// Returns false, and there is nothing to free, if nothing was counted.
bool exact_profile_make(struct exact_profile *profile, const struct recording *recording);
void exact_profile_free(struct exact_profile *profile);

#endif
