// Decompression of DEFLATE streams (RFC 1951), bare or in zlib's wrapping (RFC 1950), fed and emptied in pieces of any size. Portable.
#ifndef KERNEL_INFLATE_H
#define KERNEL_INFLATE_H

#include "kernel/types.h"

#define INFLATE_WINDOW_BYTES 32768u
#define INFLATE_FAST_BITS 9
#define INFLATE_MAX_CODE_BITS 15

// A canonical Huffman code: the symbols in order of their codes, and a table for codes of up to INFLATE_FAST_BITS.
struct inflate_code {
    u16 count[INFLATE_MAX_CODE_BITS + 1];  // of codes by length
    u16 symbol[288];
    u16 fast[1 << INFLATE_FAST_BITS];      // symbol << 4 | length; 0: longer, or no code
};

enum inflate_status {
    INFLATE_MORE,    // wants more input, or more room
    INFLATE_DONE,    // the stream is at its end; what follows it has not been taken
    INFLATE_BROKEN,  // `error` says why
    INFLATE_NEEDS_DICTIONARY,
};

struct inflate {
    bool wrapped;         // zlib's header and checksum around it
    bool last_block;
    u8 state;
    u64 bits;             // read from the input, not yet used; the lowest comes first
    u32 bit_count;
    u32 stored_left;
    u32 length_codes, distance_codes, code_codes, have;  // while a dynamic block's lengths are read
    u32 match_length, match_distance;
    u32 adler;
    u32 window_used;      // bytes of history that there are, at most INFLATE_WINDOW_BYTES
    u32 window_at;        // where the next byte goes
    const char *error;
    u8 lengths[320];
    struct inflate_code literals, distances;
    u8 window[INFLATE_WINDOW_BYTES];
};

void inflate_init(struct inflate *inflate, bool wrapped);
// Takes from [*in, in_end), gives to [*out, out_end), and advances both.
enum inflate_status inflate_run(struct inflate *inflate, const u8 **in, const u8 *in_end, u8 **out, u8 *out_end);

// CRC-32 (ISO 3309) and Adler-32 (RFC 1950), continuing from an earlier value.
u32 checksum_crc32(u32 crc, const u8 *bytes, size_t count);
u32 checksum_adler32(u32 adler, const u8 *bytes, size_t count);

#endif
