// See reader.h. The file is read with pread, never mapped: a file that shrinks under us then gives a short read and not
// a signal.
#include "viz/read/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/events.h"
#include "viz/cli/file.h"

bool reader_copy_now(const struct reader *reader, u64 offset, void *to, size_t bytes) {
    if (offset > reader->file_bytes || bytes > reader->file_bytes - offset) return false;
    for (u8 *at = to; bytes;) {
        ssize_t got = pread(reader->descriptor, at, bytes, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got, offset += (u64)got, bytes -= (size_t)got;
    }
    return true;
}

bool reader_copy(const struct reader *reader, u64 offset, void *to, size_t bytes) {
    for (u32 i = 0; i < reader->held_count; i++) {
        const struct reader_held *held = &reader->held[i];
        if (offset < held->offset || offset - held->offset > held->bytes) continue;
        if (bytes > held->bytes - (offset - held->offset)) continue;
        memcpy(to, held->data + (offset - held->offset), bytes);
        return true;
    }
    return reader_copy_now(reader, offset, to, bytes);
}

static bool check_header(const struct reader *reader, struct problem *problem) {
    const struct region_header *header = &reader->header;
    unsigned long long found = header->magic, size = header->size, file = reader->file_bytes;
    if (header->magic != REGION_MAGIC) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: offset 0: expected a region (magic %#llx), found %#llx",
                           reader->path, (unsigned long long)REGION_MAGIC, found);
    }
    if (header->version != REGION_VERSION) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: offset 8: expected a region of version %d, found %u",
                           reader->path, REGION_VERSION, header->version);
    }
    if (header->size > reader->file_bytes) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: truncated: expected %llu bytes, found %llu", reader->path,
                           size, file);
    }
    if (header->size < REGION_MIN_BYTES) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: offset 24: expected a size of at least %llu bytes, found %llu", reader->path,
                           REGION_MIN_BYTES, size);
    }
    if (header->event_table_hash != event_table_hash()) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: offset 16: expected the table of events %016llx, found %016llx of another build",
                           reader->path, (unsigned long long)event_table_hash(),
                           (unsigned long long)header->event_table_hash);
    }
    return true;
}

static bool read_directory(struct reader *reader, struct problem *problem) {
    struct region_section all[REGION_SECTIONS];
    if (!reader_copy(reader, REGION_DIRECTORY_OFFSET, all, sizeof(all))) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: offset %d: expected the directory of sections, found the file's end", reader->path,
                           REGION_DIRECTORY_OFFSET);
    }
    for (u32 i = 0; i < REGION_SECTIONS; i++) {
        const struct region_section *section = &all[i];
        unsigned long long at = section->offset, bytes = section->bytes;
        if (section->id == SECTION_NONE || section->id >= SECTION_IDS) continue;
        if (section->version != 1) {
            return problem_set(problem, STATUS_BAD_INPUT, "%s: offset %zu: expected section %u of version 1, found %u",
                               reader->path, REGION_DIRECTORY_OFFSET + i * sizeof(*section), section->id,
                               section->version);
        }
        bool inside = section->offset <= reader->header.size && section->bytes <= reader->header.size - section->offset;
        if (!inside || section->data_offset > section->bytes || section->offset % 8 || section->data_offset % 8) {
            return problem_set(problem, STATUS_BAD_INPUT,
                               "%s: offset %zu: section %u of %llu bytes at %llu does not lie in the region",
                               reader->path, REGION_DIRECTORY_OFFSET + i * sizeof(*section), section->id, bytes, at);
        }
        reader->sections[reader->section_count++] = *section;
    }
    return true;
}

// Without the section, or with a damaged one, there are none.
static void load_offsets(struct reader *reader) {
    size_t count;
    reader->offsets.items =
        reader_entries(reader, reader_find(reader, SECTION_OFFSETS, 0), sizeof(*reader->offsets.items), false, &count);
    reader->offsets.count = (u32)count;
    offsets_choose(&reader->offsets);
}

static bool read_start(struct reader *reader, struct problem *problem) {
    if (!reader_copy(reader, 0, &reader->header, sizeof(reader->header))) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: truncated: expected a region, found %llu bytes",
                           reader->path, (unsigned long long)reader->file_bytes);
    }
    bool size_fits = reader->file_bytes >= REGION_MIN_BYTES && (reader->file_bytes & (reader->file_bytes - 1)) == 0;
    // The magic is stored last: until then the region says nothing
    if (size_fits && !reader->header.magic) {
        reader->header = (struct region_header){0};
        return true;
    }
    if (!check_header(reader, problem) || !read_directory(reader, problem)) return false;
    load_offsets(reader);
    return true;
}

bool reader_open(struct reader *reader, const char *path, struct problem *problem) {
    *reader = (struct reader){.path = file_is_directory(path) ? text_format("%s/region", path) : text_copy(path)};
    reader->descriptor = open(reader->path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (reader->descriptor < 0 || fstat(reader->descriptor, &status) != 0) {
        problem_set_errno(problem, reader->path, "open");
        reader_close(reader);
        return false;
    }
    reader->file_bytes = (u64)status.st_size;
    if (read_start(reader, problem)) return true;
    reader_close(reader);
    return false;
}

void reader_free_held(struct reader *reader) {
    for (u32 i = 0; i < reader->held_count; i++) munmap(reader->held[i].data, reader->held[i].bytes);
    free(reader->held);
    reader->held = NULL;
    reader->held_count = 0;
}

void reader_close(struct reader *reader) {
    reader_free_held(reader);
    if (reader->descriptor >= 0) close(reader->descriptor);
    free(reader->path);
    free(reader->offsets.items);
    *reader = (struct reader){.descriptor = -1};
}

const struct region_section *reader_find(const struct reader *reader, enum section_id id, u32 nth) {
    for (u32 i = 0; i < reader->section_count; i++) {
        if (reader->sections[i].id == id && nth-- == 0) return &reader->sections[i];
    }
    return NULL;
}

void *reader_entries(const struct reader *reader, const struct region_section *section, size_t entry_bytes,
                     bool by_used, size_t *count) {
    *count = 0;
    if (!section) return NULL;
    // A section whose entries have another size was written by a kernel that does not share our headers; its version
    // would differ
    if (entry_bytes && section->entry_bytes != entry_bytes) return NULL;
    size_t unit = entry_bytes ? entry_bytes : 1;
    u64 room = (section->bytes - section->data_offset) / unit;
    u64 wanted = by_used && section->used < room ? section->used : room;
    if (!wanted) return NULL;
    void *entries = memory_get(wanted * unit);
    if (!reader_copy(reader, section->offset + section->data_offset, entries, wanted * unit)) {
        free(entries);
        return NULL;
    }
    *count = wanted;
    return entries;
}
