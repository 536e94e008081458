// Stands in for kernel/core/foreign.S: the host's libraries need nothing set up.
#include "kernel/core/foreign.h"

u64 foreign_call(void *function, const u64 arguments[8]) {
    u64 (*call)(u64, u64, u64, u64, u64, u64, u64, u64) = function;
    return call(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5], arguments[6],
                arguments[7]);
}
