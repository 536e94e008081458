// Math.pow: x^y = exp(y ln x), both by table (P. T. P. Tang, Table-driven implementation of the exponential function in
// IEEE floating-point arithmetic, ACM TOMS 15:2, 1989, and of the logarithm, 16:4, 1990), the logarithm and the product
// as sums of two doubles. The logarithm's error is below 2^-67 of it, so that of y ln x below 2^-57.5, and the
// exponential adds 2^-60: the result is within 0.53 units in the last place (where it is subnormal, within 0.75).
// Additions and multiplications alone, none of them fused, so that every processor has the same results.
#include "kernel/natives/power_table.h"
#include "kernel/natives/strict_math.h"

#define SIGN_BIT (1ull << 63)
#define FRACTION_BITS 52
#define EXPONENT_BIAS 1023
#define INFINITY_BITS (0x7ffull << FRACTION_BITS)
#define ONE_BITS (0x3ffull << FRACTION_BITS)
#define PLACE_SHIFT (FRACTION_BITS - 7)

struct sum {
    double high, low;
};

// Without the lower half of the fraction, so that products of two such are exact. As vectors, which stay where they
// are.
typedef u64 masks __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(16)));
static double upper_half(double value) {
    static const masks UPPER = {~0x7ffffffull};
    return ((doubles)((masks)(doubles){value} & UPPER))[0];
}

// |a| is not less than |b|, or a is 0: exact.
static struct sum sum_of(double a, double b) {
    double high = a + b;
    return (struct sum){high, a - high + b};
}

// ln(1 + r) - r + r^2 / 2, |r| < 2^-7: what is left out is below 2^-73 of r.
static double rest_of_logarithm(double r) {
    double square = r * r;
    double low = 1.0 / 3 - r * 0.25, middle = 1.0 / 5 - r * (1.0 / 6), high = 1.0 / 7 - r * 0.125;
    double highest = 1.0 / 9 - r * 0.1;
    return r * square * (low + square * (middle + square * (high + square * highest)));
}

// The natural logarithm of a normal positive number.
static struct sum logarithm(u64 bits) {
    static const double LN2_HIGH = 0x1.62e42fefa38p-1, LN2_LOW = 0x1.ef35793c7673p-45; // the first a multiple of 2^-42
    u64 from_first = bits - 0x3fe6800000000000;                                        // 90/128
    const struct power_logarithm *near = &LOGARITHMS[from_first >> PLACE_SHIFT & (POWER_PLACES - 1)];
    double exponent = (double)((s64)from_first >> FRACTION_BITS);
    double z = bits_double(bits - (from_first & 0xfffull << FRACTION_BITS)), upper = upper_half(z);
    double r = upper * near->reciprocal - 1.0 + (z - upper) * near->reciprocal; // exact: a multiple of 2^-60 below 2^-7
    double r_upper = upper_half(r);
    struct sum first = sum_of(exponent * LN2_HIGH + near->high, r);
    struct sum second = sum_of(first.high, -0.5 * r_upper * r_upper);
    double low = exponent * LN2_LOW + near->low + first.low - 0.5 * (r - r_upper) * (r + r_upper);
    return sum_of(second.high, second.low + low + rest_of_logarithm(r));
}

static struct sum product(double y, struct sum x) {
    double y_upper = upper_half(y), x_upper = upper_half(x.high), x_rest = x.high - x_upper + x.low;
    return (struct sum){y_upper * x_upper, (y - y_upper) * x_upper + y * x_rest};
}

// exp(x), with the sign; |x| < 1024 ln 2 * 1.1. exp(r) - 1 is made where |r| is at most ln 2 / 256.
static double exponential(struct sum x, u64 sign) {
    static const double PLACES_BY_LN2 = 0x1.71547652b82fep+7; // 128 / ln 2
    static const double STEP_HIGH = 0x1.62e42fefap-8, STEP_LOW = 0x1.cf79abc9e3b3ap-47;
    static const double ROUNDING = 0x1.8p52;
    double rounded = x.high * PLACES_BY_LN2 + ROUNDING, steps = rounded - ROUNDING;
    s64 number = (s64)(s32)double_bits(rounded);
    const struct power_root *root = &ROOTS[number & (POWER_PLACES - 1)];
    double r = x.high - steps * STEP_HIGH - steps * STEP_LOW + x.low, square = r * r;
    double rest =
        root->rest + r + square * (0.5 + r * (1.0 / 6) + square * (1.0 / 24 + r * (1.0 / 120) + square * (1.0 / 720)));
    s64 exponent = number >> 7;
    // What is subnormal is rounded once more, in the end; what is added to a number near there would be as well.
    s64 too_far = exponent > EXPONENT_BIAS - 1 ? exponent - (EXPONENT_BIAS - 1) : exponent < -900 ? exponent + 900 : 0;
    double power = bits_double((double_bits(root->value) + ((u64)(exponent - too_far) << FRACTION_BITS)) | sign);
    double value = power + power * rest;
    return too_far ? value * bits_double((u64)(too_far + EXPONENT_BIAS) << FRACTION_BITS) : value;
}

// Whether a finite number other than 0 is an integer, and even or odd.
enum parity { NO_INTEGER, EVEN, ODD };
static enum parity parity_of(u64 bits) {
    s32 exponent = (s32)(bits >> FRACTION_BITS & 0x7ff) - EXPONENT_BIAS;
    if (exponent < 0) return NO_INTEGER;
    if (exponent > FRACTION_BITS) return EVEN;
    u64 unit = 1ull << (FRACTION_BITS - exponent);
    return bits & (unit - 1) ? NO_INTEGER : exponent == 0 || bits & unit ? ODD : EVEN;
}

// Where an argument is 0, infinite or not a number; java.lang.Math.pow lists the cases.
static double special(double x, double y) {
    if (y == 0.0) return 1.0;
    if (x != x || y != y) return x + y;
    double size = absolute(x);
    if (absolute(y) == bits_double(INFINITY_BITS)) {
        if (size == 1.0) return bits_double(INFINITY_BITS | 1ull << (FRACTION_BITS - 1));
        return (size > 1.0) == (y > 0.0) ? absolute(y) : 0.0;
    }
    u64 sign = parity_of(double_bits(y)) == ODD ? double_bits(x) & SIGN_BIT : 0;
    bool is_zero = (size == 0.0) == (y > 0.0);
    return bits_double((is_zero ? 0 : INFINITY_BITS) | sign);
}

static bool is_special(u64 bits) { return (bits << 1) - 1 >= (INFINITY_BITS << 1) - 1; }

double math_power(double x, double y) {
    u64 x_bits = double_bits(x), y_bits = double_bits(y), sign = 0;
    if (y == 2.0) return x * x;
    if (y == 0.5 && x > 0.0) return square_root(x);
    if (is_special(x_bits) || is_special(y_bits)) return special(x, y);
    if (x_bits & SIGN_BIT) {
        enum parity parity = parity_of(y_bits);
        if (parity == NO_INTEGER) return bits_double(INFINITY_BITS | 1ull << (FRACTION_BITS - 1));
        if (parity == ODD) sign = SIGN_BIT;
        x_bits &= ~SIGN_BIT;
    }
    if (x_bits >> FRACTION_BITS == 0) x_bits = double_bits(bits_double(x_bits) * 0x1p52) - (52ull << FRACTION_BITS);
    struct sum power = {0, 0};
    double y_size = absolute(y);
    if (x_bits != ONE_BITS && y_size > 0x1p-65) {
        bool is_far = y_size >= 0x1p63; // the nearest number to 1 has a logarithm of 2^-53
        bool grows = ((s64)x_bits > (s64)ONE_BITS) == (y > 0);
        power = is_far ? (struct sum){grows ? 1e4 : -1e4, 0} : product(y, logarithm(x_bits));
    }
    if (power.high > 710) return bits_double(INFINITY_BITS | sign);
    if (power.high < -746) return bits_double(sign);
    return exponential(power, sign);
}
