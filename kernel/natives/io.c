// See kernel/natives/io.h.
#include "kernel/natives/io.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/javastring.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/thread_queue.h"
#include "kernel/core/threads.h"
#include "kernel/heap/raise.h"
#include "kernel/natives/raw_memory.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "log/log.h"

// How long to wait before looking at the host again: only shortly at first, because most input is already on its way.
#define SHORT_WAITS 50
#define SHORT_WAIT_NS 50000
#define LONG_WAIT_NS 1000000
#define PIECE_BYTES 512u
#define NS_PER_MS 1000000

// ---- Paths. Java's modified UTF-8 has surrogates of three bytes each

static bool is_surrogate(const u8 *at, u8 kind) { return at[0] == 0xed && (at[1] & 0xf0) == kind; }
static u32 surrogate_bits(const u8 *at) { return (u32)(at[1] & 0x0f) << 6 | (at[2] & 0x3f); }

// In place; terminated. A lone surrogate becomes '?', as with the class library's encoder.
static void to_utf8(char *text) {
    u8 *from = (u8 *)text, *to = (u8 *)text;
    while (*from) {
        if (is_surrogate(from, 0xa0) && is_surrogate(from + 3, 0xb0)) {
            u32 code = 0x10000 + (surrogate_bits(from) << 10) + surrogate_bits(from + 3);
            *to++ = low_u8(0xf0 | code >> 18);
            *to++ = low_u8(0x80 | (code >> 12 & 0x3f));
            *to++ = low_u8(0x80 | (code >> 6 & 0x3f));
            *to++ = low_u8(0x80 | (code & 0x3f));
            from += 6;
        } else if (*from == 0xed && from[1] >= 0xa0) {
            *to++ = '?';
            from += 3;
        } else {
            *to++ = *from++;
        }
    }
    *to = 0;
}

bool io_path(ref string, char path[FILE_PATH_BYTES + 1]) {
    size_t wanted = javastring_utf8_length(string, FILE_PATH_BYTES);
    size_t length = javastring_utf8(string, path, FILE_PATH_BYTES + 1);
    ASSERT(length <= FILE_PATH_BYTES);
    bool whole = length == wanted && length < FILE_PATH_BYTES;
    if (whole) {
        to_utf8(path);
    } else {
        memset(path, 'x', FILE_PATH_BYTES);
        path[FILE_PATH_BYTES] = 0;
    }
    return whole;
}

ref io_string(struct thread *thread, const char *text, size_t length) {
    char modified[2 * FILE_PATH_BYTES];
    size_t used = 0;
    for (size_t i = 0; i < length && used + 6 <= sizeof(modified);) {
        const u8 *at = (const u8 *)text + i;
        if ((at[0] & 0xf8) != 0xf0 || length - i < 4) {
            modified[used++] = text[i++];
            continue;
        }
        u32 code =
            ((u32)(at[0] & 7) << 18 | (u32)(at[1] & 0x3f) << 12 | (u32)(at[2] & 0x3f) << 6 | (at[3] & 0x3f)) - 0x10000;
        u32 halves[] = {0xd800 | (code >> 10 & 0x3ff), 0xdc00 | (code & 0x3ff)};
        for (int half = 0; half < 2; half++) {
            modified[used++] = (char)0xed;
            modified[used++] = (char)(0x80 | (halves[half] >> 6 & 0x3f));
            modified[used++] = (char)(0x80 | (halves[half] & 0x3f));
        }
        i += 4;
    }
    ASSERT(used <= sizeof(modified));
    return javastring_new(thread, modified, used);
}

// Removes "." and ".." from a path, by its text alone. The result is no longer than the path.
static size_t collapse(const char *path, char *to) {
    bool is_absolute = path[0] == '/';
    size_t used = 0;
    for (size_t i = 0; path[i];) {
        while (path[i] == '/') i++;
        size_t start = i;
        while (path[i] && path[i] != '/') i++;
        size_t part = i - start;
        if (part == 0 || (part == 1 && path[start] == '.')) continue;
        if (part == 2 && path[start] == '.' && path[start + 1] == '.') {
            while (used && to[--used] != '/') continue;
            continue;
        }
        if (used || is_absolute) to[used++] = '/';
        memmove(to + used, path + start, part);
        used += part;
    }
    if (!used && is_absolute) to[used++] = '/';
    ASSERT(used < FILE_PATH_BYTES);
    to[used] = 0;
    return used;
}

s64 io_canonical(const char *path, char canonical[FILE_PATH_BYTES]) {
    size_t length = strlen(path), head = length;
    if (length >= FILE_PATH_BYTES) return FILE_NAME_TOO_LONG;
    s64 real = file_real(files_of(thread_self()), path, canonical);
    if (real >= 0) return real;
    char part[FILE_PATH_BYTES], joined[FILE_PATH_BYTES];
    while (head && real < 0) {
        while (head && path[--head] != '/') continue;
        memcpy(part, path, head);
        part[head] = 0;
        if (head) real = file_real(files_of(thread_self()), part, joined);
    }
    if (real < 0) return (s64)collapse(path, canonical); // nothing of it is there: a relative path remains one
    ASSERT(path[head] == '/');
    if (real + (s64)(length - head) >= FILE_PATH_BYTES) return FILE_NAME_TOO_LONG;
    memcpy(joined + real, path + head, length - head + 1);
    return (s64)collapse(joined, canonical);
}

// ---- Errors

void io_throw(struct thread *thread, s64 error) {
    exception_throw(thread, "java/io/IOException", "%s", file_error_text((int)error));
}

s64 io_checked(struct thread *thread, s64 result) {
    if (result < 0) io_throw(thread, result);
    return result;
}

s32 io_close_unused(const struct thread *thread, int descriptor) {
    file_close(files_of(thread), descriptor);
    return 0;
}

// ---- Waiting

static bool wait_in(struct thread_queue *queue, enum switch_reason reason, u64 deadline_ticks) {
    struct thread *thread = thread_self();
    ASSERT_LOCKED();
    ASSERT(!thread->waits_in);
    if (exception_is_end(thread)) return true;
    if (queue) {
        thread_queue_append(queue, thread);
        thread->waits_in = queue;
    }
    return scheduler_block(THREAD_WAITING, reason, deadline_ticks);
}

bool io_wait(struct thread_queue *queue, u64 deadline_ticks) { return wait_in(queue, SWITCH_input, deadline_ticks); }

static enum switch_reason reason_of(int descriptor) {
    return file_is_socket(files_of(thread_self()), descriptor) ? SWITCH_socket : SWITCH_input;
}

void io_signal(struct thread *thread, struct thread *target) {
    bool waits_here = target->switch_reason == SWITCH_input || target->switch_reason == SWITCH_socket;
    if (target->state == THREAD_WAITING && waits_here) scheduler_ready(target, thread);
}

u64 io_deadline(s64 timeout_ms) {
    return timeout_ms < 0 ? SCHEDULER_FOR_EVER : thread_deadline(timeout_ms * NS_PER_MS);
}

// Waits until the descriptor may be ready. Returns false if only time has passed.
static bool wait_for(int descriptor, u32 attempt) {
    struct thread_queue *queue = file_waiters(files_of(thread_self()), descriptor);
    s64 pause_ns = attempt < SHORT_WAITS ? SHORT_WAIT_NS : LONG_WAIT_NS;
    return wait_in(queue, reason_of(descriptor), queue ? SCHEDULER_FOR_EVER : thread_deadline(pause_ns));
}

static bool may_wait(int descriptor) {
    if (exception_is_end(thread_self())) return false;
    return !(file_flags(files_of(thread_self()), descriptor) & FILE_NO_WAITING);
}

// ---- Reading and writing

// The address was found in memory (`was_found`): before each use it is asked again whether that is still the domain's,
// since others run while the thread waits, and between two pieces. (What the class library passes is a direct buffer's,
// which only the collector frees: unsafe_guarded.c.)
static bool is_usable(bool was_found, const void *start, u64 bytes, bool is_write) {
    return !was_found || raw_memory_may_use(domain_of(thread_self()), (u64)(uintptr_t)start, bytes, is_write);
}

// What a read or a write came to of which a part has been done: then that counts, whatever happened afterwards.
static s64 done_or(u64 done, s64 error) { return done ? (s64)done : error; }

struct transfer {
    int descriptor;
    u8 *start;    // of the bytes, if they are not in `array`
    handle array; // NULL, or where they are, from `offset` on
    u64 offset;
    bool was_found, waits; // is_usable; it waits for the first piece
    u64 position;          // in the file, if the transfer has one of its own
};

// Moves the piece [done, done + bytes) of it. Returns how much it has moved, or an error.
typedef s64 move_piece(const struct transfer *transfer, u64 done, u64 bytes);

void io_give_back(struct thread *thread) {
    ASSERT(thread == thread_self());
    while (files_give_back()) scheduler_poll_native(thread);
}

// In pieces, between which others run, as long as each is moved as a whole.
static s64 in_pieces(const struct transfer *transfer, u64 bytes, move_piece *move) {
    for (u64 done = 0;;) {
        io_give_back(thread_self()); // a file that is to grow may need it
        u64 piece = scheduler_piece(bytes - done);
        ASSERT(piece <= bytes - done);
        s64 moved = move(transfer, done, piece);
        if (moved <= 0) return done_or(done, moved);
        ASSERT((u64)moved <= piece);
        done += (u64)moved;
        if ((u64)moved < piece || done == bytes) return (s64)done;
        scheduler_poll_native(thread_self());
    }
}

static s64 read_piece(const struct transfer *transfer, u64 done, u64 bytes) {
    u8 *to = transfer->start + done;
    bool woken = false;
    for (u32 attempt = 0;; attempt++) {
        if (!is_usable(transfer->was_found, to, bytes, true)) return FILE_BAD_ADDRESS;
        s64 got = file_read(files_of(thread_self()), transfer->descriptor, to, bytes);
        if (got != FILE_AGAIN || !transfer->waits || done || !may_wait(transfer->descriptor)) return got;
        if (woken) return FILE_INTERRUPTED;
        woken = wait_for(transfer->descriptor, attempt);
    }
}

s64 io_read_once(int descriptor, void *to, u64 bytes) {
    struct transfer transfer = {.descriptor = descriptor, .start = to, .waits = true};
    return in_pieces(&transfer, bytes, read_piece);
}

s64 io_read_vector(int descriptor, const struct io_vector *vector, bool waits) {
    struct transfer transfer = {
        .descriptor = descriptor, .was_found = true, .start = (u8 *)vector->address, .waits = waits};
    return in_pieces(&transfer, vector->bytes, read_piece);
}

s64 io_read(int descriptor, void *to, u64 bytes) {
    s64 got;
    do {
        got = io_read_once(descriptor, to, bytes);
    } while (got == FILE_INTERRUPTED);
    return got;
}

static s64 read_array_piece(const struct transfer *transfer, u64 done, u64 bytes) {
    for (u32 attempt = 0;; attempt++) {
        ASSERT(transfer->array && transfer->offset + done + bytes <= array_length(*transfer->array));
        u8 *to = array_at(*transfer->array)->elements + transfer->offset + done;
        s64 got = file_read(files_of(thread_self()), transfer->descriptor, to, bytes);
        if (got != FILE_AGAIN || done || !may_wait(transfer->descriptor)) return got;
        wait_for(transfer->descriptor, attempt);
    }
}

s64 io_read_array(int descriptor, handle array, s32 offset, s32 count) {
    struct transfer transfer = {.descriptor = descriptor, .array = array, .offset = (u64)offset};
    return in_pieces(&transfer, (u64)count, read_array_piece);
}

int io_close(struct thread *thread, int descriptor) {
    int error = file_close(files_of(thread), descriptor);
    io_give_back(thread);
    return error;
}

#define EXTENDED_BYTES (4 * MIB) // of zeroes that are put behind a file at once

int io_truncate(int descriptor, u64 bytes) {
    struct file_status status;
    int error = file_status_of(files_of(thread_self()), descriptor, &status);
    if (!error && bytes > status.bytes) {
        file_own(files_of(thread_self()), descriptor);
        error = file_status_of(files_of(thread_self()), descriptor, &status);
    }
    u64 before = error ? 0 : status.bytes;
    while (!error && status.bytes < bytes && bytes - status.bytes > EXTENDED_BYTES && bytes <= FILE_BYTES_MAX) {
        error = file_truncate(files_of(thread_self()), descriptor, status.bytes + EXTENDED_BYTES);
        if (error) {
            file_truncate(files_of(thread_self()), descriptor, before);
            io_give_back(thread_self());
            return error;
        }
        scheduler_poll_native(thread_self());
        error = file_status_of(files_of(thread_self()), descriptor, &status);
    }
    error = file_truncate(files_of(thread_self()), descriptor, bytes);
    io_give_back(thread_self());
    return error;
}

// Before a write: its file's own contents; before one behind the end of the file, what is missing until there as well.
// If there is no room, the write finds out.
static void reach(int descriptor, s64 position) {
    struct file_status status;
    file_own(files_of(thread_self()), descriptor);
    if (position <= 0 || file_status_of(files_of(thread_self()), descriptor, &status)) return;
    if (status.kind != FILE_REGULAR || file_flags(files_of(thread_self()), descriptor) & FILE_APPEND) return;
    if (status.bytes + EXTENDED_BYTES < (u64)position) io_truncate(descriptor, (u64)position);
}

// Standard output or error. In pieces that are copied before the thread waits for room, since the bytes may be gone
// afterwards.
static s64 put_output(u32 output, const u8 *from, u64 bytes, bool was_found) {
    u8 piece[PIECE_BYTES];
    if (!is_usable(was_found, from, bytes, false)) return FILE_BAD_ADDRESS;
    s64 admitted = files_count_output(files_of(thread_self()), bytes);
    ASSERT(admitted <= (s64)bytes);
    for (s64 done = 0; done < admitted;) {
        u32 count = admitted - done < (s64)PIECE_BYTES ? (u32)(admitted - done) : PIECE_BYTES;
        if (!is_usable(was_found, from + done, count, false)) return done_or((u64)done, FILE_BAD_ADDRESS);
        memcpy(piece, from + done, count);
        log_output(output, piece, count);
        done += count;
    }
    return admitted;
}

// In pieces, so that what is asked before each wait is no more than a write may take.
static s64 write_once(int descriptor, const u8 *from, u64 bytes, bool was_found) {
    u32 output = file_output(files_of(thread_self()), descriptor);
    if (output) return put_output(output, from, bytes, was_found);
    bool woken = false;
    if (bytes) reach(descriptor, file_position(files_of(thread_self()), descriptor));
    for (u64 done = 0;;) {
        u64 piece = scheduler_piece(bytes - done);
        if (!is_usable(was_found, from + done, piece, false)) return done_or(done, FILE_BAD_ADDRESS);
        s64 count = file_write(files_of(thread_self()), descriptor, from + done, piece);
        ASSERT(piece <= bytes - done && count <= (s64)piece);
        if (count < 0 && count != FILE_AGAIN) return done_or(done, count);
        if (count > 0) {
            done += (u64)count;
            woken = false;
        }
        if (count >= 0 && done == bytes) return (s64)done;
        if (count == (s64)piece) {
            scheduler_poll_native(thread_self());
            continue;
        }
        if (!may_wait(descriptor)) return done_or(done, FILE_AGAIN);
        if (woken) return done_or(done, FILE_INTERRUPTED);
        if (count < 0) woken = wait_for(descriptor, 0);
    }
}

s64 io_write_once(int descriptor, const void *from, u64 bytes) { return write_once(descriptor, from, bytes, false); }

s64 io_write_vector(int descriptor, const struct io_vector *vector) {
    return write_once(descriptor, (const u8 *)vector->address, vector->bytes, true);
}

bool io_take_vectors(s64 address, s32 count, struct io_vector vectors[IO_VECTORS]) {
    u64 bytes = (u64)count * sizeof(*vectors);
    if (count < 0 || count > IO_VECTORS) return false;
    if (!raw_memory_may_use(domain_of(thread_self()), (u64)address, bytes, false)) return false;
    memcpy(vectors, (const void *)address, bytes);
    return true;
}

s64 io_write(int descriptor, const void *from, u64 bytes) {
    for (u64 done = 0;;) {
        s64 count = io_write_once(descriptor, (const u8 *)from + done, bytes - done);
        if (count > 0) {
            done += (u64)count;
        } else if (count != FILE_INTERRUPTED) {
            return done_or(done, count);
        }
        if (done == bytes) return (s64)done;
    }
}

static s64 read_piece_at(const struct transfer *transfer, u64 done, u64 bytes) {
    u8 *to = transfer->start + done;
    return file_read_at(files_of(thread_self()), transfer->descriptor, to, bytes, transfer->position + done);
}

s64 io_read_at(int descriptor, void *to, u64 bytes, u64 position) {
    struct transfer transfer = {.descriptor = descriptor, .start = to, .position = position};
    return in_pieces(&transfer, bytes, read_piece_at);
}

static s64 write_piece_at(const struct transfer *transfer, u64 done, u64 bytes) {
    const u8 *from = transfer->start + done;
    return file_write_at(files_of(thread_self()), transfer->descriptor, from, bytes, transfer->position + done);
}

s64 io_write_at(int descriptor, const void *from, u64 bytes, u64 position) {
    struct transfer transfer = {.descriptor = descriptor, .start = (u8 *)(uintptr_t)from, .position = position};
    reach(descriptor, (s64)position);
    return in_pieces(&transfer, bytes, write_piece_at);
}

static s64 write_array_piece(const struct transfer *transfer, u64 done, u64 bytes) {
    ASSERT(transfer->array && transfer->offset + done + bytes <= array_length(*transfer->array));
    const u8 *from = array_at(*transfer->array)->elements + transfer->offset + done;
    return file_write(files_of(thread_self()), transfer->descriptor, from, bytes);
}

// All of it or an error: the caller does not ask how much it was.
static s64 write_array(int descriptor, handle array, s32 offset, s32 count) {
    struct transfer transfer = {.descriptor = descriptor, .array = array, .offset = (u64)offset};
    reach(descriptor, file_position(files_of(thread_self()), descriptor));
    for (s64 done = 0, moved; done < count; done += moved, transfer.offset += (u64)moved) {
        moved = in_pieces(&transfer, (u64)(count - done), write_array_piece);
        if (moved <= 0) return moved;
    }
    return count;
}

s64 io_write_array(int descriptor, handle array, s32 offset, s32 count) {
    u32 output = file_output(files_of(thread_self()), descriptor);
    if (!output) return write_array(descriptor, array, offset, count);
    s64 admitted = files_count_output(files_of(thread_self()), (u64)count);
    ASSERT(admitted <= count && (u64)offset + (u64)count <= array_length(*array));
    for (s64 done = 0; done < admitted;) {
        u8 piece[PIECE_BYTES];
        u32 bytes = admitted - done < (s64)PIECE_BYTES ? (u32)(admitted - done) : PIECE_BYTES;
        memcpy(piece, array_at(*array)->elements + offset + done, bytes);
        log_output(output, piece, bytes);
        done += bytes;
    }
    return admitted == count ? count : FILE_TOO_LARGE; // as a write that Linux cuts off, and the next one
}

// ---- Several at once

static u32 count_ready(struct io_poll *polls, u32 count) {
    u32 ready = 0;
    for (u32 i = 0; i < count; i++) {
        u32 wanted = (u32)polls[i].events | FILE_READY_ERROR | FILE_READY_HANGUP | FILE_READY_INVALID;
        polls[i].ready =
            polls[i].descriptor < 0 ? 0 : (s16)(file_readiness(files_of(thread_self()), polls[i].descriptor) & wanted);
        ready += polls[i].ready != 0;
    }
    return ready;
}

// None of the descriptors is ready now, so those that cannot be waited for do not matter.
static struct file_selector *selector_of(const struct io_poll *polls, u32 count) {
    struct file_selector *selector = file_selector_new(files_of(thread_self()));
    for (u32 i = 0; selector && i < count; i++) {
        int error = file_selector_control(selector, FILE_CONTROL_ADD, polls[i].descriptor, (u32)polls[i].events);
        if (error != FILE_NO_MEMORY) continue;
        file_selector_free(selector);
        selector = NULL;
    }
    return selector;
}

// Returns whether the thread was woken before the deadline, or an error.
static int wait_for_any(const struct io_poll *polls, u32 count, u64 deadline_ticks) {
    struct thread_queue *queue = count == 1 ? file_waiters(files_of(thread_self()), polls->descriptor) : NULL;
    if (queue) return wait_in(queue, reason_of(polls->descriptor), deadline_ticks);
    struct file_selector *selector = selector_of(polls, count);
    if (!selector) return FILE_NO_MEMORY;
    ASSERT(file_selector_waiters(selector));
    bool woken = io_wait(file_selector_waiters(selector), deadline_ticks);
    file_selector_free(selector);
    return woken;
}

s64 io_poll(struct io_poll *polls, u32 count, s64 timeout_ms) {
    u32 ready = count_ready(polls, count);
    if (ready || timeout_ms == 0) return ready;
    int woken = wait_for_any(polls, count, io_deadline(timeout_ms));
    if (woken < 0) return woken;
    ready = count_ready(polls, count);
    return ready || !woken ? (s64)ready : FILE_INTERRUPTED;
}
