// The kernel as one Linux process: gnomon-kernel ARCHIVE REGION [IMAGE]. Static, without a C library, at fixed
// addresses below 48 MiB. The process has one thread; the timer interrupt is a signal (signal.c), and memory lies where
// base/layout.h says (memory.c).
//
// Exit status: the guest's, which is also in the region; 1 for an archive or region that cannot be used, 2 for wrong
// arguments.
#include "base/cpuid.h"
#include "base/print.h"
#include "base/string.h"
#include "boot/linux/linux.h"
#include "kernel/core/cpu.h"

// From STACKS_START, each with a guard page below: the signals' stack, then the boot stack.
#define GUARD_BYTES (64 * KIB)
#define SIGNAL_STACK_START (STACKS_START + GUARD_BYTES)
#define SIGNAL_STACK_BYTES (256 * KIB)
#define BOOT_STACK_START (SIGNAL_STACK_START + SIGNAL_STACK_BYTES + GUARD_BYTES)
#define BOOT_STACK_BYTES (1 * MIB)
_Static_assert(BOOT_STACK_START + BOOT_STACK_BYTES <= MACHINE_STACKS_END, "the machine's stacks have their place");

void linux_main(const u64 *stack);

void machine_console_write(const char *text, size_t bytes) {
    while (bytes) {
        s64 written = syscall3(SYS_write, 2, (u64)text, bytes);
        if (written <= 0) return;
        text += written;
        bytes -= (size_t)written;
    }
}

void machine_exit(u32 status) {
    for (;;) syscall1(SYS_exit_group, status);
}

void machine_vanish(void) { syscall2(SYS_kill, (u64)syscall1(SYS_getpid, 0), SIGNAL_KILL); }

void linux_die(u32 status, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    size_t length = print_format_list(text, sizeof(text), format, arguments);
    va_end(arguments);
    machine_console_write("gnomon-kernel: ", 15);
    machine_console_write(text, length < sizeof(text) ? length : sizeof(text) - 1);
    machine_console_write("\n", 1);
    machine_exit(status);
}

void linux_main(const u64 *stack) {
    machine.entry_ticks = machine_ticks();
    machine.name = "linux";
    machine.cpu_count = 1;
    if (stack[0] != 3 && stack[0] != 4) linux_die(2, "usage: gnomon-kernel ARCHIVE REGION [IMAGE]");
    cpuid_detect();
    if (syscall2(SYS_arch_prctl, ARCH_SET_FS, (u64)&cpu_first) < 0) linux_die(1, "no base for FS");
    linux_clock_init();
    linux_counters_init();
    linux_memory_init((const char *)stack[2], (const char *)stack[3], (const char *)stack[4]); // NULL ends the list
    linux_map_stack(SIGNAL_STACK_START, SIGNAL_STACK_BYTES);
    linux_map_stack(BOOT_STACK_START, BOOT_STACK_BYTES);
    machine.boot_stack_start = BOOT_STACK_START;
    machine.boot_stack_end = BOOT_STACK_START + BOOT_STACK_BYTES;
    linux_signals_init(SIGNAL_STACK_START, SIGNAL_STACK_BYTES);
    linux_enter_kernel(machine.boot_stack_end);
}
