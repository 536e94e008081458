// Pipes and counters. See kernel/files/files.h and kernel/files/file_source.h. A pipe holds up to PIPE_BYTES, as on
// Linux; its buffer grows to that as needed, as long as all buffers of the file system together stay below
// BUFFERS_BYTES. A pipe whose buffer may not grow holds less.
#include "base/string.h"
#include "kernel/core/scratch.h"
#include "kernel/files/file_source.h"

#define PIPE_BYTES 65536u
#define PIPE_FIRST_BYTES 4080u
#define ATOMIC_BYTES 4096u // PIPE_BUF: so many bytes are written whole, or not at all
#define BUFFERS_BYTES (64ull << 20)

struct pipe {
    struct file_source source;
    struct files *files;
    u32 readers, writers; // open files
    u8 *buffer;           // of `capacity` bytes, of which `bytes` from `start` on, wrapping around, are in use
    u64 capacity, start, bytes;
    u64 limit; // what the buffer may grow to
};

struct counter {
    struct file_source source;
    u64 value;
};

static struct pipe *pipe_of(const struct file_source *source) { return (struct pipe *)(uintptr_t)source; }
static u64 smaller(u64 a, u64 b) { return a < b ? a : b; }

// ---- The buffer

// Copies out of the buffer, starting `from` bytes after its start.
static void copy_out(const struct pipe *pipe, u8 *to, u64 bytes) {
    u64 first = smaller(bytes, pipe->capacity - pipe->start);
    memcpy(to, pipe->buffer + pipe->start, first);
    memcpy(to + first, pipe->buffer, bytes - first);
}

static void copy_in(struct pipe *pipe, const u8 *from, u64 bytes) {
    u64 at = (pipe->start + pipe->bytes) % pipe->capacity, first = smaller(bytes, pipe->capacity - at);
    memcpy(pipe->buffer + at, from, first);
    memcpy(pipe->buffer, from + first, bytes - first);
    pipe->bytes += bytes;
}

static bool resize(struct pipe *pipe, u64 capacity) {
    if (pipe->files->buffers_bytes + capacity > BUFFERS_BYTES) return false;
    u8 *buffer = scratch_alloc(capacity);
    if (!buffer) return false;
    if (pipe->bytes) copy_out(pipe, buffer, pipe->bytes);
    scratch_free(pipe->buffer);
    pipe->files->buffers_bytes += capacity - pipe->capacity;
    pipe->buffer = buffer;
    pipe->capacity = capacity;
    pipe->start = 0;
    return true;
}

// Makes room for `bytes` more, if possible.
static void make_room(struct pipe *pipe, u64 bytes) {
    u64 wanted = smaller(pipe->bytes + bytes, pipe->limit), capacity = pipe->capacity;
    while (capacity < wanted) capacity *= 2;
    capacity = smaller(capacity, pipe->limit);
    if (capacity > pipe->capacity && !resize(pipe, capacity)) pipe->limit = pipe->capacity;
}

// ---- Reading and writing

s64 pipe_read(struct file_source *source, void *to, u64 bytes) {
    struct pipe *pipe = pipe_of(source);
    if (!bytes) return 0;
    if (!pipe->bytes) return pipe->writers ? FILE_AGAIN : 0;
    u64 count = smaller(bytes, pipe->bytes);
    copy_out(pipe, to, count);
    pipe->start = (pipe->start + count) % pipe->capacity;
    pipe->bytes -= count;
    source_changed(source);
    return (s64)count;
}

s64 pipe_write(struct file_source *source, const void *from, u64 bytes) {
    struct pipe *pipe = pipe_of(source);
    if (!pipe->readers) return FILE_BROKEN_PIPE;
    if (!bytes) return 0;
    make_room(pipe, smaller(bytes, PIPE_BYTES));
    u64 room = pipe->capacity - pipe->bytes, whole = smaller(ATOMIC_BYTES, pipe->limit);
    if (!room || (bytes <= whole && room < bytes)) return FILE_AGAIN;
    u64 count = smaller(bytes, room);
    copy_in(pipe, from, count);
    source_changed(source);
    return (s64)count;
}

u32 pipe_readiness(const struct file_source *source, bool reads) {
    const struct pipe *pipe = pipe_of(source);
    if (reads) return (pipe->bytes ? FILE_READY_IN : 0) | (pipe->writers ? 0 : FILE_READY_HANGUP);
    bool room = pipe->limit - pipe->bytes >= smaller(ATOMIC_BYTES, pipe->limit);
    return (room ? FILE_READY_OUT : 0) | (pipe->readers ? 0 : FILE_READY_ERROR);
}

u64 pipe_bytes(const struct file_source *source) { return pipe_of(source)->bytes; }

// ---- The ends

static struct pipe *pipe_new(struct files *files) {
    struct pipe *pipe = scratch_alloc(sizeof(*pipe));
    if (!pipe) return NULL;
    *pipe = (struct pipe){.files = files, .readers = 1, .writers = 1, .limit = PIPE_BYTES};
    if (resize(pipe, PIPE_FIRST_BYTES)) return pipe;
    scratch_free(pipe);
    return NULL;
}

void pipe_close(struct file_source *source, bool reads) {
    struct pipe *pipe = pipe_of(source);
    *(reads ? &pipe->readers : &pipe->writers) -= 1;
    source_changed(source);
    if (pipe->readers || pipe->writers) return;
    pipe->files->buffers_bytes -= pipe->capacity;
    scratch_free(pipe->buffer);
    scratch_free(pipe);
}

int file_pipe(struct files *files, u32 flags, int ends[2]) {
    struct pipe *pipe = pipe_new(files);
    if (!pipe) return FILE_TOO_MANY_IN_ALL;
    struct open_file file = {.flags = FILE_READ | flags, .source = &pipe->source, .kind = FILE_PIPE};
    ends[0] = descriptor_new(files, &file);
    file.flags = FILE_WRITE | flags;
    ends[1] = ends[0] < 0 ? ends[0] : descriptor_new(files, &file);
    if (ends[1] >= 0) return 0;
    pipe_close(&pipe->source, false);
    if (ends[0] < 0) {
        pipe_close(&pipe->source, true);
    } else {
        file_close(files, ends[0]);
    }
    return ends[1];
}

// ---- Counters

int file_counter(struct files *files, u32 flags) {
    struct counter *counter = scratch_alloc(sizeof(*counter));
    if (!counter) return FILE_TOO_MANY_IN_ALL;
    *counter = (struct counter){.value = 0};
    int descriptor = descriptor_new(
        files, &(struct open_file){.flags = FILE_READ_WRITE | flags, .source = &counter->source, .kind = FILE_COUNTER});
    if (descriptor < 0) scratch_free(counter);
    return descriptor;
}

static struct counter *counter_of(const struct file_source *source) { return (struct counter *)(uintptr_t)source; }

s64 counter_read(struct file_source *source, void *to, u64 bytes) {
    struct counter *counter = counter_of(source);
    if (bytes < sizeof(counter->value)) return FILE_INVALID;
    if (!counter->value) return FILE_AGAIN;
    memcpy(to, &counter->value, sizeof(counter->value));
    counter->value = 0;
    source_changed(source);
    return sizeof(counter->value);
}

s64 counter_write(struct file_source *source, const void *from, u64 bytes) {
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

u32 counter_readiness(const struct file_source *source) {
    u64 value = counter_of(source)->value;
    return (value ? FILE_READY_IN : 0) | (value < UINT64_MAX - 1 ? FILE_READY_OUT : 0);
}
