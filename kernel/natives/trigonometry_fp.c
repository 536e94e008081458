// StrictMath's sin, cos, tan and their inverses: fdlibm's polynomials (Sun 1993), results bit for bit.
#include "kernel/natives/reduce.h"
#include "kernel/natives/strict_math.h"

#define PI 3.1415926535897931160E+00
#define PI_LOW 1.2246467991473531772E-16
#define HALF_PI 1.57079632679489655800e+00
#define HALF_PI_LOW 6.12323399573676603587e-17
#define QUARTER_PI 7.85398163397448278999e-01
#define QUARTER_PI_LOW 3.06161699786838301793e-17
#define SMALL_27 0x3e400000 // high word of 2^-27
#define TINY 1.0e-300
#define HUGE 1.0e300

// ---- On [-pi/4, pi/4]; y is the tail of x

static double kernel_sin(double x, double y, bool has_tail) {
    if ((high_word(x) & 0x7fffffff) < SMALL_27 && (s32)x == 0) return x;
    double z = x * x, v = z * x;
    double r =
        8.33333333332248946124e-03 +
        z * (-1.98412698298579493134e-04 +
             z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    if (!has_tail) return x + v * (-1.66666666666666324348e-01 + z * r);
    return x - ((z * (0.5 * y - v * r) - y) - v * -1.66666666666666324348e-01);
}

static double kernel_cos(double x, double y) {
    s32 ix = high_word(x) & 0x7fffffff;
    if (ix < SMALL_27 && (s32)x == 0) return 1.0;
    double z = x * x;
    double r = z * (4.16666666666666019037e-02 +
                    z * (-1.38888888888741095749e-03 +
                         z * (2.48015872894767294178e-05 +
                              z * (-2.75573143513906633035e-07 +
                                   z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    if (ix < 0x3fd33333) return 1.0 - (0.5 * z - (z * r - x * y));
    double qx = ix > 0x3fe90000 ? 0.28125 : from_words((u32)(ix - 0x00200000), 0);
    double hz = 0.5 * z - qx, a = 1.0 - qx;
    return a - (hz - (z * r - x * y));
}

// -1 / w, where w is x + r rounded, without losing the last bits.
static double negative_reciprocal(double w, double x, double r) {
    double z = without_low_word(w), v = r - (z - x);
    double a = -1.0 / w, t = without_low_word(a);
    return t + a * ((1.0 + t * z) + t * v);
}

// tan or, if iy is -1, its negative reciprocal.
static double kernel_tan(double x, double y, s32 iy) {
    static const double T[] = {
        3.33333333333334091986e-01, 1.33333333333201242699e-01, 5.39682539762260521377e-02, 2.18694882948595424599e-02,
        8.86323982359930005737e-03, 3.59207910759131235356e-03, 1.45620945432529025516e-03, 5.88041240820264096874e-04,
        2.46463134818469906812e-04, 7.81794442939557092300e-05, 7.14072491382608190305e-05, -1.85586374855275456654e-05,
        2.59073051863633712884e-05,
    };
    s32 hx = high_word(x), ix = hx & 0x7fffffff;
    if (ix < 0x3e300000 && (s32)x == 0) {
        if (((u32)ix | low_word(x) | (u32)(iy + 1)) == 0) return 1.0 / absolute(x);
        return iy == 1 ? x : negative_reciprocal(x + y, x, y);
    }
    bool large = ix >= 0x3fe59428;
    if (large) {
        if (hx < 0) {
            x = -x;
            y = -y;
        }
        double z = QUARTER_PI - x, w = QUARTER_PI_LOW - y;
        x = z + w;
        y = 0.0;
    }
    double z = x * x, w = z * z;
    double r = T[1] + w * (T[3] + w * (T[5] + w * (T[7] + w * (T[9] + w * T[11]))));
    double v = z * (T[2] + w * (T[4] + w * (T[6] + w * (T[8] + w * (T[10] + w * T[12])))));
    double s = z * x;
    r = y + z * (s * (r + v) + y);
    r += T[0] * s;
    w = x + r;
    if (large) {
        v = (double)iy;
        return (double)(1 - (s32)((u32)hx >> 30 & 2)) * (v - 2.0 * (x - (w * w / (w + v) - r)));
    }
    return iy == 1 ? w : negative_reciprocal(w, x, r);
}

// ---- sin, cos, tan

#define QUARTER_PI_HIGH 0x3fe921fb
#define INFINITE_HIGH 0x7ff00000

double strict_sin(double x) {
    double y[2];
    s32 ix = high_word(x) & 0x7fffffff;
    if (ix <= QUARTER_PI_HIGH) return kernel_sin(x, 0.0, false);
    if (ix >= INFINITE_HIGH) return x - x;
    switch (reduce_half_pi(x, y) & 3) {
    case 0: return kernel_sin(y[0], y[1], true);
    case 1: return kernel_cos(y[0], y[1]);
    case 2: return -kernel_sin(y[0], y[1], true);
    default: return -kernel_cos(y[0], y[1]);
    }
}

double strict_cos(double x) {
    double y[2];
    s32 ix = high_word(x) & 0x7fffffff;
    if (ix <= QUARTER_PI_HIGH) return kernel_cos(x, 0.0);
    if (ix >= INFINITE_HIGH) return x - x;
    switch (reduce_half_pi(x, y) & 3) {
    case 0: return kernel_cos(y[0], y[1]);
    case 1: return -kernel_sin(y[0], y[1], true);
    case 2: return -kernel_cos(y[0], y[1]);
    default: return kernel_sin(y[0], y[1], true);
    }
}

double strict_tan(double x) {
    double y[2];
    s32 ix = high_word(x) & 0x7fffffff;
    if (ix <= QUARTER_PI_HIGH) return kernel_tan(x, 0.0, 1);
    if (ix >= INFINITE_HIGH) return x - x;
    s32 n = reduce_half_pi(x, y);
    return kernel_tan(y[0], y[1], 1 - ((n & 1) << 1));
}

// ---- asin, acos

static double inverse_p(double t) {
    return t * (1.66666666666666657415e-01 +
                t * (-3.25565818622400915405e-01 +
                     t * (2.01212532134862925881e-01 +
                          t * (-4.00555345006794114027e-02 +
                               t * (7.91534994289814532176e-04 + t * 3.47933107596021167570e-05)))));
}

static double inverse_q(double t) {
    return 1.0 +
           t * (-2.40339491173441421878e+00 +
                t * (2.02094576023350569471e+00 + t * (-6.88283971605453293030e-01 + t * 7.70381505559019352791e-02)));
}

static bool is_one(double x) { return (high_word(x) & 0x7fffffff) == 0x3ff00000 && low_word(x) == 0; }

double strict_asin(double x) {
    s32 hx = high_word(x), ix = hx & 0x7fffffff;
    if (ix >= 0x3ff00000) return is_one(x) ? x * HALF_PI + x * HALF_PI_LOW : (x - x) / (x - x);
    if (ix < 0x3fe00000) {
        if (ix < SMALL_27 && HUGE + x > 1.0) return x;
        double t = ix < SMALL_27 ? 0 : x * x;
        return x + x * (inverse_p(t) / inverse_q(t));
    }
    double w = 1.0 - absolute(x), t = w * 0.5;
    double p = inverse_p(t), q = inverse_q(t), s = square_root(t);
    if (ix >= 0x3fef3333) {
        w = p / q;
        t = HALF_PI - (2.0 * (s + s * w) - HALF_PI_LOW);
    } else {
        w = without_low_word(s);
        double c = (t - w * w) / (s + w), r = p / q;
        p = 2.0 * s * r - (HALF_PI_LOW - 2.0 * c);
        q = QUARTER_PI - 2.0 * w;
        t = QUARTER_PI - (p - q);
    }
    return hx > 0 ? t : -t;
}

double strict_acos(double x) {
    s32 hx = high_word(x), ix = hx & 0x7fffffff;
    if (ix >= 0x3ff00000) {
        if (!is_one(x)) return (x - x) / (x - x);
        return hx > 0 ? 0.0 : PI + 2.0 * HALF_PI_LOW;
    }
    if (ix < 0x3fe00000) {
        if (ix <= 0x3c600000) return HALF_PI + HALF_PI_LOW;
        double z = x * x, r = inverse_p(z) / inverse_q(z);
        return HALF_PI - (x - (HALF_PI_LOW - x * r));
    }
    if (hx < 0) {
        double z = (1.0 + x) * 0.5, p = inverse_p(z), q = inverse_q(z), s = square_root(z);
        double w = p / q * s - HALF_PI_LOW;
        return PI - 2.0 * (s + w);
    }
    double z = (1.0 - x) * 0.5, s = square_root(z), df = without_low_word(s);
    double c = (z - df * df) / (s + df), r = inverse_p(z) / inverse_q(z);
    return 2.0 * (df + (r * s + c));
}

// ---- atan, atan2

double strict_atan(double x) {
    static const double HIGH[] = {4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01,
                                  1.57079632679489655800e+00};
    static const double LOW[] = {2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17,
                                 6.12323399573676603587e-17};
    static const double A[] = {
        3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
        -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
        6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
        -3.65315727442169155270e-02, 1.62858201153657823623e-02,
    };
    s32 hx = high_word(x), ix = hx & 0x7fffffff, id;
    if (ix >= 0x44100000) {
        if (x != x) return x + x;
        return hx > 0 ? HIGH[3] + LOW[3] : -HIGH[3] - LOW[3];
    }
    if (ix < 0x3fdc0000) {
        if (ix < 0x3e200000 && HUGE + x > 1.0) return x;
        id = -1;
    } else {
        x = absolute(x);
        if (ix < 0x3fe60000) {
            id = 0;
            x = (2.0 * x - 1.0) / (2.0 + x);
        } else if (ix < 0x3ff30000) {
            id = 1;
            x = (x - 1.0) / (x + 1.0);
        } else if (ix < 0x40038000) {
            id = 2;
            x = (x - 1.5) / (1.0 + 1.5 * x);
        } else {
            id = 3;
            x = -1.0 / x;
        }
    }
    double z = x * x, w = z * z;
    double s1 = z * (A[0] + w * (A[2] + w * (A[4] + w * (A[6] + w * (A[8] + w * A[10])))));
    double s2 = w * (A[1] + w * (A[3] + w * (A[5] + w * (A[7] + w * A[9]))));
    if (id < 0) return x - x * (s1 + s2);
    z = HIGH[id] - ((x * (s1 + s2) - LOW[id]) - x);
    return hx < 0 ? -z : z;
}

// One of the arguments is infinite.
static double atan2_infinite(s32 quadrant, bool y_infinite) {
    static const double BOTH[] = {QUARTER_PI, -QUARTER_PI, 3.0 * QUARTER_PI, -3.0 * QUARTER_PI};
    static const double X_ONLY[] = {0.0, -0.0, PI, -PI};
    return y_infinite ? BOTH[quadrant] : X_ONLY[quadrant];
}

double strict_atan2(double y, double x) {
    if (x != x || y != y) return x + y;
    s32 hx = high_word(x), hy = high_word(y), ix = hx & 0x7fffffff, iy = hy & 0x7fffffff;
    if (x == 1.0) return strict_atan(y);
    s32 quadrant = (s32)((u32)hy >> 31 | ((u32)hx >> 30 & 2));
    if (y == 0.0) return quadrant < 2 ? y : quadrant == 2 ? PI + TINY : -PI - TINY;
    if (x == 0.0) return hy < 0 ? -HALF_PI - TINY : HALF_PI + TINY;
    if (ix == INFINITE_HIGH) return atan2_infinite(quadrant, iy == INFINITE_HIGH);
    if (iy == INFINITE_HIGH) return hy < 0 ? -HALF_PI - TINY : HALF_PI + TINY;
    s32 k = (iy - ix) >> 20;
    double z;
    if (k > 60) {
        z = HALF_PI + 0.5 * PI_LOW;
    } else if (hx < 0 && k < -60) {
        z = 0.0;
    } else {
        z = strict_atan(absolute(y / x));
    }
    switch (quadrant) {
    case 0: return z;
    case 1: return -z;
    case 2: return PI - (z - PI_LOW);
    default: return (z - PI_LOW) - PI;
    }
}
