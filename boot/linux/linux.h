// What the files of boot/linux/ share.
#ifndef BOOT_LINUX_LINUX_H
#define BOOT_LINUX_LINUX_H

#include "boot/linux/syscall.h"
#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/machine.h"

// Whether a processor waits in machine_idle, for this word to change. One that is woken before it waits does not.
enum idle_state { IDLE_NOT, IDLE_WAITS, IDLE_WOKEN };

// A processor of this machine: a thread of the process. Touched by that thread alone, but for what is atomic.
struct linux_processor {
    volatile bool interrupts_on, timer_pending;
    bool is_timer_raised; // by us, for one that had been held back
    bool call_wanted;     // another processor has asked for interrupt_call; atomic
    u32 idle_state;       // enum idle_state; atomic
    s32 timer_id;
    u64 thread_id;
    s64 asleep_ns, start_away_ns, sleep_begin_ns; // clock.c
    bool sleeping;
    bool is_up;                       // it can be interrupted; atomic
    s32 counter_files[COUNTERS_MOST]; // counters.c
    u32 counter_count;
};
extern struct linux_processor linux_processors[CPUS_MOST];
static inline struct linux_processor *linux_processor_self(void) { return &linux_processors[cpu_self()->number]; }

// One line on standard error, and exit: for what is wrong before the kernel runs.
_Noreturn void linux_die(u32 status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Maps the files at their fixed addresses, and code memory. The arguments up to NULL: archive, region, the memory in
// MiB, and the files that the archive has holes for, in the order of base/archive.h; an empty name leaves one empty.
void linux_memory_init(const char *const *arguments);
// Makes [start, start + bytes) the memory of a stack; dies if it cannot.
void linux_map_stack(u64 start, u64 bytes);

void linux_clock_init(void);
// For the calling processor: the time that the host takes from its thread counts from here.
void linux_clock_start(void);
// Ticks of the counter as nanoseconds, at the rate measured so far.
u64 linux_ticks_to_ns(u64 ticks);

// Called around a wait for an interrupt: the time is idle, and not the host's.
void linux_sleep_begin(void);
void linux_sleep_end(void);

// Handlers of signals, for all processors.
void linux_signals_init(void);
// The calling processor has its signals on their own stack and its timer, not yet armed. Returns false if Linux has
// refused.
bool linux_signals_start(u64 stack_start, u64 stack_bytes);

// start.S calls it first: `stack` is what Linux gives a new process (System V ABI, "Process Initialization").
void linux_main(const u64 *stack);
// start.S: a thread of the process that runs linux_processor_main(cpu) on this stack with FS = cpu; an error number,
// negated.
s64 linux_start_thread(u64 flags, u64 stack_end, struct cpu *cpu);
void linux_processor_main(struct cpu *cpu);

// start.S: switches to the boot stack and calls kernel_main.
_Noreturn void linux_enter_kernel(u64 stack_end);
// start.S: where a signal handler returns to.
void linux_signal_return(void);

#endif
