// A file that is written piece by piece, of any size. It appears under its name when all of it is written: until then
// it is a part (part.h), which goes if anything fails. What is no file, such as a device or a pipe, is written to as it
// is; "-" is standard output.
#ifndef VIZ_CLI_SINK_H
#define VIZ_CLI_SINK_H

#include "viz/cli/buffer.h"

struct sink {
    struct buffer text; // append to it, and then call sink_pass
    u64 bytes;          // written so far
    char *path, *part;  // `part` is NULL if it is written to directly
    int descriptor;
    struct problem *problem; // the first that occurred
    bool failed, unread;     // nothing more is written; `unread`: as standard output is closed
};

// If this fails, the sink can still be used and closed, but nothing is written.
bool sink_open(struct sink *sink, const char *path, struct problem *problem);
// Writes what has accumulated, if there is enough of it.
void sink_pass(struct sink *sink);
// Writes the rest and gives the file its name or, if anything failed or `done` is false, removes it. Returns whether
// the file is there.
bool sink_close(struct sink *sink, bool done);
// Writes a whole file, or to standard output for "-".
bool sink_write_file(const char *path, const void *data, size_t size, struct problem *problem);

#endif
