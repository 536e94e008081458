// One disk behind an NVMe controller (NVM Express base specification 1.4; sections are its own): the queue for
// administration and one for reading and writing, each with one command at a time; see disks.c. Namespaces have blocks
// of 512 to 4096 bytes without metadata. A controller that leaves a command without an answer is not used again: the
// answer might still come.
#include "base/print.h"
#include "base/string.h"
#include "boot/pc/disks.h"
#include "boot/pc/pc.h"

#define CLASS_NVME 0x010802u
#define CONTROLLERS_MOST 16
#define NAMESPACES_MOST 256u

enum controller_register { // 3.1
    CAPABILITIES = 0x00,
    CAPABILITIES_HIGH = 0x04,
    INTERRUPTS_MASK = 0x0c,
    CONFIGURATION = 0x14,
    STATUS = 0x1c,
    ADMIN_SIZES = 0x24,
    ADMIN_COMMANDS = 0x28,
    ADMIN_ANSWERS = 0x30,
    DOORBELLS = 0x1000,
    CONTROLLER_BYTES = 0x4000
};
#define MOST_ENTRIES_MASK 0xffffu // of a queue, less 1
#define START_TIME_SHIFT 24       // in units of 500 ms
#define HIGH_STRIDE_MASK 0xfu     // of doorbells, as the power of two behind 4 bytes
#define STRIDE_SHIFT_MOST 9u      // with which they fit into CONTROLLER_BYTES
#define HIGH_NVM 0x20u            // the commands that we use
#define HIGH_PAGE_SHIFT 16
#define HIGH_PAGE_MASK 0xfu // the least size of its pages; 0: ours
#define ENABLED 1u
#define ENTRY_SIZES 0x460000u // 2^6 and 2^4 bytes
#define STATUS_READY 1u
#define STATUS_FATAL 2u
#define STATUS_GONE UINT32_MAX

enum admin_command { ADMIN_NEW_COMMANDS = 1, ADMIN_NEW_ANSWERS = 5, ADMIN_IDENTIFY = 6, ADMIN_SET_FEATURES = 9 };
enum disk_command { DISK_FLUSH = 0, DISK_WRITE = 1, DISK_READ = 2 };
#define FEATURE_QUEUES 7
#define QUEUE_IN_ONE_PIECE 1u
#define QUEUE_NUMBER 1u
#define IDENTIFY_NAMESPACE 0
#define IDENTIFY_CONTROLLER 1
#define CONTROLLER_MOST_PAGES 77 // of one command, as a power of two; 0: any number
#define CONTROLLER_NAMESPACES 516
#define NAMESPACE_BLOCKS 0
#define NAMESPACE_FORMAT 26
#define NAMESPACE_FORMATS 128 // {u16 bytes of metadata, u8 block size as a power of two, u8}

#define ENTRIES 8u // of each queue
#define ANSWER_PHASE 0x10000u
#define ANSWER_STATUS_SHIFT 17
#define ANSWER_STATUS_MASK 0x7ffu // 0: done
#define PAGE MACHINE_PAGE_BYTES

#define SAY_MS 1000
#define STOP_MS 5000
#define ADMIN_MS 5000
#define COMMAND_MS 30000

struct command {
    u32 code; // and the number of the command, from bit 16
    u32 space;
    u64 reserved, metadata, data, more_data; // the second page, or a list of all from the second on
    u32 words[6];
};
_Static_assert(sizeof(struct command) == 64, "4.2");

struct answer {
    u32 result, reserved;
    u32 queue;
    u32 status; // number of the command, ANSWER_PHASE, and why it failed
};

// What the controller reads and writes. Pages of their own for queues and the list.
static struct {
    struct {
        struct command commands[PAGE / sizeof(struct command)];
        volatile struct answer answers[PAGE / sizeof(struct answer)];
    } queues[2];
    u64 pages[PAGE / sizeof(u64)];
} shared __attribute__((aligned(PAGE)));

struct queue {
    u32 number, next, next_answer;
    u32 phase; // that a new answer has
};

static struct {
    volatile u32 *registers; // NULL: none
    struct queue admin, disk;
    u32 entries, stride_words;
    u32 most_bytes; // of one command
    u32 space;      // the namespace, and its blocks
    u32 block_bytes;
    u16 commands; // so far
    bool is_lost;
} nvme;

static volatile u32 *at(enum controller_register number) { return nvme.registers + number / 4; }

static void set_address(enum controller_register number, const volatile void *address) {
    at(number)[0] = (u32)(u64)address;
    at(number)[1] = (u32)((u64)address >> 32);
}

static volatile u32 *doorbell(const struct queue *queue, bool of_answers) {
    return at(DOORBELLS) + (2 * queue->number + of_answers) * nvme.stride_words;
}

// ---- Commands

static bool await_answer(struct queue *queue, u16 number, u64 ms) {
    volatile struct answer *answer = &shared.queues[queue->number].answers[queue->next_answer];
    nvme.is_lost = !disks_wait(&answer->status, ANSWER_PHASE, queue->phase, ms);
    if (nvme.is_lost) return false;
    __asm__ volatile("" : : : "memory"); // what was read is behind the answer
    queue->next_answer = (queue->next_answer + 1) % nvme.entries;
    if (!queue->next_answer) queue->phase ^= ANSWER_PHASE;
    *doorbell(queue, true) = queue->next_answer;
    return (u16)answer->status == number && !(answer->status >> ANSWER_STATUS_SHIFT & ANSWER_STATUS_MASK);
}

// The stores to memory come before the one that has the controller look.
static bool do_command(struct queue *queue, struct command *command, u64 ms) {
    if (nvme.is_lost) return false;
    u16 number = nvme.commands++;
    command->code |= (u32)number << 16;
    shared.queues[queue->number].commands[queue->next] = *command;
    queue->next = (queue->next + 1) % nvme.entries;
    __asm__ volatile("sfence" : : : "memory");
    *doorbell(queue, false) = queue->next;
    return await_answer(queue, number, ms);
}

static bool identify(u32 space, u32 what) {
    struct command command = {.code = ADMIN_IDENTIFY, .space = space, .data = (u64)disks_data, .words = {what}};
    return do_command(&nvme.admin, &command, ADMIN_MS);
}

// Moves the bytes of disks_data from `offset`, which is a multiple of a page.
static bool move(enum disk_command code, u64 block, u32 offset, u32 bytes) {
    struct command command = {.code = code, .space = nvme.space, .data = (u64)disks_data + offset};
    u32 pages = ALIGN_UP(bytes, PAGE) / PAGE;
    for (u32 i = 1; i < pages; i++) shared.pages[i - 1] = command.data + (u64)i * PAGE;
    if (pages > 1) command.more_data = pages == 2 ? shared.pages[0] : (u64)shared.pages;
    command.words[0] = (u32)block;
    command.words[1] = (u32)(block >> 32);
    command.words[2] = bytes / nvme.block_bytes - 1;
    return do_command(&nvme.disk, &command, COMMAND_MS);
}

// ---- The controller

static bool wait_and_say(u32 mask, u32 value, u64 ms) {
    if (disks_wait(at(STATUS), mask, value, SAY_MS)) return true;
    print_console("gnomon: waits up to %lu s for an NVMe controller\n", ms / 1000);
    return disks_wait(at(STATUS), mask, value, ms);
}

static bool stop(void) {
    *at(CONFIGURATION) &= ~ENABLED;
    return disks_wait(at(STATUS), STATUS_READY, 0, STOP_MS);
}

// Fails if it has no commands for disks, or cannot work with our pages and doorbells.
static bool read_capabilities(void) {
    u32 low = *at(CAPABILITIES), high = *at(CAPABILITIES_HIGH), stride = high & HIGH_STRIDE_MASK;
    nvme.stride_words = 1u << stride;
    nvme.entries = (low & MOST_ENTRIES_MASK) + 1 < ENTRIES ? (low & MOST_ENTRIES_MASK) + 1 : ENTRIES;
    return nvme.entries > 1 && stride <= STRIDE_SHIFT_MOST && high & HIGH_NVM &&
           !(high >> HIGH_PAGE_SHIFT & HIGH_PAGE_MASK);
}

static bool start(void) {
    if (*at(STATUS) == STATUS_GONE || !stop() || !read_capabilities()) return false;
    memset(&shared, 0, sizeof(shared));
    nvme.admin = (struct queue){.number = 0, .phase = ANSWER_PHASE};
    nvme.disk = (struct queue){.number = QUEUE_NUMBER, .phase = ANSWER_PHASE};
    *at(INTERRUPTS_MASK) = ~0u;
    *at(ADMIN_SIZES) = (nvme.entries - 1) << 16 | (nvme.entries - 1);
    set_address(ADMIN_COMMANDS, shared.queues[0].commands);
    set_address(ADMIN_ANSWERS, shared.queues[0].answers);
    *at(CONFIGURATION) = ENTRY_SIZES | ENABLED;
    u64 ms = ((*at(CAPABILITIES) >> START_TIME_SHIFT) + 1) * 500ull;
    nvme.is_lost = !wait_and_say(STATUS_READY | STATUS_FATAL, STATUS_READY, ms);
    return !nvme.is_lost;
}

// The answers' queue first, which the commands' one names.
static bool make_queues(void) {
    u32 size_and_number = (nvme.entries - 1) << 16 | QUEUE_NUMBER;
    struct command features = {.code = ADMIN_SET_FEATURES, .words = {FEATURE_QUEUES}};
    struct command answers = {.code = ADMIN_NEW_ANSWERS,
                              .data = (u64)shared.queues[1].answers,
                              .words = {size_and_number, QUEUE_IN_ONE_PIECE}};
    struct command commands = {.code = ADMIN_NEW_COMMANDS,
                               .data = (u64)shared.queues[1].commands,
                               .words = {size_and_number, QUEUE_NUMBER << 16 | QUEUE_IN_ONE_PIECE}};
    do_command(&nvme.admin, &features, ADMIN_MS); // one of each, which is the least: it may refuse to be asked
    return do_command(&nvme.admin, &answers, ADMIN_MS) && do_command(&nvme.admin, &commands, ADMIN_MS);
}

// Returns how many namespaces it may have, 0 if it does not answer.
static u32 read_controller(void) {
    if (!identify(0, IDENTIFY_CONTROLLER)) return 0;
    u32 shift = disks_data[CONTROLLER_MOST_PAGES], count;
    nvme.most_bytes = shift && shift < 4 ? PAGE << shift : DISK_PIECE_BYTES;
    memcpy(&count, disks_data + CONTROLLER_NAMESPACES, sizeof(count));
    return count < NAMESPACES_MOST ? count : NAMESPACES_MOST;
}

// ---- The disk

static bool flush(void) {
    struct command command = {.code = DISK_FLUSH, .space = nvme.space};
    return do_command(&nvme.disk, &command, COMMAND_MS);
}

static bool write_blocks(u64 block, u32 bytes) {
    for (u32 done = 0; done < bytes; done += nvme.most_bytes) {
        u32 piece = bytes - done < nvme.most_bytes ? bytes - done : nvme.most_bytes;
        if (!move(DISK_WRITE, block + done / nvme.block_bytes, done, piece)) return false;
    }
    return true;
}

// False if there is no such namespace, or it is not of the kind that we can write to.
static bool read_namespace(u32 space, struct disk *disk) {
    if (!identify(space, IDENTIFY_NAMESPACE)) return false;
    u64 blocks;
    u32 format, number = (disks_data[NAMESPACE_FORMAT] & 0xfu) | (disks_data[NAMESPACE_FORMAT] >> 1 & 0x30u);
    memcpy(&blocks, disks_data + NAMESPACE_BLOCKS, sizeof(blocks));
    memcpy(&format, disks_data + NAMESPACE_FORMATS + 4 * number, sizeof(format));
    u32 metadata = format & 0xffff, shift = format >> 16 & 0xff;
    if (!blocks || metadata || shift < 9 || shift > 12 || blocks > UINT64_MAX >> shift) return false;
    nvme.space = space;
    nvme.block_bytes = 1u << shift;
    *disk = (struct disk){.bytes = blocks << shift, .block_bytes = 1u << shift, .write = write_blocks, .flush = flush};
    return true;
}

// Returns how many disks the controller has, up to the one that is wanted.
static u32 look_at_namespaces(bool (*is_wanted)(const void *sector), struct disk *found) {
    u32 disks = 0, namespaces = read_controller();
    for (u32 space = 1; space <= namespaces && !nvme.is_lost; space++) {
        struct disk disk;
        if (!read_namespace(space, &disk)) continue;
        disks++;
        if (!move(DISK_READ, 0, 0, nvme.block_bytes) || !is_wanted(disks_data)) continue;
        *found = disk;
        break;
    }
    return disks;
}

u32 nvme_find(bool (*is_wanted)(const void *sector), struct disk *found) {
    u32 disks = 0;
    volatile void *registers;
    for (u32 i = 0; i < CONTROLLERS_MOST && pci_map_controller(CLASS_NVME, i, 0, CONTROLLER_BYTES, &registers); i++) {
        if (!registers) continue;
        nvme = (__typeof__(nvme)){.registers = registers};
        if (start() && make_queues()) disks += look_at_namespaces(is_wanted, found);
        if (found->bytes) break;
        if (nvme.is_lost) print_console("gnomon: an NVMe controller does not answer, and is left out\n");
        stop();
    }
    return disks;
}
