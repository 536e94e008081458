// One disk behind an AHCI controller (AHCI 1.3.1; ATA8-ACS), for what is written when all else has ended: commands one at a
// time, polled, all data through one buffer of our own below 4 GiB. Found while the machine boots, when page tables can still
// be made; writing needs nothing but the registers and the reference clock, so it works after a panic too. Runs on one
// processor, with interrupts off.
#include "base/disk.h"
#include "base/string.h"
#include "boot/pc/instruction.h"
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
#define STOP_MS 500
#define COMMAND_MS 30000 // a disk may have to spin up first

// What the controller reads and writes, by its own address: the kernel's image lies where it lies in memory.
static struct {
    struct {
        u32 flags, bytes_done, table, table_high, reserved[4];
    } list[32];
    u8 received[256];
    struct {
        u8 frame[64], packet[64];
        u32 data, data_high, reserved, last_byte;
    } table;
    u8 data[DISK_PIECE_BYTES] __attribute__((aligned(128)));
} shared __attribute__((aligned(1024)));
_Static_assert(offsetof(__typeof__(shared), received) % 256 == 0 && offsetof(__typeof__(shared), table) % 128 == 0,
               "alignments of AHCI 4.2");

static struct {
    volatile u32 *port; // NULL: no disk
    u64 sectors;
} disk;

static u32 low_address(const void *at) { return (u32)(u64)at; }

static bool wait_for(const volatile u32 *number, u32 mask, u32 value, u64 ms) {
    u64 until = machine_reference() + ms * 1000000000000ull / machine.reference_period_fs;
    while ((*number & mask) != value) {
        if (machine_reference() >= until) return false;
        pause();
    }
    return true;
}

static volatile u32 *at_port(volatile u32 *port, enum port_register number) { return port + number / 4; }

static bool stop_port(volatile u32 *port) {
    volatile u32 *command = at_port(port, PORT_COMMAND);
    *command &= ~COMMAND_START;
    if (!wait_for(command, COMMAND_RUNNING, 0, STOP_MS)) return false;
    *command &= ~COMMAND_RECEIVE;
    return wait_for(command, COMMAND_RECEIVING, 0, STOP_MS);
}

// False: nothing is there, or it is no disk.
static bool start_port(volatile u32 *port) {
    *at_port(port, PORT_COMMAND) |= COMMAND_SPIN_UP;
    if (!wait_for(at_port(port, PORT_STATUS), STATUS_LINK, STATUS_LINK_UP, LINK_MS) || !stop_port(port)) return false;
    *at_port(port, PORT_LIST) = low_address(shared.list);
    *at_port(port, PORT_LIST_HIGH) = 0;
    *at_port(port, PORT_RECEIVED) = low_address(shared.received);
    *at_port(port, PORT_RECEIVED_HIGH) = 0;
    *at_port(port, PORT_INTERRUPTS_ENABLED) = 0;
    *at_port(port, PORT_ERRORS) = ~0u;
    *at_port(port, PORT_INTERRUPTS) = ~0u;
    *at_port(port, PORT_COMMAND) |= COMMAND_RECEIVE;
    if (!wait_for(at_port(port, PORT_TASK), TASK_BUSY, 0, COMMAND_MS)) return false;
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

// `bytes` of shared.data, or none. The stores to memory come before the one that has the controller look.
static bool do_command(volatile u32 *port, enum ata_command command, u64 sector, u32 bytes) {
    u32 direction = command == ATA_WRITE ? HEADER_WRITES : 0;
    make_frame(shared.table.frame, command, sector, command == ATA_IDENTIFY ? 0 : bytes / DISK_SECTOR_BYTES);
    shared.table.data = low_address(shared.data);
    shared.table.last_byte = bytes - 1;
    shared.list[0].flags = HEADER_FRAME_WORDS | direction | (bytes ? HEADER_ONE_RANGE : 0);
    shared.list[0].bytes_done = 0;
    shared.list[0].table = low_address(&shared.table);
    *at_port(port, PORT_INTERRUPTS) = ~0u;
    __asm__ volatile("sfence" : : : "memory");
    *at_port(port, PORT_ISSUED) = 1;
    bool done = wait_for(at_port(port, PORT_ISSUED), 1, 0, COMMAND_MS);
    __asm__ volatile("" : : : "memory");
    return done && !(*at_port(port, PORT_INTERRUPTS) & INTERRUPT_FAILED) && !(*at_port(port, PORT_TASK) & TASK_ERROR);
}

// Its sectors; 0 if it is not of the kind that we can write to.
static u64 identify(volatile u32 *port) {
    u16 words[256];
    if (!do_command(port, ATA_IDENTIFY, 0, sizeof(words))) return 0;
    memcpy(words, shared.data, sizeof(words));
    bool is_large = words[IDENTIFY_COMMANDS] & IDENTIFY_HAS_48_BITS;
    bool has_our_sectors = (words[IDENTIFY_SECTOR_SIZE] & SECTOR_SIZE_MASK) != SECTOR_SIZE_OTHER;
    u64 sectors;
    memcpy(&sectors, words + IDENTIFY_SECTORS, sizeof(sectors));
    return is_large && has_our_sectors ? sectors : 0;
}

// Whether there is a disk. It is left as it was unless it is the wanted one.
static bool try_port(volatile u32 *port, bool (*is_wanted)(const void *sector)) {
    if (!start_port(port)) return false;
    u64 sectors = identify(port);
    if (sectors && do_command(port, ATA_READ, 0, DISK_SECTOR_BYTES) && is_wanted(shared.data)) {
        disk.port = port;
        disk.sectors = sectors;
    } else {
        stop_port(port);
    }
    return true;
}

static void take_over(volatile u32 *controller) {
    volatile u32 *hand_over = controller + HAND_OVER / 4;
    if (controller[CAPABILITIES_2 / 4] & CAN_HAND_OVER) {
        *hand_over |= WE_OWN;
        wait_for(hand_over, FIRMWARE_OWNS, 0, STOP_MS);
    }
    controller[CONTROL / 4] |= CONTROL_AHCI;
}

u32 ahci_find_disk(bool (*is_wanted)(const void *sector)) {
    u32 disks = 0;
    for (u32 number = 0; number < CONTROLLERS_MOST && !disk.port; number++) {
        volatile u32 *controller = pci_map_controller(CLASS_AHCI, number, CONTROLLER_BYTES);
        if (!controller) break;
        take_over(controller);
        for (u32 i = 0; i < PORTS && !disk.port; i++) {
            if (!(controller[PORTS_THERE / 4] >> i & 1)) continue;
            disks += try_port(controller + (FIRST_PORT + i * PORT_BYTES) / 4, is_wanted);
        }
    }
    return disks;
}

u64 ahci_disk_bytes(void) { return disk.port ? disk.sectors * DISK_SECTOR_BYTES : 0; }

bool ahci_write(u64 sector, const void *from, u32 bytes) {
    u32 whole = ALIGN_UP(bytes, DISK_SECTOR_BYTES);
    if (!disk.port || whole > DISK_PIECE_BYTES || sector + whole / DISK_SECTOR_BYTES > disk.sectors) return false;
    memcpy(shared.data, from, bytes);
    memset(shared.data + bytes, 0, whole - bytes);
    return do_command(disk.port, ATA_WRITE, sector, whole);
}

bool ahci_flush(void) { return disk.port && do_command(disk.port, ATA_FLUSH, 0, 0); }
