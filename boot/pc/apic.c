// The local APIC of each processor: its timer, and interrupts from one processor to another, are the only ones (SDM 3A,
// chapter 10). All timers run at one rate. Against the counter it is measured once, by the processor that boots, over a
// millisecond of the reference clock; where it is the counter's own rate within what the measurement can tell, it is
// taken as that.
//
// Registers are reached through memory: a processor that the firmware has switched to x2APIC is switched back, so only
// those with an identifier of eight bits can be interrupted.
#include "base/cpuid.h"
#include "base/wide.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

#define CPUID_1_EDX_APIC 0x200u
#define MSR_APIC_BASE 0x1b
#define APIC_BASE_MASK 0xffffff000ull
#define APIC_ENABLED 0x800u
#define APIC_X2 0x400u
enum apic_register {
    APIC_ID = 0x20,
    APIC_TASK_PRIORITY = 0x80,
    APIC_END_OF_INTERRUPT = 0xb0,
    APIC_SPURIOUS = 0xf0,
    APIC_COMMAND = 0x300,
    APIC_COMMAND_TARGET = 0x310,
    APIC_LVT_TIMER = 0x320,
    APIC_LVT_LINT0 = 0x350,
    APIC_LVT_LINT1 = 0x360,
    APIC_LVT_ERROR = 0x370,
    APIC_TIMER_START = 0x380,
    APIC_TIMER_CURRENT = 0x390,
    APIC_TIMER_DIVISOR = 0x3e0,
};
#define LVT_MASKED 0x10000u
#define LVT_NMI 0x400u
#define IDENTIFIER_SHIFT 24 // in APIC_ID and APIC_COMMAND_TARGET
#define COMMAND_PENDING 0x1000u
#define SOFTWARE_ENABLE 0x100u
#define DIVIDE_BY_1 0xbu
#define CALIBRATION_FS 1000000000000ull // 1 ms
#define RATE_SHIFT 32
#define COUNT_MAX 0xfffffff0u

static volatile u32 *apic;
static u64 counts_per_tick; // of the timer, per tick of the counter, shifted by RATE_SHIFT

static void apic_write(enum apic_register number, u32 value) { apic[number / 4] = value; }
static u32 apic_read(enum apic_register number) { return apic[number / 4]; }

void apic_end_of_interrupt(void) { apic_write(APIC_END_OF_INTERRUPT, 0); }

u32 apic_id(void) { return apic_read(APIC_ID) >> IDENTIFIER_SHIFT; }

void apic_send(u32 target, u32 command) {
    bool on = machine_interrupts_off(); // whose handlers may send as well
    while (apic_read(APIC_COMMAND) & COMMAND_PENDING) pause();
    apic_write(APIC_COMMAND_TARGET, target << IDENTIFIER_SHIFT);
    apic_write(APIC_COMMAND, command);
    machine_interrupts_restore(on);
}

// The two old controllers could interrupt through LINT0: masked, in both places.
static void mask_others(bool is_first) {
    outb(0x21, 0xff);
    outb(0xa1, 0xff);
    apic_write(APIC_LVT_LINT0, LVT_MASKED);
    apic_write(APIC_LVT_LINT1, is_first ? LVT_NMI : LVT_MASKED); // where a PC has its NMI; one processor is enough
    apic_write(APIC_LVT_ERROR, LVT_MASKED);
}

struct reading {
    u64 ticks, error_ticks;
    u32 count;
};

// Both clocks at one moment: the closest of several attempts.
static struct reading read_both(void) {
    struct reading best = {.error_ticks = UINT64_MAX};
    for (unsigned i = 0; i < 8; i++) {
        u64 before = machine_ticks_ordered();
        u32 count = apic_read(APIC_TIMER_CURRENT);
        u64 width = machine_ticks_ordered() - before;
        if (width < best.error_ticks) {
            best = (struct reading){.ticks = before + width / 2, .error_ticks = width, .count = count};
        }
    }
    return best;
}

static void calibrate(void) {
    apic_write(APIC_TIMER_START, UINT32_MAX);
    struct reading first = read_both();
    u64 until = machine_reference() + CALIBRATION_FS / machine.reference_period_fs + 1;
    while (machine_reference() < until) {}
    struct reading last = read_both();
    apic_write(APIC_TIMER_START, 0);
    u64 ticks = last.ticks - first.ticks, counts = first.count - last.count;
    u64 error = first.error_ticks + last.error_ticks, difference = ticks > counts ? ticks - counts : counts - ticks;
    counts_per_tick =
        difference <= error ? 1ull << RATE_SHIFT : wide_multiply_divide(counts, 1ull << RATE_SHIFT, ticks);
}

// From x2APIC the way leads through an APIC that is off.
static u64 enable(void) {
    u64 base = rdmsr(MSR_APIC_BASE);
    if (base & APIC_X2) {
        base &= ~(u64)APIC_X2;
        wrmsr(MSR_APIC_BASE, base & ~(u64)APIC_ENABLED);
    }
    wrmsr(MSR_APIC_BASE, base | APIC_ENABLED);
    return base & APIC_BASE_MASK;
}

static void set_up(bool is_first) {
    mask_others(is_first);
    apic_write(APIC_SPURIOUS, SOFTWARE_ENABLE | SPURIOUS_VECTOR);
    apic_write(APIC_TASK_PRIORITY, 0);
    apic_write(APIC_TIMER_DIVISOR, DIVIDE_BY_1);
    apic_write(APIC_LVT_TIMER, LVT_MASKED | TRAP_TIMER);
}

void apic_init(void) {
    if (!(cpuid_read(1, 0).edx & CPUID_1_EDX_APIC)) pc_die("the processor has no local APIC");
    apic = tables_map_device(enable(), MACHINE_PAGE_BYTES);
    set_up(true);
    calibrate();
    apic_write(APIC_LVT_TIMER, TRAP_TIMER);
}

// The registers of all processors have one address, at which each finds its own.
void apic_init_other(void) {
    enable();
    set_up(false);
    apic_write(APIC_LVT_TIMER, TRAP_TIMER);
}

// A time beyond the timer's reach comes early, which kernel/core/interrupt.c expects. A period is the count + 1.
void apic_timer_set(u64 ticks) {
    u64 count = ticks > COUNT_MAX ? COUNT_MAX : ticks;
    count = wide_multiply_shift(count, counts_per_tick, RATE_SHIFT);
    if (count > COUNT_MAX) count = COUNT_MAX;
    if (count > 1) count--;
    if (ticks && !count) count = 1;
    apic_write(APIC_TIMER_START, (u32)count);
}

void machine_timer_arm(u64 ticks) {
    if (turns_are_taken()) {
        turns_arm(ticks);
    } else {
        apic_timer_set(ticks);
    }
}

bool machine_interrupts_off(void) {
    bool on = read_flags() & FLAGS_INTERRUPT;
    cli();
    return on;
}

void machine_interrupts_restore(bool on) {
    if (on) sti();
}

void machine_idle(void) {
    if (turns_are_taken()) {
        turns_idle();
        return;
    }
    sti_hlt();
    cli();
}
