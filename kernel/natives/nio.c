// sun.nio.fs: the calls of UnixNativeDispatcher and LinuxNativeDispatcher, over kernel/files/files.h. Paths come as
// addresses of C strings. There are no extended attributes, and init says so.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/io.h"
#include "kernel/natives/raw_memory.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

#define NS_PER_SECOND 1000000000
#define DEVICE 1
#define COPY_BYTES 8192

// UnixNativeDispatcher.SUPPORTS_FUTIMES and so on
enum capability { SUPPORTS_OPENAT = 2, SUPPORTS_FUTIMES = 4, SUPPORTS_FUTIMENS = 8, SUPPORTS_LUTIMES = 16 };
enum at_flag { AT_NO_FOLLOW = 0x100, AT_REMOVE_DIRECTORY = 0x200 };
enum mode {
    MODE_DIRECTORY = 0040000,
    MODE_DEVICE = 0020000,
    MODE_REGULAR = 0100000,
    MODE_LINK = 0120000,
    MODE_SOCKET = 0140000
};

static void throw_unix(struct thread *thread, s64 error) {
    u64 arguments[] = {0, (u64)(u32)-error};
    ref exception = java_new(thread, "sun/nio/fs/UnixException", "(I)V", arguments);
    if (exception) exception_raise(thread, exception);
}

static s64 checked(struct thread *thread, s64 result) {
    if (result < 0) throw_unix(thread, result);
    return result;
}

// What a call that may have cut or removed a file has returned.
static s64 checked_after(struct thread *thread, s64 result) {
    io_give_back(thread);
    return checked(thread, result);
}

// A path in memory. What is not the domain's, or does not end, is a path that every call refuses as too long.
static const char *text_at(s64 address) {
    static const char too_long[FILE_PATH_BYTES + 1] = {[0 ... FILE_PATH_BYTES - 1] = 'x'};
    return raw_memory_has_path(domain_of(thread_self()), (u64)address) ? (const char *)address : too_long;
}

// ---- Status

static s32 mode_of(const struct file_status *status) {
    u32 kind = status->kind == FILE_DIRECTORY ? MODE_DIRECTORY
               : status->kind == FILE_REGULAR ? MODE_REGULAR
               : status->kind == FILE_LINK    ? MODE_LINK
               : status->kind == FILE_SOCKET  ? MODE_SOCKET
                                              : MODE_DEVICE;
    return (s32)(kind | status->mode);
}

static void set_time(ref attributes, enum java_field seconds, enum java_field rest, s64 time_ns) {
    s64 part = time_ns % NS_PER_SECOND;
    if (part < 0) part += NS_PER_SECOND;
    ASSERT(part >= 0 && part < NS_PER_SECOND);
    java_set_long(attributes, seconds, (time_ns - part) / NS_PER_SECOND);
    java_set_long(attributes, rest, part);
}

static void set_status(ref attributes, const struct file_status *status) {
    java_set_int(attributes, FIELD_UnixFileAttributes_st_mode, mode_of(status));
    java_set_long(attributes, FIELD_UnixFileAttributes_st_ino, (s64)status->inode);
    java_set_long(attributes, FIELD_UnixFileAttributes_st_dev, DEVICE);
    java_set_long(attributes, FIELD_UnixFileAttributes_st_rdev, 0);
    java_set_int(attributes, FIELD_UnixFileAttributes_st_nlink, (s32)status->links);
    java_set_int(attributes, FIELD_UnixFileAttributes_st_uid, (s32)status->owner);
    java_set_int(attributes, FIELD_UnixFileAttributes_st_gid, (s32)status->owner);
    java_set_long(attributes, FIELD_UnixFileAttributes_st_size, (s64)status->bytes);
    set_time(attributes, FIELD_UnixFileAttributes_st_atime_sec, FIELD_UnixFileAttributes_st_atime_nsec,
             status->accessed_ns);
    set_time(attributes, FIELD_UnixFileAttributes_st_mtime_sec, FIELD_UnixFileAttributes_st_mtime_nsec,
             status->modified_ns);
    set_time(attributes, FIELD_UnixFileAttributes_st_ctime_sec, FIELD_UnixFileAttributes_st_ctime_nsec,
             status->changed_ns);
}

static void stat_with(struct thread *thread, s64 path, bool follow, handle attributes) {
    struct file_status status;
    if (checked(thread, file_status(files_of(thread), text_at(path), follow, &status)) >= 0) {
        set_status(*attributes, &status);
    }
}

static void stat_path(struct thread *thread, s64 path, handle attributes) { stat_with(thread, path, true, attributes); }
static void stat_link(struct thread *thread, s64 path, handle attributes) {
    stat_with(thread, path, false, attributes);
}

static void stat_descriptor(struct thread *thread, s32 descriptor, handle attributes) {
    struct file_status status;
    if (checked(thread, file_status_of(files_of(thread), descriptor, &status)) >= 0) set_status(*attributes, &status);
}

static void stat_at(struct thread *thread, s32 directory, s64 path, s32 flags, handle attributes) {
    struct file_status status;
    bool follow = !(flags & AT_NO_FOLLOW);
    if (checked(thread, file_status_at(files_of(thread), directory, text_at(path), follow, &status)) >= 0) {
        set_status(*attributes, &status);
    }
}

static s32 stat_mode(s64 path) {
    struct file_status status;
    return file_status(files_of(thread_self()), text_at(path), true, &status) ? 0 : mode_of(&status);
}

static s32 exists(s64 path) { return stat_mode(path) != 0; }
static void access_path(struct thread *thread, s64 path, s32 access) {
    checked(thread, file_access(files_of(thread), text_at(path), (u32)access));
}

// ---- Changing

static void set_mode(struct thread *thread, s64 path, s32 mode) {
    checked(thread, file_set_mode(files_of(thread), text_at(path), true, (u32)mode));
}
static void set_mode_of(struct thread *thread, s32 descriptor, s32 mode) {
    checked(thread, file_set_mode_of(files_of(thread), descriptor, (u32)mode));
}
static void set_owner(struct thread *thread, s64 path, s32 user, s32 group) {
    checked(thread, file_set_owner(files_of(thread), text_at(path), true, user, group));
}
static void set_owner_link(struct thread *thread, s64 path, s32 user, s32 group) {
    checked(thread, file_set_owner(files_of(thread), text_at(path), false, user, group));
}
static void set_owner_of(struct thread *thread, s32 descriptor, s32 user, s32 group) {
    checked(thread, file_set_owner_of(files_of(thread), descriptor, user, group));
}

// Microseconds; for futimens, nanoseconds.
static void set_times(struct thread *thread, s64 path, s64 accessed, s64 modified) {
    checked(thread, file_set_times(files_of(thread), text_at(path), true, accessed * 1000, modified * 1000));
}
static void set_times_link(struct thread *thread, s64 path, s64 accessed, s64 modified) {
    checked(thread, file_set_times(files_of(thread), text_at(path), false, accessed * 1000, modified * 1000));
}
static void set_times_of(struct thread *thread, s32 descriptor, s64 accessed, s64 modified) {
    checked(thread, file_set_times_of(files_of(thread), descriptor, accessed * 1000, modified * 1000));
}
static void set_times_ns_of(struct thread *thread, s32 descriptor, s64 accessed, s64 modified) {
    checked(thread, file_set_times_of(files_of(thread), descriptor, accessed, modified));
}

static void link_path(struct thread *thread, s64 existing, s64 path) {
    checked(thread, file_link(files_of(thread), text_at(existing), text_at(path)));
}
static void make_link(struct thread *thread, s64 target, s64 path) {
    checked(thread, file_make_link(files_of(thread), text_at(target), text_at(path)));
}
static void unlink_path(struct thread *thread, s64 path) {
    checked_after(thread, file_unlink(files_of(thread), text_at(path)));
}
static void rename_path(struct thread *thread, s64 from, s64 to) {
    checked_after(thread, file_rename(files_of(thread), text_at(from), text_at(to)));
}
static void unlink_at(struct thread *thread, s32 directory, s64 path, s32 flags) {
    bool is_directory = flags & AT_REMOVE_DIRECTORY;
    struct files *files = files_of(thread);
    checked_after(thread, (is_directory ? file_remove_directory_at : file_unlink_at)(files, directory, text_at(path)));
}
static void rename_at(struct thread *thread, s32 from_directory, s64 from, s32 to_directory, s64 to) {
    checked_after(thread, file_rename_at(files_of(thread), from_directory, text_at(from), to_directory, text_at(to)));
}
static void make_directory(struct thread *thread, s64 path, s32 mode) {
    checked(thread, file_make_directory(files_of(thread), text_at(path), (u32)mode));
}
static void remove_directory(struct thread *thread, s64 path) {
    checked(thread, file_remove_directory(files_of(thread), text_at(path)));
}

static void make_node(struct thread *thread, s64 path, s32 mode, s64 device) {
    (void)path;
    (void)mode;
    (void)device;
    throw_unix(thread, FILE_NOT_PERMITTED);
}

// ---- Names

static s32 dispatcher_init(void) { return SUPPORTS_OPENAT | SUPPORTS_FUTIMES | SUPPORTS_FUTIMENS | SUPPORTS_LUTIMES; }

static ref get_cwd(struct thread *thread) {
    return native_new_bytes(thread, FILES_WORKING_DIRECTORY, strlen(FILES_WORKING_DIRECTORY));
}

static ref read_link(struct thread *thread, s64 path) {
    char target[FILE_PATH_BYTES];
    s64 length = checked(thread, file_read_link(files_of(thread), text_at(path), target, sizeof(target)));
    ASSERT(length <= (s64)sizeof(target));
    return length < 0 ? 0 : native_new_bytes(thread, target, (size_t)length);
}

static ref real_path(struct thread *thread, s64 path) {
    char real[FILE_PATH_BYTES];
    s64 length = checked(thread, file_real(files_of(thread), text_at(path), real));
    ASSERT(length < (s64)sizeof(real));
    return length < 0 ? 0 : native_new_bytes(thread, real, (size_t)length);
}

static ref error_string(struct thread *thread, s32 error) {
    const char *text = file_error_text(-error);
    return native_new_bytes(thread, text, strlen(text));
}

// There are two users and two groups: the program's, and the owner of what came with the machine.
static const struct {
    u32 number;
    const char *name;
} USERS[] = {{0, "root"}, {FILES_USER, FILES_USER_NAME}};

static ref user_name(struct thread *thread, s32 number) {
    for (size_t i = 0; i < COUNT_OF(USERS); i++) {
        if (USERS[i].number == (u32)number) return native_new_bytes(thread, USERS[i].name, strlen(USERS[i].name));
    }
    throw_unix(thread, FILE_NOT_FOUND);
    return 0;
}

static s32 user_number(s64 name) {
    for (size_t i = 0; i < COUNT_OF(USERS); i++) {
        if (strcmp(USERS[i].name, text_at(name)) == 0) return (s32)USERS[i].number;
    }
    return -1;
}

// ---- Descriptors

static s32 open_path(struct thread *thread, s64 path, s32 flags, s32 mode) {
    return (s32)checked_after(thread, file_open(files_of(thread), text_at(path), (u32)flags, (u32)mode));
}

static s32 open_at(struct thread *thread, s32 directory, s64 path, s32 flags, s32 mode) {
    return (s32)checked_after(thread, file_open_at(files_of(thread), directory, text_at(path), (u32)flags, (u32)mode));
}

static s32 duplicate(struct thread *thread, s32 descriptor) {
    return (s32)checked(thread, file_duplicate(files_of(thread), descriptor));
}
static void close_descriptor(struct thread *thread, s32 descriptor) { io_close(thread, descriptor); }

static s32 read_descriptor(struct thread *thread, s32 descriptor, s64 address, s32 count) {
    return (s32)checked(thread, io_read(descriptor, (void *)address, (u64)count));
}

static s32 write_descriptor(struct thread *thread, s32 descriptor, s64 address, s32 count) {
    return (s32)checked(thread, io_write(descriptor, (const void *)address, (u64)count));
}

// sun.nio.fs.UnixCopyFile.transfer; *(int *)cancel becomes non-zero when someone gives up.
static void transfer(struct thread *thread, s32 to, s32 from, s64 cancel) {
    enum { ERROR_CANCELED = -125 };
    u8 piece[COPY_BYTES];
    s64 count;
    do {
        if (cancel && *(volatile s32 *)cancel) {
            throw_unix(thread, ERROR_CANCELED);
            return;
        }
        count = checked(thread, io_read(from, piece, sizeof(piece)));
        ASSERT(count <= (s64)sizeof(piece));
        if (count > 0) count = checked(thread, io_write(to, piece, (u64)count));
        scheduler_poll_native(thread);
    } while (count > 0);
}

// ---- Reading directories

static s64 open_directory(struct thread *thread, s64 path) {
    struct file_directory *directory;
    return checked(thread, file_directory_open(files_of(thread), text_at(path), &directory)) < 0
               ? 0
               : (s64)(uintptr_t)directory;
}

static s64 open_directory_of(struct thread *thread, s32 descriptor) {
    struct file_directory *directory;
    return checked(thread, file_directory_open_of(files_of(thread), descriptor, &directory)) < 0
               ? 0
               : (s64)(uintptr_t)directory;
}

static ref read_directory(struct thread *thread, s64 address) {
    const char *name;
    size_t length;
    return file_directory_next((struct file_directory *)address, &name, &length)
               ? native_new_bytes(thread, name, length)
               : 0;
}

static void close_directory(s64 address) { file_directory_close((struct file_directory *)address); }

// ---- The file store: there is one

static void space_of(struct thread *thread, s64 path, handle attributes) {
    struct file_status status;
    u64 total, left;
    if (checked(thread, file_status(files_of(thread), text_at(path), true, &status)) < 0) return;
    files_space(files_of(thread), &total, &left);
    ASSERT(left <= total);
    java_set_long(*attributes, FIELD_UnixFileStoreAttributes_f_frsize, FILE_BLOCK_BYTES);
    java_set_long(*attributes, FIELD_UnixFileStoreAttributes_f_blocks, (s64)(total / FILE_BLOCK_BYTES));
    java_set_long(*attributes, FIELD_UnixFileStoreAttributes_f_bfree, (s64)(left / FILE_BLOCK_BYTES));
    java_set_long(*attributes, FIELD_UnixFileStoreAttributes_f_bavail, (s64)(left / FILE_BLOCK_BYTES));
}

// A list of one.
struct mount_table {
    bool is_read;
};

static s64 open_mounts(struct thread *thread, s64 path, s64 mode) {
    (void)path;
    (void)mode;
    struct mount_table *table = thread_native_alloc(sizeof(*table));
    if (!table) {
        throw_unix(thread, FILE_NO_MEMORY);
        return 0;
    }
    *table = (struct mount_table){.is_read = false};
    return (s64)(uintptr_t)table;
}

static void close_mounts(s64 table) { native_free((struct mount_table *)table); }

static s32 read_mount(struct thread *thread, s64 address, handle entry, s64 buffer, s32 bytes) {
    struct mount_table *table = (struct mount_table *)address;
    (void)buffer;
    (void)bytes;
    static const struct {
        enum java_field field;
        const char *text;
    } FIELDS[] = {{FIELD_UnixMountEntry_name, "memory"},
                  {FIELD_UnixMountEntry_dir, "/"},
                  {FIELD_UnixMountEntry_fstype, "tmpfs"},
                  {FIELD_UnixMountEntry_opts, "rw"}};
    if (table->is_read) return -1;
    table->is_read = true;
    for (size_t i = 0; i < COUNT_OF(FIELDS); i++) {
        ref text = native_new_bytes(thread, FIELDS[i].text, strlen(FIELDS[i].text));
        if (!text) return -1;
        java_set_ref(*entry, FIELDS[i].field, text);
    }
    java_set_long(*entry, FIELD_UnixMountEntry_dev, DEVICE);
    return 0;
}

static s32 no_line(void) { return -1; }
static void nothing(void) {}

// ---- Extended attributes: there are none

static void refuse_attribute(struct thread *thread) { throw_unix(thread, FILE_NOT_SUPPORTED); }
static s32 refuse_attributes(struct thread *thread) {
    throw_unix(thread, FILE_NOT_SUPPORTED);
    return 0;
}

// ---- LinuxWatchService

static s32 notifier_event_bytes(void) { return sizeof(struct file_event); }

static ref notifier_event_offsets(struct thread *thread) {
    static const s32 OFFSETS[] = {0, 4, 8, 12, 16}; // wd, mask, cookie, len, name
    _Static_assert(__builtin_offsetof(struct file_event, name) == 16, "the offsets are those of struct file_event");
    ref array = heap_alloc_primitive_array(thread, 'I', COUNT_OF(OFFSETS));
    if (array) memcpy(array_at(array)->elements, OFFSETS, sizeof(OFFSETS));
    return array;
}

static s32 notifier_create(struct thread *thread) { return (s32)checked(thread, file_notifier(files_of(thread), 0)); }

static s32 notifier_add(struct thread *thread, s32 notifier, s64 path, s32 events) {
    return (s32)checked(thread, file_watch(files_of(thread), notifier, text_at(path), (u32)events));
}

static void notifier_remove(struct thread *thread, s32 notifier, s32 watch) {
    checked(thread, file_unwatch(files_of(thread), notifier, watch));
}

static void set_waiting(struct thread *thread, s32 descriptor, s32 waits) {
    checked(thread, file_set_waiting(files_of(thread), descriptor, waits));
}

// What is written to the second is read from the first; the library needs no more than that.
static void make_pair(struct thread *thread, handle pair) {
    int ends[2];
    if (checked(thread, file_pipe(files_of(thread), 0, ends)) < 0) return;
    memcpy(array_at(*pair)->elements, ends, sizeof(ends));
}

static s32 poll_two(struct thread *thread, s32 first, s32 second) {
    struct io_poll polls[] = {{first, FILE_READY_IN, 0}, {second, FILE_READY_IN, 0}};
    s64 ready = io_poll(polls, COUNT_OF(polls), -1);
    return ready == FILE_INTERRUPTED ? 0 : (s32)checked(thread, ready);
}

static const struct native DISPATCHER[] = {
    LOCKED("init", "()I", dispatcher_init),
    HANDLE("getcwd", "()[B", get_cwd),
    REENTRANT("dup", "(I)I", duplicate),
    REENTRANT("open0", "(JII)I", open_path),
    REENTRANT("openat0", "(IJII)I", open_at),
    HANDLE("close0", "(I)V", close_descriptor),
    LOCKED("rewind", "(J)V", nothing),
    LOCKED("getlinelen", "(J)I", no_line),
    REENTRANT("link0", "(JJ)V", link_path),
    REENTRANT("unlink0", "(J)V", unlink_path),
    REENTRANT("unlinkat0", "(IJI)V", unlink_at),
    REENTRANT("mknod0", "(JIJ)V", make_node),
    REENTRANT("rename0", "(JJ)V", rename_path),
    REENTRANT("renameat0", "(IJIJ)V", rename_at),
    REENTRANT("mkdir0", "(JI)V", make_directory),
    REENTRANT("rmdir0", "(J)V", remove_directory),
    REENTRANT("readlink0", "(J)[B", read_link),
    REENTRANT("realpath0", "(J)[B", real_path),
    REENTRANT("symlink0", "(JJ)V", make_link),
    REENTRANT("stat0", "(JLsun/nio/fs/UnixFileAttributes;)V", stat_path),
    LOCKED("stat1", "(J)I", stat_mode),
    REENTRANT("lstat0", "(JLsun/nio/fs/UnixFileAttributes;)V", stat_link),
    REENTRANT("fstat", "(ILsun/nio/fs/UnixFileAttributes;)V", stat_descriptor),
    REENTRANT("fstatat0", "(IJILsun/nio/fs/UnixFileAttributes;)V", stat_at),
    REENTRANT("chown0", "(JII)V", set_owner),
    REENTRANT("lchown0", "(JII)V", set_owner_link),
    REENTRANT("fchown", "(III)V", set_owner_of),
    REENTRANT("chmod0", "(JI)V", set_mode),
    REENTRANT("fchmod", "(II)V", set_mode_of),
    REENTRANT("utimes0", "(JJJ)V", set_times),
    REENTRANT("lutimes0", "(JJJ)V", set_times_link),
    REENTRANT("futimes", "(IJJ)V", set_times_of),
    REENTRANT("futimens", "(IJJ)V", set_times_ns_of),
    REENTRANT("opendir0", "(J)J", open_directory),
    REENTRANT("fdopendir", "(I)J", open_directory_of),
    LOCKED("closedir", "(J)V", close_directory),
    HANDLE("readdir", "(J)[B", read_directory),
    REENTRANT("read", "(IJI)I", read_descriptor),
    REENTRANT("write", "(IJI)I", write_descriptor),
    REENTRANT("access0", "(JI)V", access_path),
    LOCKED("exists0", "(J)Z", exists),
    REENTRANT("getpwuid", "(I)[B", user_name),
    REENTRANT("getgrgid", "(I)[B", user_name),
    LOCKED("getpwnam0", "(J)I", user_number),
    LOCKED("getgrnam0", "(J)I", user_number),
    REENTRANT("statvfs0", "(JLsun/nio/fs/UnixFileStoreAttributes;)V", space_of),
    HANDLE("strerror", "(I)[B", error_string),
    REENTRANT("fgetxattr0", "(IJJI)I", refuse_attributes),
    REENTRANT("fsetxattr0", "(IJJI)V", refuse_attribute),
    REENTRANT("fremovexattr0", "(IJ)V", refuse_attribute),
    REENTRANT("flistxattr", "(IJI)I", refuse_attributes),
    NATIVES_END,
};
static const struct native LINUX_DISPATCHER[] = {
    LOCKED("init", "()V", nothing),
    REENTRANT("setmntent0", "(JJ)J", open_mounts),
    HANDLE("getmntent0", "(JLsun/nio/fs/UnixMountEntry;JI)I", read_mount),
    LOCKED("endmntent", "(J)V", close_mounts),
    NATIVES_END,
};
static const struct native COPY[] = {REENTRANT("transfer", "(IIJ)V", transfer), NATIVES_END};
static const struct native WATCH[] = {
    LOCKED("eventSize", "()I", notifier_event_bytes),
    HANDLE("eventOffsets", "()[I", notifier_event_offsets),
    REENTRANT("inotifyInit", "()I", notifier_create),
    REENTRANT("inotifyAddWatch", "(IJI)I", notifier_add),
    REENTRANT("inotifyRmWatch", "(II)V", notifier_remove),
    REENTRANT("configureBlocking", "(IZ)V", set_waiting),
    REENTRANT("socketpair", "([I)V", make_pair),
    REENTRANT("poll", "(II)I", poll_two),
    NATIVES_END,
};

const struct native_class natives_nio[] = {
    {"sun/nio/fs/UnixNativeDispatcher", DISPATCHER},
    {"sun/nio/fs/LinuxNativeDispatcher", LINUX_DISPATCHER},
    {"sun/nio/fs/UnixCopyFile", COPY},
    {"sun/nio/fs/LinuxWatchService", WATCH},
    {NULL, NULL},
};
