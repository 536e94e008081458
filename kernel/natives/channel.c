// sun.nio.ch: file channels, over kernel/files/files.h. Locks are granted: there is no other process.
#include "kernel/natives/channel.h"
#include "base/panic.h"
#include "kernel/classes/java_fields.h"
#include "kernel/code/native.h"
#include "kernel/natives/io.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"
#include "log/self.h"

enum lock_result { LOCKED = 0 };

static s64 end_or(s64 got, s64 asked) { return got == 0 && asked ? STATUS_EOF : got; }

s64 channel_result(struct thread *thread, s64 result) {
    if (result == FILE_AGAIN) return STATUS_UNAVAILABLE;
    if (result == FILE_INTERRUPTED) return STATUS_INTERRUPTED;
    return io_checked(thread, result);
}

// ---- Reading and writing

static s32 read_bytes(struct thread *thread, handle descriptor, s64 address, s32 count) {
    s64 got = io_read_once(channel_number(descriptor), (void *)address, (u64)count);
    return (s32)end_or(channel_result(thread, got), count);
}

static s32 read_at(struct thread *thread, handle descriptor, s64 address, s32 count, s64 position) {
    s64 got = io_read_at(channel_number(descriptor), (void *)address, (u64)count, (u64)position);
    return (s32)end_or(io_checked(thread, got), count);
}

static s32 write_bytes(struct thread *thread, handle descriptor, s64 address, s32 count) {
    return (s32)channel_result(thread, io_write_once(channel_number(descriptor), (const void *)address, (u64)count));
}

static s32 write_at(struct thread *thread, handle descriptor, s64 address, s32 count, s64 position) {
    return (s32)io_checked(thread,
                           io_write_at(channel_number(descriptor), (const void *)address, (u64)count, (u64)position));
}

// One buffer after another, up to the first that is not done in full. Those after the first take only what is there.
static s64 move_vectors(struct thread *thread, int number, const struct io_vector *vector, s32 count, bool writes) {
    s64 sum = 0, asked = 0;
    for (s32 i = 0; i < count; i++) {
        asked += (s64)vector[i].bytes;
        s64 done = writes ? io_write_vector(number, &vector[i]) : io_read_vector(number, &vector[i], sum == 0);
        ASSERT(done < 0 || (u64)done <= vector[i].bytes);
        if (done < 0 && sum == 0) return channel_result(thread, done);
        if (done > 0) sum += done;
        if (done < (s64)vector[i].bytes) break;
    }
    return writes ? sum : end_or(sum, asked);
}

static s64 each_vector(struct thread *thread, handle descriptor, s64 address, s32 count, bool writes) {
    struct io_vector vectors[IO_VECTORS];
    if (!io_take_vectors(address, count, vectors)) return io_checked(thread, FILE_BAD_ADDRESS);
    return move_vectors(thread, channel_number(descriptor), vectors, count, writes);
}

static s64 read_vectors(struct thread *thread, handle descriptor, s64 vectors, s32 count) {
    return each_vector(thread, descriptor, vectors, count, false);
}
static s64 write_vectors(struct thread *thread, handle descriptor, s64 vectors, s32 count) {
    return each_vector(thread, descriptor, vectors, count, true);
}

// ---- The rest

static s64 size_of(struct thread *thread, handle descriptor) {
    struct file_status status;
    return io_checked(thread, file_status_of(files_of(thread), channel_number(descriptor), &status)) < 0
               ? -1
               : (s64)status.bytes;
}

// A negative position asks for the current one.
static s64 seek(struct thread *thread, handle descriptor, s64 position) {
    int number = channel_number(descriptor);
    return io_checked(thread, position < 0 ? file_position(files_of(thread), number)
                                           : file_seek(files_of(thread), number, (u64)position));
}

static s32 truncate(struct thread *thread, handle descriptor, s64 bytes) {
    return (s32)io_checked(thread, io_truncate(channel_number(descriptor), (u64)bytes));
}

static s32 force(struct thread *thread, handle descriptor, s32 metadata) {
    (void)metadata;
    int flags = file_flags(files_of(thread), channel_number(descriptor));
    return flags < 0 ? (s32)io_checked(thread, flags) : 0;
}

static s32 lock(struct thread *thread, handle descriptor) {
    int flags = file_flags(files_of(thread), channel_number(descriptor));
    return flags < 0 ? (s32)io_checked(thread, flags) : LOCKED;
}

static void close_channel(struct thread *thread, handle descriptor) { io_close(thread, channel_number(descriptor)); }

static void close_number(struct thread *thread, s32 descriptor) { io_close(thread, descriptor); }

// A thread that waits there must find the end, and no other file may get the number before close_channel.
static void shut_channel(struct thread *thread, handle descriptor) {
    file_shut(files_of(thread), channel_number(descriptor));
    io_give_back(thread);
}

static void refuse(struct thread *thread) { io_throw(thread, FILE_NOT_SUPPORTED); }
static s64 refuse_number(struct thread *thread) {
    io_throw(thread, FILE_NOT_SUPPORTED);
    return 0;
}

static void nothing(void) {}
static s32 yes(void) { return 1; }

static s64 current_thread(void) { return (s64)(uintptr_t)thread_self(); }

static void signal_thread(struct thread *thread, s64 target) { io_signal(thread, (struct thread *)(uintptr_t)target); }

static s32 always_0(void) { return 0; }

// ---- sun.nio.ch.FileChannelImpl, java.nio.MappedMemoryUtils

// A mapping may begin anywhere.
static s64 map_granularity(void) { return 1; }

static s64 map(struct thread *thread, handle channel, s32 mode, s64 position, s64 bytes, s32 synchronous) {
    (void)synchronous;
    int number = channel_number_of(java_get_ref(*channel, FIELD_FileChannelImpl_fd));
    s64 address = file_map(files_of(thread), number, (enum file_map_mode)mode, (u64)position, (u64)bytes);
    if (address == FILE_NO_MEMORY) {
        exception_throw(thread, "java/lang/OutOfMemoryError", "Map failed");
    } else {
        io_checked(thread, address);
    }
    return address;
}

static s32 unmap(struct thread *thread, s64 address, s64 bytes) {
    (void)bytes;
    file_unmap(files_of(thread), (u64)address);
    io_give_back(thread);
    return 0;
}

static s64 transfer_unsupported(void) { return STATUS_UNSUPPORTED; }
static s32 max_transfer(void) { return INT32_MAX; }

static s32 is_loaded(void) { return true; }

// ---- sun.nio.ch.FileKey, IOUtil

static void file_key(struct thread *thread, handle key, handle descriptor) {
    struct file_status status;
    if (io_checked(thread, file_status_of(files_of(thread), channel_number(descriptor), &status)) < 0) return;
    java_set_long(*key, FIELD_FileKey_st_dev, 1);
    java_set_long(*key, FIELD_FileKey_st_ino, (s64)status.inode);
}

static s32 vector_limit(void) { return IO_VECTORS; }
static s64 vector_bytes_limit(void) { return INT32_MAX; }
static s32 descriptor_limit(void) { return FILE_DESCRIPTORS; }
static s32 descriptor_number(ref descriptor) { return channel_number_of(descriptor); }
static void set_descriptor_number(ref descriptor, s32 number) {
    if (descriptor) java_set_int(descriptor, FIELD_FileDescriptor_fd, number);
}

static void configure_blocking(struct thread *thread, handle descriptor, s32 blocking) {
    io_checked(thread, file_set_waiting(files_of(thread), channel_number(descriptor), blocking));
}

static s32 random_bytes(struct thread *thread, handle array) {
    (void)thread;
    int descriptor = file_open(files_of(thread), "/dev/urandom", FILE_READ, 0);
    s64 got = io_read_array(descriptor, array, 0, (s32)array_length(*array));
    file_close(files_of(thread), descriptor);
    return got >= 0;
}

static const struct native CHANNEL[] = {
    LEAF("initIDs", "()J", map_granularity),
    HANDLE("map0", "(IJJZ)J", map),
    HANDLE("unmap0", "(JJ)I", unmap),
    LEAF("transferTo0", "(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J", transfer_unsupported),
    LEAF("maxDirectTransferSize0", "()I", max_transfer),
    NATIVES_END,
};
static const struct native FILE_DISPATCHER[] = {
    LEAF("init", "()V", nothing),
    REENTRANT("read0", "(Ljava/io/FileDescriptor;JI)I", read_bytes),
    HANDLE("pread0", "(Ljava/io/FileDescriptor;JIJ)I", read_at),
    REENTRANT("readv0", "(Ljava/io/FileDescriptor;JI)J", read_vectors),
    REENTRANT("write0", "(Ljava/io/FileDescriptor;JI)I", write_bytes),
    HANDLE("pwrite0", "(Ljava/io/FileDescriptor;JIJ)I", write_at),
    REENTRANT("writev0", "(Ljava/io/FileDescriptor;JI)J", write_vectors),
    HANDLE("force0", "(Ljava/io/FileDescriptor;Z)I", force),
    HANDLE("seek0", "(Ljava/io/FileDescriptor;J)J", seek),
    HANDLE("truncate0", "(Ljava/io/FileDescriptor;J)I", truncate),
    HANDLE("size0", "(Ljava/io/FileDescriptor;)J", size_of),
    HANDLE("lock0", "(Ljava/io/FileDescriptor;ZJJZ)I", lock),
    LEAF("release0", "(Ljava/io/FileDescriptor;JJ)V", nothing),
    HANDLE("close0", "(Ljava/io/FileDescriptor;)V", close_channel),
    HANDLE("preClose0", "(Ljava/io/FileDescriptor;)V", shut_channel),
    HANDLE("dup0", "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;)V", refuse),
    HANDLE("closeIntFD", "(I)V", close_number),
    LEAF("canTransferToFromOverlappedMap0", "()Z", always_0),
    HANDLE("setDirect0", "(Ljava/io/FileDescriptor;)I", refuse_number),
    NATIVES_END,
};
static const struct native FILE_KEY[] = {HANDLE("init", "(Ljava/io/FileDescriptor;)V", file_key), NATIVES_END};
static const struct native MAPPED[] = {
    LOCKED("isLoaded0", "(JJJ)Z", is_loaded),
    LEAF("load0", "(JJ)V", nothing),
    LEAF("unload0", "(JJ)V", nothing),
    LEAF("force0", "(Ljava/io/FileDescriptor;JJ)V", nothing),
    NATIVES_END,
};
static const struct native IO_UTIL[] = {
    LEAF("iovMax", "()I", vector_limit),
    LEAF("writevMax", "()J", vector_bytes_limit),
    LEAF("fdLimit", "()I", descriptor_limit),
    LEAF("fdVal", "(Ljava/io/FileDescriptor;)I", descriptor_number),
    LEAF("setfdVal", "(Ljava/io/FileDescriptor;I)V", set_descriptor_number),
    HANDLE("randomBytes", "([B)Z", random_bytes),
    HANDLE("configureBlocking", "(Ljava/io/FileDescriptor;Z)V", configure_blocking),
    NATIVES_END,
};
static const struct native NATIVE_THREAD[] = {
    LEAF("current", "()J", current_thread),
    HANDLE("signal", "(J)V", signal_thread),
    LEAF("init", "()V", nothing),
    // of later releases of 17: no thread needs a signal to leave a wait
    LEAF("supportPendingSignals0", "()Z", yes),
    NATIVES_END,
};

const struct native_class natives_channel[] = {
    {"sun/nio/ch/FileChannelImpl", CHANNEL},
    {"sun/nio/ch/FileDispatcherImpl", FILE_DISPATCHER},
    {"sun/nio/ch/FileKey", FILE_KEY},
    {"java/nio/MappedMemoryUtils", MAPPED},
    {"sun/nio/ch/IOUtil", IO_UTIL},
    {"sun/nio/ch/NativeThread", NATIVE_THREAD},
    {NULL, NULL},
};
