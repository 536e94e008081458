// java.lang.StrictMath's functions, which give fdlibm's results bit for bit, java.lang.Math's that differ from them,
// and what they share.
#ifndef KERNEL_NATIVES_STRICT_MATH_H
#define KERNEL_NATIVES_STRICT_MATH_H

#include "base/types.h"

static inline u64 double_bits(double value) {
    union {
        double value;
        u64 bits;
    } pun = {.value = value};
    return pun.bits;
}
static inline double bits_double(u64 bits) {
    union {
        u64 bits;
        double value;
    } pun = {.bits = bits};
    return pun.value;
}
static inline s32 high_word(double value) { return (s32)(double_bits(value) >> 32); }
static inline u32 low_word(double value) { return (u32)double_bits(value); }
static inline double with_high_word(double value, s32 high) {
    return bits_double((u64)(u32)high << 32 | low_word(value));
}
static inline double without_low_word(double value) { return bits_double(double_bits(value) & 0xffffffff00000000ull); }
static inline double absolute(double value) { return bits_double(double_bits(value) & INT64_MAX); }
static inline double from_words(u32 high, u32 low) { return bits_double((u64)high << 32 | low); }
static inline double square_root(double value) {
    double root;
    __asm__("sqrtsd %1, %0" : "=x"(root) : "x"(value));
    return root;
}

double strict_sin(double x);
double strict_cos(double x);
double strict_tan(double x);
double strict_asin(double x);
double strict_acos(double x);
double strict_atan(double x);
double strict_atan2(double y, double x);
double strict_log(double x);
double strict_log10(double x);
double strict_log1p(double x);
double strict_expm1(double x);
double strict_sinh(double x);
double strict_cosh(double x);
double strict_tanh(double x);
double strict_remainder(double x, double p);

// Within 0.53 units in the last place of x^y, 0.75 where that is subnormal; the same on every processor.
double math_power(double x, double y);

#endif
