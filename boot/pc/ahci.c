// One disk behind an AHCI controller (AHCI 1.3.1; ATA8-ACS); see disks.c. All ports are asked to spin their disks up
// first, and each is looked at as soon as something answers there.
#include "base/print.h"
#include "base/string.h"
#include "boot/pc/disks.h"
#include "boot/pc/pc.h"

#define CLASS_AHCI 0x010601u
#define CONTROLLERS_MOST 8
#define PORTS 32u

enum controller_register {
    CONTROL = 0x04,
    PORTS_THERE = 0x0c,
    CAPABILITIES_2 = 0x24,
    HAND_OVER = 0x28,
    FIRST_PORT = 0x100,
    PORT_BYTES = 0x80,
    CONTROLLER_BYTES = FIRST_PORT + PORTS * PORT_BYTES
};
#define CONTROL_AHCI 0x80000000u
#define CAN_HAND_OVER 1u
#define FIRMWARE_OWNS 1u
#define WE_OWN 2u

enum port_register {
    PORT_LIST = 0x00,
    PORT_LIST_HIGH = 0x04,
    PORT_RECEIVED = 0x08,
    PORT_RECEIVED_HIGH = 0x0c,
    PORT_INTERRUPTS = 0x10,
    PORT_INTERRUPTS_ENABLED = 0x14,
    PORT_COMMAND = 0x18,
    PORT_TASK = 0x20,
    PORT_SIGNATURE = 0x24,
    PORT_STATUS = 0x28,
    PORT_ERRORS = 0x30,
    PORT_ISSUED = 0x38
};
#define COMMAND_START 1u
#define COMMAND_SPIN_UP 2u
#define COMMAND_RECEIVE 0x10u
#define COMMAND_RECEIVING 0x4000u
#define COMMAND_RUNNING 0x8000u
#define TASK_ERROR 1u
#define TASK_BUSY 0x88u // or data wanted
#define STATUS_LINK 0xfu
#define STATUS_LINK_UP 3u
#define INTERRUPT_FAILED 0x7d000000u // of bus, host, interface or task
#define SIGNATURE_DISK 0x101u

enum ata_command { ATA_READ = 0x25, ATA_WRITE = 0x35, ATA_FLUSH = 0xea, ATA_IDENTIFY = 0xec };
#define ATA_LBA 0x40
#define IDENTIFY_COMMANDS 83 // words of what IDENTIFY gives
#define IDENTIFY_HAS_48_BITS 0x400u
#define IDENTIFY_SECTORS 100
#define IDENTIFY_SECTOR_SIZE 106
#define SECTOR_SIZE_MASK 0xd000u // valid, and words of more than 512 bytes
#define SECTOR_SIZE_OTHER 0x5000u

#define FRAME_HOST_TO_DEVICE 0x27
#define FRAME_IS_COMMAND 0x80
#define HEADER_FRAME_WORDS 5u
#define HEADER_WRITES 0x40u
#define HEADER_ONE_RANGE 0x10000u

#define LINK_MS 20
#define LATE_LINK_MS 3000
#define STOP_MS 500
#define SAY_MS 1000
#define COMMAND_MS 30000 // a disk may have to spin up first

// What the controller reads and writes.
static struct {
    struct {
        u32 flags, bytes_done, table, table_high, reserved[4];
    } list[32];
    u8 received[256];
    struct {
        u8 frame[64], packet[64];
        u32 data, data_high, reserved, last_byte;
    } table;
} shared __attribute__((aligned(1024)));
_Static_assert(offsetof(__typeof__(shared), received) % 256 == 0 && offsetof(__typeof__(shared), table) % 128 == 0,
               "alignments of AHCI 4.2");

static struct {
    volatile u32 *registers;
    u32 left; // the ports where nothing has answered yet, as bits
} controllers[CONTROLLERS_MOST];
static u32 controller_count;
static volatile u32 *disk_port; // NULL: no disk

static u32 low_address(const void *at) { return (u32)(u64)at; }

static volatile u32 *at_port(volatile u32 *port, enum port_register number) { return port + number / 4; }

static bool stop_port(volatile u32 *port) {
    volatile u32 *command = at_port(port, PORT_COMMAND);
    *command &= ~COMMAND_START;
    if (!disks_wait(command, COMMAND_RUNNING, 0, STOP_MS)) return false;
    *command &= ~COMMAND_RECEIVE;
    return disks_wait(command, COMMAND_RECEIVING, 0, STOP_MS);
}

static bool is_idle(volatile u32 *port) {
    volatile u32 *task = at_port(port, PORT_TASK);
    if (disks_wait(task, TASK_BUSY, 0, SAY_MS)) return true;
    print_console("gnomon: waits up to %u s for a SATA disk that is not ready yet\n", COMMAND_MS / 1000);
    return disks_wait(task, TASK_BUSY, 0, COMMAND_MS);
}

// Returns false if it is no disk, or does not work.
static bool start_port(volatile u32 *port) {
    if (!stop_port(port)) return false;
    *at_port(port, PORT_LIST) = low_address(shared.list);
    *at_port(port, PORT_LIST_HIGH) = 0;
    *at_port(port, PORT_RECEIVED) = low_address(shared.received);
    *at_port(port, PORT_RECEIVED_HIGH) = 0;
    *at_port(port, PORT_INTERRUPTS_ENABLED) = 0;
    *at_port(port, PORT_ERRORS) = ~0u;
    *at_port(port, PORT_INTERRUPTS) = ~0u;
    *at_port(port, PORT_COMMAND) |= COMMAND_RECEIVE;
    if (!is_idle(port)) return false;
    if (*at_port(port, PORT_SIGNATURE) != SIGNATURE_DISK) return false;
    *at_port(port, PORT_COMMAND) |= COMMAND_START;
    return true;
}

static void make_frame(u8 *frame, enum ata_command command, u64 sector, u32 sectors) {
    memset(frame, 0, sizeof(shared.table.frame));
    frame[0] = FRAME_HOST_TO_DEVICE;
    frame[1] = FRAME_IS_COMMAND;
    frame[2] = (u8)command;
    for (unsigned i = 0; i < 3; i++) {
        frame[4 + i] = (u8)(sector >> 8 * i);
        frame[8 + i] = (u8)(sector >> 8 * (i + 3));
    }
    frame[7] = ATA_LBA;
    frame[12] = (u8)sectors;
    frame[13] = (u8)(sectors >> 8);
}

// `bytes` of disks_data, or none. The stores to memory come before the one that has the controller look.
static bool do_command(volatile u32 *port, enum ata_command command, u64 sector, u32 bytes) {
    u32 direction = command == ATA_WRITE ? HEADER_WRITES : 0;
    make_frame(shared.table.frame, command, sector, command == ATA_IDENTIFY ? 0 : bytes / DISK_SECTOR_BYTES);
    shared.table.data = low_address(disks_data);
    shared.table.last_byte = bytes - 1;
    shared.list[0].flags = HEADER_FRAME_WORDS | direction | (bytes ? HEADER_ONE_RANGE : 0);
    shared.list[0].bytes_done = 0;
    shared.list[0].table = low_address(&shared.table);
    *at_port(port, PORT_INTERRUPTS) = ~0u;
    __asm__ volatile("sfence" : : : "memory");
    *at_port(port, PORT_ISSUED) = 1;
    bool done = disks_wait(at_port(port, PORT_ISSUED), 1, 0, COMMAND_MS);
    __asm__ volatile("" : : : "memory");
    return done && !(*at_port(port, PORT_INTERRUPTS) & INTERRUPT_FAILED) && !(*at_port(port, PORT_TASK) & TASK_ERROR);
}

// Its sectors; 0 if it is not of the kind that we can write to.
static u64 identify(volatile u32 *port) {
    u16 words[256];
    if (!do_command(port, ATA_IDENTIFY, 0, sizeof(words))) return 0;
    memcpy(words, disks_data, sizeof(words));
    bool is_large = words[IDENTIFY_COMMANDS] & IDENTIFY_HAS_48_BITS;
    bool has_our_sectors = (words[IDENTIFY_SECTOR_SIZE] & SECTOR_SIZE_MASK) != SECTOR_SIZE_OTHER;
    u64 sectors;
    memcpy(&sectors, words + IDENTIFY_SECTORS, sizeof(sectors));
    return is_large && has_our_sectors ? sectors : 0;
}

static bool write_sectors(u64 sector, u32 bytes) { return do_command(disk_port, ATA_WRITE, sector, bytes); }
static bool flush(void) { return do_command(disk_port, ATA_FLUSH, 0, 0); }

// Whether there is a disk. It is left as it was unless it is the wanted one.
static bool try_port(volatile u32 *port, bool (*is_wanted)(const void *sector), struct disk *found) {
    if (!start_port(port)) return false;
    u64 sectors = identify(port);
    if (sectors && do_command(port, ATA_READ, 0, DISK_SECTOR_BYTES) && is_wanted(disks_data)) {
        disk_port = port;
        *found = (struct disk){.bytes = sectors * DISK_SECTOR_BYTES,
                               .block_bytes = DISK_SECTOR_BYTES,
                               .write = write_sectors,
                               .flush = flush};
    } else {
        stop_port(port);
    }
    return true;
}

static void take_over(volatile u32 *controller) {
    volatile u32 *hand_over = controller + HAND_OVER / 4;
    if (controller[CAPABILITIES_2 / 4] & CAN_HAND_OVER) {
        *hand_over |= WE_OWN;
        disks_wait(hand_over, FIRMWARE_OWNS, 0, STOP_MS);
    }
    controller[CONTROL / 4] |= CONTROL_AHCI;
}

static volatile u32 *port_of(u32 controller, u32 port) {
    return controllers[controller].registers + (FIRST_PORT + port * PORT_BYTES) / 4;
}

static void start_controllers(void) {
    volatile void *registers;
    for (u32 i = 0; i < CONTROLLERS_MOST && pci_map_controller(CLASS_AHCI, i, 5, CONTROLLER_BYTES, &registers); i++) {
        if (!registers) continue;
        u32 number = controller_count++;
        controllers[number].registers = registers;
        take_over(registers);
        controllers[number].left = controllers[number].registers[PORTS_THERE / 4];
        for (u32 port = 0; port < PORTS; port++) {
            if (controllers[number].left >> port & 1) *at_port(port_of(number, port), PORT_COMMAND) |= COMMAND_SPIN_UP;
        }
    }
}

// Looks at the port if something answers there by now; returns whether that is a disk.
static bool look_at_port(u32 controller, u32 number, bool (*is_wanted)(const void *sector), struct disk *found) {
    volatile u32 *port = port_of(controller, number);
    if (!(controllers[controller].left >> number & 1)) return false;
    if ((*at_port(port, PORT_STATUS) & STATUS_LINK) != STATUS_LINK_UP) return false;
    controllers[controller].left &= ~(1u << number);
    return try_port(port, is_wanted, found);
}

static u32 look(bool (*is_wanted)(const void *sector), struct disk *found) {
    u32 disks = 0;
    for (u32 i = 0; i < controller_count * PORTS && !found->bytes; i++) {
        disks += look_at_port(i / PORTS, i % PORTS, is_wanted, found);
    }
    return disks;
}

static bool is_any_left(void) {
    u32 left = 0;
    for (u32 i = 0; i < controller_count; i++) left |= controllers[i].left;
    return left;
}

static u32 look_for(u64 ms, bool (*is_wanted)(const void *sector), struct disk *found) {
    u32 disks = look(is_wanted, found);
    u64 until = machine_reference() + ms * 1000000000000ull / machine.reference_period_fs;
    while (!found->bytes && is_any_left() && machine_reference() < until) {
        machine_relax(0);
        disks += look(is_wanted, found);
    }
    return disks;
}

u32 ahci_find(bool (*is_wanted)(const void *sector), struct disk *found) {
    start_controllers();
    return look_for(LINK_MS, is_wanted, found);
}

u32 ahci_find_late(bool (*is_wanted)(const void *sector), struct disk *found) {
    if (!is_any_left()) return 0;
    print_console("gnomon: waits up to %u s for a SATA disk to answer\n", LATE_LINK_MS / 1000);
    return look_for(LATE_LINK_MS, is_wanted, found);
}
