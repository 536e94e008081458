// Numbers of 7 bits a byte, the lowest first, in which the top bit says that more follow (LEB128): small ones take one
// byte. Differences are written as 2n, or -2n - 1 if they are negative. Shared by host and guest.
#ifndef BASE_VARINT_H
#define BASE_VARINT_H

#include "base/narrow.h"

#define VARINT_BYTES_MOST 10u
#define VARINT_U32_BYTES_MOST 5u // of a u32, and of the difference of two

// Returns where the number ends.
static inline u8 *varint_put(u8 *to, u64 number) {
    for (; number >= 0x80; number >>= 7) *to++ = low_u8(number | 0x80);
    *to++ = low_u8(number);
    return to;
}

static inline u8 *varint_put_signed(u8 *to, s64 number) {
    return varint_put(to, (u64)number << 1 ^ (number < 0 ? UINT64_MAX : 0));
}

// What is left to read. After the first number that is not all there, or has more than 64 bits, it is empty and broken.
struct varint_cursor {
    const u8 *at, *end;
    bool is_broken;
};

static inline u64 varint_get(struct varint_cursor *cursor) {
    u64 number = 0;
    for (u32 shift = 0; cursor->at < cursor->end && shift < 64; shift += 7) {
        u8 byte = *cursor->at++;
        number |= (u64)(byte & 0x7f) << shift;
        if (byte < 0x80) return number;
    }
    cursor->at = cursor->end;
    cursor->is_broken = true;
    return 0;
}

static inline s64 varint_get_signed(struct varint_cursor *cursor) {
    u64 number = varint_get(cursor);
    return (s64)(number >> 1 ^ -(number & 1));
}

#endif
