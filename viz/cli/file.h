// Files of the host: mapped for reading, written whole, walked, copied inside the kernel.
#ifndef VIZ_CLI_FILE_H
#define VIZ_CLI_FILE_H

#include "viz/cli/buffer.h"

struct file_map {
    const u8 *data; // valid until file_unmap; not terminated
    size_t size;
};

bool file_map(struct file_map *map, const char *path, struct problem *problem);
void file_unmap(struct file_map *map);
bool file_exists(const char *path);
bool file_is_directory(const char *path);
// Whether it is a file that may be written, or can be made; errors: what opening it would say.
bool file_may_be_written(const char *path, struct problem *problem);
bool file_write_all(int descriptor, const void *data, size_t size);
// Makes a directory and those above it.
bool directory_make(const char *path, struct problem *problem);
bool directory_remove(const char *path); // with everything in it
// Takes the directory for this process until `descriptor` is closed; fails if another one has it. A file system without
// locks is no reason to fail.
bool directory_lock(const char *path, int *descriptor, struct problem *problem);
// Where temporary files go: TMPDIR, or /tmp.
const char *directory_for_temporary(void);
// A new directory there, of the user's own: its name, to be freed. NULL with a problem.
char *directory_make_temporary(const char *purpose, struct problem *problem);
// The names in a directory, sorted bytewise, without "." and "..".
bool directory_list(const char *path, char ***names, size_t *count, struct problem *problem);
// Appends the whole of file `from` to an open file at `offset`, without a copy through this process if the system can
// do that.
bool file_copy_into(int descriptor, u64 offset, const char *from, u64 size, struct problem *problem);

#endif
