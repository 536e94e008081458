// The local APIC as its registers in memory and as model-specific ones, on a processor of our own that refuses, as a
// real one does, every change of mode that is not allowed; and which of the firmware's processors can be reached.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#define BASE_CPUID_H
#include "base/types.h"
struct cpuid {
    u32 eax, ebx, ecx, edx;
};
static u32 cpuid_ecx;
static struct cpuid cpuid_read(u32 leaf, u32 subleaf) {
    (void)leaf, (void)subleaf;
    return (struct cpuid){.ecx = cpuid_ecx, .edx = 0x200};
}

// ---- The processor

#define BOOT_PC_INSTRUCTION_H
#define FLAGS_INTERRUPT 0x200u
#define BASE_ADDRESS 0xfee00000u

static u64 base_register, x2_registers[0x40], command_writes, last_command;
static u32 faults;
static bool is_locked;
static u32 memory_registers[0x1000 / 4];

static void change_mode(u64 value) {
    u64 from = base_register & 0xc00, to = value & 0xc00;
    faults += to == 0x400;                  // x2APIC on an APIC that is off
    faults += from == 0 && to == 0xc00;     // straight from off
    faults += from == 0xc00 && to == 0x800; // straight back
    faults += is_locked && from == 0xc00 && to != 0xc00;
    base_register = value;
}

static u64 rdmsr(u32 number) {
    if (number == 0x1b) return base_register;
    if (number < 0x800 || number >= 0x840 || (base_register & 0xc00) != 0xc00) return faults++;
    return number == 0x839 ? (u64)__builtin_ia32_rdtsc() : x2_registers[number - 0x800];
}

static void wrmsr(u32 number, u64 value) {
    if (number == 0x1b) {
        change_mode(value);
    } else if (number < 0x800 || number >= 0x840 || (base_register & 0xc00) != 0xc00 || number == 0x831) {
        faults++;
    } else {
        x2_registers[number - 0x800] = value;
        if (number == 0x830) command_writes++, last_command = value;
    }
}

static void outb(u16 port, u8 value) { (void)port, (void)value; }
static void pause(void) {}
static void cli(void) {}
static void sti(void) {}
static void sti_hlt(void) {}
static u32 counted_halts;
static void rdtsc_sti_hlt(void) { counted_halts++; }
static u64 read_flags(void) { return 0; }

#include "boot/pc/apic.c"

// ---- The rest of the machine

struct acpi_facts acpi;
struct machine machine;

void panic(const char *format, ...) {
    printf("not ok - %s\n", format);
    exit(1);
}
void pc_die(const char *reason) { panic("%s", reason); }
volatile void *tables_map_device(u64 physical, u64 bytes) {
    faults += physical != BASE_ADDRESS || bytes != MACHINE_PAGE_BYTES;
    return memory_registers;
}
u64 machine_reference(void) { return machine_ticks(); }
bool turns_are_taken(void) { return false; }
void turns_arm(u64 ticks) { (void)ticks; }
void turns_idle(void) {}
void turns_begin(void) {}

static void start(u64 base, u32 ecx, bool locked) {
    apic = NULL;
    memset(x2_registers, 0, sizeof(x2_registers));
    memset(memory_registers, 0, sizeof(memory_registers));
    base_register = base, cpuid_ecx = ecx, is_locked = locked;
    faults = 0, command_writes = 0;
    acpi.processor_count = 2;
    acpi.processors[1] = 5;
    machine.reference_period_fs = 1000000;
    memory_registers[APIC_ID / 4] = 7u << 24;
    x2_registers[APIC_ID / 16] = 0x123;
}

static void test_memory(void) {
    start(BASE_ADDRESS | APIC_ENABLED | 0x100, CPUID_1_ECX_X2APIC, false);
    apic_init();
    tap_ok(!faults && (base_register & 0xc00) == 0x800, "an APIC in memory stays one where all can be reached");
    tap_is_int(apic_id(), 7, "  its identifier");
    tap_ok(apic_reaches(254) && !apic_reaches(255) && !apic_reaches(300), "  reaches those of eight bits, but 255");
    apic_send(5, APIC_NMI);
    tap_ok(memory_registers[APIC_COMMAND_TARGET / 4] == 5u << 24 && memory_registers[APIC_COMMAND / 4] == APIC_NMI,
           "  sends through two registers");
    start(BASE_ADDRESS, 0, false);
    acpi.processors[1] = 700;
    apic_init();
    tap_ok(!faults && apic && (base_register & 0xc00) == 0x800,
           "one that has no x2APIC does without, and is switched on");
}

static void test_handed_over(void) {
    start(BASE_ADDRESS | APIC_ENABLED | APIC_X2, CPUID_1_ECX_X2APIC, true);
    apic_init();
    tap_ok(!faults && (base_register & 0xc00) == 0xc00, "firmware that locked x2APIC: no fault, and it stays");
    tap_is_int(apic_id(), 0x123, "  its identifier has more than eight bits");
    tap_is_int((long long)x2_registers[APIC_SPURIOUS / 16], SOFTWARE_ENABLE | SPURIOUS_VECTOR, "  it is on");
    apic_send(0x456, APIC_START | 0x9f);
    tap_ok(command_writes == 1 && last_command == (0x456ull << 32 | APIC_START | 0x9f), "  sends with one write");
    tap_ok(apic_reaches(0x456) && !apic_reaches(UINT32_MAX), "  reaches all identifiers but the one of all");
    apic_end_of_interrupt();
    apic_timer_set(1000);
    tap_ok(!faults && x2_registers[APIC_TIMER_START / 16], "  its timer runs");
    apic_init_other();
    tap_is_int(faults, 0, "  another processor in the same mode");
    base_register = BASE_ADDRESS | APIC_ENABLED;
    apic_init_other();
    tap_ok(!faults && (base_register & 0xc00) == 0xc00, "  another that was not");
    base_register = BASE_ADDRESS;
    apic_init_other();
    tap_ok(!faults && (base_register & 0xc00) == 0xc00, "  another whose APIC was off");
}

static void test_needed(void) {
    for (u32 i = 0; i < 2; i++) {
        start(BASE_ADDRESS | (i ? APIC_ENABLED : 0), CPUID_1_ECX_X2APIC, false);
        acpi.processors[1] = 255;
        apic_init();
        tap_ok(!faults && (base_register & 0xc00) == 0xc00, "an identifier of 255 asks for x2APIC");
    }
    start(BASE_ADDRESS | APIC_ENABLED, CPUID_1_ECX_X2APIC, false);
    apic_init();
    base_register |= APIC_X2;
    apic_init_other();
    tap_ok(!faults && (base_register & 0xc00) == 0x800, "where memory is enough, another processor is switched back");
}

// Two interrupts, one of them late: the processor that is woken goes on at the same tick.
static void test_halts(void) {
    start(BASE_ADDRESS, 0, false);
    apic_init();
    apic_halt();
    tap_ok(!counted_halts && !halts.strike_ticks, "a halt is just one in real time");
    machine_be_deterministic();
    u64 before = machine_ticks();
    apic_timer_set(1000);
    u64 strike = halts.strike_ticks;
    tap_ok(strike > before, "in a deterministic run it is known when the timer strikes");
    tap_is_int((long long)(50 + ticks_left(strike + 50)), (long long)(48 + ticks_left(strike + 48)),
               "  what is left is less by what it is late");
    tap_ok(ticks_left(strike) == WAY_TICKS && !ticks_left(strike + WAY_TICKS), "  until it is always behind it");
    tap_ok(!ticks_left(strike + WAY_TICKS + 1) && !ticks_left(strike - 100000),
           "  nothing is left of what waited before the halt, or is not the timer's");
    apic_halt();
    tap_ok(counted_halts == 1 && !halts.is_halted, "  the counter is read right before the halt");
    for (u64 ticks = 0; ticks <= SPEND_MOST; ticks++) spend_ticks(ticks); // each enters it elsewhere
    halts.is_halted = true;
    apic_struck();
    tap_ok(!halts.is_halted, "  which the interrupt ends");
}

int main(void) {
    test_memory();
    test_handed_over();
    test_needed();
    test_halts();
    return tap_done();
}
