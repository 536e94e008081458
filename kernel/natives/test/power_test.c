// Math.pow beside the same with 113 bits, and what it looks up.
#include <float.h>
#include <math.h>
#include <quadmath.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/natives/power_table.h"
#include "kernel/natives/strict_math.h"
#include "tap.h"

// How far it is from what is expected, in units in the last place: those of the least normal numbers for what is less.
static double units_off(double got, __float128 expected) {
    int exponent;
    frexpq(expected, &exponent);
    if (exponent < DBL_MIN_EXP) exponent = DBL_MIN_EXP;
    return (double)ldexpq(fabsq(got - expected), DBL_MANT_DIG - exponent);
}

static double some_fraction(void) { return ldexp(rand(), -31) + ldexp(rand(), -62); }

// A number of any size, or near 1.
static double some_base(u32 round) {
    if (round % 3 == 0) return some_fraction() * 100;
    if (round % 3 == 1) return ldexp(1 + some_fraction(), rand() % 2047 - 1023);
    return 1 + ldexp(some_fraction() - 0.5, -(rand() % 45));
}

static void test_power(void) {
    srand(4);
    double worst = 0, worst_subnormal = 0;
    for (u32 round = 0; round < 300000; round++) {
        double x = some_base(round), y = (some_fraction() - 0.5) * (round % 2 ? 20 : 2 * 746 / fabs(log(x)));
        __float128 expected = powq(x, y);
        if (!isfinite(y) || expected > DBL_MAX || expected < DBL_TRUE_MIN) continue;
        double off = units_off(math_power(x, y), expected);
        double *of_these = expected < DBL_MIN ? &worst_subnormal : &worst;
        if (off > *of_these) *of_these = off;
    }
    tap_note("Math.pow is off by at most %.4f units in the last place, %.4f where it is subnormal", worst,
             worst_subnormal);
    tap_ok(worst > 0.5 && worst < 0.53, "Math.pow is within 0.53 units in the last place");
    tap_ok(worst_subnormal > 0.5 && worst_subnormal <= 0.75, "and within 0.75 where it is subnormal");
}

// C's differs where the base is 1 or -1 and the exponent infinite or not a number.
static double power_of_java(double x, double y) { return isnan(y) || (fabs(x) == 1 && isinf(y)) ? NAN : pow(x, y); }

static void test_special_powers(void) {
    static const double values[] = {
        0.0,    1.0,     0.5,    1.5,      2.0,    3.0,    1e300,   0x1p52,    0x1p53,      0x1p53 + 2,
        0x1p63, 0x1p64,  1023.0, 1024.0,   1e-300, 5e-324, 0x1p-52, 0x1p-1022, 1 + 0x1p-52, 1 - 0x1p-53,
        1074.0, DBL_MAX, NAN,    INFINITY, 1075.0, 22.0,   10.0,    1022.0,
    };
    u32 wrong = 0;
    for (u32 i = 0; i < 4 * COUNT_OF(values) * COUNT_OF(values); i++) {
        double x = values[i / 4 % COUNT_OF(values)], y = values[i / 4 / COUNT_OF(values)];
        if (i & 1) x = -x;
        if (i & 2) y = -y;
        double got = math_power(x, y), expected = power_of_java(x, y);
        bool is_same = isnan(expected) ? isnan(got) : memcmp(&got, &expected, sizeof(got)) == 0;
        if (is_same || (isfinite(expected) && fabs(expected) > 0 && units_off(got, powq(x, y)) < 0.75)) continue;
        if (wrong++ < 3) tap_note("%a to the %a: got %a, expected %a", x, y, got, expected);
    }
    tap_is_int(wrong, 0, "powers of, and by, what is special");
    u32 inexact = 0;
    for (s32 i = 0; i <= 22; i++) inexact += math_power(10, i) != (double)powq(10, i);
    for (s32 i = -1074; i <= 1023; i++)
        inexact += math_power(2, i) != ldexp(1, i) || math_power(4, i * 0.5) != ldexp(1, i);
    tap_is_int(inexact, 0, "powers that a double holds are exact");
}

static void test_power_table(void) {
    double worst_logarithm = 0, worst_root = 0, farthest = 0;
    for (u32 i = 0; i < POWER_PLACES; i++) {
        const struct power_logarithm *at = &LOGARITHMS[i];
        bool is_below_1 = i < 76;
        double first = is_below_1 ? (180 + i) / 256.0 : (52 + i) / 128.0, width = is_below_1 ? 0x1p-8 : 0x1p-7;
        double last = first + width;
        farthest = fmax(farthest, fmax(fabs(first * at->reciprocal - 1), fabs(last * at->reciprocal - 1)));
        __float128 logarithm = -logq(at->reciprocal), sum = (__float128)at->high + at->low;
        worst_logarithm = fmax(worst_logarithm, (double)fabsq(sum - logarithm));
        __float128 root = exp2q(i / 128.0Q), value = ROOTS[i].value * (1 + (__float128)ROOTS[i].rest);
        worst_root = fmax(worst_root, (double)fabsq(value - root));
    }
    tap_ok(farthest <= 0x1p-7 && worst_logarithm < 0x1p-96 && worst_root < 0x1p-104, "what Math.pow looks up is right");
}

int main(void) {
    test_power_table();
    test_power();
    test_special_powers();
    return tap_done();
}
