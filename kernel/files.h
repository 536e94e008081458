// The guest's file system: the entries of the boot archive, read-only, and the two random devices. Directories are those that the entries' names imply.
// Paths are absolute or from "/", in UTF-8, not terminated. Errors are the negative numbers of errno.h on Linux, because the class library knows those.
#ifndef KERNEL_FILES_H
#define KERNEL_FILES_H

#include "kernel/types.h"

enum file_error {
    FILE_NOT_FOUND = -2,    // ENOENT
    FILE_BAD = -9,          // EBADF
    FILE_IS_DIRECTORY = -21,
    FILE_TOO_MANY = -24,    // EMFILE
    FILE_READ_ONLY = -30,   // EROFS
};

enum file_kind { FILE_REGULAR, FILE_DIRECTORY, FILE_RANDOM };

struct file_status {
    enum file_kind kind;
    u64 bytes;
    u64 inode;          // the same for the same path, never 0
    const u8 *data;     // of a regular file, in place
};

#define FILE_PATH_BYTES 1024

// Checks the archive and takes it as the file system. NULL, or what is wrong with it.
const char *files_init(const void *archive, u64 bytes);

// "/a/./b//../c" -> "/a/c", terminated; its length, or 0 if it is too long.
size_t file_canonical(const char *path, size_t length, char canonical[FILE_PATH_BYTES]);

// 0 or an error.
int file_status(const char *path, size_t length, struct file_status *status);
// The name of number `index` in a directory, not terminated; false if there are fewer. In the archive's order, each once.
bool file_list(const char *path, size_t length, u32 index, const char **name, size_t *name_length);

// A file descriptor from 3 up, or an error.
int file_open(const char *path, size_t length);
int file_close(int descriptor);
// Bytes read, 0 at the end; or an error. Descriptor 0 is at its end.
s64 file_read(int descriptor, void *to, u64 bytes);
s64 file_read_at(int descriptor, void *to, u64 bytes, u64 position);
s64 file_size(int descriptor);
s64 file_position(int descriptor);
int file_seek(int descriptor, u64 position);

#endif
