// java.io files: descriptors, the streams and RandomAccessFile, over kernel/files/files.h.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/natives/channel.h"
#include "kernel/natives/io.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

static void throw_io(struct thread *thread, const char *message) {
    exception_throw(thread, "java/io/IOException", "%s", message);
}

// ---- Opening

static void throw_not_found(struct thread *thread, handle path, int error) {
    ref reason = javastring_of(thread, file_error_text(error));
    u64 arguments[] = {0, *path, reason};
    ref exception =
        reason ? java_new(thread, "java/io/FileNotFoundException", "(Ljava/lang/String;Ljava/lang/String;)V", arguments)
               : 0;
    if (exception) exception_raise(thread, exception);
}

// As handleOpen of the class library's C part: a directory cannot be opened, whatever the flags are.
static int open_file(const char *path, u32 flags) {
    struct file_status status;
    int descriptor = file_open(files_of(thread_self()), path, flags, 0666);
    if (descriptor < 0 || file_status_of(files_of(thread_self()), descriptor, &status) ||
        status.kind != FILE_DIRECTORY) {
        return descriptor;
    }
    file_close(files_of(thread_self()), descriptor);
    return FILE_IS_DIRECTORY;
}

// Opens the file and puts the descriptor into the stream's FileDescriptor.
static void open_stream(struct thread *thread, handle stream, enum java_field field, handle path, u32 flags) {
    char name[FILE_PATH_BYTES + 1];
    io_path(*path, name);
    int descriptor = open_file(name, flags);
    io_give_back(thread);
    ref object = java_get_ref(*stream, field);
    if (descriptor < 0) {
        throw_not_found(thread, path, descriptor);
    } else if (!object) { // no constructor has made the stream
        file_close(files_of(thread), descriptor);
        throw_io(thread, "Stream Closed");
    } else {
        java_set_int(object, FIELD_FileDescriptor_fd, descriptor);
        java_set_boolean(object, FIELD_FileDescriptor_append, flags & FILE_APPEND);
    }
}

static void input_open(struct thread *thread, handle stream, handle path) {
    open_stream(thread, stream, FIELD_FileInputStream_fd, path, FILE_READ);
}

static void output_open(struct thread *thread, handle stream, handle path, s32 append) {
    open_stream(thread, stream, FIELD_FileOutputStream_fd, path,
                FILE_WRITE | FILE_CREATE | (append ? FILE_APPEND : FILE_TRUNCATE));
}

static void random_open(struct thread *thread, handle file, handle path, s32 mode) {
    enum { MODE_READ_WRITE = 2 }; // RandomAccessFile.O_RDWR; O_SYNC and O_DSYNC hold without doing anything
    open_stream(thread, file, FIELD_RandomAccessFile_fd, path,
                mode & MODE_READ_WRITE ? FILE_READ_WRITE | FILE_CREATE : FILE_READ);
}

// ---- Reading and writing

// The descriptor of a stream that is open; otherwise -1 with IOException pending.
static int stream_descriptor(struct thread *thread, handle stream, enum java_field field) {
    int number = channel_number_of(java_get_ref(*stream, field));
    if (number < 0) throw_io(thread, "Stream Closed");
    return number;
}

static bool range_is_valid(struct thread *thread, handle array, s32 offset, s32 count) {
    if (!*array) {
        exception_throw(thread, "java/lang/NullPointerException", NULL);
    } else if (offset < 0 || count < 0 || (u64)offset + (u64)count > array_length(*array)) {
        exception_throw(thread, "java/lang/IndexOutOfBoundsException", NULL);
    } else {
        return true;
    }
    return false;
}

// The descriptor for moving these bytes. Errors in the arguments come before errors of the stream; returns -1 without
// an exception if there is nothing to do.
static int descriptor_for(struct thread *thread, handle stream, enum java_field field, handle array, s32 offset,
                          s32 count) {
    if (!range_is_valid(thread, array, offset, count) || count == 0) return -1;
    return stream_descriptor(thread, stream, field);
}

static s32 read_bytes(struct thread *thread, int descriptor, handle array, s32 offset, s32 count) {
    if (descriptor < 0) return 0;
    s64 got = io_checked(thread, io_read_array(descriptor, array, offset, count));
    ASSERT(got <= count);
    return got == 0 ? -1 : (s32)got;
}

static s32 read_byte(struct thread *thread, int descriptor) {
    u8 byte;
    if (descriptor < 0) return 0;
    return io_checked(thread, io_read(descriptor, &byte, 1)) > 0 ? byte : -1;
}

static void write_bytes(struct thread *thread, int descriptor, handle array, s32 offset, s32 count) {
    if (descriptor < 0) return;
    io_checked(thread, io_write_array(descriptor, array, offset, count));
}

static void write_byte(struct thread *thread, int descriptor, s32 value) {
    u8 byte = low_u8(value);
    if (descriptor >= 0) io_checked(thread, io_write(descriptor, &byte, 1));
}

static s64 length_of(struct thread *thread, int descriptor) {
    struct file_status status;
    if (descriptor < 0 || io_checked(thread, file_status_of(files_of(thread), descriptor, &status)) < 0) return 0;
    return (s64)status.bytes;
}

#define STREAM(name, field)                                                                                   \
    static s32 name##_read_bytes(struct thread *thread, handle stream, handle array, s32 offset, s32 count) { \
        int descriptor = descriptor_for(thread, stream, field, array, offset, count);                         \
        return read_bytes(thread, descriptor, array, offset, count);                                          \
    }                                                                                                         \
    static s32 name##_read_byte(struct thread *thread, handle stream) {                                       \
        return read_byte(thread, stream_descriptor(thread, stream, field));                                   \
    }                                                                                                         \
    static s64 name##_length(struct thread *thread, handle stream) {                                          \
        return length_of(thread, stream_descriptor(thread, stream, field));                                   \
    }                                                                                                         \
    static s64 name##_position(struct thread *thread, handle stream) {                                        \
        int descriptor = stream_descriptor(thread, stream, field);                                            \
        return descriptor < 0 ? 0 : io_checked(thread, file_position(files_of(thread), descriptor));          \
    }
STREAM(input, FIELD_FileInputStream_fd)
STREAM(random, FIELD_RandomAccessFile_fd)

static s32 input_available(struct thread *thread, handle stream) {
    int descriptor = stream_descriptor(thread, stream, FIELD_FileInputStream_fd);
    if (descriptor < 0) return 0;
    s64 left = io_checked(thread, file_available(files_of(thread), descriptor));
    return left > INT32_MAX ? INT32_MAX : (s32)left;
}

static s64 input_skip(struct thread *thread, handle stream, s64 count) {
    int descriptor = stream_descriptor(thread, stream, FIELD_FileInputStream_fd);
    if (descriptor < 0) return 0;
    s64 position = file_position(files_of(thread), descriptor), target = FILE_INVALID;
    if (position < 0) {
        target = position;
    } else if (!__builtin_add_overflow(position, count, &target) && target >= 0) {
        target = file_seek(files_of(thread), descriptor, (u64)target);
    } else {
        target = FILE_INVALID;
    }
    return io_checked(thread, target) < 0 ? 0 : target - position;
}

static void output_bytes(struct thread *thread, handle stream, handle array, s32 offset, s32 count, s32 append) {
    (void)append; // the descriptor has the flag
    int descriptor = descriptor_for(thread, stream, FIELD_FileOutputStream_fd, array, offset, count);
    write_bytes(thread, descriptor, array, offset, count);
}

static void output_byte(struct thread *thread, handle stream, s32 value, s32 append) {
    (void)append;
    write_byte(thread, stream_descriptor(thread, stream, FIELD_FileOutputStream_fd), value);
}

static void random_write_bytes(struct thread *thread, handle file, handle array, s32 offset, s32 count) {
    int descriptor = descriptor_for(thread, file, FIELD_RandomAccessFile_fd, array, offset, count);
    write_bytes(thread, descriptor, array, offset, count);
}

static void random_write_byte(struct thread *thread, handle file, s32 value) {
    write_byte(thread, stream_descriptor(thread, file, FIELD_RandomAccessFile_fd), value);
}

static void random_seek(struct thread *thread, handle file, s64 position) {
    int descriptor = stream_descriptor(thread, file, FIELD_RandomAccessFile_fd);
    if (descriptor < 0) return;
    if (position < 0) {
        throw_io(thread, "Negative seek offset");
    } else {
        io_checked(thread, file_seek(files_of(thread), descriptor, (u64)position));
    }
}

static void random_set_length(struct thread *thread, handle file, s64 length) {
    int descriptor = stream_descriptor(thread, file, FIELD_RandomAccessFile_fd);
    if (descriptor < 0) return;
    if (io_checked(thread, length < 0 ? FILE_INVALID : io_truncate(descriptor, (u64)length)) < 0) {
        return;
    }
    if (file_position(files_of(thread), descriptor) > length) file_seek(files_of(thread), descriptor, (u64)length);
}

// ---- Descriptors

static void descriptor_close(struct thread *thread, handle descriptor) {
    int number = java_get_int(*descriptor, FIELD_FileDescriptor_fd);
    java_set_int(*descriptor, FIELD_FileDescriptor_fd, -1);
    io_close(thread, number);
}

static void cleanup_close(struct thread *thread, s32 number, s64 windows_handle) {
    (void)windows_handle;
    io_close(thread, number);
}

static s64 descriptor_handle(s32 number) {
    (void)number;
    return -1;
}

static s32 descriptor_append(s32 number) {
    int flags = file_flags(files_of(thread_self()), number);
    return flags >= 0 && (flags & FILE_APPEND) != 0;
}

// Files are in memory only, so there is nothing to synchronise.
static void descriptor_sync(struct thread *thread, handle descriptor) {
    if (file_flags(files_of(thread), java_get_int(*descriptor, FIELD_FileDescriptor_fd)) < 0) {
        exception_throw(thread, "java/io/SyncFailedException", "sync failed");
    }
}

static s32 console_no(void) { return 0; }
static ref console_encoding(void) { return 0; }
static s32 console_echo(s32 on) { return on; }

static const struct native DESCRIPTOR[] = {
    HANDLE("close0", "()V", descriptor_close),
    LOCKED("getHandle", "(I)J", descriptor_handle),
    LOCKED("getAppend", "(I)Z", descriptor_append),
    HANDLE("sync", "()V", descriptor_sync),
    NATIVES_END,
};
static const struct native CLEANABLE[] = {HANDLE("cleanupClose0", "(IJ)V", cleanup_close), NATIVES_END};
static const struct native INPUT[] = {
    REENTRANT("open0", "(Ljava/lang/String;)V", input_open),
    REENTRANT("read0", "()I", input_read_byte),
    REENTRANT("readBytes", "([BII)I", input_read_bytes),
    HANDLE("length0", "()J", input_length),
    HANDLE("position0", "()J", input_position),
    HANDLE("skip0", "(J)J", input_skip),
    HANDLE("available0", "()I", input_available),
    NATIVES_END,
};
static const struct native OUTPUT[] = {
    REENTRANT("open0", "(Ljava/lang/String;Z)V", output_open),
    REENTRANT("write", "(IZ)V", output_byte),
    REENTRANT("writeBytes", "([BIIZ)V", output_bytes),
    NATIVES_END,
};
static const struct native RANDOM[] = {
    REENTRANT("open0", "(Ljava/lang/String;I)V", random_open),
    REENTRANT("read0", "()I", random_read_byte),
    REENTRANT("readBytes", "([BII)I", random_read_bytes),
    HANDLE("length", "()J", random_length),
    HANDLE("getFilePointer", "()J", random_position),
    HANDLE("seek0", "(J)V", random_seek),
    REENTRANT("write0", "(I)V", random_write_byte),
    REENTRANT("writeBytes", "([BII)V", random_write_bytes),
    HANDLE("setLength", "(J)V", random_set_length),
    NATIVES_END,
};
static const struct native CONSOLE[] = {
    LOCKED("istty", "()Z", console_no),
    LOCKED("ttyStatus", "()I",
           console_no), // a bit for each standard stream that is a terminal; of later releases of 17
    LOCKED("echo", "(Z)Z", console_echo),
    LOCKED("encoding", "()Ljava/lang/String;", console_encoding),
    NATIVES_END,
};

const struct native_class natives_file[] = {
    {"java/io/FileDescriptor", DESCRIPTOR},
    {"java/io/FileCleanable", CLEANABLE},
    {"java/io/FileInputStream", INPUT},
    {"java/io/FileOutputStream", OUTPUT},
    {"java/io/RandomAccessFile", RANDOM},
    {"java/io/Console", CONSOLE},
    {NULL, NULL},
};
