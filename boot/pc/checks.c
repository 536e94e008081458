// Machine checks (SDM 3B, chapter 15): errors that the hardware finds, which without this reset the machine without a
// word. What the banks say of one is printed and becomes the panic's reason. Those that the hardware has corrected
// interrupt nothing and are not looked for. At any level, on the processor itself.
#include "base/cpuid.h"
#include "base/print.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"
#include "kernel/core/panic.h"

#define CPUID_1_EDX_MCE 0x80u
#define CPUID_1_EDX_MCA 0x4000u
#define CR4_MCE 0x40u
#define MSR_CAPABILITY 0x179
#define MSR_STATUS 0x17a
#define MSR_CONTROL 0x17b
#define MSR_BANK(bank) (0x400 + 4 * (bank)) // control, status, address, and more
#define CAPABILITY_BANKS 0xffu
#define CAPABILITY_CONTROL 0x100u
#define BANKS_MOST 32u // the registers behind are others'
#define STATUS_VALID (1ull << 63)
#define STATUS_UNCORRECTED (1ull << 61)
#define STATUS_HAS_ADDRESS (1ull << 58)
#define OTHERS_MS 100u

struct error {
    u32 bank;
    u64 status, address;
};

static bool has_banks(void) { return cpuid_read(1, 0).edx & CPUID_1_EDX_MCA; }

static u32 bank_count(void) {
    u32 count = has_banks() ? rdmsr(MSR_CAPABILITY) & CAPABILITY_BANKS : 0;
    return count < BANKS_MOST ? count : BANKS_MOST;
}

// What a bank still holds is of a time before the boot.
void checks_init(void) {
    if (!(cpuid_read(1, 0).edx & CPUID_1_EDX_MCE)) return;
    if (has_banks() && rdmsr(MSR_CAPABILITY) & CAPABILITY_CONTROL) wrmsr(MSR_CONTROL, UINT64_MAX);
    for (u32 bank = 0; bank < bank_count(); bank++) {
        wrmsr(MSR_BANK(bank), UINT64_MAX);
        wrmsr(MSR_BANK(bank) + 1, 0);
    }
    write_cr4(read_cr4() | CR4_MCE);
}

// Returns false if the bank says nothing.
static bool read_bank(u32 bank, struct error *error) {
    u64 status = rdmsr(MSR_BANK(bank) + 1);
    if (!(status & STATUS_VALID)) return false;
    u64 address = status & STATUS_HAS_ADDRESS ? rdmsr(MSR_BANK(bank) + 2) : 0;
    *error = (struct error){bank, status, address};
    print_console("gnomon: machine check, bank %u: status %016lx, address %lx\n", bank, status, address);
    return true;
}

// Every processor may get it, though one has the error: the others give that one the time to report.
static void let_another_report(void) {
    if (machine.cpu_count == 1) return;
    u64 until = machine_reference() + OTHERS_MS * 1000000000000ull / machine.reference_period_fs;
    while (machine_reference() < until) pause();
}

void checks_panic(const struct trap_frame *frame) {
    struct error worst = {0, 0, 0}, error;
    for (u32 bank = 0; bank < bank_count(); bank++) {
        if (!read_bank(bank, &error)) continue;
        if (!worst.status || error.status & ~worst.status & STATUS_UNCORRECTED) worst = error;
    }
    u64 status = has_banks() ? rdmsr(MSR_STATUS) : 0;
    if (has_banks()) wrmsr(MSR_STATUS, 0); // or another one resets the machine while this one is reported
    if (!worst.status) {
        let_another_report();
        panic_frame(frame, "machine check, and no bank says why: status %lx", status);
    }
    panic_frame(frame, "machine check, bank %u: status %016lx, address %lx", worst.bank, worst.status, worst.address);
}
