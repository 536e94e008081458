// The kernel as one Linux process: gnomon-kernel ARCHIVE REGION [MIB [IMAGE TRANSLATIONS PROGRAM]]. MIB is the memory
// that the machine has; without it, the host's. Static, without a C library, at fixed addresses below 48 MiB. A
// processor is a thread; the timer interrupt is a signal (signal.c), and memory lies where base/layout.h says
// (memory.c).
//
// Exit status: the guest's, which is also in the region; 1 for an archive or region that cannot be used, 2 for wrong
// arguments.
#include "base/archive.h"
#include "base/cpuid.h"
#include "base/print.h"
#include "base/string.h"
#include "boot/linux/linux.h"
#include "kernel/core/cpu.h"

// From STACKS_START, each with a guard page below: signals, then the boot stack; behind them the same of the other
// processors.
#define GUARD_BYTES (64 * KIB)
#define SIGNAL_STACK_START (STACKS_START + GUARD_BYTES)
#define SIGNAL_STACK_BYTES (256 * KIB)
#define BOOT_STACK_START (SIGNAL_STACK_START + SIGNAL_STACK_BYTES + GUARD_BYTES)
#define BOOT_STACK_BYTES (1 * MIB)
#define OTHERS_START (BOOT_STACK_START + BOOT_STACK_BYTES)
#define IDLE_STACK_BYTES (256 * KIB)
#define OTHER_BYTES (2 * GUARD_BYTES + SIGNAL_STACK_BYTES + IDLE_STACK_BYTES)
_Static_assert(OTHERS_START + CPUS_MOST * OTHER_BYTES <= MACHINE_STACKS_END, "the machine's stacks have their place");

void machine_console_write(const char *text, size_t bytes) {
    while (bytes) {
        s64 written = syscall3(SYS_write, 2, (u64)text, bytes);
        if (written <= 0) return;
        text += written;
        bytes -= (size_t)written;
    }
}

// Standard input is one end of a pair of sockets; the host interrupts as any other process does, by a signal.
bool machine_bell_start(void) { return true; }

void machine_bell(void) {
    u8 byte = 1;
    syscall6(SYS_sendto, 0, (u64)&byte, sizeof(byte), MSG_DONTWAIT | MSG_NOSIGNAL, 0, 0);
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
    machine.cpu_count = CPUS_MOST;
    if (stack[0] < 3 || stack[0] > 4 + ARCHIVE_HOLES) {
        linux_die(2, "usage: gnomon-kernel ARCHIVE REGION [MIB [IMAGE TRANSLATIONS PROGRAM]]");
    }
    cpuid_detect();
    if (syscall2(SYS_arch_prctl, ARCH_SET_FS, (u64)&cpus[0]) < 0) linux_die(1, "no base for FS");
    linux_clock_init();
    linux_memory_init((const char *const *)&stack[2]); // NULL ends the list
    linux_map_stack(SIGNAL_STACK_START, SIGNAL_STACK_BYTES);
    linux_map_stack(BOOT_STACK_START, BOOT_STACK_BYTES);
    machine.boot_stack_start = BOOT_STACK_START;
    machine.boot_stack_end = BOOT_STACK_START + BOOT_STACK_BYTES;
    linux_signals_init();
    if (!linux_signals_start(SIGNAL_STACK_START, SIGNAL_STACK_BYTES)) linux_die(1, "no stack for signals, or no timer");
    linux_enter_kernel(machine.boot_stack_end);
}

// ---- Other processors

#define START_NS 200000000u

static u64 signal_stack_of(const struct cpu *cpu) {
    return OTHERS_START + (cpu->number - 1) * OTHER_BYTES + GUARD_BYTES;
}

void linux_processor_main(struct cpu *cpu) {
    linux_clock_start();
    if (!linux_signals_start(signal_stack_of(cpu), SIGNAL_STACK_BYTES)) syscall1(SYS_exit, 0);
    __atomic_store_n(&linux_processor_self()->is_up, true, __ATOMIC_RELEASE);
    kernel_processor(cpu);
}

bool machine_start_processor(struct cpu *cpu) {
    u64 signals = signal_stack_of(cpu);
    cpu->stack_start = signals + SIGNAL_STACK_BYTES + GUARD_BYTES;
    cpu->stack_end = cpu->stack_start + IDLE_STACK_BYTES;
    if (!machine_commit(signals, SIGNAL_STACK_BYTES, MACHINE_WRITE) ||
        !machine_commit(cpu->stack_start, IDLE_STACK_BYTES, MACHINE_WRITE)) {
        return false;
    }
    u64 flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS;
    if (linux_start_thread(flags, cpu->stack_end, cpu) < 0) return false;
    u64 until = machine_reference() + START_NS;
    while (!__atomic_load_n(&linux_processors[cpu->number].is_up, __ATOMIC_ACQUIRE)) {
        if (machine_reference() > until) return false;
        machine_relax(UINT32_MAX);
    }
    return true;
}

#define SPINS 100u // before the processor is offered to other threads of the host, which may be what is waited for

void machine_be_deterministic(void) {} // no run is deterministic here

void machine_relax(u32 round) {
    __asm__ volatile("pause");
    if (round >= SPINS) syscall1(SYS_sched_yield, 0);
}
