// The end of a kernel that cannot go on. Prints reason, registers and a symbolised backtrace on the console and into
// the region's crash page, marks the region as crashed, and stops the machine with status 3. Any level; never returns.
#ifndef KERNEL_CORE_PANIC_H
#define KERNEL_CORE_PANIC_H

#include "base/panic.h"
#include "kernel/core/machine.h"

// panic for a fault: the registers and the backtrace are those of the frame.
_Noreturn void panic_frame(const struct trap_frame *frame, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Sets a hook that describes the translated code at `address`: it writes the description to `to` and returns its
// length, or 0 if it knows nothing. It runs while the kernel dies: no lock, no allocation, no trust in what it reads.
void panic_set_describer(size_t (*describe)(u64 address, char *to, size_t bytes));

// Sets a hook that reports, at the end, what the threads were doing; `frame` is the one panic_frame got, or NULL. It
// runs while the kernel dies.
void panic_set_thread_report(void (*report)(const struct trap_frame *frame));

// The function of the kernel image that holds the address, or NULL. *offset is the address's distance from its start.
const char *panic_symbol(u64 address, u64 *offset);

#endif
