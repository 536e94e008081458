// The machine of tests that do not bring one of their own.
#include "log/machine.h"

struct machine machine = {.name = "host", .memory_bytes = 2 * GIB, .cpu_count = 1};
