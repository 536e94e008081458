// What the log needs from the machine under it: what the machine is, its clocks, interrupts off and on, the timer, and
// output to the console. boot/ and kernel/core implement it, and tests replace it with something of their own; what
// only the kernel needs from the machine is in kernel/core/machine.h. Any level unless said otherwise.
#ifndef LOG_MACHINE_H
#define LOG_MACHINE_H

#include "base/types.h"

// ---- What the machine is; filled before kernel_main, constant afterwards

struct machine {
    const char *name;                     // "pc" or "linux"
    u64 memory_bytes;                     // memory that machine_commit could give when the kernel started
    u64 kept_bytes;                       // the part of it that only the heap may still take; set by the heap
    u64 archive_bytes;                    // of the boot archive at ARCHIVE_START; 0 if there is none
    u64 region_bytes;                     // of the log region at REGION_START, never 0
    bool region_shared;                   // the host sees the region; if false it exists in memory only
    bool from_disk;                       // a PC that was started from a disk, and not by `gnomon run`
    u64 boot_stack_start, boot_stack_end; // the stack that kernel_main runs on; a guard page lies below
    u32 cpu_count;                        // that machine_start_processor could start, and the one that boots
    bool emulated;                        // QEMU's TCG: CPUID's hypervisor leaf says "TCGTCGTCGTCG"
    bool invariant_counter;               // CPUID says that the time stamp counter's rate is constant
    const char *reference_name;           // "hpet", "acpi-pm", "monotonic", or "tsc": there is no other clock
    u64 reference_period_fs;              // femtoseconds of one tick of the reference clock
    u64 entry_ticks;                      // the counter when our first instruction ran
};
extern struct machine machine;

// Starts the calling processor's counters of the host, by COUNTER_TABLE. Returns false if one of them cannot be had.
bool machine_counters_start(const u32 *numbers, u32 count);
// Those started by that processor, in their order; each has begun at 0.
void machine_counters_read(u32 processor, s64 *values);

// ---- Time

static inline u64 machine_ticks(void) {
    u32 low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (u64)high << 32 | low;
}
// After everything before it is done (SDM 2, RDTSC).
static inline u64 machine_ticks_ordered(void) {
    u32 low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (u64)high << 32 | low;
}
// A clock of known rate, to calibrate the counter against: counts up from some start, never wraps. It must be read at
// least once a second while it is in use (a 24-bit ACPI timer wraps in 4.7 s).
u64 machine_reference(void);
// Wall-clock time, ns since 1970 UTC. *error_ns is how far it may be off (the PC's clock has whole seconds).
s64 machine_wall_ns(u64 *error_ns);
// Nanoseconds since the start in which the machine stood still while the kernel wanted to run: on Linux, when the
// process had no processor and was not waiting in machine_idle. It may lag by as much as the last reading was late. 0
// if there is no knowing.
s64 machine_away_ns(void);

// ---- Interrupts

// Turns timer interrupts off; returns whether they were on. To nest, pass the result to the restore function.
bool machine_interrupts_off(void);
void machine_interrupts_restore(bool on);
static inline void machine_interrupts_on(void) { machine_interrupts_restore(true); }

// The interrupted registers, the same on both machines. The machine continues with what the frame holds.
struct trap_frame {
    u64 r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax;
    u64 fault_address; // of a page fault, otherwise 0
    u64 vector;        // SDM 3A, 6.15: 14 is a page fault; TRAP_TIMER
    u64 error;         // the processor's error code, 0 if there is none; for TRAP_TIMER: enum timer_error
    u64 rip, cs, rflags, rsp, ss;
};

enum trap_vector {
    TRAP_DIVIDE = 0,
    TRAP_NMI = 2,
    TRAP_BREAKPOINT = 3,
    TRAP_INVALID_OPCODE = 6,
    TRAP_DOUBLE_FAULT = 8,
    TRAP_PROTECTION = 13,
    TRAP_PAGE_FAULT = 14,
    TRAP_MACHINE_CHECK = 18,
    TRAP_TIMER = 32,
    TRAP_CALL = 33, // from another processor
    TRAP_BELL = 34, // from the host; of a PC
};

// Whether the interrupted address is known to be where the thread was when the timer went off, however long ago that
// was.
enum timer_error { TIMER_LATE_UNKNOWN = 0, TIMER_PROMPT = 1 };

// ---- The timer, shared among its clients (kernel/core/interrupt.c)

enum timer_client {
    TIMER_SAMPLER,   // log/: the next sample
    TIMER_SCHEDULER, // kernel/core/scheduler.h: end of a quantum, or a sleeper's time
    TIMER_HEARTBEAT, // log/: in real time, so that the region shows when the guest was last alive
    TIMER_OUTSIDE,   // kernel/net/net_replay.c: something that was recorded comes
    TIMER_CLIENTS
};

// The client's handler runs at the first interrupt at or after `at_ticks` (machine_ticks); 0 means never. Any level.
void interrupt_timer_set(enum timer_client client, u64 at_ticks);
u64 interrupt_timer_get(enum timer_client client);

// Registers what is called at a client's time. Before that, its time is ignored.
void interrupt_timer_handler(enum timer_client client, void (*handler)(struct trap_frame *frame));

// Has the timer's interrupt happen on each other processor now, so that it looks at what has changed.
void machine_interrupt_others(void);

// ---- Others

// The calling processor's word of the locks that it has (base/lock_order.h). Thread level.
__attribute__((section(".log_text"))) u32 *machine_locks(void);

// Writes text to the serial port, or to standard error. For panics, and for machines without a region: it is slow.
void machine_console_write(const char *text, size_t bytes);
// Makes memory of the region present before it is written to, so that no measurement pays for a first write. At any
// level. This is only an optimisation: without it the first write brings the page in. It lies among the log's code, so
// that a sample there is the instruments', as its time is.
__attribute__((section(".log_text"))) void machine_prepare(u64 start, u64 bytes);
// Makes GS point to `start`, where instructions of translated code count what they do. Thread level.
void machine_set_counters(u64 start);
// Lets other threads run while the output ring is full. Thread level (kernel/core/scheduler.c).
void scheduler_await_output(void);

#endif
