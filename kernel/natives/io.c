// See kernel/natives/io.h.
#include "kernel/natives/io.h"

#include "base/string.h"
#include "kernel/classes/javastring.h"
#include "kernel/core/scheduler.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "log/log.h"

// How long to wait before the host is looked at again: shortly at first, since most of it is on its way.
#define SHORT_WAITS 50
#define SHORT_WAIT_NS 50000
#define LONG_WAIT_NS 1000000
#define PIECE_BYTES 512u

// ---- Paths. Java's modified UTF-8 has surrogates as three bytes each.

static bool is_surrogate(const u8 *at, u8 kind) { return at[0] == 0xed && (at[1] & 0xf0) == kind; }
static u32 surrogate_bits(const u8 *at) { return (u32)(at[1] & 0x0f) << 6 | (at[2] & 0x3f); }

// In place; terminated. A surrogate alone becomes '?', as the class library's encoder has it.
static void to_utf8(char *text) {
    u8 *from = (u8 *)text, *to = (u8 *)text;
    while (*from) {
        if (is_surrogate(from, 0xa0) && is_surrogate(from + 3, 0xb0)) {
            u32 code = 0x10000 + (surrogate_bits(from) << 10) + surrogate_bits(from + 3);
            *to++ = (u8)(0xf0 | code >> 18);
            *to++ = (u8)(0x80 | (code >> 12 & 0x3f));
            *to++ = (u8)(0x80 | (code >> 6 & 0x3f));
            *to++ = (u8)(0x80 | (code & 0x3f));
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
    size_t wanted = javastring_utf8_length(string), length = javastring_utf8(string, path, FILE_PATH_BYTES + 1);
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
    return javastring_new(thread, modified, used);
}

// A path without "." and "..", by its text alone.
static size_t collapse(const char *path, char *to) {
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
        to[used++] = '/';
        memmove(to + used, path + start, part);
        used += part;
    }
    if (!used) to[used++] = '/';
    to[used] = 0;
    return used;
}

s64 io_canonical(const char *path, char canonical[FILE_PATH_BYTES]) {
    size_t length = strlen(path), head = length;
    if (length >= FILE_PATH_BYTES) return FILE_NAME_TOO_LONG;
    s64 real = file_real(path, canonical);
    if (real >= 0) return real;
    char part[FILE_PATH_BYTES], joined[FILE_PATH_BYTES];
    while (head && real < 0) {
        while (head && path[--head] != '/') continue;
        memcpy(part, path, head);
        part[head] = 0;
        real = head ? file_real(part, joined) : 0;
    }
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

// ---- Reading and writing

static void wait(u32 attempt) {
    scheduler_block(THREAD_SLEEPING, SWITCH_input,
                    thread_deadline(attempt < SHORT_WAITS ? SHORT_WAIT_NS : LONG_WAIT_NS));
}

s64 io_read(int descriptor, void *to, u64 bytes) {
    for (u32 attempt = 0;; attempt++) {
        s64 got = file_read(descriptor, to, bytes);
        if (got != FILE_AGAIN) return got;
        wait(attempt);
    }
}

s64 io_read_array(int descriptor, handle array, s32 offset, s32 count) {
    for (u32 attempt = 0;; attempt++) {
        s64 got = file_read(descriptor, array_at(*array)->elements + offset, (u64)count);
        if (got != FILE_AGAIN) return got;
        wait(attempt);
    }
}

s64 io_write(int descriptor, const void *from, u64 bytes) {
    u32 output = file_output(descriptor);
    if (!output) return file_write(descriptor, from, bytes);
    log_output(output, from, bytes);
    return (s64)bytes;
}

s64 io_write_array(int descriptor, handle array, s32 offset, s32 count) {
    u32 output = file_output(descriptor);
    if (!output) return file_write(descriptor, array_at(*array)->elements + offset, (u64)count);
    for (s32 done = 0; done < count;) {
        u8 piece[PIECE_BYTES];
        u32 bytes = count - done < (s32)PIECE_BYTES ? (u32)(count - done) : PIECE_BYTES;
        memcpy(piece, array_at(*array)->elements + offset + done, bytes);
        log_output(output, piece, bytes);
        done += (s32)bytes;
    }
    return count;
}
