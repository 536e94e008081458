// What java.lang.management asks about the machine as a double: its load, as a share of the processors' time since the
// program last asked. The program is all that the machine runs; of a single processor, which the API has for those of
// the host of a container, -1 says that it is not known.
#include "kernel/code/native.h"
#include "kernel/natives/management.h"

static double not_known(void) { return -1; }

static double load(bool is_own) {
    struct management_load now = management_load(is_own);
    double share = now.all_ns ? (double)now.busy_ns / (double)now.all_ns : 0;
    return share > 1 ? 1 : share;
}

static double machine_load(void) { return load(false); }
static double process_load(void) { return load(true); }

static const struct native MACHINE[] = {
    LOCKED("getCpuLoad0", NULL, machine_load),
    LOCKED("getProcessCpuLoad0", NULL, process_load),
    LEAF("getSingleCpuLoad0", NULL, not_known),
    NATIVES_END,
};

const struct native_class natives_management_fp[] = {{"com/sun/management/internal/OperatingSystemImpl", MACHINE},
                                                     {NULL, NULL}};
