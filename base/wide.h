// 128-bit arithmetic by the processor's own instructions (for the compiler's, a library would be needed).
#ifndef BASE_WIDE_H
#define BASE_WIDE_H

#include "base/types.h"

// a * b / divisor, rounded down. The result must fit into 64 bits, otherwise there is a divide error.
static inline u64 wide_multiply_divide(u64 a, u64 b, u64 divisor) {
    u64 high, low, remainder;
    __asm__("mul %3" : "=a"(low), "=d"(high) : "a"(a), "r"(b) : "cc");
    __asm__("div %2" : "=a"(low), "=d"(remainder) : "r"(divisor), "a"(low), "d"(high) : "cc");
    return low;
}

// a * b / 2^shift, rounded down; shift from 1 to 63.
static inline u64 wide_multiply_shift(u64 a, u64 b, unsigned shift) { return (u64)((unsigned __int128)a * b >> shift); }

#endif
