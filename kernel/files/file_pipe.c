// Pipes and counters. See kernel/files/files.h and kernel/files/file_source.h. A pipe holds up to PIPE_BYTES, as on
// Linux, or less if its ring may not grow to that.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/files/file_ring.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"

#define PIPE_BYTES 65536u
#define PIPE_FIRST_BYTES 4080u
#define ATOMIC_BYTES 4096u // PIPE_BUF: so many bytes are written whole, or not at all

struct pipe {
    struct file_source source;
    u32 readers, writers; // open files
    struct ring ring;
};

struct counter {
    struct file_source source;
    u64 value;
};

static struct pipe *pipe_of(const struct file_source *source) { return (struct pipe *)(uintptr_t)source; }

// ---- Reading and writing

static s64 pipe_read(struct file_source *source, void *to, u64 bytes) {
    struct pipe *pipe = pipe_of(source);
    if (!bytes) return 0;
    if (!pipe->ring.bytes) return pipe->writers ? FILE_AGAIN : 0;
    u64 count = ring_take(&pipe->ring, to, bytes);
    source_changed(source);
    return (s64)count;
}

static s64 pipe_write(struct file_source *source, const void *from, u64 bytes) {
    struct pipe *pipe = pipe_of(source);
    if (!pipe->readers) return FILE_BROKEN_PIPE;
    if (!bytes) return 0;
    ring_make_room(&pipe->ring, smaller(bytes, PIPE_BYTES));
    u64 room = ring_room(&pipe->ring), whole = smaller(ATOMIC_BYTES, pipe->ring.limit);
    if (!room || (bytes <= whole && room < bytes)) return FILE_AGAIN;
    u64 count = smaller(bytes, room);
    ring_put(&pipe->ring, from, count);
    source_changed(source);
    return (s64)count;
}

static u32 pipe_readiness(const struct open_file *file) {
    const struct pipe *pipe = pipe_of(file->source);
    if (open_file_reads(file)) return (pipe->ring.bytes ? FILE_READY_IN : 0) | (pipe->writers ? 0 : FILE_READY_HANGUP);
    bool room = pipe->ring.limit - pipe->ring.bytes >= smaller(ATOMIC_BYTES, pipe->ring.limit);
    return (room ? FILE_READY_OUT : 0) | (pipe->readers ? 0 : FILE_READY_ERROR);
}

static u64 pipe_available(const struct file_source *source) { return pipe_of(source)->ring.bytes; }

// ---- The ends

static const struct source_operations pipe_operations;

static struct pipe *pipe_new(struct files *files) {
    struct pipe *pipe = scratch_alloc(open_account(files), sizeof(*pipe));
    if (!pipe) return NULL;
    *pipe = (struct pipe){.source = {.operations = &pipe_operations}, .readers = 1, .writers = 1};
    if (ring_init(&pipe->ring, open_account(files), PIPE_FIRST_BYTES, PIPE_BYTES)) return pipe;
    scratch_free(pipe);
    return NULL;
}

static void pipe_free(struct pipe *pipe) {
    ring_free(&pipe->ring);
    scratch_free(pipe);
}

static void pipe_close(const struct open_file *file) {
    struct pipe *pipe = pipe_of(file->source);
    *(open_file_reads(file) ? &pipe->readers : &pipe->writers) -= 1;
    source_changed(file->source);
    if (!pipe->readers && !pipe->writers) pipe_free(pipe);
}

static const struct source_operations pipe_operations = {
    .read = pipe_read,
    .write = pipe_write,
    .readiness = pipe_readiness,
    .available = pipe_available,
    .close = pipe_close,
};

int file_pipe(struct files *files, u32 flags, int ends[2]) {
    ASSERT_LOCKED();
    struct pipe *pipe = pipe_new(files);
    if (!pipe) return FILE_TOO_MANY_IN_ALL;
    struct open_file file = {.flags = FILE_READ | flags, .source = &pipe->source, .kind = FILE_PIPE};
    ends[0] = descriptor_new(files, &file);
    file.flags = FILE_WRITE | flags;
    ends[1] = ends[0] < 0 ? ends[0] : descriptor_new(files, &file);
    if (ends[1] >= 0) return 0;
    if (ends[0] >= 0) descriptor_drop(files, ends[0]);
    pipe_free(pipe);
    return ends[1];
}

// ---- Counters

static struct counter *counter_of(const struct file_source *source) { return (struct counter *)(uintptr_t)source; }

static s64 counter_read(struct file_source *source, void *to, u64 bytes) {
    struct counter *counter = counter_of(source);
    if (bytes < sizeof(counter->value)) return FILE_INVALID;
    if (!counter->value) return FILE_AGAIN;
    memcpy(to, &counter->value, sizeof(counter->value));
    counter->value = 0;
    source_changed(source);
    return sizeof(counter->value);
}

static s64 counter_write(struct file_source *source, const void *from, u64 bytes) {
    struct counter *counter = counter_of(source);
    u64 more;
    if (bytes < sizeof(more)) return FILE_INVALID;
    memcpy(&more, from, sizeof(more));
    if (more == UINT64_MAX) return FILE_INVALID;
    if (more >= UINT64_MAX - counter->value) return FILE_AGAIN;
    counter->value += more;
    source_changed(source);
    return sizeof(more);
}

static u32 counter_readiness(const struct open_file *file) {
    u64 value = counter_of(file->source)->value;
    return (value ? FILE_READY_IN : 0) | (value < UINT64_MAX - 1 ? FILE_READY_OUT : 0);
}

static void counter_close(const struct open_file *file) { scratch_free(counter_of(file->source)); }

static const struct source_operations counter_operations = {
    .read = counter_read, .write = counter_write, .readiness = counter_readiness, .close = counter_close};

int file_counter(struct files *files, u32 flags) {
    ASSERT_LOCKED();
    struct counter *counter = scratch_alloc(open_account(files), sizeof(*counter));
    if (!counter) return FILE_TOO_MANY_IN_ALL;
    *counter = (struct counter){.source = {.operations = &counter_operations}};
    int descriptor = descriptor_new(
        files, &(struct open_file){.flags = FILE_READ_WRITE | flags, .source = &counter->source, .kind = FILE_COUNTER});
    if (descriptor < 0) scratch_free(counter);
    return descriptor;
}
