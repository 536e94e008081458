// See known.h.
#include "viz/run/known.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/archive.h"
#include "viz/cli/file.h"
#include "viz/cli/sink.h"

#define SETTLED_NS 2000000000u // after a change
#define SMALL_BYTES 65536      // is read in less time than it takes to look for it

static u64 to_ns(struct timespec time) { return (u64)time.tv_sec * 1000000000u + (u64)time.tv_nsec; }

static struct known_note note_of(const struct stat *status, u64 number) {
    return (struct known_note){status->st_dev,         status->st_ino,         (u64)status->st_size,
                               to_ns(status->st_mtim), to_ns(status->st_ctim), number};
}

// A line as write_notes has it.
static bool read_note(const char *line, struct known_note *note) {
    unsigned long long *const fields[] = {&note->device,     &note->inode,      &note->size,
                                          &note->written_ns, &note->changed_ns, &note->number};
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        char *end;
        *fields[i] = strtoull(line, &end, fields[i] == &note->number ? 16 : 10);
        if (end == line) return false;
        line = end;
    }
    return *line == '\n';
}

void known_open(struct known *known, const char *directory) {
    struct known_note note = {0};
    char line[256];
    *known = (struct known){.path = text_format("%s/known", directory)};
    FILE *file = fopen(known->path, "re");
    while (file && known->count < KNOWN_MOST && fgets(line, sizeof(line), file)) {
        if (read_note(line, &note)) known->notes[known->count++] = note;
    }
    if (file) fclose(file);
}

// Two runs may do so at once: one of them has the last word.
static void write_notes(const struct known *known) {
    struct problem ignored = {0};
    struct buffer text = {0};
    for (u32 i = 0; i < known->count; i++) {
        const struct known_note *note = &known->notes[i];
        buffer_format(&text, "%llu %llu %llu %llu %llu %llx\n", note->device, note->inode, note->size, note->written_ns,
                      note->changed_ns, note->number);
    }
    sink_write_file(known->path, text.data, text.size, &ignored);
    buffer_free(&text);
}

void known_close(struct known *known) {
    if (known->has_changed) write_notes(known);
    free(known->path);
}

bool known_find(const struct known *known, const struct stat *status, u64 *number) {
    for (u32 i = 0; i < known->count; i++) {
        struct known_note wanted = note_of(status, known->notes[i].number);
        if (memcmp(&wanted, &known->notes[i], sizeof(wanted)) != 0) continue;
        *number = known->notes[i].number;
        return true;
    }
    return false;
}

static bool has_settled(const struct stat *status) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return to_ns(status->st_mtim) + SETTLED_NS < to_ns(now) && to_ns(status->st_ctim) + SETTLED_NS < to_ns(now);
}

void known_add(struct known *known, const char *path, const struct stat *status, u64 number) {
    struct stat after;
    struct known_note note = note_of(status, number);
    if (!has_settled(status) || stat(path, &after) != 0) return;
    struct known_note note_after = note_of(&after, number);
    if (memcmp(&note, &note_after, sizeof(note)) != 0) return;
    u32 kept = 0;
    for (u32 i = 0; i < known->count; i++) { // what was known of the same file, or else the oldest note, goes
        const struct known_note *old = &known->notes[i];
        bool goes =
            (old->device == note.device && old->inode == note.inode) || known->count - i + kept > KNOWN_MOST - 1;
        if (!goes) known->notes[kept++] = *old;
    }
    known->notes[kept++] = note;
    known->count = kept;
    known->has_changed = true;
}

bool known_hash(struct known *known, const char *path, u64 *hash) {
    struct problem ignored = {0};
    struct stat status;
    struct file_map map;
    if (stat(path, &status) != 0) return false;
    bool is_small = status.st_size < SMALL_BYTES;
    if (!is_small && known_find(known, &status, hash)) return true;
    if (!file_map(&map, path, &ignored)) return false;
    *hash = archive_hash(map.data, map.size);
    file_unmap(&map);
    if (!is_small) known_add(known, path, &status, *hash);
    return true;
}
