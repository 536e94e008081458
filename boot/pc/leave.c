// How the recording leaves a machine that was started from a disk (base/disk.h has the forms): over the disk that is
// marked for it, never another one; without any disk, or if that was asked for, over the serial line. A recording that
// cannot leave stays in memory; the machine says so and halts. The destination is chosen while the machine boots; the
// recording goes when the machine has ended, after a panic too, with interrupts off.
#include "base/archive.h"
#include "base/disk.h"
#include "base/print.h"
#include "base/string.h"
#include "boot/pc/boot_info.h"
#include "log/region.h"

enum leave_way {
    LEAVE_NO_WAY,  // none, or not yet
    LEAVE_NO_NEED, // a host sees it
    LEAVE_DISK,
    LEAVE_LINE,
};

static struct {
    enum leave_way way;
    bool asked_for_line;
    bool stays_on;  // the machine, at the end
    bool has_begun; // the end
    u64 disk_bytes; // that the mark is for
    const u8 *note;
    u64 note_bytes;
} leave;

static u64 pieces_of(u64 bytes) { return ALIGN_UP(bytes, (u64)DISK_SECTOR_BYTES); }

static u64 needed_bytes(void) {
    return DISK_DATA_OFFSET + pieces_of(machine.region_bytes) + pieces_of(leave.note_bytes);
}

static u64 to_mib(u64 bytes) { return ALIGN_UP(bytes, MIB) / MIB; }

// ---- The disk

static u64 mark_hash(const struct disk_mark *mark) {
    return archive_hash((const u8 *)mark, offsetof(struct disk_mark, mark_hash));
}

static bool is_marked(const void *sector) {
    const struct disk_mark *mark = sector;
    bool is_ours = mark->magic == DISK_MAGIC && mark->version == DISK_VERSION && mark->mark_hash == mark_hash(mark);
    if (is_ours) leave.disk_bytes = mark->disk_bytes;
    return is_ours;
}

static bool write_mark(struct disk_mark *mark, enum disk_state state) {
    mark->magic = DISK_MAGIC;
    mark->version = DISK_VERSION;
    mark->state = state;
    mark->disk_bytes = leave.disk_bytes;
    mark->mark_hash = mark_hash(mark);
    return disks_flush() && disks_write(0, mark, sizeof(*mark)) && disks_flush();
}

static bool write_bytes(u64 offset, const u8 *from, u64 bytes, u64 *hash) {
    for (u64 done = 0; done < bytes; done += DISK_PIECE_BYTES) {
        u32 piece = bytes - done < DISK_PIECE_BYTES ? (u32)(bytes - done) : DISK_PIECE_BYTES;
        *hash = disk_hash_add(*hash, archive_hash(from + done, piece));
        if (!disks_write(offset + done, from + done, piece)) return false;
    }
    return true;
}

static bool leave_by_disk(void) {
    struct disk_mark mark = {.region_bytes = machine.region_bytes, .note_bytes = leave.note_bytes};
    bool done =
        write_mark(&mark, DISK_WRITING) &&
        write_bytes(DISK_DATA_OFFSET, (const u8 *)REGION_START, machine.region_bytes, &mark.region_hash) &&
        write_bytes(DISK_DATA_OFFSET + pieces_of(mark.region_bytes), leave.note, mark.note_bytes, &mark.note_hash) &&
        write_mark(&mark, DISK_WHOLE);
    if (done) {
        print_console("gnomon: the recording is on the disk, %lu MiB\n", to_mib(needed_bytes()));
    } else {
        print_console(
            "gnomon: the disk does not take the recording, which stays in memory; the machine stands still\n");
    }
    return done;
}

// ---- The serial line

#define PACKED_BYTES (LINE_DATA_BYTES * 2)
#define RUN_MOST 255u
#define ZEROS_WORTH_IT 3u

static u32 run_of_zeros(const u8 *from, u32 bytes) {
    u32 run = 0;
    while (run < bytes && run < RUN_MOST && !from[run]) run++;
    return run;
}

static u32 run_of_others(const u8 *from, u32 bytes) {
    u32 run = 0;
    while (run < bytes && run < RUN_MOST && run_of_zeros(from + run, bytes - run) < ZEROS_WORTH_IT) run++;
    return run;
}

static u32 pack(const u8 *from, u32 bytes, u8 *to) {
    u8 *start = to;
    for (u32 done = 0; done < bytes;) {
        u32 zeros = run_of_zeros(from + done, bytes - done);
        done += zeros;
        u32 others = run_of_others(from + done, bytes - done);
        *to++ = (u8)zeros;
        *to++ = (u8)others;
        memcpy(to, from + done, others);
        to += others, done += others;
    }
    return (u32)(to - start);
}

static u32 to_base64(const u8 *from, u32 bytes, char *to) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    u32 length = 0;
    for (u32 i = 0; i < bytes; i += 3) {
        u32 left = bytes - i;
        u32 word = (u32)from[i] << 16 | (left > 1 ? (u32)from[i + 1] << 8 : 0) | (left > 2 ? from[i + 2] : 0);
        to[length++] = digits[word >> 18];
        to[length++] = digits[word >> 12 & 63];
        to[length++] = left > 1 ? digits[word >> 6 & 63] : '=';
        to[length++] = left > 2 ? digits[word & 63] : '=';
    }
    return length;
}

struct line_count {
    u64 lines;
    u32 sum;
};

static bool send_piece(u64 at, const u8 *from, u32 bytes, struct line_count *count) {
    u8 packed[PACKED_BYTES];
    char line[PACKED_BYTES / 3 * 4 + 64];
    u32 sum = disk_line_sum(disk_line_sum(0, (const u8 *)&at, sizeof(at)), from, bytes);
    size_t length = print_format(line, sizeof(line), LINE_MARK "%lu ", at);
    u32 packed_bytes = pack(from, bytes, packed);
    length += to_base64(packed, packed_bytes, line + length);
    length += print_format(line + length, sizeof(line) - length, " %08x\r\n", sum);
    count->lines++;
    count->sum = disk_line_sum(count->sum, (const u8 *)&sum, sizeof(sum));
    return serial_write(line, length);
}

static bool send_bytes(u64 at, const u8 *from, u64 bytes, struct line_count *count) {
    bool works = true;
    for (u64 done = 0; done < bytes && works; done += LINE_DATA_BYTES) {
        u32 piece = bytes - done < LINE_DATA_BYTES ? (u32)(bytes - done) : LINE_DATA_BYTES, zeros = 0;
        while (zeros < piece && !from[done + zeros]) zeros++;
        if (zeros < piece) works = send_piece(at + done, from + done, piece, count);
    }
    return works;
}

static bool leave_by_line(void) {
    char line[80];
    struct line_count count = {0, 0};
    print_console("gnomon: the recording leaves over the serial line\n");
    size_t length =
        print_format(line, sizeof(line), LINE_MARK "begin %lu %lu\r\n", machine.region_bytes, leave.note_bytes);
    bool works = serial_write(line, length) && send_bytes(0, (const u8 *)REGION_START, machine.region_bytes, &count) &&
                 send_bytes(machine.region_bytes, leave.note, leave.note_bytes, &count);
    length = print_format(line, sizeof(line), LINE_MARK "end %lu %08x\r\n", count.lines, count.sum);
    works = works && serial_write(line, length);
    print_console(works ? "gnomon: the recording has left\n"
                        : "gnomon: the serial line does not take the recording, which stays in memory; the machine "
                          "stands still\n");
    return works;
}

// ---- The choice, and the end

static enum leave_way choose_way(void) {
    if (leave.asked_for_line) return LEAVE_LINE;
    u32 disks = disks_find(is_marked, !machine.region_shared);
    bool has_line = serial_write("", 0);
    u64 room = disks_bytes() < leave.disk_bytes ? disks_bytes() : leave.disk_bytes;
    if (room && room >= needed_bytes()) return LEAVE_DISK;
    if (machine.region_shared) return LEAVE_NO_NEED;
    if (!disks && has_line) return LEAVE_LINE;
    if (room) {
        print_console(
            "gnomon: the recording needs a disk of %lu MiB, and the one for it has %lu: it will stay in memory\n",
            to_mib(needed_bytes()), to_mib(room));
    } else if (disks) {
        print_console(
            "gnomon: no disk is marked for the recording (by 'gnomon import --prepare'), of %u that are there: "
            "it will stay in memory\n",
            disks);
    } else {
        print_console("gnomon: there is neither a disk nor a serial line: the recording will stay in memory\n");
    }
    return LEAVE_NO_WAY;
}

void leave_init(const struct boot_info *info) {
    leave.note = ram_at(info->note.start);
    leave.note_bytes = info->note.end - info->note.start;
    leave.asked_for_line = boot_option_flag(info, "serial");
    leave.stays_on = boot_option_flag(info, "stay");
}

void leave_choose(void) {
    if (!machine.from_disk) return;
    leave.way = choose_way();
    struct disk_mark mark = {.region_bytes = 0};
    if (leave.way == LEAVE_DISK && !write_mark(&mark, DISK_STARTED)) {
        print_console("gnomon: the disk for the recording cannot be written to: it will stay in memory\n");
        leave.way = LEAVE_NO_WAY;
    }
}

static void say_end(const struct region_header *header) {
    if (header->state == REGION_ENDED) {
        print_console("gnomon: the program has ended with status %d\n", header->exit_status);
    }
    if (header->state == REGION_PANICKED) print_console("gnomon: the kernel has panicked\n");
}

static bool leave_by(enum leave_way way) {
    switch (way) {
    case LEAVE_NO_NEED: return true;
    case LEAVE_DISK: return leave_by_disk();
    case LEAVE_LINE: return leave_by_line();
    case LEAVE_NO_WAY: break;
    }
    print_console("gnomon: the machine stands still, and what was recorded stays in its memory\n");
    return false;
}

// A panic in here comes back once more; what ends before the region stands has nothing to leave.
bool leave_recording(void) {
    if (!machine.from_disk) return true;
    bool is_recorded = machine.region_bytes && ((const struct region_header *)REGION_START)->magic == REGION_MAGIC;
    if (leave.has_begun || !is_recorded) leave.way = LEAVE_NO_WAY;
    leave.has_begun = true;
    if (is_recorded) say_end((const struct region_header *)REGION_START);
    return leave_by(leave.way) && !leave.stays_on;
}
