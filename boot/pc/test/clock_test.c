// The reference clock of a bare machine that has neither of a PC's, with a CPUID of our own: the counter takes its
// place, or the machine says that it cannot start.
#include <setjmp.h>
#include <string.h>

#include "tap.h"

#define BASE_CPUID_H
#include "base/types.h"
struct cpuid {
    u32 eax, ebx, ecx, edx;
};
static struct cpuid leaf_15;
static struct cpuid cpuid_read(u32 leaf, u32 subleaf) {
    (void)subleaf;
    if (leaf == 0) return (struct cpuid){.eax = 0x15};
    return leaf == 0x15 ? leaf_15 : (struct cpuid){0};
}

#include "base/counter_rate.c"
#include "boot/pc/clock.c"

static jmp_buf died;
static const char *last_words;
static volatile u32 registers[0x400 / 4];

struct acpi_facts acpi;
struct machine machine;

void pc_die(const char *reason) {
    last_words = reason;
    longjmp(died, 1);
}

volatile void *tables_map_device(u64 physical, u64 bytes) {
    (void)physical, (void)bytes;
    return registers;
}

static void test_nothing(void) {
    volatile bool ended = setjmp(died) != 0;
    if (!ended) reference_init();
    tap_ok(ended && strstr(last_words, "15H"), "no clock at all ends the boot, with words");
}

// A dead HPET: one whose period is zero.
static void test_counter(void) {
    leaf_15 = (struct cpuid){.eax = 2, .ebx = 188, .ecx = 38400000};
    acpi.hpet_address = 0xfed00000;
    reference_init();
    tap_ok(!strcmp(machine.reference_name, "tsc") && machine.reference_period_fs == 1000000, "the counter, in ns");
    u64 before = machine_ticks(), reference = machine_reference(), after = machine_ticks(), hz = 38400000ull * 94;
    u64 least = (u64)((unsigned __int128)before * 1000000000 / hz),
        most = (u64)((unsigned __int128)after * 1000000000 / hz);
    u64 rounding = most / 1000000000 + 1;
    tap_ok(reference + rounding >= least && reference <= most + rounding, "at the rate that CPUID says");
    tap_ok(machine_reference() >= reference, "it does not run back");
}

int main(void) {
    test_nothing();
    test_counter();
    return tap_done();
}
