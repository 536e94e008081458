// Reads a region: header, directory, and copies of what the sections hold. Works on a region in use, on what a dead
// guest left, and on any bytes at all: everything that comes from the file is checked against the file's size before it
// is used, and everything handed out is a private copy.
#ifndef VIZ_READ_READER_H
#define VIZ_READ_READER_H

#include "log/region.h"
#include "viz/cli/buffer.h"
#include "viz/read/offsets.h"

struct event;
struct method_filter; // filter.h

// Which part of the events is read (recording_select); all zeroes for all of them.
struct reader_range {
    u64 from_ticks, until_ticks; // until 0: to the end
    u32 thread;                  // 0 for all
    const char *domain;          // name; NULL for all
    // By number, which threads are of such a domain; NULL for all
    const u8 *threads;
    u32 thread_limit; // of the numbers
    // Whether an event belongs to a method that was asked for; NULL if all are wanted. Set by recording_select_methods
    bool (*wanted)(struct method_filter *methods, const struct event *event);
    struct method_filter *methods;
};

static inline bool reader_range_has_threads(const struct reader_range *range) {
    return range->thread || range->threads;
}

static inline bool reader_range_has_thread(const struct reader_range *range, u32 thread) {
    if (range->threads && (thread >= range->thread_limit || !range->threads[thread])) return false;
    return !range->thread || range->thread == thread;
}

static inline bool reader_range_has_time(const struct reader_range *range) {
    return range->from_ticks || range->until_ticks;
}

// Bytes of the file as they were at one moment (moment.h).
struct reader_held {
    u64 offset, bytes;
    u8 *data; // mapped
};

struct reader {
    char *path; // of the region
    int descriptor;
    u64 file_bytes;
    struct region_header header;
    struct region_section sections[REGION_SECTIONS]; // those that lie inside the file, of known versions
    u32 section_count;
    struct reader_range range;
    struct reader_held *held;
    u32 held_count;
    struct offsets offsets;
};

// `path` is a region, or the directory of a run. A region of all zeroes is read as one in which nothing was recorded
// (state REGION_EMPTY). Another magic, version or table of events, and a file shorter than its header says, are
// problems of status 1.
bool reader_open(struct reader *reader, const char *path, struct problem *problem);
void reader_close(struct reader *reader);
// From now on the file is read as it is.
void reader_free_held(struct reader *reader);
// Section number `nth` of this kind, NULL if there are not that many.
const struct region_section *reader_find(const struct reader *reader, enum section_id id, u32 nth);
// Copies bytes of the file, using the held state for those that are held; returns false if they are not all there.
bool reader_copy(const struct reader *reader, u64 offset, void *to, size_t bytes);
// The same, as they are now.
bool reader_copy_now(const struct reader *reader, u64 offset, void *to, size_t bytes);
// A copy of a section's entries: `entry_bytes` each (0: bytes), at most as many as are used if `by_used`. Returns NULL
// if there are none; the caller frees it.
void *reader_entries(const struct reader *reader, const struct region_section *section, size_t entry_bytes,
                     bool by_used, size_t *count);

#endif
