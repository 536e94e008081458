// The few facts that only the firmware's tables know (ACPI 6.4, chapter 5): where the HPET and the power-management
// timer are, how to turn the machine off, which processors there are, where PCI's configuration is, and what remaps
// DMA. Called on the provisional page tables, and reads no table beyond their end. A table that is missing or broken
// leaves its facts zero. Ports differ between firmwares of one machine: none is assumed.
#include "base/print.h"
#include "base/string.h"
#include "boot/pc/pc.h"

struct acpi_facts acpi;

#define TABLE_MAX_BYTES (1 * MIB)
#define RSDP_BYTES 20 // of ACPI 1.0; its checksum is over these

struct rsdp {
    char signature[8];
    u8 checksum;
    char oem[6];
    u8 revision;
    u32 rsdt;
    u32 bytes; // from here on only with revision 2
    u64 xsdt;
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
#define FADT_COMMAND_PORT 48
#define FADT_ENABLE 52
#define FADT_PM1A_CONTROL 64
#define FADT_PM1B_CONTROL 68
#define FADT_PM_TIMER 76
#define FADT_FLAGS 112
#define FADT_BYTES 116
// of ACPI 2.0, each as a generic address: {space, bits, offset, access, u64 address}
#define FADT_WIDE_DSDT 140
#define FADT_WIDE_PM1A_CONTROL 172
#define FADT_WIDE_PM1B_CONTROL 184
#define FADT_WIDE_PM_TIMER 208
#define SPACE_PORTS 1
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

// Entries of the MCFG (PCI firmware specification 3.0, 4.1.2): {u64 address, u16 segment, u8 first bus, u8 last bus,
// u32}
#define MCFG_ENTRIES 44
#define MCFG_ENTRY_BYTES 16
#define PHYSICAL_END (1ull << 52)

// Units that remap DMA: entries of Intel's DMAR, which begin with {u16 type, u16 length}, and blocks of AMD's IVRS,
// {u8 type, u8 flags, u16 length}; in both the address of the registers follows at 8. AMD's stand there once for each
// revision of the format.
#define REMAPPING_ENTRIES 48
#define REMAPPING_ENTRY_BYTES 16
#define DMAR_UNIT 0
#define IVRS_UNIT 0x10
#define IVRS_UNIT_11 0x11
#define IVRS_UNIT_40 0x40

static bool is_sum_zero(const void *data, u32 bytes) {
    u32 sum = 0;
    for (u32 i = 0; i < bytes; i++) sum += ((const u8 *)data)[i];
    return (sum & 0xff) == 0;
}

static const struct table *table_at(u64 physical) {
    if (!physical || physical > PROVISIONAL_MAP_END - sizeof(struct table)) return NULL;
    const struct table *table = ram_at(physical);
    if (table->bytes < sizeof(*table) || table->bytes > TABLE_MAX_BYTES ||
        table->bytes > PROVISIONAL_MAP_END - physical) {
        return NULL;
    }
    return table;
}

static u32 read_u32(const struct table *table, u32 offset) {
    u32 value;
    memcpy(&value, (const u8 *)table + offset, sizeof(value));
    return value;
}

static u64 read_u64(const struct table *table, u32 offset) {
    return read_u32(table, offset) | (u64)read_u32(table, offset + 4) << 32;
}

// A port by its old field, or, where firmware leaves that zero, by the generic address.
static u16 read_port(const struct table *fadt, u32 offset, u32 wide_offset) {
    u32 port = read_u32(fadt, offset);
    if (port || fadt->bytes < wide_offset + 12) return (u16)port;
    bool is_port = (read_u32(fadt, wide_offset) & 0xff) == SPACE_PORTS;
    return is_port ? (u16)read_u64(fadt, wide_offset + 4) : 0;
}

// The sleep types of S5 in the byte code: Name (\_S5_, Package {type a, type b, ...}), each a constant of one byte or
// the opcode of 0 or 1.
static void read_sleep_types(const struct table *dsdt) {
    const u8 *code = (const u8 *)dsdt, *end = code + dsdt->bytes;
    for (const u8 *at = code + sizeof(*dsdt); at + 16 < end; at++) {
        if (memcmp(at, "_S5_\x12", 5) != 0) continue;
        at += 5;
        at += (*at >> 6) + 2; // skips the package's length and its number of elements
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
    acpi.pm1a_control_port = read_port(fadt, FADT_PM1A_CONTROL, FADT_WIDE_PM1A_CONTROL);
    acpi.pm1b_control_port = read_port(fadt, FADT_PM1B_CONTROL, FADT_WIDE_PM1B_CONTROL);
    acpi.pm_timer_port = read_port(fadt, FADT_PM_TIMER, FADT_WIDE_PM_TIMER);
    acpi.pm_timer_32_bits = read_u32(fadt, FADT_FLAGS) & FADT_FLAG_TIMER_32;
    acpi.command_port = (u16)read_u32(fadt, FADT_COMMAND_PORT);
    acpi.enable_command = (u8)read_u32(fadt, FADT_ENABLE);
    const struct table *dsdt = table_at(read_u32(fadt, FADT_DSDT));
    if (!dsdt && fadt->bytes >= FADT_WIDE_DSDT + 8) dsdt = table_at(read_u64(fadt, FADT_WIDE_DSDT));
    if (dsdt) read_sleep_types(dsdt);
}

static void read_hpet(const struct table *hpet) {
    if (hpet->bytes >= HPET_BYTES) {
        acpi.hpet_address = read_u64(hpet, HPET_ADDRESS);
    }
}

static void add_processor(u32 apic_id, u32 flags) {
    if (!(flags & MADT_ENABLED)) return;
    if (acpi.processor_count == CPUS_MOST) {
        acpi.left_out_processors++;
        return;
    }
    acpi.processors[acpi.processor_count++] = apic_id;
}

static void report_left_out(u32 count) {
    if (!count) return;
    print_console("gnomon: the machine has more than %u processors: %u of them are not used\n", CPUS_MOST, count);
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

static bool is_usable(const struct acpi_segment *segment) {
    u64 bytes = (segment->last_bus + 1) * (u64)MIB;
    return segment->address && segment->address % MIB == 0 && segment->first_bus <= segment->last_bus &&
           segment->address < PHYSICAL_END && bytes <= PHYSICAL_END - segment->address;
}

static void read_mcfg(const struct table *mcfg) {
    for (u32 at = MCFG_ENTRIES; at + MCFG_ENTRY_BYTES <= mcfg->bytes; at += MCFG_ENTRY_BYTES) {
        u32 segment_and_buses = read_u32(mcfg, at + 8);
        struct acpi_segment segment = {.address = read_u64(mcfg, at),
                                       .number = segment_and_buses & 0xffff,
                                       .first_bus = segment_and_buses >> 16 & 0xff,
                                       .last_bus = segment_and_buses >> 24};
        if (acpi.segment_count < ACPI_SEGMENTS_MOST && is_usable(&segment)) {
            acpi.segments[acpi.segment_count++] = segment;
        }
    }
}

static void add_remapper(u64 address, bool is_amd) {
    if (!address || address % 4096 || address > PHYSICAL_END - 4096) return;
    for (u32 i = 0; i < acpi.remapper_count; i++) {
        if (acpi.remappers[i].address == address) return;
    }
    if (acpi.remapper_count == ACPI_REMAPPERS_MOST) return;
    acpi.remappers[acpi.remapper_count++] = (struct acpi_remapper){address, is_amd};
}

static void read_remappers(const struct table *table, bool is_amd) {
    for (u32 at = REMAPPING_ENTRIES, bytes; at + REMAPPING_ENTRY_BYTES <= table->bytes; at += bytes) {
        u32 word = read_u32(table, at), type = is_amd ? word & 0xff : word & 0xffff;
        bytes = word >> 16;
        if (bytes < REMAPPING_ENTRY_BYTES || bytes > table->bytes - at) return;
        bool is_unit = is_amd ? type == IVRS_UNIT || type == IVRS_UNIT_11 || type == IVRS_UNIT_40 : type == DMAR_UNIT;
        if (is_unit) add_remapper(read_u64(table, at + 8), is_amd);
    }
}

static void read_table(u64 address) {
    const struct table *table = table_at(address);
    if (!table) return;
    if (!memcmp(table->signature, "FACP", 4)) read_fadt(table);
    if (!memcmp(table->signature, "HPET", 4)) read_hpet(table);
    if (!memcmp(table->signature, "APIC", 4)) read_madt(table);
    if (!memcmp(table->signature, "MCFG", 4)) read_mcfg(table);
    if (!memcmp(table->signature, "DMAR", 4)) read_remappers(table, false);
    if (!memcmp(table->signature, "IVRS", 4)) read_remappers(table, true);
}

static const struct table *list_at(u64 address, const char *signature) {
    const struct table *list = table_at(address);
    return list && !memcmp(list->signature, signature, 4) ? list : NULL;
}

// The list of all tables, with addresses of 8 bytes or, if firmware has only that, of 4 in the older form. Where it has
// both, the older one may be incomplete.
void acpi_init(const u8 *rsdp_bytes) {
    const struct rsdp *rsdp = (const struct rsdp *)rsdp_bytes;
    if (memcmp(rsdp->signature, "RSD PTR ", 8) != 0 || !is_sum_zero(rsdp, RSDP_BYTES)) return;
    const struct table *list = rsdp->revision >= 2 ? list_at(rsdp->xsdt, "XSDT") : NULL;
    u32 step = list ? 8 : 4;
    if (!list) list = list_at(rsdp->rsdt, "RSDT");
    if (!list) return;
    for (u32 offset = sizeof(*list); offset + step <= list->bytes; offset += step) {
        read_table(step == 8 ? read_u64(list, offset) : read_u32(list, offset));
    }
    report_left_out(acpi.left_out_processors);
}
