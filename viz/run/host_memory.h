// How much memory a process of the host may use.
#ifndef VIZ_RUN_HOST_MEMORY_H
#define VIZ_RUN_HOST_MEMORY_H

#include "base/types.h"

// In MiB: what the host has, or, if that is less, what the control groups of this process leave to the kernel's process
// beside the tool's (cgroups(7), versions 1 and 2; each group up to the root may set a limit). `root` is "" but in
// tests: where the host's /proc and /sys lie.
u64 host_memory_mib(const char *root);

#endif
