// StrictMath's logarithms, exponentials and hyperbolic functions, and the IEEE remainder: fdlibm's polynomials (Sun
// 1993), results bit for bit.
#include "kernel/natives/strict_math.h"

#define LN2_HIGH 6.93147180369123816490e-01
#define LN2_LOW 1.90821492927058770002e-10
#define TWO_54 1.80143985094819840000e+16
#define HUGE 1.0e+300
#define TINY 1.0e-300
#define INFINITE_HIGH 0x7ff00000

// Adds to the exponent.
static double scale_exponent(double value, s32 k) { return bits_double(double_bits(value) + ((u64)(s64)k << 52)); }

// ---- Logarithms

static const double LG[] = {
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
    1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
};

double strict_log(double x) {
    s32 hx = high_word(x), k = 0;
    if (hx < 0x00100000) {
        if (x == 0.0) return -TWO_54 / 0.0;
        if (hx < 0) return (x - x) / 0.0;
        k -= 54;
        x *= TWO_54;
        hx = high_word(x);
    }
    if (hx >= INFINITE_HIGH) return x + x;
    k += (hx >> 20) - 1023;
    hx &= 0x000fffff;
    s32 i = (hx + 0x95f64) & 0x100000;
    x = with_high_word(x, hx | (i ^ 0x3ff00000));
    k += i >> 20;
    double f = x - 1.0, dk = (double)k;
    if ((0x000fffff & (2 + hx)) < 3) {
        if (f == 0.0) return k == 0 ? 0.0 : dk * LN2_HIGH + dk * LN2_LOW;
        double r = f * f * (0.5 - 0.33333333333333333 * f);
        return k == 0 ? f - r : dk * LN2_HIGH - ((r - dk * LN2_LOW) - f);
    }
    double s = f / (2.0 + f), z = s * s, w = z * z;
    i = hx - 0x6147a;
    s32 j = 0x6b851 - hx;
    double t1 = w * (LG[1] + w * (LG[3] + w * LG[5]));
    double t2 = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    double r = t2 + t1;
    if ((i | j) > 0) {
        double hfsq = 0.5 * f * f;
        return k == 0 ? f - (hfsq - s * (hfsq + r)) : dk * LN2_HIGH - ((hfsq - (s * (hfsq + r) + dk * LN2_LOW)) - f);
    }
    return k == 0 ? f - s * (f - r) : dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f);
}

double strict_log10(double x) {
    s32 hx = high_word(x), k = 0;
    if (hx < 0x00100000) {
        if (x == 0.0) return -TWO_54 / 0.0;
        if (hx < 0) return (x - x) / 0.0;
        k -= 54;
        x *= TWO_54;
        hx = high_word(x);
    }
    if (hx >= INFINITE_HIGH) return x + x;
    k += (hx >> 20) - 1023;
    s32 i = (s32)((u32)k & 0x80000000u) < 0 ? 1 : 0;
    hx = (hx & 0x000fffff) | ((0x3ff - i) << 20);
    double y = (double)(k + i);
    x = with_high_word(x, hx);
    double z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * strict_log(x);
    return z + y * 3.01029995663611771306e-01;
}

double strict_log1p(double x) {
    static const double LP[] = {
        6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
        1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
    };
    s32 hx = high_word(x), ax = hx & 0x7fffffff, k = 1, hu = 0;
    double f = 0, c = 0;
    if (hx < 0x3fda827a) {
        if (ax >= 0x3ff00000) return x == -1.0 ? -TWO_54 / 0.0 : (x - x) / (x - x);
        if (ax < 0x3e200000) {
            if (TWO_54 + x > 0.0 && ax < 0x3c900000) return x;
            return x - x * x * 0.5;
        }
        if (hx > 0 || hx <= (s32)0xbfd2bec3) {
            k = 0;
            f = x;
            hu = 1;
        }
    }
    if (hx >= INFINITE_HIGH) return x + x;
    if (k != 0) {
        double u;
        if (hx < 0x43400000) {
            u = 1.0 + x;
            hu = high_word(u);
            k = (hu >> 20) - 1023;
            c = k > 0 ? 1.0 - (u - x) : x - (u - 1.0);
            c /= u;
        } else {
            u = x;
            hu = high_word(u);
            k = (hu >> 20) - 1023;
            c = 0;
        }
        hu &= 0x000fffff;
        if (hu < 0x6a09e) {
            u = with_high_word(u, hu | 0x3ff00000);
        } else {
            k += 1;
            u = with_high_word(u, hu | 0x3fe00000);
            hu = (0x00100000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    double hfsq = 0.5 * f * f, dk = (double)k;
    if (hu == 0) {
        if (f == 0.0) {
            if (k == 0) return 0.0;
            c += dk * LN2_LOW;
            return dk * LN2_HIGH + c;
        }
        double r = hfsq * (1.0 - 0.66666666666666666 * f);
        return k == 0 ? f - r : dk * LN2_HIGH - ((r - (dk * LN2_LOW + c)) - f);
    }
    double s = f / (2.0 + f), z = s * s;
    double r = z * (LP[0] + z * (LP[1] + z * (LP[2] + z * (LP[3] + z * (LP[4] + z * (LP[5] + z * LP[6]))))));
    return k == 0 ? f - (hfsq - s * (hfsq + r)) : dk * LN2_HIGH - ((hfsq - (s * (hfsq + r) + (dk * LN2_LOW + c))) - f);
}

// ---- Exponentials

#define OVERFLOW_LIMIT 7.09782712893383973096e+02
#define INVERSE_LN2 1.44269504088896338700e+00

static double exponential(double x) {
    static const double HALF[] = {0.5, -0.5}, LN2_HI[] = {LN2_HIGH, -LN2_HIGH}, LN2_LO[] = {LN2_LOW, -LN2_LOW};
    u32 hx = (u32)high_word(x);
    s32 sign = (s32)(hx >> 31), k = 0;
    double hi = 0, lo = 0;
    hx &= 0x7fffffff;
    if (hx >= 0x40862e42) {
        if (hx >= INFINITE_HIGH) {
            if (x != x) return x + x;
            return sign == 0 ? x : 0.0;
        }
        if (x > OVERFLOW_LIMIT) return HUGE * HUGE;
        if (x < -7.45133219101941108420e+02) return TINY * TINY;
    }
    if (hx > 0x3fd62e42) {
        if (hx < 0x3ff0a2b2) {
            hi = x - LN2_HI[sign];
            lo = LN2_LO[sign];
            k = 1 - sign - sign;
        } else {
            k = (s32)(INVERSE_LN2 * x + HALF[sign]);
            hi = x - (double)k * LN2_HI[0];
            lo = (double)k * LN2_LO[0];
        }
        x = hi - lo;
    } else if (hx < 0x3e300000) {
        if (HUGE + x > 1.0) return 1.0 + x;
    }
    double t = x * x;
    double c = x - t * (1.66666666666666019037e-01 +
                        t * (-2.77777777770155933842e-03 +
                             t * (6.61375632143793436117e-05 +
                                  t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
    if (k == 0) return 1.0 - ((x * c) / (c - 2.0) - x);
    double y = 1.0 - ((lo - (x * c) / (2.0 - c)) - hi);
    if (k >= -1021) return scale_exponent(y, k);
    return scale_exponent(y, k + 1000) * bits_double(23ull << 52); // 2^-1000
}

double strict_expm1(double x) {
    static const double Q[] = {-3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
                               4.00821782732936239552e-06, -2.01099218183624371326e-07};
    u32 hx = (u32)high_word(x);
    bool negative = hx >> 31;
    s32 k = 0;
    double c = 0, y;
    hx &= 0x7fffffff;
    if (hx >= 0x4043687a) {
        if (hx >= 0x40862e42) {
            if (hx >= INFINITE_HIGH) {
                if (x != x) return x + x;
                return negative ? -1.0 : x;
            }
            if (x > OVERFLOW_LIMIT) return HUGE * HUGE;
        }
        if (negative) return TINY - 1.0;
    }
    if (hx > 0x3fd62e42) {
        double hi, lo;
        if (hx < 0x3ff0a2b2) {
            hi = negative ? x + LN2_HIGH : x - LN2_HIGH;
            lo = negative ? -LN2_LOW : LN2_LOW;
            k = negative ? -1 : 1;
        } else {
            k = (s32)(INVERSE_LN2 * x + (negative ? -0.5 : 0.5));
            hi = x - (double)k * LN2_HIGH;
            lo = (double)k * LN2_LOW;
        }
        x = hi - lo;
        c = (hi - x) - lo;
    } else if (hx < 0x3c900000) return x;
    double hfx = 0.5 * x, hxs = x * hfx;
    double r1 = 1.0 + hxs * (Q[0] + hxs * (Q[1] + hxs * (Q[2] + hxs * (Q[3] + hxs * Q[4]))));
    double t = 3.0 - r1 * hfx, e = hxs * ((r1 - t) / (6.0 - x * t));
    if (k == 0) return x - (x * e - hxs);
    e = x * (e - c) - c;
    e -= hxs;
    if (k == -1) return 0.5 * (x - e) - 0.5;
    if (k == 1) return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
    if (k <= -2 || k > 56) {
        y = 1.0 - (e - x);
        return scale_exponent(y, k) - 1.0;
    }
    if (k < 20) {
        t = from_words((u32)(0x3ff00000 - (0x200000 >> k)), 0); // cppcheck-suppress shiftNegative ; k is 2 to 19 here
        y = t - (e - x);
    } else {
        t = from_words((u32)(0x3ff - k) << 20, 0);
        y = x - (e + t);
        y += 1.0;
    }
    return scale_exponent(y, k);
}

// ---- Hyperbolic functions

// Near overflow: half * exp(|x| / 2)^2.
static double half_exponential_squared(double x, double half) {
    double w = exponential(0.5 * absolute(x)), t = half * w;
    return t * w;
}

static bool below_overflow(double x, s32 ix) {
    return ix < 0x408633ce || (ix == 0x408633ce && low_word(x) <= 0x8fb9f87du);
}

double strict_sinh(double x) {
    s32 ix = high_word(x) & 0x7fffffff;
    double h = high_word(x) < 0 ? -0.5 : 0.5;
    if (ix >= INFINITE_HIGH) return x + x;
    if (ix < 0x40360000) {
        if (ix < 0x3e300000 && HUGE + x > 1.0) return x;
        double t = strict_expm1(absolute(x));
        return ix < 0x3ff00000 ? h * (2.0 * t - t * t / (t + 1.0)) : h * (t + t / (t + 1.0));
    }
    if (ix < 0x40862e42) return h * exponential(absolute(x));
    return below_overflow(x, ix) ? half_exponential_squared(x, h) : x * 1.0e307;
}

double strict_cosh(double x) {
    s32 ix = high_word(x) & 0x7fffffff;
    if (ix >= INFINITE_HIGH) return x * x;
    if (ix < 0x3fd62e43) {
        double t = strict_expm1(absolute(x)), w = 1.0 + t;
        return ix < 0x3c800000 ? w : 1.0 + (t * t) / (w + w);
    }
    if (ix < 0x40360000) {
        double t = exponential(absolute(x));
        return 0.5 * t + 0.5 / t;
    }
    if (ix < 0x40862e42) return 0.5 * exponential(absolute(x));
    return below_overflow(x, ix) ? half_exponential_squared(x, 0.5) : HUGE * HUGE;
}

double strict_tanh(double x) {
    s32 jx = high_word(x), ix = jx & 0x7fffffff;
    if (ix >= INFINITE_HIGH) return jx >= 0 ? 1.0 / x + 1.0 : 1.0 / x - 1.0;
    double z = 1.0 - TINY;
    if (ix < 0x40360000) {
        if (ix < 0x3c800000) return x * (1.0 + x);
        double t;
        if (ix >= 0x3ff00000) {
            t = strict_expm1(2.0 * absolute(x));
            z = 1.0 - 2.0 / (t + 2.0);
        } else {
            t = strict_expm1(-2.0 * absolute(x));
            z = -t / (t + 2.0);
        }
    }
    return jx >= 0 ? z : -z;
}

// ---- x - n * p, n the integer nearest to x / p, the even one of two equally near: exact, by the processor

double strict_remainder(double x, double p) {
    double result;
    __asm__("fldl %2\n\tfldl %1\n1:\tfprem1\n\tfnstsw %%ax\n\ttestb $4, %%ah\n\tjnz 1b\n\tfstpl %0\n\tfstp %%st(0)"
            : "=m"(result)
            : "m"(x), "m"(p)
            : "ax", "cc", "st", "st(1)");
    return result;
}
