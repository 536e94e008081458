// gnomon import: brings a recording back from the disk that a PC has left it on, from an image of it, or from what was
// captured of the serial line; and marks a disk for it. base/disk.h has the forms. Nothing that is read is trusted: a
// recording that is not whole is refused, as nobody could tell what of it to believe.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/archive.h"
#include "log/region.h"
#include "viz/cli/file.h"
#include "viz/cli/sink.h"
#include "viz/run/capture.h"
#include "viz/run/commands.h"

struct import_settings {
    const char *output;
    struct text_list names;
    bool prepare, force;
    u64 size_mib;
};

#define FIELD(name) offsetof(struct import_settings, name)
enum { DEFAULT_MIB = 128 };
#define EMPTY_BYTES (1 * MIB) // what stands on a disk begins within these

static const struct option_rule rules[] = {
    {"-o", NULL, OPTION_TEXT, FIELD(output), "DIR", "where the recording goes (gnomon.data)", NULL, 0, 0},
    {"--prepare", NULL, OPTION_FLAG, FIELD(prepare), NULL,
     "mark a disk, or an image, which is made if it is not there: the whole of it is for recordings from then on", NULL,
     0, 0},
    {"--size", NULL, OPTION_NUMBER, FIELD(size_mib), "MiB",
     "with --prepare: size of an image (128); it takes a recording with a --log-size below it", NULL, 2, 1048576},
    {"--force", NULL, OPTION_FLAG, FIELD(force), NULL, "with --prepare: even if something else is there, which is lost",
     NULL, 0, 0},
};

static const char examples[] = "  gnomon import --prepare recording.img\n"
                               "  gnomon import --prepare /dev/sdX\n"
                               "  gnomon import recording.img -o out\n"
                               "  gnomon import serial.txt -o out\n";

// ---- The directory that the recording becomes

struct target {
    char *region, *part; // the file, and its name until it is whole
    int descriptor;
};

static bool target_open(struct target *target, const char *directory, u64 region_bytes, struct problem *problem) {
    *target = (struct target){.descriptor = -1};
    if (!directory_make(directory, problem)) return false;
    target->region = text_format("%s/region", directory);
    target->part = text_format("%s.part", target->region);
    target->descriptor = open(target->part, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (target->descriptor < 0 || ftruncate(target->descriptor, (off_t)region_bytes) != 0) {
        return problem_set_errno(problem, target->part, "create");
    }
    return true;
}

static bool target_put(struct target *target, u64 at, const u8 *data, size_t bytes, struct problem *problem) {
    return pwrite(target->descriptor, data, bytes, (off_t)at) == (ssize_t)bytes ||
           problem_set_errno(problem, target->part, "write");
}

// With what the host noted when it made the program's disk.
static bool target_close(struct target *target, bool whole, const struct buffer *note, const char *directory,
                         struct problem *problem) {
    if (target->descriptor >= 0 && close(target->descriptor) != 0 && whole) {
        whole = problem_set_errno(problem, target->part, "write");
    }
    if (whole && rename(target->part, target->region) != 0) {
        whole = problem_set_errno(problem, target->region, "create");
    }
    if (!whole && target->part) unlink(target->part);
    char *meta = text_format("%s/meta.json", directory);
    if (whole && note->size) whole = sink_write_file(meta, note->data, note->size, problem);
    free(meta), free(target->region), free(target->part);
    return whole;
}

// ---- A disk

struct disk {
    const char *path;
    int descriptor;
    u64 bytes;
    struct disk_mark mark;
    bool marked;
};

static u64 mark_hash(const struct disk_mark *mark) {
    return archive_hash((const u8 *)mark, offsetof(struct disk_mark, mark_hash));
}

static bool disk_open(struct disk *disk, const char *path, int flags, struct problem *problem) {
    *disk = (struct disk){.path = path, .descriptor = open(path, flags | O_CLOEXEC, 0666)};
    if (disk->descriptor < 0) return problem_set_errno(problem, path, "open");
    off_t end = lseek(disk->descriptor, 0, SEEK_END);
    if (end < 0) return problem_set_errno(problem, path, "find the size of");
    disk->bytes = (u64)end;
    bool read = pread(disk->descriptor, &disk->mark, sizeof(disk->mark), 0) == (ssize_t)sizeof(disk->mark);
    disk->marked = read && disk->mark.magic == DISK_MAGIC && disk->mark.mark_hash == mark_hash(&disk->mark);
    return true;
}

static const char *found_state(u32 state) {
    switch (state) {
    case DISK_PREPARED: return "a disk on which nothing has been recorded yet";
    case DISK_STARTED: return "a run that did not come to its end: switched off, killed, or still running";
    case DISK_WRITING: return "one that is not whole: the machine went off while it was written";
    default: return "a disk of another version of gnomon";
    }
}

static bool mark_is_sound(const struct disk *disk, struct problem *problem) {
    const struct disk_mark *mark = &disk->mark;
    if (mark->version != DISK_VERSION || mark->state != DISK_WHOLE) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: expected a recording, found %s", disk->path,
                           found_state(mark->version == DISK_VERSION ? mark->state : UINT32_MAX));
    }
    u64 room = disk->bytes > DISK_DATA_OFFSET ? disk->bytes - DISK_DATA_OFFSET : 0;
    bool fits = mark->region_bytes <= room && mark->note_bytes <= room - mark->region_bytes;
    return fits ||
           problem_set(problem, STATUS_BAD_INPUT, "%s: expected %llu bytes of a recording, found %llu", disk->path,
                       (unsigned long long)mark->region_bytes + mark->note_bytes, (unsigned long long)room);
}

// Hands on, in pieces, `bytes` from `offset`, to the region's file or to the note; false also if they are not what was
// written.
static bool disk_copy(const struct disk *disk, u64 offset, u64 bytes, u64 expected, struct target *target,
                      struct buffer *note, struct problem *problem) {
    u8 *piece = memory_get(DISK_PIECE_BYTES);
    u64 hash = 0;
    bool done = true;
    for (u64 at = 0; at < bytes && done; at += DISK_PIECE_BYTES) {
        size_t count = bytes - at < DISK_PIECE_BYTES ? bytes - at : DISK_PIECE_BYTES;
        if (pread(disk->descriptor, piece, count, (off_t)(offset + at)) != (ssize_t)count) {
            done = problem_set_errno(problem, disk->path, "read");
            break;
        }
        hash = disk_hash_add(hash, archive_hash(piece, count));
        if (note) buffer_append(note, piece, count);
        if (target) done = target_put(target, at, piece, count, problem);
    }
    free(piece);
    if (!done || hash == expected) return done;
    return problem_set(problem, STATUS_BAD_INPUT,
                       "%s: expected what the machine wrote, found other content from byte %llu on", disk->path,
                       (unsigned long long)offset);
}

static bool import_disk(const struct disk *disk, const char *directory, struct problem *problem) {
    const struct disk_mark *mark = &disk->mark;
    struct target target = {.descriptor = -1};
    struct buffer note = {0};
    u64 note_offset = DISK_DATA_OFFSET + ALIGN_UP(mark->region_bytes, (u64)DISK_SECTOR_BYTES);
    if (!mark_is_sound(disk, problem)) return false;
    bool done = target_open(&target, directory, mark->region_bytes, problem) &&
                disk_copy(disk, DISK_DATA_OFFSET, mark->region_bytes, mark->region_hash, &target, NULL, problem) &&
                disk_copy(disk, note_offset, mark->note_bytes, mark->note_hash, NULL, &note, problem);
    done = target_close(&target, done, &note, directory, problem);
    buffer_free(&note);
    return done;
}

// ---- What was captured of a serial line

static bool import_lines(struct capture *capture, const char *directory, struct problem *problem) {
    struct target target = {.descriptor = -1};
    struct capture_piece piece;
    struct buffer note = {.data = memory_get(capture->note_bytes + 1), .size = capture->note_bytes};
    bool done = target_open(&target, directory, capture->region_bytes, problem);
    while (done && capture_next(capture, &piece)) {
        if (piece.at < capture->region_bytes) {
            done = target_put(&target, piece.at, piece.data, piece.bytes, problem);
        } else {
            memcpy(note.data + (piece.at - capture->region_bytes), piece.data, piece.bytes);
        }
    }
    done = target_close(&target, done, &note, directory, problem);
    buffer_free(&note);
    return done;
}

static bool import_capture(const char *path, const char *directory, struct problem *problem) {
    struct file_map map;
    struct capture capture;
    if (!file_map(&map, path, problem)) return false;
    bool done = capture_find(&capture, &map, path, problem) && import_lines(&capture, directory, problem);
    file_unmap(&map);
    return done;
}

// ---- Marking

static bool is_empty(const struct disk *disk) {
    u8 *start = memory_get(EMPTY_BYTES);
    ssize_t count = pread(disk->descriptor, start, EMPTY_BYTES, 0), zeros = 0;
    while (zeros < count && !start[zeros]) zeros++;
    free(start);
    return count >= 0 && zeros == count;
}

// A device that something is mounted from is refused by the system (O_EXCL).
static int prepare_flags(const char *path) {
    struct stat status;
    bool there = stat(path, &status) == 0;
    if (!there) return O_RDWR | O_CREAT | O_EXCL;
    return S_ISBLK(status.st_mode) ? O_RDWR | O_EXCL : O_RDWR;
}

static bool write_mark(struct disk *disk, struct problem *problem) {
    struct disk_mark mark = {.magic = DISK_MAGIC, .version = DISK_VERSION, .disk_bytes = disk->bytes};
    mark.mark_hash = mark_hash(&mark);
    return (pwrite(disk->descriptor, &mark, sizeof(mark), 0) == (ssize_t)sizeof(mark) &&
            fsync(disk->descriptor) == 0) ||
           problem_set_errno(problem, disk->path, "write");
}

// An image gets its size: the one that is asked for, or, if it is new, the usual one.
static bool set_size(struct disk *disk, u64 size_mib, struct problem *problem) {
    struct stat status;
    if (fstat(disk->descriptor, &status) != 0) return problem_set_errno(problem, disk->path, "look at");
    if (!S_ISREG(status.st_mode) && size_mib) {
        return problem_set(problem, STATUS_USAGE, "--size: expected an image, found the device %s", disk->path);
    }
    if (!disk->bytes && !size_mib) size_mib = DEFAULT_MIB;
    if (!size_mib) return true;
    disk->bytes = size_mib * MIB;
    return ftruncate(disk->descriptor, (off_t)disk->bytes) == 0 || problem_set_errno(problem, disk->path, "resize");
}

static bool prepare(const struct import_settings *settings, struct problem *problem) {
    struct disk disk;
    const char *path = settings->names.items[0];
    bool done = disk_open(&disk, path, prepare_flags(path), problem);
    if (done && !settings->force && !disk.marked && !is_empty(&disk)) {
        done = problem_set(problem, STATUS_BAD_INPUT,
                           "%s: expected a disk that is empty or marked already, found other content (--force has it "
                           "overwritten)",
                           path);
    }
    done = done && set_size(&disk, settings->size_mib, problem);
    if (done && disk.bytes < DISK_DATA_OFFSET + REGION_MIN_BYTES) {
        done = problem_set(problem, STATUS_BAD_INPUT, "%s: expected room for a recording of 1 MiB, found %llu bytes",
                           path, (unsigned long long)disk.bytes);
    }
    done = done && write_mark(&disk, problem);
    if (disk.descriptor >= 0) close(disk.descriptor);
    if (done) message_note("%s is marked for recordings, with %llu MiB", path, (unsigned long long)(disk.bytes / MIB));
    return done;
}

static bool import(const struct import_settings *settings, struct problem *problem) {
    struct disk disk;
    const char *path = settings->names.items[0];
    bool done = disk_open(&disk, path, O_RDONLY, problem);
    if (done) {
        done = disk.marked ? import_disk(&disk, settings->output, problem)
                           : import_capture(path, settings->output, problem);
    }
    if (disk.descriptor >= 0) close(disk.descriptor);
    return done;
}

static int import_main(int count, char **arguments) {
    struct import_settings settings = {.output = "gnomon.data"};
    struct problem problem = {0};
    int status;
    if (!command_begin(&command_import, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    if (!settings.prepare && (settings.force || settings.size_mib)) {
        problem_set(&problem, STATUS_USAGE, "--force, --size: expected --prepare with it, found none");
        return problem_print(&problem);
    }
    bool done = settings.prepare ? prepare(&settings, &problem) : import(&settings, &problem);
    return done ? 0 : problem_print(&problem);
}

const struct command command_import = {
    .name = "import",
    .summary = "Brings back the recording that a PC has left on a disk or sent over its serial line.",
    .usage = "import [options] DISK|IMAGE|CAPTURE",
    .examples = examples,
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes = "'gnomon iso' makes the disk that the PC starts from.\n",
    .takes = TAKES_PROGRAM,
    .expects = "one disk, image or capture",
    .least = 1,
    .most = 1,
    .run = import_main,
};
