// The bell: the second serial port of QEMU, whose other end is a socket that `gnomon run --net` has made. Bytes say
// nothing but that one has come. Its interrupt goes through the I/O APIC (82093AA) to the processor that boots; nothing
// else does.
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"
#include "kernel/core/cpu.h"

#define BELL_PORT 0x2f8
#define BELL_DATA (BELL_PORT + 0)
#define BELL_INTERRUPTS (BELL_PORT + 1)
#define BELL_FIFO (BELL_PORT + 2)
#define BELL_LINE (BELL_PORT + 3)
#define BELL_MODEM (BELL_PORT + 4)
#define BELL_LINE_STATUS (BELL_PORT + 5)
#define BELL_IRQ 3u
#define LINE_8N1 3
#define FIFO_ON 7         // and empty
#define INTERRUPT_DATA 1  // when a byte has come
#define MODEM_INTERRUPT 8 // OUT2, which lets the interrupt out
#define STATUS_DATA 1
#define STATUS_ABSENT 0xff
#define MOST_BYTES 64u // at once

#define IO_APIC_ADDRESS 0xfec00000u // where a PC has the first one
#define IO_APIC_WINDOW 4            // behind the number of a register, in words
#define IO_APIC_ENTRY(irq) (0x10 + 2 * (irq))
#define IO_APIC_TARGET_SHIFT 24
#define IO_APIC_TARGETS 0xffu

static void set_entry(volatile u32 *io_apic, u32 irq, u32 target, u32 vector) {
    io_apic[0] = IO_APIC_ENTRY(irq) + 1;
    io_apic[IO_APIC_WINDOW] = target << IO_APIC_TARGET_SHIFT;
    io_apic[0] = IO_APIC_ENTRY(irq);
    io_apic[IO_APIC_WINDOW] = vector; // fixed, physical, active high, by the edge
}

bool machine_bell_start(void) {
    if (inb(BELL_LINE_STATUS) == STATUS_ABSENT || apic_id() >= IO_APIC_TARGETS) return false;
    set_entry(tables_map_device(IO_APIC_ADDRESS, MACHINE_PAGE_BYTES), BELL_IRQ, apic_id(), TRAP_BELL);
    outb(BELL_LINE, LINE_8N1);
    outb(BELL_FIFO, FIFO_ON);
    outb(BELL_MODEM, MODEM_INTERRUPT);
    outb(BELL_INTERRUPTS, INTERRUPT_DATA);
    return true;
}

// The edge comes again only when all bytes have been taken.
void bell_answer(void) {
    for (u32 i = 0; i < MOST_BYTES && inb(BELL_LINE_STATUS) & STATUS_DATA; i++) inb(BELL_DATA);
}

void machine_bell(void) { outb(BELL_DATA, 1); }
