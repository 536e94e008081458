// What natives in management_fp.c need of management.c.
#ifndef KERNEL_NATIVES_MANAGEMENT_H
#define KERNEL_NATIVES_MANAGEMENT_H

#include "base/types.h"

// The processors' time since the program last asked for its own or the machine's, or since the start: how much of it
// anything ran in, and all.
struct management_load {
    u64 busy_ns, all_ns;
};
struct management_load management_load(bool is_own);

#endif
