// The console: the first serial port, polled, and the screen. For panics, and for all that a program says where nobody
// shares its log; and the end of the machine. Writing never waits for ever: a port that does not drain is given up.
#include "base/string.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

#define SERIAL_PORT 0x3f8
#define SERIAL_DATA (SERIAL_PORT + 0)
#define SERIAL_INTERRUPTS (SERIAL_PORT + 1)
#define SERIAL_FIFO (SERIAL_PORT + 2)
#define SERIAL_LINE (SERIAL_PORT + 3)
#define SERIAL_LINE_STATUS (SERIAL_PORT + 5)
#define LINE_8N1 3
#define LINE_DIVISOR 0x80
#define STATUS_EMPTY 0x20
#define STATUS_ABSENT 0xff
#define WAIT_READS 100000u

#define SCI_ENABLED 1u
#define SLEEP_ENABLE 0x2000u
#define SLEEP_TYPE_SHIFT 10

static bool serial_works;

void console_init(void) {
    serial_works = inb(SERIAL_LINE_STATUS) != STATUS_ABSENT;
    if (!serial_works) return;
    outb(SERIAL_INTERRUPTS, 0);
    outb(SERIAL_LINE, LINE_DIVISOR);
    outb(SERIAL_DATA, 1); // 115200 baud
    outb(SERIAL_INTERRUPTS, 0);
    outb(SERIAL_LINE, LINE_8N1);
    outb(SERIAL_FIFO, 7);
}

static void put_byte(u8 byte) {
    u32 reads = 0;
    while (serial_works && !(inb(SERIAL_LINE_STATUS) & STATUS_EMPTY)) serial_works = ++reads < WAIT_READS;
    if (serial_works) outb(SERIAL_DATA, byte);
}

void machine_console_write(const char *text, size_t bytes) {
    screen_write(text, bytes);
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '\n') put_byte('\r');
        put_byte((u8)text[i]);
    }
}

bool serial_write(const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) put_byte((u8)text[i]);
    return serial_works;
}

void pc_die(const char *reason) {
    static const char prefix[] = "gnomon: cannot start: ";
    machine_console_write(prefix, sizeof(prefix) - 1);
    machine_console_write(reason, strlen(reason));
    machine_console_write("\n", 1);
    machine_exit(1);
}

// Some firmware keeps the registers to itself until it is told (ACPI 6.4, 16.3.2).
static void take_over_power(void) {
    if (!acpi.command_port || !acpi.enable_command || inw(acpi.pm1a_control_port) & SCI_ENABLED) return;
    outb(acpi.command_port, acpi.enable_command);
    for (u32 i = 0; i < WAIT_READS && !(inw(acpi.pm1a_control_port) & SCI_ENABLED); i++) pause();
}

static void power_off(void) {
    if (!acpi.pm1a_control_port) return;
    take_over_power();
    outw(acpi.pm1a_control_port, (u16)(SLEEP_ENABLE | (u32)acpi.sleep_type_a << SLEEP_TYPE_SHIFT));
    if (acpi.pm1b_control_port) {
        outw(acpi.pm1b_control_port, (u16)(SLEEP_ENABLE | (u32)acpi.sleep_type_b << SLEEP_TYPE_SHIFT));
    }
}

// The status stands in the region. Power-off takes its time, so the processor sleeps until it comes; a machine that has
// none, or has something to say that a person must see, sleeps for ever. What the other processors do meanwhile must
// not show in the region.
void machine_exit(u32 status) {
    (void)status;
    cli();
    processors_stop();
    if (leave_recording()) power_off();
    for (;;) {
        cli();
        hlt();
    }
}
