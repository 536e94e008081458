// The firmware's tables, as they should be and as they should not: without length, cut off, longer than they are, one
// in the place of another. They lie in 4 GiB of addresses of this test's own.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tap.h"

#include "base/layout.h"
static unsigned char *memory;
#undef RAM_MAP_START
#define RAM_MAP_START ((u64)memory)

#include "boot/pc/acpi.c"
#include "boot/pc/test/said.h"

#define RSDT_AT 0x1000u
#define XSDT_AT 0x2000u
#define FADT_AT 0x3000u
#define MADT_AT 0x4000u
#define MCFG_AT 0x5000u
#define REMAPPING_AT 0x6000u

static u8 rsdp[36];

static void put(u64 at, const void *from, u64 bytes) { memcpy(memory + at, from, bytes); }
static void put_u32(u64 at, u32 value) { put(at, &value, sizeof(value)); }
static void put_u64(u64 at, u64 value) { put(at, &value, sizeof(value)); }

static void put_table(u64 at, const char *signature, u32 bytes) {
    put(at, signature, 4);
    put_u32(at + 4, bytes);
}

static void start(u8 revision) {
    memset(memory, 0, 0x10000);
    memset(&acpi, 0, sizeof(acpi));
    memset(rsdp, 0, sizeof(rsdp));
    said[0] = 0;
    memcpy(rsdp, "RSD PTR ", 8);
    rsdp[15] = revision;
    u32 rsdt = RSDT_AT;
    u64 xsdt = XSDT_AT;
    memcpy(rsdp + 16, &rsdt, sizeof(rsdt));
    memcpy(rsdp + 24, &xsdt, sizeof(xsdt));
    u8 sum = 0;
    for (u32 i = 0; i < RSDP_BYTES; i++) sum += rsdp[i];
    rsdp[8] = (u8)-sum;
}

static void list_in_rsdt(u32 table) {
    put_table(RSDT_AT, "RSDT", 40);
    put_u32(RSDT_AT + 36, table);
}

static void list_in_xsdt(u64 table) {
    put_table(XSDT_AT, "XSDT", 44);
    put_u64(XSDT_AT + 36, table);
}

static u32 madt_end;

static void start_madt(void) {
    start(0);
    list_in_rsdt(MADT_AT);
    madt_end = MADT_ENTRIES;
}

static void add_entry(u8 type, u8 bytes, u32 word_1, u32 word_2, u32 word_3) {
    memory[MADT_AT + madt_end] = type;
    memory[MADT_AT + madt_end + 1] = bytes;
    put_u32(MADT_AT + madt_end + 4, word_1);
    put_u32(MADT_AT + madt_end + 8, word_2);
    put_u32(MADT_AT + madt_end + 12, word_3);
    madt_end += bytes;
}

// The identifier of an entry of the old kind stands beside its type and length.
static void add_old(u8 identifier, u32 flags) {
    memory[MADT_AT + madt_end + 3] = identifier;
    add_entry(MADT_PROCESSOR, 8, flags, 0, 0);
}

static void read_it(u32 bytes) {
    put_table(MADT_AT, "APIC", bytes);
    acpi_init(rsdp);
}

static void test_lists(void) {
    start(2);
    list_in_rsdt(MCFG_AT);
    list_in_xsdt(FADT_AT);
    put_table(FADT_AT, "FACP", FADT_BYTES);
    put_u32(FADT_AT + FADT_PM_TIMER, 0x608);
    acpi_init(rsdp);
    tap_is_int(acpi.pm_timer_port, 0x608, "the list of wide addresses counts where there are both");
    start(2);
    list_in_rsdt(FADT_AT);
    put_table(FADT_AT, "FACP", FADT_BYTES);
    put_u32(FADT_AT + FADT_PM_TIMER, 0x608);
    put_table(XSDT_AT, "RSDT", 44);
    acpi_init(rsdp);
    tap_is_int(acpi.pm_timer_port, 0x608, "one that is none does not");
    memset(&acpi, 0, sizeof(acpi));
    rsdp[9]++;
    acpi_init(rsdp);
    tap_is_int(acpi.pm_timer_port, 0, "a pointer with a wrong sum leads nowhere");
    u64 beyond[] = {0, 4 * GIB - 4, 4 * GIB, 1ull << 40, UINT64_MAX};
    for (u32 i = 0; i < COUNT_OF(beyond); i++) {
        start(2);
        list_in_xsdt(beyond[i]);
        acpi_init(rsdp);
    }
    tap_ok(true, "tables at no address, at the end and beyond 4 GiB are not read");
    u32 lengths[] = {0, 4, 35, 36, 40, 43, 0x7fffffff, UINT32_MAX};
    for (u32 i = 0; i < COUNT_OF(lengths); i++) {
        start(2);
        list_in_xsdt(FADT_AT);
        put_u32(XSDT_AT + 4, lengths[i]);
        acpi_init(rsdp);
    }
    tap_ok(true, "lists of any length are read within it");
}

static void test_madt(void) {
    start_madt();
    add_old(0, 1), add_old(1, 0), add_old(2, 1);
    add_entry(MADT_PROCESSOR_WIDE, 16, 255, 1, 9);
    add_entry(4, 6, 0, 0, 0); // another kind
    add_entry(MADT_PROCESSOR_WIDE, 16, 70000, 1, 10);
    add_entry(MADT_PROCESSOR_WIDE, 16, 300, 0, 11);
    read_it(madt_end);
    tap_is_int(acpi.processor_count, 4, "processors that are enabled, of both kinds");
    tap_ok(acpi.processors[1] == 2 && acpi.processors[2] == 255 && acpi.processors[3] == 70000, "  their identifiers");
    start_madt();
    add_old(0, 1), add_old(5, 1);
    read_it(madt_end - 1);
    tap_is_int(acpi.processor_count, 1, "an entry that is cut off is not read");
    start_madt();
    add_old(0, 1);
    add_entry(MADT_PROCESSOR, 0, 1, 0, 0);
    madt_end += 8;
    add_old(5, 1);
    read_it(madt_end);
    tap_is_int(acpi.processor_count, 1, "one without length ends the list");
    start_madt();
    add_entry(MADT_PROCESSOR_WIDE, 8, 1, 1, 1);
    add_entry(MADT_PROCESSOR, 4, 1, 1, 1);
    add_old(3, 1);
    read_it(madt_end);
    tap_ok(acpi.processor_count == 1 && acpi.processors[0] == 3, "those too short for their kind are passed over");
    start_madt();
    for (u32 i = 0; i < CPUS_MOST; i++) add_entry(MADT_PROCESSOR_WIDE, 16, i, 1, i);
    add_entry(MADT_PROCESSOR_WIDE, 16, CPUS_MOST, 0, 0); // is not enabled
    read_it(madt_end);
    tap_is_int(acpi.processor_count, CPUS_MOST, "as many processors as there is room for");
    tap_is_text(said, "", "  nothing is said of them");
    for (u32 i = 0; i < CPUS_MOST; i++) add_entry(MADT_PROCESSOR_WIDE, 16, i, 1, i);
    memset(&acpi, 0, sizeof(acpi));
    read_it(madt_end);
    tap_is_int(acpi.processor_count, CPUS_MOST, "more processors than there is room for");
    tap_is_text(said, "gnomon: the machine has more than 64 processors: 64 of them are not used\n",
                "  how many are left out is said, once");
    for (u32 bytes = 0; bytes < MADT_ENTRIES + 2; bytes++) {
        start_madt();
        read_it(bytes);
    }
    tap_is_int(acpi.processor_count, 0, "tables without entries");
}

static u32 mcfg_end;

static void start_mcfg(void) {
    start(0);
    list_in_rsdt(MCFG_AT);
    mcfg_end = MCFG_ENTRIES;
}

static void add_segment(u64 address, u16 number, u8 first, u8 last) {
    put_u64(MCFG_AT + mcfg_end, address);
    put_u32(MCFG_AT + mcfg_end + 8, number | (u32)first << 16 | (u32)last << 24);
    mcfg_end += MCFG_ENTRY_BYTES;
}

static void test_mcfg(void) {
    start_mcfg();
    add_segment(0xb0000000, 0, 0, 255);
    add_segment(0x4000000000, 3, 16, 31);
    put_table(MCFG_AT, "MCFG", mcfg_end);
    acpi_init(rsdp);
    tap_is_int(acpi.segment_count, 2, "two segments");
    tap_ok(acpi.segments[1].address == 0x4000000000 && acpi.segments[1].number == 3 &&
               acpi.segments[1].first_bus == 16 && acpi.segments[1].last_bus == 31,
           "  the second");
    start_mcfg();
    add_segment(0, 0, 0, 255);
    add_segment(0xb0000800, 0, 0, 255);
    add_segment(0xb0000000, 0, 9, 8);
    add_segment(1ull << 52, 0, 0, 255);
    add_segment((1ull << 52) - MIB, 0, 0, 1);
    add_segment(0xfffffffffff00000, 0, 0, 255);
    put_table(MCFG_AT, "MCFG", mcfg_end);
    acpi_init(rsdp);
    tap_is_int(acpi.segment_count, 0, "no address, half a page, buses backwards, beyond all memory: none");
    start_mcfg();
    for (u16 i = 0; i <= ACPI_SEGMENTS_MOST; i++) add_segment(0xb0000000, i, 0, 0);
    put_table(MCFG_AT, "MCFG", mcfg_end - 1);
    acpi_init(rsdp);
    tap_is_int(acpi.segment_count, ACPI_SEGMENTS_MOST, "as many as there is room for, the last one cut off");
}

static u32 remapping_end;

static void start_remapping(void) {
    start(0);
    list_in_rsdt(REMAPPING_AT);
    remapping_end = REMAPPING_ENTRIES;
}

static void add_unit(u32 type, u32 bytes, u64 address) {
    put_u32(REMAPPING_AT + remapping_end, type | bytes << 16);
    put_u64(REMAPPING_AT + remapping_end + 8, address);
    remapping_end += bytes;
}

static void read_remapping(const char *signature, u32 bytes) {
    put_table(REMAPPING_AT, signature, bytes);
    acpi_init(rsdp);
}

static void test_remapping(void) {
    start_remapping();
    add_unit(DMAR_UNIT, 24, 0xfed90000), add_unit(1, 32, 0x1000), add_unit(DMAR_UNIT, 16, 0xfed91000);
    read_remapping("DMAR", remapping_end);
    tap_is_int(acpi.remapper_count, 2, "Intel's units, and nothing of another kind");
    tap_ok(acpi.remappers[1].address == 0xfed91000 && !acpi.remappers[1].is_amd, "  the second");
    start_remapping();
    add_unit(0x10, 24, 0xfeb80000), add_unit(0x2011, 40, 0xfeb80000), add_unit(0x20, 16, 0x1000);
    read_remapping("IVRS", remapping_end);
    tap_is_int(acpi.remapper_count, 1, "AMD's unit, which stands there twice");
    tap_ok(acpi.remappers[0].address == 0xfeb80000 && acpi.remappers[0].is_amd, "  its place");
    start_remapping();
    add_unit(DMAR_UNIT, 16, 0), add_unit(DMAR_UNIT, 16, 0x800), add_unit(DMAR_UNIT, 16, UINT64_MAX - 4095);
    add_unit(DMAR_UNIT, 16, 0x2000);
    read_remapping("DMAR", remapping_end - 1);
    tap_is_int(acpi.remapper_count, 0, "no unit at impossible addresses, nor one that is cut off");
    start_remapping();
    add_unit(DMAR_UNIT, 0, 0x1000);
    read_remapping("DMAR", 4096);
    tap_is_int(acpi.remapper_count, 0, "entries without a length end the list");
    start_remapping();
    for (u32 i = 1; i < 60; i++) add_unit(DMAR_UNIT, 16, i * 0x1000);
    read_remapping("DMAR", remapping_end);
    tap_is_int(acpi.remapper_count, ACPI_REMAPPERS_MOST, "no more than there is room for");
}

int main(void) {
    memory = mmap(NULL, 4 * GIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 1;
    test_lists();
    test_madt();
    test_mcfg();
    test_remapping();
    return tap_done();
}
