// What java.lang.management asks of the machine as a double: shares of time, of which nobody keeps count. -1 says that,
// by the API.
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
