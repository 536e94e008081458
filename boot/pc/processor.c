// The other processors: how they are started (SDM 3A, 8.4.4), how one interrupts another, and how all of them come to
// know that a page is gone.
//
// They are started one at a time. The one that comes up takes its struct cpu from `processor_start`, and from then on
// it is sure to get to kernel_processor; one that has not taken it within its time finds nothing there, should it come
// at last.
//
// That a page is gone must reach a processor also where its interrupts are off, since it may be waiting for a lock
// whose owner waits for it. So it comes as a non-maskable interrupt, the only other use of which is
// machine_interrupt_hard.
#include "base/panic.h"
#include "base/string.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"
#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"

#define MSR_EFER 0xc0000080u
#define MSR_FS_BASE 0xc0000100u
#define MSR_GS_BASE 0xc0000101u
#define EFER_ACTIVE 0x400u     // set by the processor alone
#define REAL_MODE_END 0xa0000u // a processor cannot start above
#define OPCODE_HLT 0xf4
#define STOP_US 10000u

// What others want of a processor with a non-maskable interrupt.
enum want {
    WANT_FLUSH = 1,
    WANT_FAULT = 2, // machine_interrupt_hard
    WANT_STOP = 4,
    WANT_TURN = 8, // nothing but that it looks whose turn it is
};

struct processor {
    u32 apic_id;
    bool is_online; // it runs code that counts on the page tables
    bool is_stopped;
    u32 wanted;  // enum want
    u32 sent;    // interrupts on their way to it, or arrived and not yet counted
    s32 surplus; // those whose wants have been seen to already, and that are still to come; its own
    u64 flushed; // the last of `flushes` that it has done
} __attribute__((aligned(64)));

static struct processor processors[CPUS_MOST];
static u64 flushes;
static u32 start_page; // the number of the page at which processors start; 0: there is none

// As processor.S has them.
struct processor_start {
    u64 tables, stack_end;
    struct cpu *cpu;
};
struct processor_control {
    u32 cr0, cr4, efer, provisional_tables;
};
struct processor_start processor_start;
extern const u8 turn_wait_end[], processor_trampoline[], processor_trampoline_control[], processor_trampoline_end[];
extern const u8 boot_pml4[];
_Noreturn void processor_main(struct cpu *cpu);

static u32 highest_page(const struct physical_range *ram, u32 ram_count) {
    u64 highest = 0;
    for (u32 i = 0; i < ram_count; i++) {
        u64 end = ALIGN_DOWN(ram[i].end, (u64)MACHINE_PAGE_BYTES);
        if (end > REAL_MODE_END) end = REAL_MODE_END;
        if (end >= ram[i].start + MACHINE_PAGE_BYTES && end > highest) highest = end;
    }
    return highest ? (u32)(highest / MACHINE_PAGE_BYTES - 1) : 0;
}

static bool is_known(u32 identifier) {
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (processors[i].apic_id == identifier) return true;
    }
    return false;
}

void processors_init(const struct physical_range *ram, u32 ram_count) {
    start_page = highest_page(ram, ram_count);
    processors[0] = (struct processor){.apic_id = apic_id(), .is_online = true};
    machine.cpu_count = 1;
    for (u32 i = 0; start_page && i < acpi.processor_count && machine.cpu_count < CPUS_MOST; i++) {
        u32 identifier = acpi.processors[i];
        if (!apic_reaches(identifier) || is_known(identifier)) continue;
        processors[machine.cpu_count++].apic_id = identifier;
    }
}

// ---- Starting one

static u64 reference_after(u64 us) { return machine_reference() + us * 1000000000 / machine.reference_period_fs + 1; }

// Between two looks at the clock, for which an emulator takes its time, as it does for handing on the turn.
static void rest(void) {
    pause();
    for (u32 i = 0; i < 256; i++) compiler_barrier();
}

static void wait_us(u64 us) {
    u64 until = reference_after(us);
    while (machine_reference() < until) rest();
}

static bool is_taken(void) { return !__atomic_load_n(&processor_start.cpu, __ATOMIC_ACQUIRE); }

static bool is_taken_within(u64 us) {
    u64 until = reference_after(us);
    while (!is_taken() && machine_reference() < until) rest();
    return is_taken();
}

// On an emulated machine a processor that waits gets its turn at the next timer of any device only: the old timer
// (8254) gives one in a millisecond while one starts. Nobody hears its interrupt.
static void set_turns(void) {
    if (!machine.emulated) return;
    outb(0x43, 0x34); // counter 0, rate generator
    outb(0x40, 0xa9); // 1193 counts
    outb(0x40, 0x04);
}

// A processor that takes turns needs no more of them: counter 0 waits for a count.
static void end_set_turns(void) {
    if (turns_are_taken()) outb(0x43, 0x30);
}

static void place_trampoline(void) {
    u8 *page = ram_at((u64)start_page * MACHINE_PAGE_BYTES);
    memcpy(page, processor_trampoline, (u64)processor_trampoline_end - (u64)processor_trampoline);
    struct processor_control control = {.cr0 = (u32)read_cr0(),
                                        .cr4 = (u32)read_cr4(),
                                        .efer = (u32)rdmsr(MSR_EFER) & ~EFER_ACTIVE,
                                        .provisional_tables = (u32)(u64)boot_pml4};
    memcpy(page + ((u64)processor_trampoline_control - (u64)processor_trampoline), &control, sizeof(control));
}

// The processor needs `init_us` between its reset and its start, at most.
static bool try_start(u32 identifier, struct cpu *cpu, u64 init_us, u64 wait) {
    __atomic_store_n(&processor_start.cpu, cpu, __ATOMIC_RELEASE); // behind the tables and the stack
    apic_send(identifier, APIC_INIT);
    wait_us(init_us);
    apic_send(identifier, APIC_START | start_page);
    if (is_taken_within(200)) return true;
    apic_send(identifier, APIC_START | start_page); // nothing to one that has started
    is_taken_within(wait);
    return !__atomic_exchange_n(&processor_start.cpu, NULL, __ATOMIC_ACQ_REL);
}

// Processors of this century need no time after their reset; the second try gives it to them. One that has not come is
// reset, so that it does not come later.
static bool start(struct cpu *cpu) {
    struct processor *processor = &processors[cpu->number];
    if (!descriptor_prepare(cpu)) return false;
    set_turns();
    place_trampoline();
    processor_start = (struct processor_start){.tables = read_cr3(), .stack_end = cpu->stack_end};
    u64 last_us = machine.emulated ? 1000000 : 100000;
    if (!try_start(processor->apic_id, cpu, 10, 80000) && !try_start(processor->apic_id, cpu, 10000, last_us)) {
        apic_send(processor->apic_id, APIC_INIT);
        return false;
    }
    while (!__atomic_load_n(&processor->is_online, __ATOMIC_ACQUIRE)) pause();
    return true;
}

bool machine_start_processor(struct cpu *cpu) {
    ASSERT(cpu->number && cpu->number < machine.cpu_count && !processors[cpu->number].is_online);
    turns_be_alone(true);
    bool has_started = start(cpu);
    turns_be_alone(false);
    end_set_turns();
    return has_started;
}

void processor_main(struct cpu *cpu) {
    wrmsr(MSR_FS_BASE, (u64)cpu);
    wrmsr(MSR_GS_BASE, 0);
    tables_init_caching();
    descriptor_load(cpu->number);
    apic_init_other();
    if (turns_are_taken()) turns_join(cpu->number);
    // A processor that takes a page away asks those that are online to forget it; what was taken before is forgotten
    // after that.
    __atomic_store_n(&processors[cpu->number].is_online, true, __ATOMIC_SEQ_CST);
    write_cr3(read_cr3());
    if (turns_are_taken()) turns_wait_first();
    kernel_processor(cpu);
}

void machine_relax(u32 round) {
    (void)round;
    if (turns_are_taken()) {
        turns_relax();
    } else {
        pause();
    }
}

void machine_halt(void) {
    cli();
    if (turns_are_taken()) turns_leave();
    hlt();
}

// ---- Interrupting one

void processor_interrupt(const struct cpu *cpu) { apic_send(processors[cpu->number].apic_id, APIC_FIXED | TRAP_CALL); }

void machine_interrupt(const struct cpu *cpu) {
    if (!processors[cpu->number].is_online) return;
    if (turns_are_taken() && cpu != cpu_self()) {
        turns_call(cpu);
    } else {
        processor_interrupt(cpu);
    }
}

void machine_wake(const struct cpu *cpu) { machine_interrupt(cpu); }

static void want(struct processor *processor, enum want wanted) {
    __atomic_fetch_add(&processor->sent, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_or(&processor->wanted, wanted, __ATOMIC_SEQ_CST);
    apic_send(processor->apic_id, APIC_NMI);
}

void processor_turn(const struct cpu *cpu) { want(&processors[cpu->number], WANT_TURN); }

void machine_interrupt_hard(const struct cpu *cpu) {
    turns_end();
    if (processors[cpu->number].is_online) want(&processors[cpu->number], WANT_FAULT);
}

// Returns them, as bits, by processor.
static u64 want_of_others(enum want wanted) {
    u64 asked = 0;
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (i == cpu_self()->number || !__atomic_load_n(&processors[i].is_online, __ATOMIC_SEQ_CST)) continue;
        want(&processors[i], wanted);
        asked |= 1ull << i;
    }
    return asked;
}

void processors_flush(void) {
    if (machine.cpu_count == 1) return;
    if (turns_are_taken()) {
        turns_flush();
        return;
    }
    u64 flush = flushes + 1;
    // First the tables have lost the page, then this processor looks which others are online.
    __atomic_store_n(&flushes, flush, __ATOMIC_SEQ_CST);
    u64 asked = want_of_others(WANT_FLUSH);
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (!(asked >> i & 1)) continue;
        while (__atomic_load_n(&processors[i].flushed, __ATOMIC_ACQUIRE) < flush) pause();
    }
}

// A processor that is in another non-maskable interrupt, which may last, does not stop; it is not waited for.
void processors_stop(void) {
    if (machine.cpu_count <= 1) return;
    turns_end();
    u64 asked = want_of_others(WANT_STOP);
    u64 until = reference_after(STOP_US);
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (!(asked >> i & 1)) continue;
        while (!__atomic_load_n(&processors[i].is_stopped, __ATOMIC_ACQUIRE) && machine_reference() < until) pause();
    }
}

static void flush(struct processor *own) {
    u64 wanted = __atomic_load_n(&flushes, __ATOMIC_ACQUIRE);
    write_cr3(read_cr3());
    __atomic_store_n(&own->flushed, wanted, __ATOMIC_RELEASE);
}

_Noreturn static void stop(struct processor *own) {
    __atomic_store_n(&own->is_stopped, true, __ATOMIC_RELEASE);
    for (;;) machine_halt();
}

// Between machine_idle's two instructions it would let an interrupt in that the halt is to end with, and halt after
// that: then the halt has had its interrupt. A processor that waits for its turn looks again.
static void end_halt(struct trap_frame *frame) {
    if (frame->rip >= (u64)turn_wait && frame->rip < (u64)turn_wait_end) {
        frame->rip = (u64)turn_wait;
    } else if (*(const u8 *)frame->rip == OPCODE_HLT) {
        frame->rip++;
    }
}

bool processor_nmi(struct trap_frame *frame) {
    struct processor *own = &processors[cpu_self()->number];
    end_halt(frame);
    u32 wanted = __atomic_exchange_n(&own->wanted, 0, __ATOMIC_SEQ_CST);
    own->surplus += (s32)__atomic_exchange_n(&own->sent, 0, __ATOMIC_SEQ_CST);
    if (own->surplus) {
        own->surplus--;
    } else {
        return false; // from outside
    }
    if (wanted & WANT_FLUSH) flush(own);
    if (wanted & WANT_STOP) stop(own);
    return !(wanted & WANT_FAULT);
}
