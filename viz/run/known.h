// What has been found out about files by reading all of them, so that the next run need not: for each a number, which
// counts as long as the file is the same one (device, inode), of the same size, and has not been written or changed
// since. A file that has just changed is not noted, as another change might come within the clock's grain. The notes
// are in the file `known` of a directory of the cache; without one, or if it cannot be written, all files are read
// again.
#ifndef VIZ_RUN_KNOWN_H
#define VIZ_RUN_KNOWN_H

#include <sys/stat.h>

#include "viz/cli/buffer.h"

#define KNOWN_MOST 64u // the newest; there are a few for each build and program

struct known_note {
    unsigned long long device, inode, size, written_ns, changed_ns, number;
};
struct known {
    char *path;
    struct known_note notes[KNOWN_MOST];
    u32 count;
    bool has_changed;
};

void known_open(struct known *known, const char *directory);
// Writes what is new.
void known_close(struct known *known);
bool known_find(const struct known *known, const struct stat *status, u64 *number);
// `status` is from before the file was read, when it was called `path`.
void known_add(struct known *known, const char *path, const struct stat *status, u64 number);
// The archive_hash of a file. Returns false if it cannot be read.
bool known_hash(struct known *known, const char *path, u64 *hash);

#endif
