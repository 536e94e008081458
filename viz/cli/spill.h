// Sequences of bytes that grow in turns, one a thread, say, and together may be larger than memory: what is more than a
// sequence's share of some 64 MiB goes to a temporary file without a name ($TMPDIR, /var/tmp or /tmp), which is made
// when it is needed. In the end each is read back as a whole. If the file cannot be made, written or read, that is a
// problem, and nothing more is kept.
#ifndef VIZ_CLI_SPILL_H
#define VIZ_CLI_SPILL_H

#include "viz/cli/buffer.h"

struct spill_block {
    u64 offset;
    size_t bytes;
};

struct spill_part {
    struct buffer rest; // append to it, and then call spill_pass
    struct spill_block *blocks;
    size_t count, capacity;
    bool used; // something was appended
};

struct spill {
    struct problem *problem;
    int descriptor; // -1 if there is none yet
    u64 bytes;      // of the file
    size_t parts;
    bool failed;
};

void spill_open(struct spill *spill, struct problem *problem);
void spill_close(struct spill *spill);
// What has been appended so far may go to the file. Blocks end only here, so a record that is appended between two
// calls is read back in one piece.
void spill_pass(struct spill *spill, struct spill_part *part);
// Reads all of it back, block by block. Returns false if that failed, now or before.
bool spill_read(struct spill *spill, const struct spill_part *part,
                void (*take)(void *context, const void *bytes, size_t size), void *context);
void spill_part_free(struct spill_part *part);

#endif
