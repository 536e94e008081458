// Arithmetic through 128 bits, by the processor's own instructions (the compiler's would need a library).
#ifndef BASE_WIDE_H
#define BASE_WIDE_H

#include "base/types.h"

// a * b / divisor, rounded down. The result must fit 64 bits, else it is a divide error.
static inline u64 wide_multiply_divide(u64 a, u64 b, u64 divisor) {
    u64 high, low, remainder;
    __asm__("mul %3" : "=a"(low), "=d"(high) : "a"(a), "r"(b) : "cc");
    __asm__("div %2" : "=a"(low), "=d"(remainder) : "r"(divisor), "a"(low), "d"(high) : "cc");
    return low;
}

// a * b / 2^shift, rounded down; shift from 1 to 63.
static inline u64 wide_multiply_shift(u64 a, u64 b, unsigned shift) { return (u64)((unsigned __int128)a * b >> shift); }

#endif
