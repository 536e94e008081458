// See moment.h. Memory for the copies is there before the guest is asked to stand still, and all has been copied once,
// so that it waits for nothing but the copying: 0.3 ms for the tables of twenty threads, where the first time takes 10.
#include "viz/read/moment.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "viz/read/control.h"

enum { TRIES = 10 }; // on a machine that is so busy that a reader is not done in time

static bool is_table(u32 id) {
    return id == SECTION_TIMING || id == SECTION_TIMING_POOL || id == SECTION_THREADS || id == SECTION_LEDGER ||
           id == SECTION_LOSS || id == SECTION_DOMAIN_LEDGER || id == SECTION_PROFILE || id == SECTION_CONTROL;
}

// How much of a section is part of the moment: of a stream its control fields only.
static u64 bytes_of(const struct region_section *section) {
    if (section->id == SECTION_STREAM) return sizeof(struct region_stream);
    return is_table(section->id) ? section->bytes : 0;
}

static void add_range(struct reader *reader, u64 offset, u64 bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED) abort();
    reader->held[reader->held_count++] = (struct reader_held){.offset = offset, .bytes = bytes, .data = memory};
}

static void make_ranges(struct reader *reader, const struct control *control) {
    reader->held_count = 0;
    reader->held = memory_get((reader->section_count + 1) * sizeof(*reader->held));
    add_range(reader, 0, REGION_FIRST_SECTION);
    for (u32 i = 0; i < reader->section_count; i++) {
        u64 bytes = bytes_of(&reader->sections[i]);
        if (!bytes) continue;
        add_range(reader, reader->sections[i].offset, bytes);
        u64 page = (u64)sysconf(_SC_PAGESIZE), start = ALIGN_DOWN(reader->sections[i].offset, page);
        madvise((u8 *)control->header + start, bytes, MADV_POPULATE_READ);
    }
}

// ---- The copy

// What of a range is in use, as the directory or the pool says: never more than the range has.
static u64 used_bytes(const struct reader_held *held, const struct region_section *section, const u8 *live) {
    if (!section || section->id == SECTION_STREAM) return held->bytes;
    if (section->id == SECTION_TIMING_POOL) {
        u64 taken = __atomic_load_n(&((const struct timing_pool *)live)->taken, __ATOMIC_RELAXED);
        return taken < held->bytes ? taken : held->bytes;
    }
    u64 room = section->data_offset < held->bytes ? held->bytes - section->data_offset : 0;
    if (!section->entry_bytes || section->used >= room / section->entry_bytes) return held->bytes;
    return section->data_offset + section->used * section->entry_bytes;
}

// Header and directory come first: from then on the copy of them is asked, which the guest cannot change.
static void copy_ranges(struct reader *reader, const struct control *control) {
    const u8 *region = (const u8 *)control->header;
    const struct region_section *sections =
        (const struct region_section *)(reader->held[0].data + REGION_DIRECTORY_OFFSET);
    for (u32 i = 0; i < reader->held_count; i++) {
        const struct reader_held *held = &reader->held[i];
        const struct region_section *section = NULL;
        for (u32 at = 0; at < REGION_SECTIONS && i; at++) {
            if (sections[at].offset == held->offset && bytes_of(&sections[at])) section = &sections[at];
        }
        memcpy(held->data, region + held->offset, used_bytes(held, section, region + held->offset));
    }
}

// Header and directory as they were.
static void use_header(struct reader *reader) {
    const struct region_header *header = (const struct region_header *)reader->held[0].data;
    const struct region_section *sections =
        (const struct region_section *)(reader->held[0].data + REGION_DIRECTORY_OFFSET);
    reader->header = *header;
    for (u32 i = 0; i < reader->section_count; i++) {
        for (u32 at = 0; at < REGION_SECTIONS; at++) {
            if (sections[at].offset == reader->sections[i].offset && sections[at].id == reader->sections[i].id) {
                reader->sections[i].used = sections[at].used;
                reader->sections[i].lost = sections[at].lost;
            }
        }
    }
}

static bool copy_in_time(struct reader *reader, struct control *control) {
    const struct control_request request = {.kind = CONTROL_moment};
    struct problem ignored;
    char words[CONTROL_ANSWER_BYTES];
    u64 left = __atomic_load_n(&control->mailbox->moments_left, __ATOMIC_ACQUIRE);
    if (!control_ask(control, &request, words, &ignored)) return false;
    copy_ranges(reader, control);
    __atomic_thread_fence(__ATOMIC_ACQUIRE); // what has been copied was read before this:
    bool in_time = __atomic_load_n(&control->mailbox->moments_left, __ATOMIC_ACQUIRE) == left;
    control_release(control);
    return in_time;
}

bool moment_take(struct reader *reader) {
    struct control control;
    struct problem ignored;
    if (reader->header.state != REGION_RUNNING || reader->header.flags & REGION_DETERMINISTIC) return false;
    if (!control_guest_lives(reader->descriptor) || !control_open(&control, reader->path, &ignored)) return false;
    make_ranges(reader, &control);
    copy_ranges(reader, &control); // a rehearsal
    bool done = false;
    for (u32 tries = 0; tries < TRIES && !done; tries++) done = copy_in_time(reader, &control);
    control_close(&control);
    if (done) {
        use_header(reader);
    } else {
        reader_free_held(reader);
    }
    return done;
}
