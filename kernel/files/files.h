// A file system for the guest, in memory: filled from the boot archive, whose files are read in place until they are
// written to. It has directories, the permissions of one ordinary user, symbolic and hard links, and times by the
// guest's clock. Paths are UTF-8, terminated, and start at FILES_WORKING_DIRECTORY unless they begin with '/'. Numbers
// are those of Linux, because the class library knows them: errors (errno.h, negative), flags of open, permission bits.
// Thread level only.
#ifndef KERNEL_FILES_FILES_H
#define KERNEL_FILES_FILES_H

#include "base/archive.h"
#include "base/types.h"

struct account;
struct accounts;
struct files;

enum file_error {
    FILE_NOT_PERMITTED = -1,
    FILE_NOT_FOUND = -2,
    FILE_INTERRUPTED = -4, // the thread was woken before anything was there
    FILE_NO_DEVICE = -6,   // a socket's name, which is not opened but connected to
    FILE_BAD = -9,         // no such descriptor, or not open for this
    FILE_AGAIN = -11,      // nothing to read yet, or no room to write
    FILE_NO_MEMORY = -12,
    FILE_DENIED = -13,
    FILE_BAD_ADDRESS = -14,
    FILE_EXISTS = -17,
    FILE_NOT_DIRECTORY = -20,
    FILE_IS_DIRECTORY = -21,
    FILE_INVALID = -22,
    FILE_TOO_MANY_IN_ALL = -23,
    FILE_TOO_MANY = -24,
    FILE_TOO_LARGE = -27,
    FILE_NO_SPACE = -28,
    FILE_NOT_SEEKABLE = -29,
    FILE_BROKEN_PIPE = -32, // nobody is left to read what is written
    FILE_NAME_TOO_LONG = -36,
    FILE_NO_SUCH_CALL = -38,
    FILE_NOT_EMPTY = -39,
    FILE_TOO_MANY_LINKS = -40,
    FILE_NOT_SUPPORTED = -95,
    // of sockets (kernel/net/net.h)
    FILE_NOT_SOCKET = -88,
    FILE_MESSAGE_TOO_LONG = -90,
    FILE_NO_SUCH_OPTION = -92,
    FILE_FAMILY_NOT_SUPPORTED = -97,
    FILE_ADDRESS_IN_USE = -98,
    FILE_ADDRESS_NOT_AVAILABLE = -99,
    FILE_NET_UNREACHABLE = -101,
    FILE_CONNECTION_RESET = -104,
    FILE_NO_BUFFERS = -105,
    FILE_IS_CONNECTED = -106,
    FILE_NOT_CONNECTED = -107,
    FILE_TIMED_OUT = -110, // connecting
    FILE_REFUSED = -111,
    FILE_HOST_UNREACHABLE = -113,
    FILE_IN_PROGRESS = -115,
};
// The text that strerror gives; "Input/output error" for any other number.
const char *file_error_text(int error);

enum file_kind {
    FILE_REGULAR,
    FILE_DIRECTORY,
    FILE_LINK,
    FILE_RANDOM,
    FILE_NULL,
    FILE_ZERO,
    FILE_INPUT,
    FILE_OUTPUT,
    FILE_PIPE,
    FILE_COUNTER,
    FILE_SELECTOR,
    FILE_NOTIFIER,
    FILE_SOCKET, // kernel/net/net.h
    FILE_SHUT,   // what file_shut leaves
};

enum file_flag {
    FILE_READ = 0,
    FILE_WRITE = 1,
    FILE_READ_WRITE = 2,
    FILE_ACCESS = 3, // one of the three
    FILE_CREATE = 0100,
    FILE_EXCLUSIVE = 0200,
    FILE_TRUNCATE = 01000,
    FILE_APPEND = 02000,
    FILE_NO_WAITING = 04000,
    FILE_NO_FOLLOW = 0400000,
};

#define FILE_PATH_BYTES 4096u
#define FILE_NAME_MAX 255u
#define FILE_BLOCK_BYTES 4096u
// No file is longer, and no position is beyond this: as with ext4 and its blocks of 4 KiB.
#define FILE_BYTES_MAX ((1ull << 44) - FILE_BLOCK_BYTES)
#define FILES_WORKING_DIRECTORY ARCHIVE_WORKING_DIRECTORY
// the number of the user that the program runs as, and of its group; what comes from the archive belongs to 0
#define FILES_USER 1000u
#define FILES_USER_NAME "user"

struct file_status {
    enum file_kind kind;
    u32 mode, links, owner; // permissions, without the kind
    u64 bytes;
    u64 inode;                                // never 0
    s64 accessed_ns, modified_ns, changed_ns; // since 1970
    const u8 *data;                           // of a regular file, in place; valid until it is next written to
};

// ---- The file system as a whole

#define FILES_OPEN_BYTES (64ull << 20)
// Makes a file system with the files of the archive, which is checked first. The accounts pay for it and for what is
// open, and live longer. Returns NULL, with what is wrong in *error.
struct files *files_create(struct accounts *accounts, const void *archive, u64 bytes, const char **error);
// From now on files may be written: times are those of the clock (those before are the time of this call), and all
// files together may hold `capacity` bytes.
void files_start(struct files *files, u64 capacity_bytes);
// How many files of more than 256 KiB there may be at once in the file systems that share this: without a place no file
// grows beyond that. A file system of no share has as many as there are. The share lives longer.
struct file_windows {
    u32 taken, most;
};
void files_share_windows(struct files *files, struct file_windows *share);
// From now on standard input is at its end.
void files_without_input(struct files *files);
// Gives everything back, the file system itself too. No thread waits for any of its descriptors.
void files_end(struct files *files);
// Gives back a piece of what files that were cut or are gone have left: of any file system, which may be gone as well.
// After what may cut or remove a file it is to be called until it returns false, which says that there was nothing;
// others may run between two pieces. The account that has paid for it does so until then.
bool files_give_back(void);
// Free are whole blocks; where there is none, nothing new is made.
void files_space(const struct files *files, u64 *capacity_bytes, u64 *free_bytes);

// How many descriptors there may be.
#define FILE_DESCRIPTORS 16384
// From now on fewer, of those that are opened; standard input and output count. How many there are.
void files_limit_descriptors(struct files *files, int limit);
u32 files_open_count(const struct files *files);
// From now on no more is written to standard output and error than so many bytes, together. How many have been.
void files_limit_output(struct files *files, u64 bytes);
u64 files_output_bytes(const struct files *files);
// Counts what is about to be written there: returns how much of it may be, or FILE_TOO_LARGE.
s64 files_count_output(struct files *files, u64 bytes);

// ---- By path. These return 0 or an error. "follow": if the last part of the path is a symbolic link, what it names is
// meant

int file_status(struct files *files, const char *path, bool follow, struct file_status *status);
enum file_access { FILE_MAY_EXECUTE = 1, FILE_MAY_WRITE = 2, FILE_MAY_READ = 4 };
int file_access(struct files *files, const char *path, u32 access);
// The path without links, "." and ".."; returns its length or an error. `real` is terminated.
s64 file_real(struct files *files, const char *path, char real[FILE_PATH_BYTES]);

int file_make_directory(struct files *files, const char *path, u32 mode);
int file_remove_directory(struct files *files, const char *path);
int file_unlink(struct files *files, const char *path);
int file_rename(struct files *files, const char *from, const char *to);
int file_link(struct files *files, const char *existing, const char *path);
int file_make_link(struct files *files, const char *target, const char *path);
// Makes a name for a socket (kernel/net/net.h), whose inode tells it from all others, also later.
int file_make_socket(struct files *files, const char *path, u64 *inode);
// For a symbolic link: its target's length, up to `bytes`, not terminated; or an error.
s64 file_read_link(struct files *files, const char *path, char *target, u64 bytes);
int file_set_mode(struct files *files, const char *path, bool follow, u32 mode);
int file_set_owner(struct files *files, const char *path, bool follow, s32 owner, s32 group);
int file_set_times(struct files *files, const char *path, bool follow, s64 accessed_ns, s64 modified_ns);

// The same; a relative path starts at the directory that is open as `directory`.
#define FILE_AT_WORKING_DIRECTORY (-100)
int file_status_at(struct files *files, int directory, const char *path, bool follow, struct file_status *status);
int file_remove_directory_at(struct files *files, int directory, const char *path);
int file_unlink_at(struct files *files, int directory, const char *path);
int file_rename_at(struct files *files, int from_directory, const char *from, int to_directory, const char *to);
int file_open_at(struct files *files, int directory, const char *path, u32 flags, u32 mode);

// ---- By descriptor. 0, 1 and 2 are the program's standard input and output.

// Returns a descriptor from 3 up, or an error. Directories open for reading; only file_status_of and the like accept
// them.
int file_open(struct files *files, const char *path, u32 flags, u32 mode);
int file_close(struct files *files, int descriptor);
int file_duplicate(struct files *files, int descriptor);
int file_flags(struct files *files, int descriptor);
bool file_is_socket(struct files *files, int descriptor);
int file_status_of(struct files *files, int descriptor, struct file_status *status);
int file_set_mode_of(struct files *files, int descriptor, u32 mode);
int file_set_owner_of(struct files *files, int descriptor, s32 owner, s32 group);
int file_set_times_of(struct files *files, int descriptor, s64 accessed_ns, s64 modified_ns);

// Closes what the descriptor refers to, but its number stays taken until file_close: a thread that uses it meanwhile,
// or waits there now, finds the end, or nobody to read what it writes.
int file_shut(struct files *files, int descriptor);
// Sets whether readers and writers of it are to wait; the calls here never do.
int file_set_waiting(struct files *files, int descriptor, bool waits);

// Returns how many bytes were read, 0 at the end; or an error. After FILE_AGAIN there is nothing yet: wait, and try
// again.
s64 file_read(struct files *files, int descriptor, void *to, u64 bytes);
s64 file_read_at(struct files *files, int descriptor, void *to, u64 bytes, u64 position);
// Returns how many bytes were written, or an error: all of them or, when space is short, none; to a pipe, as many as it
// has room for. The program's output must go through file_output instead, because that may wait.
s64 file_write(struct files *files, int descriptor, const void *from, u64 bytes);
s64 file_write_at(struct files *files, int descriptor, const void *from, u64 bytes, u64 position);
// How many bytes can be read without waiting.
s64 file_available(struct files *files, int descriptor);
s64 file_position(struct files *files, int descriptor);
s64 file_seek(struct files *files, int descriptor, u64 position);
int file_truncate(struct files *files, int descriptor, u64 bytes);
// Before writes, and before a file gets longer: a large one from the archive, which is copied when it is first written
// to, is copied now, in pieces, between which others run.
void file_own(struct files *files, int descriptor);
// If what is written to the descriptor goes to the program's output: 1 or 2; otherwise 0.
u32 file_output(struct files *files, int descriptor);

// ---- Reading directories. What is added or removed meanwhile may be seen or not; everything else is seen exactly once

struct file_directory;
int file_directory_open(struct files *files, const char *path, struct file_directory **directory);
// Takes over the descriptor of a directory, which file_directory_close then closes.
int file_directory_open_of(struct files *files, int descriptor, struct file_directory **directory);
void file_directory_close(struct file_directory *directory);
// The next name, in the order of the names' bytes, without "." and ".."; returns false if there is none. Valid until
// the directory changes.
bool file_directory_next(struct file_directory *directory, const char **name, size_t *length);

// ---- Pipes and counters (kernel/files/file_pipe.c). `flags` is FILE_NO_WAITING or 0. FILE_TOO_MANY_IN_ALL: no memory

// ends[0] reads what is written to ends[1]. Returns 0 or an error.
int file_pipe(struct files *files, u32 flags, int ends[2]);
// Returns a descriptor, or an error. Eight bytes written to it, a u64, are added to the counter; reading takes all of
// it, or fails with FILE_AGAIN if it is 0.
int file_counter(struct files *files, u32 flags);

// ---- Readiness (kernel/files/file_select.c). The numbers are those of poll and epoll.

enum file_ready {
    FILE_READY_IN = 1,
    FILE_READY_OUT = 4,
    FILE_READY_ERROR = 8,
    FILE_READY_HANGUP = 16,
    FILE_READY_INVALID = 32,
    FILE_READY_ONCE = 1 << 30, // for an interest: only until it has been reported
};
u32 file_readiness(struct files *files, int descriptor);
// The queue in which a thread waits for a descriptor to become ready; NULL if it always is, or if there is no knowing
// when it will be (standard input). The queue is emptied whenever something changes, and before it goes.
struct thread_queue *file_waiters(struct files *files, int descriptor);

// A selector watches many descriptors. It accepts none whose readiness never changes (FILE_NOT_PERMITTED), and no other
// selectors. A descriptor that is closed leaves the selectors that it is in.
struct file_selector;
struct file_ready_event {
    u32 events;
    u64 data;              // the descriptor
} __attribute__((packed)); // struct epoll_event
enum file_control { FILE_CONTROL_ADD = 1, FILE_CONTROL_DELETE = 2, FILE_CONTROL_MODIFY = 3 };
// Returns NULL if there is no memory.
struct file_selector *file_selector_new(struct files *files);
// No thread may be waiting there.
void file_selector_free(struct file_selector *selector);
// Makes a new selector behind a descriptor; returns that, or an error.
int file_selector_open(struct files *files);
// Returns NULL if the descriptor is not a selector's.
struct file_selector *file_selector_of(struct files *files, int descriptor);
int file_selector_control(struct file_selector *selector, enum file_control control, int descriptor, u32 events);
// Returns how many are ready, up to `limit`.
u32 file_selector_ready(struct file_selector *selector, struct file_ready_event *events, u32 limit);
struct thread_queue *file_selector_waiters(struct file_selector *selector);

// ---- Notifiers (kernel/files/file_notify.c): what happens in directories. The numbers are those of inotify.

enum file_event_bits {
    FILE_EVENT_MODIFY = 0x2,
    FILE_EVENT_ATTRIBUTES = 0x4,
    FILE_EVENT_MOVED_FROM = 0x40,
    FILE_EVENT_MOVED_TO = 0x80,
    FILE_EVENT_CREATE = 0x100,
    FILE_EVENT_DELETE = 0x200,
    FILE_EVENT_OVERFLOW = 0x4000, // some are lost; belongs to no watch
    FILE_EVENT_IGNORED = 0x8000,  // the watch is gone
    FILE_EVENT_DIRECTORY = 0x40000000,
};
// What reading yields, always whole ones: struct inotify_event.
struct file_event {
    s32 watch;
    u32 events, cookie, name_bytes;
    char name[]; // terminated, unless name_bytes is 0
};
// Returns a descriptor, or an error.
int file_notifier(struct files *files, u32 flags);
// Returns a number for the watch, from 1 up, or an error. A directory that is watched already keeps its number; what it
// is watched for is replaced.
int file_watch(struct files *files, int notifier, const char *path, u32 events);
int file_unwatch(struct files *files, int notifier, int number);

// ---- Mapped files (kernel/files/file_map.c)

enum file_map_mode { FILE_MAP_READ, FILE_MAP_WRITE, FILE_MAP_PRIVATE };
// Returns the address of `bytes` of the file, which must have them; or an error. Mappings and file show the same bytes,
// except for private ones, which are copies. What lies behind the file's end after it is shortened stays readable.
s64 file_map(struct files *files, int descriptor, enum file_map_mode mode, u64 position, u64 bytes);
void file_unmap(struct files *files, u64 address);
// Whether the range lies in one mapping, which may be written to if `is_write`. Looks through all mappings.
bool file_map_holds(const struct files *files, u64 address, u64 bytes, bool is_write);

#endif
