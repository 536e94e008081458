// Segments, the task state segment with the stacks of interrupts, the interrupt table, and the machine's stacks
// themselves (SDM 3A, 3.4, 6.14, 7.7). Ring 0 does not switch stacks by itself: every exception and interrupt names a
// stack of the task state segment, so none needs room on the interrupted one, which may be at its guard page.
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

enum interrupt_stack {
    STACK_TIMER = 1,
    STACK_FAULT,
    STACK_NESTED_FAULT, // no gate names it: STACK_FAULT's place points to it while a fault is handled
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
#define VECTOR_ENTRIES 33
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
void trap_dispatch(struct trap_frame *frame);

static struct task_state task_state;
static struct gate gates[256] __attribute__((aligned(16)));
static u64 segments[5] __attribute__((aligned(16))) = {
    0,
    0x00af9b000000ffff, // 64-bit code
    0x00cf93000000ffff, // data
};
static u64 stack_next = STACKS_START;

// A stack with a guard page below it; returns its end.
static u64 new_stack(u64 bytes) {
    u64 start = stack_next + MACHINE_PAGE_BYTES;
    if (!machine_commit(start, bytes, MACHINE_WRITE)) pc_die("no memory for the machine's stacks");
    stack_next = start + bytes;
    return stack_next;
}

static enum interrupt_stack stack_of(unsigned vector) {
    switch (vector) {
    case TRAP_TIMER: return STACK_TIMER;
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

static void load_segments(void) {
    u64 base = (u64)&task_state;
    segments[3] = (sizeof(task_state) - 1) | (base & 0xffffff) << 16 | 0x89ull << 40 | (base >> 24 & 0xff) << 56;
    segments[4] = base >> 32;
    struct table_pointer pointer = {sizeof(segments) - 1, (u64)segments};
    __asm__ volatile("lgdt %0" : : "m"(pointer));
    __asm__ volatile("ltr %w0" : : "r"(SELECTOR_TASK));
}

void descriptor_init(void) {
    for (unsigned i = STACK_TIMER; i < STACKS_END_MARK; i++) task_state.ist[i - 1] = new_stack(INTERRUPT_STACK_BYTES);
    task_state.io_map = sizeof(task_state);
    machine.boot_stack_end = new_stack(BOOT_STACK_BYTES);
    machine.boot_stack_start = machine.boot_stack_end - BOOT_STACK_BYTES;
    load_segments();
    for (unsigned vector = 0; vector < VECTOR_ENTRIES; vector++) {
        set_gate(vector, trap_entries + ENTRY_BYTES * vector, stack_of(vector));
    }
    set_gate(SPURIOUS_VECTOR, trap_spurious, STACK_TIMER);
    struct table_pointer pointer = {sizeof(gates) - 1, (u64)gates};
    __asm__ volatile("lidt %0" : : "m"(pointer));
}

// No gate for the breakpoint, none for the double fault that follows: a triple fault.
void machine_vanish(void) {
    struct table_pointer none = {0, 0};
    __asm__ volatile("lidt %0\n\tint3" : : "m"(none));
}

void trap_dispatch(struct trap_frame *frame) {
    if (frame->vector == TRAP_TIMER) {
        apic_end_of_interrupt();
        interrupt_timer(frame);
        return;
    }
    // A fault in the middle of this one must not begin on the same stack: it would take the frame that a panic reports.
    u64 before = task_state.ist[STACK_FAULT - 1];
    task_state.ist[STACK_FAULT - 1] = task_state.ist[STACK_NESTED_FAULT - 1];
    interrupt_fault(frame);
    task_state.ist[STACK_FAULT - 1] = before;
}
