// What java.lang.management asks about the machine as a double: shares of time, which are not counted. By the API, -1
// says so.
#include "kernel/run/native.h"

static double not_known(void) { return -1; }

static const struct native MACHINE[] = {
    LEAF("getCpuLoad0", NULL, not_known),
    LEAF("getProcessCpuLoad0", NULL, not_known),
    LEAF("getSingleCpuLoad0", NULL, not_known),
    NATIVES_END,
};

const struct native_class natives_management_fp[] = {{"com/sun/management/internal/OperatingSystemImpl", MACHINE},
                                                     {NULL, NULL}};
