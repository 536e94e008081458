// Hooks of the rooms that the small kernels for tests have not (boot/test/main.c, log/test/machine/main.c).
#include "kernel/core/interrupt.h"
#include "kernel/core/outside.h"
#include "kernel/core/panic.h"

size_t panic_describe_code(u64 address, char *to, size_t bytes) { return (void)address, (void)to, (void)bytes, 0; }
void panic_report_threads(const struct trap_frame *frame) { (void)frame; }
const char *interrupt_fault_name(u64 address) { return (void)address, NULL; }
bool outside_look(const struct outside *outside) { return (void)outside, false; }
