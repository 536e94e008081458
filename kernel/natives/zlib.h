// zlib as Debian has it (libz.a of zlib1g-dev, the library that the JDK uses): inflate, deflate and checksums, called
// as foreign code (kernel/core/foreign.h). The structure and the numbers are those of its <zlib.h>, which the kernel
// cannot include; kernel/natives/test/zlib_test.c compares them. Thread level only.
#ifndef KERNEL_NATIVES_ZLIB_H
#define KERNEL_NATIVES_ZLIB_H

#include "base/types.h"

enum zlib_status {
    ZLIB_OK = 0,
    ZLIB_STREAM_END = 1,
    ZLIB_NEED_DICTIONARY = 2,
    ZLIB_STREAM_ERROR = -2,
    ZLIB_DATA_ERROR = -3,
    ZLIB_MEMORY_ERROR = -4,
    ZLIB_BUFFER_ERROR = -5,
};

enum zlib_flush { ZLIB_NO_FLUSH = 0 };

// z_stream
struct zlib_stream {
    const u8 *next_in;
    u32 available_in;
    u64 total_in;
    u8 *next_out;
    u32 available_out;
    u64 total_out;
    const char *message;
    void *state;
    void *(*allocate)(void *memory, u32 items, u32 bytes);
    void (*release)(void *memory, void *piece);
    void *memory;
    s32 data_type;
    u64 adler;
    u64 reserved;
};

// What zlib's state begins with when inflating (its inflate.h).
struct zlib_inflating {
    struct zlib_stream *stream;
    s32 mode, last, wrap, have_dictionary, flags;
    u32 distance_most;
    u64 check; // while a dictionary is needed: its checksum
};

// Returns NULL if there is no memory, or with *status saying what was wrong with the arguments. `bare` means without
// zlib's header and checksum.
struct zlib_stream *zlib_inflate_new(bool bare, s32 *status);
struct zlib_stream *zlib_deflate_new(s32 level, s32 strategy, bool bare, s32 *status);
void zlib_free(struct zlib_stream *stream);

// Each returns an enum zlib_status.
s32 zlib_inflate(struct zlib_stream *stream);
s32 zlib_inflate_reset(struct zlib_stream *stream);
// `bytes` are the last ZLIB_WINDOW_BYTES of a dictionary, or all of a shorter one; zlib needs no more of it. `adler` is
// the checksum of all of it: when inflating that of the dictionary alone, when deflating it goes on from the stream's.
#define ZLIB_WINDOW_BYTES (32 * KIB)
s32 zlib_inflate_set_dictionary(struct zlib_stream *stream, const u8 *bytes, u32 count, u32 adler);
s32 zlib_deflate(struct zlib_stream *stream, s32 flush);
// How much input to pass to zlib_deflate at once, so that it takes no longer than a thread may go without a poll.
u32 zlib_deflate_piece(const struct zlib_stream *stream);
// Whether zlib_deflate_params compresses the input first, by what was set before; otherwise it takes no input.
bool zlib_deflate_params_compress(struct zlib_stream *stream, s32 level, s32 strategy);
s32 zlib_deflate_params(struct zlib_stream *stream, s32 level, s32 strategy);
s32 zlib_deflate_reset(struct zlib_stream *stream);
s32 zlib_deflate_set_dictionary(struct zlib_stream *stream, const u8 *bytes, u32 count, u32 adler);

u32 zlib_crc32(u32 crc, const u8 *bytes, u32 count);
u32 zlib_adler32(u32 adler, const u8 *bytes, u32 count);

#endif
