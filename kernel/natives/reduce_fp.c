// Argument reduction for sin, cos and tan: x - n * pi/2 as a sum of two doubles. The method is that of fdlibm's
// __ieee754_rem_pio2 and __kernel_rem_pio2 (Payne and Hanek 1983), whose results must be matched bit for bit.
#include "kernel/natives/reduce.h"

#include "kernel/natives/strict_math.h"

#define TWO_24 1.67772160000000000000e+07
#define TWO_MINUS_24 5.96046447753906250000e-08

// 2/pi, 24 bits in each.
static const s32 TWO_OVER_PI[] = {
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163, 0xABDEBB, 0xC561B7,
    0x246E3A, 0x424DD2, 0xE00649, 0x2EEA09, 0xD1921C, 0xFE1DEB, 0x1CB129, 0xA73EE8, 0x8235F5, 0x2EBB44, 0x84E99C,
    0x7026B4, 0x5F7E41, 0x3991D6, 0x398353, 0x39F49C, 0x845F8B, 0xBDF928, 0x3B1FF8, 0x97FFDE, 0x05980F, 0xEF2F11,
    0x8B5A0A, 0x6D1F6D, 0x367ECF, 0x27CB09, 0xB74F46, 0x3F669E, 0x5FEA2D, 0x7527BA, 0xC7EBE5, 0xF17B3D, 0x0739F7,
    0x8A5292, 0xEA6BFB, 0x5FB11F, 0x8D5D08, 0x560330, 0x46FC7B, 0x6BABF0, 0xCFBC20, 0x9AF436, 0x1DA9E3, 0x91615E,
    0xE61B08, 0x659985, 0x5F14A0, 0x68408D, 0xFFD880, 0x4D7327, 0x310606, 0x1556CA, 0x73A8C9, 0x60E27B, 0xC08C6B,
};
// The high words of n * pi/2, n from 1.
static const s32 HALF_PI_MULTIPLES[] = {
    0x3FF921FB, 0x400921FB, 0x4012D97C, 0x401921FB, 0x401F6A7A, 0x4022D97C, 0x4025FDBB, 0x402921FB,
    0x402C463A, 0x402F6A7A, 0x4031475C, 0x4032D97C, 0x40346B9C, 0x4035FDBB, 0x40378FDB, 0x403921FB,
    0x403AB41B, 0x403C463A, 0x403DD85A, 0x403F6A7A, 0x40407E4C, 0x4041475C, 0x4042106C, 0x4042D97C,
    0x4043A28C, 0x40446B9C, 0x404534AC, 0x4045FDBB, 0x4046C6CB, 0x40478FDB, 0x404858EB, 0x404921FB,
};
// pi/2 in pieces of 24 bits.
static const double HALF_PI_PIECES[] = {
    1.57079625129699707031e+00, 7.54978941586159635335e-08, 5.39030252995776476554e-15, 3.28200341580791294123e-22,
    1.27065575308067607349e-29, 1.22933308981111328932e-36, 2.73370053816464559624e-44, 2.16741683877804819444e-51,
};

// value * 2^exponent, for exponents that keep it normal or make it 0.
static double scale(double value, s32 exponent) {
    while (exponent < -1000) {
        value *= bits_double(23ull << 52); // 2^-1000
        exponent += 1000;
    }
    return value * bits_double((u64)(1023 + exponent) << 52);
}

// For values within the range of the integers of 52 bits.
static double floor_small(double value) {
    double whole = (double)(s64)value;
    return whole > value ? whole - 1 : whole;
}

#define TERMS 20
#define FIRST_TERMS 4 // enough for a double's precision

struct large_reduction {
    s32 nx, jx, jv, jz, jk, q0, n, ih;
    double x[3], f[TERMS], q[TERMS], z, y[2];
    s32 iq[TERMS];
};

// Splits q[jz] into pieces of 24 bits; n and the fraction come from the uppermost.
static void split(struct large_reduction *r) {
    double z = r->q[r->jz];
    for (s32 i = 0, j = r->jz; j > 0; i++, j--) {
        double fw = (double)(s32)(TWO_MINUS_24 * z);
        r->iq[i] = (s32)(z - TWO_24 * fw);
        z = r->q[j - 1] + fw;
    }
    z = scale(z, r->q0);
    z -= 8.0 * floor_small(z * 0.125);
    r->n = (s32)z;
    z -= (double)r->n;
    r->ih = 0;
    if (r->q0 > 0) {
        s32 i = r->iq[r->jz - 1] >> (24 - r->q0);
        r->n += i;
        r->iq[r->jz - 1] -= i << (24 - r->q0);
        r->ih = r->iq[r->jz - 1] >> (23 - r->q0);
    } else if (r->q0 == 0) {
        r->ih = r->iq[r->jz - 1] >> 23;
    } else if (z >= 0.5) {
        r->ih = 2;
    }
    r->z = z;
}

// The fraction was above one half: takes 1 - fraction, and adds one to n.
static void complement(struct large_reduction *r) {
    s32 carry = 0;
    r->n++;
    for (s32 i = 0; i < r->jz; i++) {
        s32 j = r->iq[i];
        if (carry == 0) {
            if (j != 0) {
                carry = 1;
                r->iq[i] = 0x1000000 - j;
            }
        } else r->iq[i] = 0xffffff - j;
    }
    if (r->q0 == 1) {
        r->iq[r->jz - 1] &= 0x7fffff;
    } else if (r->q0 == 2) {
        r->iq[r->jz - 1] &= 0x3fffff;
    }
    if (r->ih == 2) {
        r->z = 1.0 - r->z;
        if (carry != 0) r->z -= scale(1.0, r->q0);
    }
}

static double convolve(const struct large_reduction *r, s32 i) {
    double sum = 0.0;
    for (s32 j = 0; j <= r->jx; j++) sum += r->x[j] * r->f[r->jx + i - j];
    return sum;
}

// Returns true if all digits cancelled, and further terms have been taken.
static bool extend(struct large_reduction *r) {
    s32 j = 0;
    if (r->z != 0.0) return false;
    for (s32 i = r->jz - 1; i >= r->jk; i--) j |= r->iq[i];
    if (j != 0) return false;
    s32 k = 1;
    while (r->iq[r->jk - k] == 0) k++;
    for (s32 i = r->jz + 1; i <= r->jz + k; i++) {
        r->f[r->jx + i] = (double)TWO_OVER_PI[r->jv + i];
        r->q[i] = convolve(r, i);
    }
    r->jz += k;
    return true;
}

// Multiplies the digits by pi/2 and adds them up, into y.
static void multiply_back(struct large_reduction *r) {
    double fq[TERMS] = {0};
    double fw = scale(1.0, r->q0);
    for (s32 i = r->jz; i >= 0; i--) {
        r->q[i] = fw * (double)r->iq[i];
        fw *= TWO_MINUS_24;
    }
    for (s32 i = r->jz; i >= 0; i--) {
        double sum = 0.0;
        for (s32 k = 0; k <= FIRST_TERMS && k <= r->jz - i; k++) sum += HALF_PI_PIECES[k] * r->q[i + k];
        fq[r->jz - i] = sum;
    }
    double sum = 0.0;
    for (s32 i = r->jz; i >= 0; i--) sum += fq[i];
    r->y[0] = r->ih == 0 ? sum : -sum;
    sum = fq[0] - sum;
    for (s32 i = 1; i <= r->jz; i++) sum += fq[i];
    r->y[1] = r->ih == 0 ? sum : -sum;
}

// |x| as three pieces of 24 bits, with e0 the exponent of the last bit of the first.
static s32 reduce_large(struct large_reduction *r, s32 e0) {
    r->jk = FIRST_TERMS;
    r->jx = r->nx - 1;
    r->jv = (e0 - 3) / 24;
    if (r->jv < 0) r->jv = 0;
    r->q0 = e0 - 24 * (r->jv + 1);
    for (s32 i = 0, j = r->jv - r->jx; i <= r->jx + r->jk; i++, j++) r->f[i] = j < 0 ? 0.0 : (double)TWO_OVER_PI[j];
    for (s32 i = 0; i <= r->jk; i++) r->q[i] = convolve(r, i);
    r->jz = r->jk;
    do {
        split(r);
        if (r->ih > 0) complement(r);
    } while (extend(r));
    if (r->z == 0.0) {
        r->jz--;
        r->q0 -= 24;
        while (r->iq[r->jz] == 0) {
            r->jz--;
            r->q0 -= 24;
        }
    } else {
        double z = scale(r->z, -r->q0);
        if (z >= TWO_24) {
            double fw = (double)(s32)(TWO_MINUS_24 * z);
            r->iq[r->jz] = (s32)(z - TWO_24 * fw);
            r->jz++;
            r->q0 += 24;
            r->iq[r->jz] = (s32)fw;
        } else r->iq[r->jz] = (s32)z;
    }
    multiply_back(r);
    return r->n & 7;
}

#define INVERSE_HALF_PI 6.36619772367581382433e-01
#define HALF_PI_1 1.57079632673412561417e+00  // the first 33 bits of pi/2
#define HALF_PI_1T 6.07710050650619224932e-11 // pi/2 - HALF_PI_1
#define HALF_PI_2 6.07710050630396597660e-11  // the second 33 bits
#define HALF_PI_2T 2.02226624879595063154e-21
#define HALF_PI_3 2.02226624871116645580e-21
#define HALF_PI_3T 8.47842766036889956997e-32

static s32 exponent_of(double value) { return high_word(value) >> 20 & 0x7ff; }

// |x| below 2^19 * pi/2, in up to three rounds as digits cancel.
static s32 reduce_medium(double x, s32 ix, double y[2]) {
    double t = absolute(x);
    s32 n = (s32)(t * INVERSE_HALF_PI + 0.5);
    double fn = (double)n, r = t - fn * HALF_PI_1, w = fn * HALF_PI_1T;
    y[0] = r - w;
    if (n >= 32 || ix == HALF_PI_MULTIPLES[n - 1]) {
        s32 exponent = ix >> 20;
        if (exponent - exponent_of(y[0]) > 16) {
            t = r;
            w = fn * HALF_PI_2;
            r = t - w;
            w = fn * HALF_PI_2T - ((t - r) - w);
            y[0] = r - w;
            if (exponent - exponent_of(y[0]) > 49) {
                t = r;
                w = fn * HALF_PI_3;
                r = t - w;
                w = fn * HALF_PI_3T - ((t - r) - w);
                y[0] = r - w;
            }
        }
    }
    y[1] = (r - y[0]) - w;
    if (x >= 0) return n;
    y[0] = -y[0];
    y[1] = -y[1];
    return -n;
}

// |x| below 3/4 pi: n is 1.
static s32 reduce_once(double x, s32 ix, double y[2]) {
    double sign = x > 0 ? 1.0 : -1.0, z = x - sign * HALF_PI_1;
    double tail = HALF_PI_1T;
    if (ix == 0x3ff921fb) {
        z -= sign * HALF_PI_2;
        tail = HALF_PI_2T;
    }
    y[0] = z - sign * tail;
    y[1] = (z - y[0]) - sign * tail;
    return x > 0 ? 1 : -1;
}

s32 reduce_half_pi(double x, double y[2]) {
    s32 ix = high_word(x) & 0x7fffffff;
    if (ix <= 0x3fe921fb) {
        y[0] = x;
        y[1] = 0.0;
        return 0;
    }
    if (ix < 0x4002d97c) return reduce_once(x, ix, y);
    if (ix <= 0x413921fb) return reduce_medium(x, ix, y);
    if (ix >= 0x7ff00000) {
        y[0] = y[1] = x - x;
        return 0;
    }
    s32 e0 = (ix >> 20) - 1046;
    double z = from_words((u32)ix - ((u32)e0 << 20), low_word(x));
    struct large_reduction r = {.nx = 3};
    for (s32 i = 0; i < 2; i++) {
        r.x[i] = (double)(s32)z;
        z = (z - r.x[i]) * TWO_24;
    }
    r.x[2] = z;
    while (r.x[r.nx - 1] == 0.0) r.nx--;
    s32 n = reduce_large(&r, e0);
    y[0] = x < 0 ? -r.y[0] : r.y[0];
    y[1] = x < 0 ? -r.y[1] : r.y[1];
    return x < 0 ? -n : n;
}
