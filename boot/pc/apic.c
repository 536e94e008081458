// The local APIC of each processor: its timer, and interrupts from one processor to another, are the only ones (SDM 3A,
// chapter 10). All timers run at one rate. Against the counter it is measured once, by the processor that boots, over a
// millisecond of the reference clock; where it is the counter's own rate within what the measurement can tell, it is
// taken as that.
//
// Registers are reached through memory or, in x2APIC mode (10.12), as model-specific registers. All processors are in
// the same mode: x2APIC if the one that boots is in it already, since firmware may have locked that, or if another one
// has an identifier that the other mode cannot reach.
#include "base/cpuid.h"
#include "base/wide.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

#define CPUID_1_EDX_APIC 0x200u
#define CPUID_1_ECX_X2APIC 0x200000u
#define MSR_APIC_BASE 0x1b
#define MSR_APIC_FIRST 0x800 // and a register's offset / 16
#define X1_IDENTIFIERS 0xffu // the last of which means all processors
#define X2_IDENTIFIERS UINT32_MAX
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

static volatile u32 *apic;  // NULL in x2APIC mode
static u64 counts_per_tick; // of the timer, per tick of the counter, shifted by RATE_SHIFT

// In a deterministic run, of the one processor that runs.
static struct {
    bool are_counted, is_halted;
    u64 strike_ticks; // when its timer strikes
} halts;

static void apic_write(enum apic_register number, u32 value) {
    if (apic) {
        apic[number / 4] = value;
    } else {
        wrmsr(MSR_APIC_FIRST + number / 16, value);
    }
}

static u32 apic_read(enum apic_register number) {
    return apic ? apic[number / 4] : (u32)rdmsr(MSR_APIC_FIRST + number / 16);
}

void apic_end_of_interrupt(void) { apic_write(APIC_END_OF_INTERRUPT, 0); }

u32 apic_id(void) { return apic ? apic_read(APIC_ID) >> IDENTIFIER_SHIFT : apic_read(APIC_ID); }

bool apic_reaches(u32 identifier) { return identifier < (apic ? X1_IDENTIFIERS : X2_IDENTIFIERS); }

static void send(u32 target, u32 command) {
    while (apic_read(APIC_COMMAND) & COMMAND_PENDING) pause();
    apic_write(APIC_COMMAND_TARGET, target << IDENTIFIER_SHIFT);
    apic_write(APIC_COMMAND, command);
}

// The write of the register does not wait for stores before it, as one to memory does (10.12.3): what the target is to
// find must be visible first.
static void send_x2(u32 target, u32 command) {
    __asm__ volatile("mfence\n\tlfence" : : : "memory");
    wrmsr(MSR_APIC_FIRST + APIC_COMMAND / 16, (u64)target << 32 | command);
}

void apic_send(u32 target, u32 command) {
    bool on = machine_interrupts_off(); // whose handlers may send as well
    if (apic) {
        send(target, command);
    } else {
        send_x2(target, command);
    }
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

static bool is_x2_needed(void) {
    bool is_needed = false;
    for (u32 i = 0; i < acpi.processor_count; i++) is_needed |= acpi.processors[i] >= X1_IDENTIFIERS;
    return is_needed && cpuid_read(1, 0).ecx & CPUID_1_ECX_X2APIC;
}

// Each step is one that the processor allows (10.12.5): x2APIC is entered from an APIC that is on, and left through one
// that is off. Returns where the registers are.
static u64 enable(bool x2) {
    u64 base = rdmsr(MSR_APIC_BASE), off = base & ~(u64)(APIC_X2 | APIC_ENABLED);
    if (base & APIC_X2 && !x2) wrmsr(MSR_APIC_BASE, off);
    if (!(base & APIC_X2 && x2)) wrmsr(MSR_APIC_BASE, off | APIC_ENABLED);
    if (x2 && !(base & APIC_X2)) wrmsr(MSR_APIC_BASE, off | APIC_ENABLED | APIC_X2);
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
    bool x2 = rdmsr(MSR_APIC_BASE) & APIC_X2 || is_x2_needed();
    u64 registers = enable(x2);
    if (!x2) apic = tables_map_device(registers, MACHINE_PAGE_BYTES);
    set_up(true);
    calibrate();
    apic_write(APIC_LVT_TIMER, TRAP_TIMER);
}

// The registers of all processors have one address or number, at which each finds its own.
void apic_init_other(void) {
    enable(!apic);
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
    if (halts.are_counted) halts.strike_ticks = machine_ticks() + count;
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
    apic_halt();
    cli();
}

// ---- Halts, where instructions are counted
//
// While all processors are halted, QEMU sets the clock forward to the next interrupt. Where its host is busy it does so
// before it has counted the instructions since the clock was read last (icount_start_warp_timer in its main loop, and
// icount_process_data, of version 7.2): then the interrupt is so many instructions late. So the clock is read right
// before the halt, and the processor that is woken goes on at a moment that lies behind the interrupt in either case.

#define WAY_TICKS 200u  // more than there are from the interrupt to apic_struck
#define SPEND_MOST 256u // ticks, an instruction each

void machine_be_deterministic(void) {
    halts.are_counted = true;
    if (machine.cpu_count > 1) turns_begin();
}

void apic_halt(void) {
    if (!halts.are_counted) {
        sti_hlt();
        return;
    }
    halts.is_halted = true;
    rdtsc_sti_hlt();
    halts.is_halted = false;
}

// Until it goes on; 0 if that has passed, or another timer has struck.
static u64 ticks_left(u64 now) {
    u64 left = halts.strike_ticks + WAY_TICKS - now;
    return left <= SPEND_MOST ? left : 0;
}

static void spend_ticks(u64 ticks) {
    __asm__ volatile("lea 1f(%%rip), %%rax\n\t"
                     "sub %0, %%rax\n\t"
                     "jmp *%%rax\n\t"
                     ".rept %c1\n\tnop\n\t.endr\n"
                     "1:"
                     :
                     : "r"(ticks), "i"(SPEND_MOST)
                     : "rax", "cc", "memory");
}

void apic_struck(void) {
    if (LIKELY(!halts.is_halted)) return;
    halts.is_halted = false;
    spend_ticks(ticks_left(machine_ticks()));
}
