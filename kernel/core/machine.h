// What the kernel needs from the machine under it, besides what the log needs as well (log/machine.h). Implemented
// twice, by boot/pc/ (a bare x86-64 PC) and by boot/linux/ (one Linux process); the machine is chosen at link time, and
// the addresses of base/layout.h hold on both.
//
// The machine calls up in three places only, all in kernel/: kernel_main, once, on the boot stack with interrupts off;
// and interrupt_timer and interrupt_fault, on stacks of their own, which never allocate, switch or throw but may change
// the frame. Memory functions are for thread level. Everything else may be called at any level unless it says
// otherwise.
#ifndef KERNEL_CORE_MACHINE_H
#define KERNEL_CORE_MACHINE_H

#include "base/layout.h"
#include "log/machine.h"

// The machine's own stacks (boot, interrupts) lie from STACKS_START up to here; threads' stacks lie above.
#define MACHINE_STACKS_END (STACKS_START + 64 * MIB)
#define MACHINE_PAGE_BYTES 4096u
#define MACHINE_LARGE_PAGE_BYTES 0x200000u

// ---- Memory. Addresses and sizes are multiples of MACHINE_PAGE_BYTES.

enum machine_access { MACHINE_READ, MACHINE_WRITE }; // data; never executable

// Makes the range usable, zeroed. Parts aligned to MACHINE_LARGE_PAGE_BYTES get large pages, so ask for multiples of
// them where you can. No part may be committed already (guard pages are pages that were never committed). Returns false
// if memory is exhausted; then nothing has changed.
bool machine_commit(u64 start, u64 bytes, enum machine_access access);
// The same for code: `start` from CODE_START is readable and executable, the same pages at start - CODE_START +
// CODE_ALIAS_START are readable and writable.
bool machine_commit_code(u64 start, u64 bytes);
// Gives committed data pages back; an access faults afterwards, but for scratch memory's on Linux. The range may span
// several commits, but may not cut into one that got large pages.
void machine_release(u64 start, u64 bytes);
// Bytes that machine_commit could still give.
u64 machine_free_bytes(void);

static inline void *machine_code_alias(u64 code_address) {
    return (void *)(code_address - CODE_START + CODE_ALIAS_START);
}

// ---- Interrupts

// Waits for an interrupt. Call it with interrupts off, after finding that there is nothing to do: an interrupt that
// came in between is not missed. When it returns, interrupts have been served and are off again.
void machine_idle(void);
// Arms one interrupt, `ticks` of the counter from now, in place of any asked for before; 0 disarms. Kernel code uses
// interrupt_timer_set (kernel/core/interrupt.h), which shares the one timer among several clients.
void machine_timer_arm(u64 ticks);

// ---- The host's network (base/link.h)

// From now on the host can interrupt, which looks like a timer's interrupt that is early. Returns false if it cannot.
bool machine_bell_start(void);
// Wakes what is at the other end of the stream. Never waits.
void machine_bell(void);

// ---- Other processors. They are numbered as the firmware lists them; the one that boots is 0.

struct cpu;

// Starts processor `cpu->number`: it runs kernel_processor with interrupts off and FS = cpu, on a stack of its own,
// [cpu->stack_start, cpu->stack_end). Returns when it has got there; false if it does not come up within 200 ms, or
// a second where the machine is emulated, whose host may be busy; or there is no memory for its stacks. Thread level,
// on the processor that boots.
bool machine_start_processor(struct cpu *cpu);
// From now on nothing that the machine does depends on how fast an emulator's host is: of several processors only one
// runs at a time, in an order that is always the same. Before the first other one is started, by a deterministic run.
void machine_be_deterministic(void);
// Interrupts a processor, this one too: interrupt_call runs there at once, or as soon as interrupts are on;
// machine_idle returns. Several calls may come as one.
void machine_interrupt(const struct cpu *cpu);
// Has another processor come back from machine_idle, or from its next one if it is in none: cheaper than an interrupt
// where nothing else is wanted of it.
void machine_wake(const struct cpu *cpu);
// Interrupts another processor although its interrupts are off: interrupt_fault runs there, with TRAP_NMI.
void machine_interrupt_hard(const struct cpu *cpu);
// In every loop that waits for another processor, with the number of rounds so far.
void machine_relax(u32 round);

// ---- The end

// Waits with interrupts off, for good.
void machine_halt(void);
// Stops the machine. The status that counts is the one in the region (see log/region.h); this one is only the process's
// own, on Linux.
_Noreturn void machine_exit(u32 status);
// Stops without leaving any trace, as after a triple fault: for tests.
void machine_vanish(void);

// ---- What the kernel gives the machine

_Noreturn void kernel_main(void);
_Noreturn void kernel_processor(struct cpu *cpu);
void interrupt_timer(struct trap_frame *frame);
void interrupt_call(struct trap_frame *frame);
void interrupt_fault(struct trap_frame *frame);

#endif
