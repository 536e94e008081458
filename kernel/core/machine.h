// What the kernel needs from the machine under it. Implemented twice, by boot/pc/ (bare x86-64 PC) and boot/linux/ (one
// Linux process); the machine is chosen at link time, and the addresses of base/layout.h hold on both.
//
// The machine calls up in three places only, all in kernel/: kernel_main, once, on the boot stack with interrupts off;
// and interrupt_timer and interrupt_fault, on stacks of their own, which never allocate, switch or throw: they may
// change the frame. Memory functions are for thread level. Everything else may be called at any level unless it says
// otherwise.
#ifndef KERNEL_CORE_MACHINE_H
#define KERNEL_CORE_MACHINE_H

#include "base/layout.h"
#include "base/types.h"

// The machine's own stacks (boot, interrupts) lie from STACKS_START up to here; threads' stacks lie above.
#define MACHINE_STACKS_END (STACKS_START + 16 * MIB)
#define MACHINE_PAGE_BYTES 4096u
#define MACHINE_LARGE_PAGE_BYTES 0x200000u

// ---- What the machine is; filled before kernel_main, constant afterwards

struct machine {
    const char *name;                     // "pc" or "linux"
    u64 memory_bytes;                     // memory that machine_commit could give when the kernel started
    u64 archive_bytes;                    // of the boot archive at ARCHIVE_START; 0: there is none
    u64 region_bytes;                     // of the log region at REGION_START, never 0
    bool region_shared;                   // the host sees the region; false: it stays in memory only
    u64 boot_stack_start, boot_stack_end; // the stack that kernel_main runs on; a guard page lies below
    u32 cpu_count;
    bool emulated; // QEMU's TCG: CPUID's hypervisor leaf says "TCGTCGTCGTCG"
    bool has_rdtscp, invariant_counter, has_xsave, has_popcnt, has_erms, has_sse41, has_sse42, has_avx, has_bmi1,
        has_bmi2, has_lzcnt;
    const char *reference_name; // of the reference clock: "hpet", "acpi-pm", "monotonic"
    u64 reference_period_fs;    // femtoseconds of one tick of the reference clock
    u64 entry_ticks;            // the counter when the machine's first instruction of ours ran
};
extern struct machine machine;

// ---- Memory. Addresses and sizes are multiples of MACHINE_PAGE_BYTES.

enum machine_access { MACHINE_READ, MACHINE_WRITE }; // data; never executable

// Makes the range usable, zeroed. What is aligned to MACHINE_LARGE_PAGE_BYTES gets large pages, so ask for multiples of
// them where you can. No part may be committed already (guard pages are what was never committed). False: out of
// memory, nothing has changed.
bool machine_commit(u64 start, u64 bytes, enum machine_access access);
// The same for code: `start` from CODE_START is readable and executable, the same pages at start - CODE_START +
// CODE_ALIAS_START are readable and writable.
bool machine_commit_code(u64 start, u64 bytes);
// Gives committed data pages back; an access faults afterwards. The range may cover several commits, but part of none
// that got large pages.
void machine_release(u64 start, u64 bytes);
// Bytes that machine_commit could still give.
u64 machine_free_bytes(void);

static inline void *machine_code_alias(u64 code_address) {
    return (void *)(code_address - CODE_START + CODE_ALIAS_START);
}

// ---- Time

static inline u64 machine_ticks(void) {
    u32 low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (u64)high << 32 | low;
}
// With everything before it done (SDM 2, RDTSC).
static inline u64 machine_ticks_ordered(void) {
    u32 low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (u64)high << 32 | low;
}
// A clock of known rate, to calibrate the counter against: counts up from some start, never wraps. Must be read at
// least once a second while it is in use (a 24-bit ACPI timer wraps in 4.7 s).
u64 machine_reference(void);
// Wall-clock time, ns since 1970 UTC. *error_ns: how far it may be off (the PC's clock has whole seconds).
s64 machine_wall_ns(u64 *error_ns);
// Nanoseconds since the start in which the machine stood still while the kernel wanted to run: on Linux, those in which
// the process had no processor and did not wait in machine_idle. May fall behind by what the last reading was late. 0
// where nobody can tell.
s64 machine_away_ns(void);

// ---- Interrupts

// Turns timer interrupts off; returns whether they were on. Nests by handing the result to the restore.
bool machine_interrupts_off(void);
void machine_interrupts_restore(bool on);
static inline void machine_interrupts_on(void) { machine_interrupts_restore(true); }
// Waits for an interrupt. Call with interrupts off, after having found that there is nothing to do: an interrupt that
// came in between is not missed. They have been served when it returns, and are off again.
void machine_idle(void);
// One interrupt, `ticks` of the counter from now; 0: none. Replaces what was asked for before. Kernel code uses
// interrupt_timer_set (kernel/core/interrupt.h), which shares the one timer among several.
void machine_timer_arm(u64 ticks);

// The interrupted registers, the same on both machines. The machine continues with what the frame holds.
struct trap_frame {
    u64 r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax;
    u64 fault_address; // of a page fault, else 0
    u64 vector;        // SDM 3A, 6.15: 14 is a page fault; TRAP_TIMER
    u64 error;         // the processor's error code, 0 where it has none; of TRAP_TIMER: enum timer_error
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
};

// Whether the interrupted address is known to be where the thread was when the timer went off, however long ago that
// is.
enum timer_error { TIMER_LATE_UNKNOWN = 0, TIMER_PROMPT = 1 };

// ---- The end

// Text to the serial port, or to standard error. For panics, and for machines without a region: it is slow.
void machine_console_write(const char *text, size_t bytes);
// Stops the machine. The status that counts stands in the region (see log/region.h); this one is the process's own on
// Linux.
_Noreturn void machine_exit(u32 status);
// Ends without a word to anyone, as after a triple fault: for tests.
void machine_vanish(void);

// ---- What the kernel gives the machine

_Noreturn void kernel_main(void);
void interrupt_timer(struct trap_frame *frame);
void interrupt_fault(struct trap_frame *frame);

#endif
