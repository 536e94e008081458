// java.nio files: the calls of sun.nio.fs.UnixNativeDispatcher and of file channels, over the guest's read-only files. Paths come as addresses of C strings.
#include "kernel/exception.h"
#include "kernel/files.h"
#include "kernel/handle.h"
#include "kernel/java.h"
#include "kernel/java_fields.h"
#include "kernel/javastring.h"
#include "kernel/native.h"
#include "kernel/natives/support.h"
#include "kernel/scratch.h"
#include "kernel/string.h"
#include "log/log.h"

#define ERROR_INVALID (-22)
#define MODE_DIRECTORY 0040555
#define MODE_REGULAR 0100444
#define MODE_DEVICE 0020444

static void throw_unix(struct thread *thread, int error) {
    u64 arguments[] = {0, (u64)(-error)};
    ref exception = java_new(thread, "sun/nio/fs/UnixException", "(I)V", arguments);
    if (exception) exception_raise(thread, exception);
}

// False: the exception is pending.
static bool status_of(struct thread *thread, s64 path, struct file_status *status) {
    int error = file_status((const char *)path, strlen((const char *)path), status);
    if (error) throw_unix(thread, error);
    return !error;
}

static s32 mode_of(const struct file_status *status) {
    return status->kind == FILE_DIRECTORY ? MODE_DIRECTORY : status->kind == FILE_REGULAR ? MODE_REGULAR : MODE_DEVICE;
}

// ---- sun.nio.fs.UnixNativeDispatcher

static s32 dispatcher_init(void) { return 0; }  // none of the calls that not every Unix has

static ref get_cwd(struct thread *thread) { return native_new_bytes(thread, "/", 1); }

static void stat_path(struct thread *thread, s64 path, handle attributes) {
    struct file_status status;
    if (!status_of(thread, path, &status)) return;
    java_set_int(*attributes, FIELD_UnixFileAttributes_st_mode, mode_of(&status));
    java_set_long(*attributes, FIELD_UnixFileAttributes_st_ino, (s64)status.inode);
    java_set_long(*attributes, FIELD_UnixFileAttributes_st_dev, 1);
    java_set_int(*attributes, FIELD_UnixFileAttributes_st_nlink, 1);
    java_set_long(*attributes, FIELD_UnixFileAttributes_st_size, (s64)status.bytes);
}

static s32 stat_mode(s64 path) {
    struct file_status status;
    return file_status((const char *)path, strlen((const char *)path), &status) ? 0 : mode_of(&status);
}

static void access_path(struct thread *thread, s64 path, s32 mode) {
    enum { ACCESS_WRITE = 2 };
    struct file_status status;
    if (status_of(thread, path, &status) && mode & ACCESS_WRITE) throw_unix(thread, FILE_READ_ONLY);
}

static s32 exists_path(s64 path) { return stat_mode(path) != 0; }

static s32 open_path(struct thread *thread, s64 path, s32 flags, s32 mode) {
    (void)mode;
    enum { OPEN_ACCESS_MODE = 3 };
    int descriptor = flags & OPEN_ACCESS_MODE ? FILE_READ_ONLY : file_open((const char *)path, strlen((const char *)path));
    if (descriptor < 0) throw_unix(thread, descriptor);
    return descriptor;
}

static void close_descriptor(s32 descriptor) { file_close(descriptor); }

static ref real_path(struct thread *thread, s64 path) {
    struct file_status status;
    char canonical[FILE_PATH_BYTES];
    if (!status_of(thread, path, &status)) return 0;
    return native_new_bytes(thread, canonical, file_canonical((const char *)path, strlen((const char *)path), canonical));
}

static ref error_string(struct thread *thread, s32 error) {
    const char *text = error == -FILE_NOT_FOUND ? "No such file or directory" : error == -FILE_READ_ONLY ? "Read-only file system" : "Input/output error";
    return native_new_bytes(thread, text, strlen(text));
}

static void refuse_path(struct thread *thread, s64 path) {
    (void)path;
    throw_unix(thread, FILE_READ_ONLY);
}

// ---- Directories that are being read

struct directory {
    u32 next;
    size_t length;
    char path[FILE_PATH_BYTES];
};

static s64 open_directory(struct thread *thread, s64 path) {
    struct file_status status;
    if (!status_of(thread, path, &status)) return 0;
    struct directory *directory = status.kind == FILE_DIRECTORY ? scratch_alloc(sizeof(*directory)) : NULL;
    if (!directory) {
        throw_unix(thread, ERROR_INVALID);
        return 0;
    }
    directory->next = 0;
    directory->length = file_canonical((const char *)path, strlen((const char *)path), directory->path);
    return (s64)(uintptr_t)directory;
}

static ref read_directory(struct thread *thread, s64 address) {
    struct directory *directory = (struct directory *)address;
    const char *name;
    size_t length;
    if (!file_list(directory->path, directory->length, directory->next, &name, &length)) return 0;
    directory->next++;
    return native_new_bytes(thread, name, length);
}

static void close_directory(s64 address) { scratch_free((void *)address); }

// ---- sun.nio.ch: file channels for reading

static int channel_descriptor(handle descriptor) { return java_get_int(*descriptor, FIELD_FileDescriptor_fd); }

#define END_OF_FILE (-1)  // IOStatus.EOF

static s64 checked(struct thread *thread, s64 result) {
    if (result < 0) exception_throw(thread, "java/io/IOException", "Bad file descriptor");
    return result;
}

static s32 channel_read(struct thread *thread, handle descriptor, s64 address, s32 count) {
    s64 got = checked(thread, file_read(channel_descriptor(descriptor), (void *)address, (u64)count));
    return got == 0 && count ? END_OF_FILE : (s32)got;
}

static s32 channel_read_at(struct thread *thread, handle descriptor, s64 address, s32 count, s64 position) {
    s64 got = checked(thread, file_read_at(channel_descriptor(descriptor), (void *)address, (u64)count, (u64)position));
    return got == 0 && count ? END_OF_FILE : (s32)got;
}

static s32 channel_write(struct thread *thread, handle descriptor, s64 address, s32 count) {
    int number = channel_descriptor(descriptor);
    if (number == 1 || number == 2) log_output((u32)number, (const void *)address, (size_t)count);
    else exception_throw(thread, "java/io/IOException", "Read-only file system");
    return count;
}

static s64 channel_size(struct thread *thread, handle descriptor) { return checked(thread, file_size(channel_descriptor(descriptor))); }

static s64 channel_seek(struct thread *thread, handle descriptor, s64 position) {
    int number = channel_descriptor(descriptor);
    if (position >= 0) checked(thread, file_seek(number, (u64)position));
    return checked(thread, file_position(number));
}

static void close_channel(struct thread *thread, handle descriptor) {
    (void)thread;
    file_close(channel_descriptor(descriptor));
}

static s64 allocation_granularity(void) { return 4096; }
static s32 vector_limit(void) { return 16; }
static s64 vector_bytes_limit(void) { return INT32_MAX; }
static s64 no_native_thread(void) { return 0; }
static void nothing(void) {}

static const struct native DISPATCHER[] = {
    LEAF("init", "()I", dispatcher_init),
    HANDLE("getcwd", NULL, get_cwd),
    REENTRANT("stat0", NULL, stat_path),
    REENTRANT("lstat0", NULL, stat_path),
    LEAF("stat1", NULL, stat_mode),
    REENTRANT("access0", NULL, access_path),
    LEAF("exists0", NULL, exists_path),
    REENTRANT("open0", NULL, open_path),
    LEAF("close0", NULL, close_descriptor),
    REENTRANT("realpath0", NULL, real_path),
    HANDLE("strerror", NULL, error_string),
    REENTRANT("unlink0", NULL, refuse_path),
    REENTRANT("rmdir0", NULL, refuse_path),
    REENTRANT("mkdir0", NULL, refuse_path),
    REENTRANT("opendir0", NULL, open_directory),
    HANDLE("readdir", NULL, read_directory),
    LEAF("closedir", NULL, close_directory),
    NATIVES_END,
};
static const struct native CHANNEL[] = {LEAF("initIDs", "()J", allocation_granularity), NATIVES_END};
static const struct native FILE_DISPATCHER[] = {
    HANDLE("read0", NULL, channel_read),
    HANDLE("pread0", NULL, channel_read_at),
    REENTRANT("write0", NULL, channel_write),
    HANDLE("size0", NULL, channel_size),
    HANDLE("seek0", NULL, channel_seek),
    HANDLE("close0", NULL, close_channel),
    HANDLE("preClose0", NULL, close_channel),
    LEAF("closeIntFD", NULL, close_descriptor),
    LEAF("init", NULL, nothing),
    NATIVES_END,
};
static const struct native IO_UTIL[] = {LEAF("iovMax", NULL, vector_limit), LEAF("writevMax", NULL, vector_bytes_limit), NATIVES_END};
static const struct native NATIVE_THREAD[] = {LEAF("current", NULL, no_native_thread), LEAF("init", NULL, nothing), NATIVES_END};

const struct native_class natives_nio[] = {
    {"sun/nio/fs/UnixNativeDispatcher", DISPATCHER},
    {"sun/nio/ch/FileChannelImpl", CHANNEL},
    {"sun/nio/ch/FileDispatcherImpl", FILE_DISPATCHER},
    {"sun/nio/ch/IOUtil", IO_UTIL},
    {"sun/nio/ch/NativeThread", NATIVE_THREAD},
    {NULL, NULL},
};
