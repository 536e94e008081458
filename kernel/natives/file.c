// java.io files: the streams, RandomAccessFile and UnixFileSystem, over the guest's read-only files (kernel/files.h). What would change a file
// fails as on a read-only file system. Descriptors 1 and 2 are the program's output.
#include "kernel/exception.h"
#include "kernel/files.h"
#include "kernel/handle.h"
#include "kernel/heap.h"
#include "kernel/java_fields.h"
#include "kernel/javastring.h"
#include "kernel/native.h"
#include "kernel/natives/support.h"
#include "kernel/print.h"
#include "log/log.h"

#define READ_ONLY "Read-only file system"

enum boolean_attribute { EXISTS = 1, REGULAR = 2, DIRECTORY = 4 };

static const char *error_text(int error) {
    switch (error) {
        case FILE_NOT_FOUND: return "No such file or directory";
        case FILE_IS_DIRECTORY: return "Is a directory";
        case FILE_TOO_MANY: return "Too many open files";
        case FILE_READ_ONLY: return READ_ONLY;
        default: return "Bad file descriptor";
    }
}

static void throw_io(struct thread *thread, const char *message) { exception_throw(thread, "java/io/IOException", "%s", message); }

// ---- Opening

static void throw_not_found(struct thread *thread, ref path, int error) {
    char message[FILE_PATH_BYTES + 64], name[FILE_PATH_BYTES];
    javastring_utf8(path, name, sizeof(name));
    print_format(message, sizeof(message), "%s (%s)", name, error_text(error));
    exception_throw(thread, "java/io/FileNotFoundException", "%s", message);
}

// Opens for reading and puts the descriptor into the stream's FileDescriptor.
static void open_stream(struct thread *thread, handle stream, enum java_field field, handle path) {
    char name[FILE_PATH_BYTES];
    int descriptor = file_open(name, javastring_utf8(*path, name, sizeof(name)));
    if (descriptor < 0) throw_not_found(thread, *path, descriptor);
    else java_set_int(java_get_ref(*stream, field), FIELD_FileDescriptor_fd, descriptor);
}

static void input_open(struct thread *thread, handle stream, handle path) { open_stream(thread, stream, FIELD_FileInputStream_fd, path); }

static void output_open(struct thread *thread, handle stream, handle path, s32 append) {
    (void)stream;
    (void)append;
    throw_not_found(thread, *path, FILE_READ_ONLY);
}

static void random_open(struct thread *thread, handle file, handle path, s32 mode) {
    enum { OPEN_READ_ONLY = 1 };  // RandomAccessFile.O_RDONLY
    if (mode & OPEN_READ_ONLY) open_stream(thread, file, FIELD_RandomAccessFile_fd, path);
    else throw_not_found(thread, *path, FILE_READ_ONLY);
}

// ---- Reading

// The descriptor of a stream that is open; else -1 with IOException pending.
static int stream_descriptor(struct thread *thread, handle stream, enum java_field field) {
    ref descriptor = java_get_ref(*stream, field);
    int number = descriptor ? java_get_int(descriptor, FIELD_FileDescriptor_fd) : -1;
    if (number < 0) throw_io(thread, "Stream Closed");
    return number;
}

static bool range_is_valid(struct thread *thread, handle array, s32 offset, s32 count) {
    if (!*array) exception_throw(thread, "java/lang/NullPointerException", NULL);
    else if (offset < 0 || count < 0 || (u64)offset + (u64)count > array_length(*array))
        exception_throw(thread, "java/lang/IndexOutOfBoundsException", NULL);
    else return true;
    return false;
}

static s64 checked(struct thread *thread, s64 result) {
    if (result < 0) throw_io(thread, error_text((int)result));
    return result;
}

static s32 read_bytes(struct thread *thread, int descriptor, handle array, s32 offset, s32 count) {
    if (descriptor < 0 || !range_is_valid(thread, array, offset, count) || count == 0) return 0;
    s64 got = checked(thread, file_read(descriptor, array_at(*array)->elements + offset, (u64)count));
    return got == 0 ? -1 : (s32)got;
}

static s32 read_byte(struct thread *thread, int descriptor) {
    u8 byte;
    if (descriptor < 0) return 0;
    return checked(thread, file_read(descriptor, &byte, 1)) > 0 ? byte : -1;
}

#define STREAM(name, field)                                                                                            \
    static s32 name##_read_bytes(struct thread *thread, handle stream, handle array, s32 offset, s32 count) {          \
        return read_bytes(thread, stream_descriptor(thread, stream, field), array, offset, count);                     \
    }                                                                                                                  \
    static s32 name##_read_byte(struct thread *thread, handle stream) {                                                \
        return read_byte(thread, stream_descriptor(thread, stream, field));                                            \
    }                                                                                                                  \
    static s64 name##_length(struct thread *thread, handle stream) {                                                   \
        int descriptor = stream_descriptor(thread, stream, field);                                                     \
        return descriptor < 0 ? 0 : checked(thread, file_size(descriptor));                                            \
    }                                                                                                                  \
    static s64 name##_position(struct thread *thread, handle stream) {                                                 \
        int descriptor = stream_descriptor(thread, stream, field);                                                     \
        return descriptor < 0 ? 0 : checked(thread, file_position(descriptor));                                        \
    }
STREAM(input, FIELD_FileInputStream_fd)
STREAM(random, FIELD_RandomAccessFile_fd)

static s32 input_available(struct thread *thread, handle stream) {
    int descriptor = stream_descriptor(thread, stream, FIELD_FileInputStream_fd);
    if (descriptor < 0) return 0;
    s64 left = file_size(descriptor) - file_position(descriptor);
    return left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (s32)left;
}

static s64 input_skip(struct thread *thread, handle stream, s64 count) {
    int descriptor = stream_descriptor(thread, stream, FIELD_FileInputStream_fd);
    if (descriptor < 0) return 0;
    s64 position = file_position(descriptor);
    if (position < 0 || position + count < 0) {
        throw_io(thread, "Invalid argument");
        return 0;
    }
    file_seek(descriptor, (u64)(position + count));
    return count;
}

static void random_seek(struct thread *thread, handle file, s64 position) {
    int descriptor = stream_descriptor(thread, file, FIELD_RandomAccessFile_fd);
    if (descriptor < 0) return;
    if (position < 0) throw_io(thread, "Negative seek offset");
    else checked(thread, file_seek(descriptor, (u64)position));
}

// ---- Writing

static void output_bytes(struct thread *thread, handle stream, handle array, s32 offset, s32 count, s32 append) {
    (void)append;
    int descriptor = stream_descriptor(thread, stream, FIELD_FileOutputStream_fd);
    if (descriptor < 0 || !range_is_valid(thread, array, offset, count)) return;
    // The collector may move the array while output waits for room, so it goes in pieces through the stack.
    while (count > 0) {
        u8 piece[512];
        s32 bytes = count < (s32)sizeof(piece) ? count : (s32)sizeof(piece);
        for (s32 i = 0; i < bytes; i++) piece[i] = array_at(*array)->elements[offset + i];
        log_output((u32)descriptor, piece, (size_t)bytes);
        offset += bytes;
        count -= bytes;
    }
}

static void output_byte(struct thread *thread, handle stream, s32 value, s32 append) {
    (void)append;
    int descriptor = stream_descriptor(thread, stream, FIELD_FileOutputStream_fd);
    u8 byte = (u8)value;
    if (descriptor >= 0) log_output((u32)descriptor, &byte, 1);
}

static void random_write_byte(struct thread *thread, handle file, s32 value) {
    (void)file;
    (void)value;
    throw_io(thread, READ_ONLY);
}

static void random_write_bytes(struct thread *thread, handle file, handle array, s32 offset, s32 count) {
    (void)file;
    (void)array;
    (void)offset;
    (void)count;
    throw_io(thread, READ_ONLY);
}

static void random_set_length(struct thread *thread, handle file, s64 length) {
    (void)file;
    (void)length;
    throw_io(thread, READ_ONLY);
}

// ---- Descriptors

static void descriptor_close(struct thread *thread, handle descriptor) {
    (void)thread;
    int number = java_get_int(*descriptor, FIELD_FileDescriptor_fd);
    java_set_int(*descriptor, FIELD_FileDescriptor_fd, -1);
    file_close(number);
}

static void cleanup_close(s32 number, s64 windows_handle) {
    (void)windows_handle;
    file_close(number);
}

static s64 descriptor_handle(s32 number) {
    (void)number;
    return -1;
}

static s32 descriptor_append(s32 number) {
    (void)number;
    return 0;
}

static void descriptor_sync(ref descriptor) { (void)descriptor; }

// ---- java.io.UnixFileSystem

static bool path_status(handle file, struct file_status *status) {
    char name[FILE_PATH_BYTES];
    ref path = java_get_ref(*file, FIELD_File_path);
    return file_status(name, javastring_utf8(path, name, sizeof(name)), status) == 0;
}

static ref canonicalize(struct thread *thread, handle system, handle path) {
    (void)system;
    char name[FILE_PATH_BYTES], canonical[FILE_PATH_BYTES];
    size_t length = file_canonical(name, javastring_utf8(*path, name, sizeof(name)), canonical);
    return javastring_new(thread, canonical, length);
}

static s32 boolean_attributes(struct thread *thread, handle system, handle file) {
    (void)thread;
    (void)system;
    struct file_status status;
    if (!path_status(file, &status)) return 0;
    return EXISTS | (status.kind == FILE_DIRECTORY ? DIRECTORY : 0) | (status.kind == FILE_REGULAR ? REGULAR : 0);
}

static s32 check_access(struct thread *thread, handle system, handle file, s32 access) {
    (void)thread;
    (void)system;
    enum { ACCESS_WRITE = 2 };
    struct file_status status;
    return path_status(file, &status) && !(access & ACCESS_WRITE);
}

static s64 file_length(struct thread *thread, handle system, handle file) {
    (void)thread;
    (void)system;
    struct file_status status;
    return path_status(file, &status) ? (s64)status.bytes : 0;
}

static s64 last_modified(struct thread *thread, handle system, handle file) {
    (void)thread;
    (void)system;
    (void)file;
    return 0;
}

static ref list_directory(struct thread *thread, handle system, handle file) {
    (void)system;
    char path[FILE_PATH_BYTES];
    size_t length = javastring_utf8(java_get_ref(*file, FIELD_File_path), path, sizeof(path));
    struct file_status status;
    if (file_status(path, length, &status) || status.kind != FILE_DIRECTORY) return 0;
    const char *name;
    size_t name_length;
    u32 count = 0;
    while (file_list(path, length, count, &name, &name_length)) count++;
    u32 mark = handle_mark(thread);
    handle names = handle_new(thread, native_new_array(thread, "java/lang/String", count));
    for (u32 i = 0; i < count && !thread->exception; i++) {
        file_list(path, length, i, &name, &name_length);
        ref string = javastring_new(thread, name, name_length);
        if (string) array_set_ref(*names, i, string);
    }
    ref result = thread->exception ? 0 : *names;
    handle_release(thread, mark);
    return result;
}

static s32 refuse_file(ref system, ref file) {
    (void)system;
    (void)file;
    return 0;
}

static s32 create_exclusively(struct thread *thread, handle system, handle path) {
    (void)system;
    (void)path;
    throw_io(thread, READ_ONLY);
    return 0;
}

static const struct native DESCRIPTOR[] = {
    HANDLE("close0", "()V", descriptor_close),
    LEAF("getHandle", "(I)J", descriptor_handle),
    LEAF("getAppend", "(I)Z", descriptor_append),
    LEAF("sync", "()V", descriptor_sync),
    NATIVES_END,
};
static const struct native CLEANABLE[] = {LEAF("cleanupClose0", "(IJ)V", cleanup_close), NATIVES_END};
static const struct native INPUT[] = {
    HANDLE("open0", NULL, input_open),       HANDLE("read0", NULL, input_read_byte),      HANDLE("readBytes", NULL, input_read_bytes),
    HANDLE("length0", NULL, input_length),   HANDLE("position0", NULL, input_position),   HANDLE("skip0", NULL, input_skip),
    HANDLE("available0", NULL, input_available), NATIVES_END,
};
static const struct native OUTPUT[] = {
    HANDLE("open0", NULL, output_open), REENTRANT("write", "(IZ)V", output_byte), REENTRANT("writeBytes", NULL, output_bytes), NATIVES_END,
};
static const struct native RANDOM[] = {
    HANDLE("open0", NULL, random_open),         HANDLE("read0", NULL, random_read_byte),         HANDLE("readBytes", NULL, random_read_bytes),
    HANDLE("length", NULL, random_length),      HANDLE("getFilePointer", NULL, random_position), HANDLE("seek0", NULL, random_seek),
    HANDLE("write0", NULL, random_write_byte),  HANDLE("writeBytes", NULL, random_write_bytes),  HANDLE("setLength", NULL, random_set_length),
    NATIVES_END,
};
static const struct native FILE_SYSTEM[] = {
    HANDLE("canonicalize0", NULL, canonicalize),
    HANDLE("getBooleanAttributes0", NULL, boolean_attributes),
    HANDLE("checkAccess", NULL, check_access),
    HANDLE("getLength", NULL, file_length),
    HANDLE("getLastModifiedTime", NULL, last_modified),
    HANDLE("list", NULL, list_directory),
    HANDLE("createFileExclusively", NULL, create_exclusively),
    LEAF("createDirectory", NULL, refuse_file),
    LEAF("delete0", NULL, refuse_file),
    NATIVES_END,
};

const struct native_class natives_file[] = {
    {"java/io/FileDescriptor", DESCRIPTOR}, {"java/io/FileCleanable", CLEANABLE},   {"java/io/FileInputStream", INPUT},
    {"java/io/FileOutputStream", OUTPUT},   {"java/io/RandomAccessFile", RANDOM},   {"java/io/UnixFileSystem", FILE_SYSTEM},
    {NULL, NULL},
};
