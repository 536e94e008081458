// See spill.h.
#include "viz/cli/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "viz/cli/file.h"

enum { MEMORY_BYTES = 64 << 20, LEAST_BYTES = 4096, MOST_BYTES = 1 << 20 };

void spill_open(struct spill *spill, struct problem *problem) {
    *spill = (struct spill){.problem = problem, .descriptor = -1};
}

void spill_close(struct spill *spill) {
    if (spill->descriptor >= 0) close(spill->descriptor);
    spill->descriptor = -1;
}

static void fail(struct spill *spill, const char *verb) {
    if (!spill->failed) problem_set_errno(spill->problem, "a temporary file", verb);
    spill->failed = true;
}

static int open_in(const char *directory) {
    char *path = text_format("%s/gnomon-XXXXXX", directory);
    int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor >= 0) unlink(path);
    free(path);
    return descriptor;
}

static void make_file(struct spill *spill) {
    const char *wanted = getenv("TMPDIR");
    spill->descriptor = wanted && *wanted ? open_in(wanted) : open_in("/var/tmp");
    if (spill->descriptor < 0) spill->descriptor = open_in("/tmp");
    if (spill->descriptor < 0) fail(spill, "create");
}

void spill_pass(struct spill *spill, struct spill_part *part) {
    if (!part->used) spill->parts++;
    part->used = true;
    size_t share = MEMORY_BYTES / spill->parts;
    share = share < LEAST_BYTES ? LEAST_BYTES : share > MOST_BYTES ? MOST_BYTES : share;
    if (part->rest.size < share) return;
    if (spill->descriptor < 0 && !spill->failed) make_file(spill);
    if (!spill->failed && !file_write_all(spill->descriptor, part->rest.data, part->rest.size)) fail(spill, "write");
    if (!spill->failed) {
        ARRAY_GROW(part->blocks, part->count, part->capacity);
        part->blocks[part->count++] = (struct spill_block){spill->bytes, part->rest.size};
        spill->bytes += part->rest.size;
    }
    buffer_free(&part->rest); // a share may be smaller the next time
}

static bool read_block(struct spill *spill, const struct spill_block *block, u8 *to) {
    for (size_t done = 0; done < block->bytes;) {
        ssize_t got = pread(spill->descriptor, to + done, block->bytes - done, (off_t)(block->offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return fail(spill, "read"), false;
        done += (size_t)got;
    }
    return true;
}

bool spill_read(struct spill *spill, const struct spill_part *part,
                void (*take)(void *context, const void *bytes, size_t size), void *context) {
    for (size_t i = 0; i < part->count && !spill->failed; i++) {
        u8 *block = memory_get(part->blocks[i].bytes);
        if (read_block(spill, &part->blocks[i], block)) take(context, block, part->blocks[i].bytes);
        free(block);
    }
    if (!spill->failed && part->rest.size) take(context, part->rest.data, part->rest.size);
    return !spill->failed;
}

void spill_part_free(struct spill_part *part) {
    buffer_free(&part->rest);
    free(part->blocks);
    *part = (struct spill_part){0};
}
