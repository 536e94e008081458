// Numbers in fewer bits. A length, a count or an index goes into 16 or 8 bits by narrow_*, which asserts that it fits;
// where a program decides how large it is, a check with an error of its own stands before. low_* takes the low bits of
// a number whose others are not wanted: the bytes of a word, a unit of text, a mask. There are no casts to u8 and u16
// beside these (tests/narrow.t), and the compiler refuses conversions without a cast.
#ifndef BASE_NARROW_H
#define BASE_NARROW_H

#include "base/panic.h"
#include "base/types.h"

static inline u16 low_u16(u64 value) { return (u16)value; }
static inline u8 low_u8(u64 value) { return (u8)value; }

static inline u16 narrow_u16(u64 value) {
    ASSERT(value <= UINT16_MAX);
    return (u16)value;
}

static inline u8 narrow_u8(u64 value) {
    ASSERT(value <= UINT8_MAX);
    return (u8)value;
}

#endif
