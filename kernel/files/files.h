// The guest's file system, in memory: filled from the boot archive, whose files are read in place until they are
// written to. Directories, permissions of one ordinary user, symbolic and hard links, times by the guest's clock. Paths
// are UTF-8, terminated, and start at FILES_WORKING_DIRECTORY unless they begin with '/'. Numbers are those of Linux,
// because the class library knows those: errors (errno.h, negative), flags of open, permission bits. Thread level only.
#ifndef KERNEL_FILES_FILES_H
#define KERNEL_FILES_FILES_H

#include "base/archive.h"
#include "base/types.h"

enum file_error {
    FILE_NOT_PERMITTED = -1,
    FILE_NOT_FOUND = -2,
    FILE_BAD = -9,    // no such descriptor, or not open for this
    FILE_AGAIN = -11, // nothing to read yet (standard input)
    FILE_DENIED = -13,
    FILE_EXISTS = -17,
    FILE_NOT_DIRECTORY = -20,
    FILE_IS_DIRECTORY = -21,
    FILE_INVALID = -22,
    FILE_TOO_MANY = -24,
    FILE_TOO_LARGE = -27,
    FILE_NO_SPACE = -28,
    FILE_NOT_SEEKABLE = -29,
    FILE_NAME_TOO_LONG = -36,
    FILE_NO_SUCH_CALL = -38,
    FILE_NOT_EMPTY = -39,
    FILE_TOO_MANY_LINKS = -40,
    FILE_NOT_SUPPORTED = -95,
};
// As strerror has it; for any other number "Input/output error".
const char *file_error_text(int error);

enum file_kind { FILE_REGULAR, FILE_DIRECTORY, FILE_LINK, FILE_RANDOM, FILE_NULL, FILE_ZERO, FILE_INPUT, FILE_OUTPUT };

enum file_flag {
    FILE_READ = 0,
    FILE_WRITE = 1,
    FILE_READ_WRITE = 2,
    FILE_ACCESS = 3, // one of the three
    FILE_CREATE = 0100,
    FILE_EXCLUSIVE = 0200,
    FILE_TRUNCATE = 01000,
    FILE_APPEND = 02000,
    FILE_NO_FOLLOW = 0400000,
};

#define FILE_PATH_BYTES 4096u
#define FILE_NAME_MAX 255u
#define FILE_BLOCK_BYTES 4096u
// No file is longer, and no position lies beyond: as with ext4 and its blocks of 4 KiB.
#define FILE_BYTES_MAX ((1ull << 44) - FILE_BLOCK_BYTES)
#define FILES_WORKING_DIRECTORY ARCHIVE_WORKING_DIRECTORY
// who the program runs as, and the number of its group; 0 owns what comes from the archive
#define FILES_USER 1000u

struct file_status {
    enum file_kind kind;
    u32 mode, links, owner; // permissions, without the kind
    u64 bytes;
    u64 inode;                                // never 0
    s64 accessed_ns, modified_ns, changed_ns; // since 1970
    const u8 *data;                           // of a regular file, in place; until it is next written to
};

// ---- The whole

// Checks the archive and takes its files. NULL, or what is wrong with it.
const char *files_init(const void *archive, u64 bytes);
// From now on files may be written: times are what `clock` says (until then, the time of this call), and all files
// together may hold so many bytes.
void files_start(s64 (*clock)(void), u64 capacity_bytes);
void files_space(u64 *capacity_bytes, u64 *free_bytes);

// ---- By path. 0 or an error. "follow": a symbolic link as the last part of the path stands for what it names.

int file_status(const char *path, bool follow, struct file_status *status);
enum file_access { FILE_MAY_EXECUTE = 1, FILE_MAY_WRITE = 2, FILE_MAY_READ = 4 };
int file_access(const char *path, u32 access);
// The path without links, "." and ".."; its length or an error. `real` is terminated.
s64 file_real(const char *path, char real[FILE_PATH_BYTES]);

int file_make_directory(const char *path, u32 mode);
int file_remove_directory(const char *path);
int file_unlink(const char *path);
int file_rename(const char *from, const char *to);
int file_link(const char *existing, const char *path);
int file_make_link(const char *target, const char *path);
// Of a symbolic link: its target's length, up to `bytes`, not terminated; or an error.
s64 file_read_link(const char *path, char *target, u64 bytes);
int file_set_mode(const char *path, bool follow, u32 mode);
int file_set_owner(const char *path, bool follow, s32 owner, s32 group);
int file_set_times(const char *path, bool follow, s64 accessed_ns, s64 modified_ns);

// ---- By descriptor. 0, 1 and 2 are the program's standard input and output.

// A descriptor from 3 up, or an error. Directories open for reading; only file_status_of and the like take them.
int file_open(const char *path, u32 flags, u32 mode);
int file_close(int descriptor);
int file_duplicate(int descriptor);
int file_flags(int descriptor);
int file_status_of(int descriptor, struct file_status *status);
int file_set_mode_of(int descriptor, u32 mode);
int file_set_owner_of(int descriptor, s32 owner, s32 group);
int file_set_times_of(int descriptor, s64 accessed_ns, s64 modified_ns);

// Bytes read, 0 at the end; or an error. FILE_AGAIN: standard input has nothing yet; wait, and try again.
s64 file_read(int descriptor, void *to, u64 bytes);
s64 file_read_at(int descriptor, void *to, u64 bytes, u64 position);
// Bytes written, or an error; all or, when space is short, none. To the program's output only by way of file_output,
// because it may wait.
s64 file_write(int descriptor, const void *from, u64 bytes);
s64 file_write_at(int descriptor, const void *from, u64 bytes, u64 position);
// What can be read without waiting.
s64 file_available(int descriptor);
s64 file_position(int descriptor);
s64 file_seek(int descriptor, u64 position);
int file_truncate(int descriptor, u64 bytes);
// 1 or 2: what is written to it goes there; else 0.
u32 file_output(int descriptor);

// ---- Directories being read. What is added or taken away meanwhile may be seen or not; everything else is seen once.

struct file_directory;
int file_directory_open(const char *path, struct file_directory **directory);
void file_directory_close(struct file_directory *directory);
// The next name, in the order of their bytes, "." and ".." left out; false: there is none. Valid until the directory
// changes.
bool file_directory_next(struct file_directory *directory, const char **name, size_t *length);

// ---- Mapped files (kernel/files/file_map.c)

enum file_map_mode { FILE_MAP_READ, FILE_MAP_WRITE, FILE_MAP_PRIVATE };
// The address of `bytes` of the file, which has them; or an error. What one writes there the file has at once, until
// the file grows or is shortened: then from the next file_map_sync or file_unmap on.
s64 file_map(int descriptor, enum file_map_mode mode, u64 position, u64 bytes);
void file_unmap(u64 address);
void file_map_sync(u64 address);

#endif
