// What the files of boot/linux/ share.
#ifndef BOOT_LINUX_LINUX_H
#define BOOT_LINUX_LINUX_H

#include "boot/linux/syscall.h"
#include "kernel/core/machine.h"

// Writes one line on standard error, and exits: for what is wrong before the kernel runs.
_Noreturn void linux_die(u32 status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Maps the files at their fixed addresses, and code memory. If `image_path` is NULL the archive holds the JDK's image.
void linux_memory_init(const char *archive_path, const char *region_path, const char *image_path);
// Makes [start, start + bytes) the memory of a stack; dies if it cannot.
void linux_map_stack(u64 start, u64 bytes);

void linux_clock_init(void);
// Converts ticks of the counter to nanoseconds, at the rate measured so far.
u64 linux_ticks_to_ns(u64 ticks);

// Registers the counters with the machine.
void linux_counters_init(void);

// Called around a wait for an interrupt: the time is idle, and not the host's.
void linux_sleep_begin(void);
void linux_sleep_end(void);

// Sets up signals on their own stack, with the timer not armed yet.
void linux_signals_init(u64 stack_start, u64 stack_bytes);

// start.S: switches to the boot stack and calls kernel_main.
_Noreturn void linux_enter_kernel(u64 stack_end);
// start.S: where a signal handler returns to.
void linux_signal_return(void);

#endif
