// The few facts that only the firmware's tables know (ACPI 6.4, chapter 5): where the HPET and the power-management
// timer are, how to turn the machine off, and which processors there are. Called on the provisional page tables, which map the first 4 GiB. A table
// that is missing or broken leaves its facts zero.
#include "base/string.h"
#include "boot/pc/pc.h"

struct acpi_facts acpi;

#define MAP_END (4 * GIB)
#define TABLE_MAX_BYTES (1 * MIB)
#define RSDP_BYTES 20

struct rsdp {
    char signature[8];
    u8 checksum;
    char oem[6];
    u8 revision;
    u32 rsdt;
} __attribute__((packed));

struct table {
    char signature[4];
    u32 bytes;
    u8 revision, checksum;
    char oem[6], oem_table[8];
    u32 oem_revision, creator, creator_revision;
} __attribute__((packed));

// Offsets in the fixed description table (FADT) and the HPET's.
#define FADT_DSDT 40
#define FADT_PM1A_CONTROL 64
#define FADT_PM1B_CONTROL 68
#define FADT_PM_TIMER 76
#define FADT_FLAGS 112
#define FADT_BYTES 116
#define FADT_FLAG_TIMER_32 0x100u
#define HPET_ADDRESS 44
#define HPET_BYTES 56

// Entries of the multiple APIC description table (MADT), each of which begins with its type and length.
#define MADT_ENTRIES 44
#define MADT_PROCESSOR 0
#define MADT_PROCESSOR_BYTES 8
#define MADT_PROCESSOR_WIDE 9 // whose number does not fit a byte
#define MADT_PROCESSOR_WIDE_BYTES 16
#define MADT_ENABLED 1u

static bool is_sum_zero(const void *data, u32 bytes) {
    u8 sum = 0;
    for (u32 i = 0; i < bytes; i++) sum += ((const u8 *)data)[i];
    return sum == 0;
}

static const struct table *table_at(u64 physical) {
    if (!physical || physical > MAP_END - sizeof(struct table)) return NULL;
    const struct table *table = ram_at(physical);
    if (table->bytes < sizeof(*table) || table->bytes > TABLE_MAX_BYTES || table->bytes > MAP_END - physical) {
        return NULL;
    }
    return table;
}

static u32 read_u32(const struct table *table, u32 offset) {
    u32 value;
    memcpy(&value, (const u8 *)table + offset, sizeof(value));
    return value;
}

// The sleep types of S5 in the byte code: Name (\_S5_, Package {type a, type b, ...}), each a constant of one byte or
// the opcode of 0 or 1.
static void read_sleep_types(const struct table *dsdt) {
    const u8 *code = (const u8 *)dsdt, *end = code + dsdt->bytes;
    for (const u8 *at = code + sizeof(*dsdt); at + 16 < end; at++) {
        if (memcmp(at, "_S5_\x12", 5) != 0) continue;
        at += 5;
        at += (*at >> 6) + 2; // the package's length, and its number of elements
        u8 types[2];
        for (unsigned i = 0; i < 2; i++) {
            if (*at == 0x0a) at++;
            types[i] = *at++;
        }
        acpi.sleep_type_a = types[0];
        acpi.sleep_type_b = types[1];
        return;
    }
}

static void read_fadt(const struct table *fadt) {
    if (fadt->bytes < FADT_BYTES) return;
    acpi.pm1a_control_port = (u16)read_u32(fadt, FADT_PM1A_CONTROL);
    acpi.pm1b_control_port = (u16)read_u32(fadt, FADT_PM1B_CONTROL);
    acpi.pm_timer_port = (u16)read_u32(fadt, FADT_PM_TIMER);
    acpi.pm_timer_32_bits = read_u32(fadt, FADT_FLAGS) & FADT_FLAG_TIMER_32;
    const struct table *dsdt = table_at(read_u32(fadt, FADT_DSDT));
    if (dsdt) read_sleep_types(dsdt);
}

static void read_hpet(const struct table *hpet) {
    if (hpet->bytes >= HPET_BYTES) {
        acpi.hpet_address = read_u32(hpet, HPET_ADDRESS) | (u64)read_u32(hpet, HPET_ADDRESS + 4) << 32;
    }
}

static void add_processor(u32 apic_id, u32 flags) {
    if (!(flags & MADT_ENABLED) || acpi.processor_count == PROCESSORS_MOST) return;
    acpi.processors[acpi.processor_count++] = apic_id;
}

static void read_madt(const struct table *madt) {
    const u8 *entries = (const u8 *)madt;
    for (u32 at = MADT_ENTRIES; at + 2 <= madt->bytes && entries[at + 1] >= 2; at += entries[at + 1]) {
        u32 type = entries[at], bytes = entries[at + 1];
        if (bytes > madt->bytes - at) return;
        if (type == MADT_PROCESSOR && bytes >= MADT_PROCESSOR_BYTES) {
            add_processor(entries[at + 3], read_u32(madt, at + 4));
        } else if (type == MADT_PROCESSOR_WIDE && bytes >= MADT_PROCESSOR_WIDE_BYTES) {
            add_processor(read_u32(madt, at + 4), read_u32(madt, at + 8));
        }
    }
}

void acpi_init(u64 address) {
    if (!address || address > MAP_END - RSDP_BYTES) return;
    const struct rsdp *rsdp = ram_at(address);
    if (memcmp(rsdp->signature, "RSD PTR ", 8) != 0 || !is_sum_zero(rsdp, RSDP_BYTES)) return;
    const struct table *rsdt = table_at(rsdp->rsdt);
    if (!rsdt || memcmp(rsdt->signature, "RSDT", 4) != 0) return;
    for (u32 offset = sizeof(*rsdt); offset + 4 <= rsdt->bytes; offset += 4) {
        const struct table *table = table_at(read_u32(rsdt, offset));
        if (!table) continue;
        if (!memcmp(table->signature, "FACP", 4)) read_fadt(table);
        if (!memcmp(table->signature, "HPET", 4)) read_hpet(table);
        if (!memcmp(table->signature, "APIC", 4)) read_madt(table);
    }
}
