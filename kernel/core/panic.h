// The end of a kernel that cannot go on. Prints reason, registers and a symbolised backtrace on the console and into
// the region's crash page, marks the region as crashed, and stops the machine with status 3. Any level; never returns.
#ifndef KERNEL_CORE_PANIC_H
#define KERNEL_CORE_PANIC_H

#include "base/panic.h"
#include "kernel/core/machine.h"

// panic for a fault: the registers and the backtrace are those of the frame.
_Noreturn void panic_frame(const struct trap_frame *frame, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Hooks. They run while the kernel dies, perhaps before anything was begun: no lock, no allocation, no trust in what
// they read.
// kernel/code/code.c: writes a description of the translated code at `address` to `to` and returns its length, or 0 if
// it knows nothing.
size_t panic_describe_code(u64 address, char *to, size_t bytes);
// kernel/report/thread_report.c: reports what the threads were doing; `frame` is the one panic_frame got, or NULL.
void panic_report_threads(const struct trap_frame *frame);

// The function of the kernel image that holds the address, or NULL. *offset is the address's distance from its start.
const char *panic_symbol(u64 address, u64 *offset);

#endif
