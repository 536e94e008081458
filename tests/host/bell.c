// A machine without a bell, for tests that do not bring one.
#include "kernel/core/machine.h"

bool machine_bell_start(void) { return false; }
void machine_bell(void) {}
