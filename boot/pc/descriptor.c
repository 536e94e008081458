// Segments, the task state segment with the stacks of interrupts, the interrupt table, and the machine's stacks
// themselves (SDM 3A, 3.4, 6.14, 7.7). Ring 0 does not switch stacks by itself: every exception and interrupt names a
// stack of the task state segment, so none needs room on the interrupted one, which may be at its guard page. Each
// processor has its own of all but the interrupt table.
#include "base/panic.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"
#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"

enum interrupt_stack {
    STACK_INTERRUPT = 1, // the timer's and calls', which keep each other off
    STACK_FAULT,
    STACK_NESTED_FAULT, // no gate names it: STACK_FAULT's entry points to it while a fault is handled
    STACK_DOUBLE_FAULT,
    STACK_NMI,
    STACK_MACHINE_CHECK,
    STACKS_END_MARK
};

#define SELECTOR_CODE 0x08
#define SELECTOR_TASK 0x18
#define INTERRUPT_STACK_BYTES (32 * KIB)
#define BOOT_STACK_BYTES (256 * KIB)
#define GATE_INTERRUPT 0x8e
#define OTHER_STACK_BYTES (64 * KIB) // on which the other processors boot
#define VECTOR_ENTRIES 35
#define ENTRY_BYTES 16

struct task_state {
    u32 reserved0;
    u64 rsp[3];
    u64 reserved1;
    u64 ist[7]; // 1 to 7
    u64 reserved2;
    u16 reserved3, io_map;
} __attribute__((packed));

struct gate {
    u16 offset_low, selector;
    u8 stack, type;
    u16 offset_middle;
    u32 offset_high, reserved;
};

struct table_pointer {
    u16 limit;
    u64 base;
} __attribute__((packed));

extern const u8 trap_entries[], trap_spurious[];

struct segments {
    u64 entries[6]; // the task state segment's takes two, the last is not used
    struct task_state task_state;
} __attribute__((aligned(16)));

static struct segments segments[CPUS_MOST];
static struct gate gates[256] __attribute__((aligned(16)));
static u64 stack_next = STACKS_START;

// A stack with a guard page below it; returns its end, or 0.
static u64 new_stack(u64 bytes) {
    u64 start = stack_next + MACHINE_PAGE_BYTES;
    if (!machine_commit(start, bytes, MACHINE_WRITE)) return 0;
    stack_next = start + bytes;
    ASSERT(stack_next <= MACHINE_STACKS_END);
    return stack_next;
}

// What an attempt that ran out of memory has got already is kept for the next one.
static bool new_interrupt_stacks(struct task_state *state) {
    state->io_map = sizeof(*state);
    for (unsigned i = 0; i < STACKS_END_MARK - 1; i++) {
        if (!state->ist[i]) state->ist[i] = new_stack(INTERRUPT_STACK_BYTES);
        if (!state->ist[i]) return false;
    }
    return true;
}

static enum interrupt_stack stack_of(unsigned vector) {
    switch (vector) {
    case TRAP_TIMER:
    case TRAP_CALL:
    case TRAP_BELL: return STACK_INTERRUPT;
    case TRAP_DOUBLE_FAULT: return STACK_DOUBLE_FAULT;
    case TRAP_NMI: return STACK_NMI;
    case TRAP_MACHINE_CHECK: return STACK_MACHINE_CHECK;
    default: return STACK_FAULT;
    }
}

static void set_gate(unsigned vector, const u8 *entry, enum interrupt_stack stack) {
    u64 address = (u64)entry;
    gates[vector] = (struct gate){.offset_low = (u16)address,
                                  .offset_middle = (u16)(address >> 16),
                                  .offset_high = (u32)(address >> 32),
                                  .selector = SELECTOR_CODE,
                                  .stack = (u8)stack,
                                  .type = GATE_INTERRUPT};
}

static void load_segments(struct segments *own) {
    u64 base = (u64)&own->task_state, last = sizeof(own->task_state) - 1;
    own->entries[1] = 0x00af9b000000ffff; // 64-bit code
    own->entries[2] = 0x00cf93000000ffff; // data
    own->entries[3] = last | (base & 0xffffff) << 16 | 0x89ull << 40 | (base >> 24 & 0xff) << 56;
    own->entries[4] = base >> 32;
    struct table_pointer pointer = {sizeof(own->entries) - 1, (u64)own->entries};
    __asm__ volatile("lgdt %0" : : "m"(pointer));
    __asm__ volatile("ltr %w0" : : "r"(SELECTOR_TASK));
}

bool descriptor_prepare(struct cpu *cpu) {
    if (!new_interrupt_stacks(&segments[cpu->number].task_state)) return false;
    if (!cpu->stack_end) cpu->stack_end = new_stack(OTHER_STACK_BYTES);
    if (!cpu->stack_end) return false;
    cpu->stack_start = cpu->stack_end - OTHER_STACK_BYTES;
    return true;
}

void descriptor_load(u32 number) {
    load_segments(&segments[number]);
    struct table_pointer pointer = {sizeof(gates) - 1, (u64)gates};
    __asm__ volatile("lidt %0" : : "m"(pointer));
    checks_init();
}

void descriptor_init(void) {
    if (!new_interrupt_stacks(&segments[0].task_state)) pc_die("no memory for the machine's stacks");
    machine.boot_stack_end = new_stack(BOOT_STACK_BYTES);
    if (!machine.boot_stack_end) pc_die("no memory for the machine's stacks");
    machine.boot_stack_start = machine.boot_stack_end - BOOT_STACK_BYTES;
    for (unsigned vector = 0; vector < VECTOR_ENTRIES; vector++) {
        set_gate(vector, trap_entries + ENTRY_BYTES * vector, stack_of(vector));
    }
    set_gate(SPURIOUS_VECTOR, trap_spurious, STACK_INTERRUPT);
    descriptor_load(0);
}

// No gate for the breakpoint, and none for the double fault that follows: a triple fault.
void machine_vanish(void) {
    struct table_pointer none = {0, 0};
    __asm__ volatile("lidt %0\n\tint3" : : "m"(none));
}

// A fault in the middle of this one must not begin on the same stack: it would take the frame that a panic reports.
// Apart, so that the timer's way is short.
__attribute__((noinline)) static void dispatch_fault(struct trap_frame *frame) {
    if (frame->vector == TRAP_NMI && processor_nmi(frame)) return;
    if (frame->vector == TRAP_MACHINE_CHECK) checks_panic(frame);
    struct task_state *state = &segments[cpu_self()->number].task_state;
    u64 before = state->ist[STACK_FAULT - 1];
    state->ist[STACK_FAULT - 1] = state->ist[STACK_NESTED_FAULT - 1];
    interrupt_fault(frame);
    state->ist[STACK_FAULT - 1] = before;
}

void trap_dispatch(struct trap_frame *frame) {
    if (frame->vector == TRAP_TIMER) {
        apic_struck();
        apic_end_of_interrupt();
        if (turns_are_taken()) {
            turns_timer(frame);
        } else {
            interrupt_timer(frame);
        }
    } else if (frame->vector == TRAP_CALL) {
        apic_end_of_interrupt();
        turns_served();
        interrupt_call(frame);
    } else if (frame->vector == TRAP_BELL) {
        bell_answer();
        apic_end_of_interrupt();
        interrupt_timer(frame);
    } else {
        dispatch_fault(frame);
    }
}
