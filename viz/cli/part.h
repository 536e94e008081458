// Files and directories while they are made. Each has a name of its own beside the one that it is to get,
// PATH.<process>.part, which nothing else has had before; it gets its name when it is whole. If the process is ended by
// SIGHUP, SIGINT or SIGTERM, and has left these to their defaults, what it has begun goes with it. Directories hold
// files only.
#ifndef VIZ_CLI_PART_H
#define VIZ_CLI_PART_H

#include "viz/cli/buffer.h"

// Make an empty file, or a directory; the name belongs to the part until part_commit or part_remove. What cannot be
// replaced, such as a device, is refused. NULL with a problem if that fails.
char *part_make_file(const char *path, int *descriptor, struct problem *problem);
char *part_make_directory(const char *path, struct problem *problem);

// Whether a file of this name is what an earlier directory of this kind had.
typedef bool part_known(const char *name);

// Gives it the name `path`. A directory that exists already stays, with what is not `known` in it. If that fails, the
// part is removed. The name is freed.
bool part_commit(char *part, const char *path, part_known *known, struct problem *problem);
void part_remove(char *part);

// Removes a file, or a directory of files.
void part_discard(const char *path);

#endif
