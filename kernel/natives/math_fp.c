// java.lang.Float, Double and Math on doubles, as far as the translator does not do them itself.
#include "kernel/native.h"

static s32 float_to_bits(float value) {
    union { float value; s32 bits; } pun = {.value = value};
    return pun.bits;
}

static float bits_to_float(s32 bits) {
    union { s32 bits; float value; } pun = {.bits = bits};
    return pun.value;
}

static s64 double_to_bits(double value) {
    union { double value; s64 bits; } pun = {.value = value};
    return pun.bits;
}

static double bits_to_double(s64 bits) {
    union { s64 bits; double value; } pun = {.bits = bits};
    return pun.value;
}

static double square_root(double value) {
    double root;
    __asm__("sqrtsd %1, %0" : "=x"(root) : "x"(value));
    return root;
}

static const struct native FLOAT[] = {
    LEAF("floatToRawIntBits", NULL, float_to_bits),
    LEAF("intBitsToFloat", NULL, bits_to_float),
    NATIVES_END,
};
static const struct native DOUBLE[] = {
    LEAF("doubleToRawLongBits", NULL, double_to_bits),
    LEAF("longBitsToDouble", NULL, bits_to_double),
    NATIVES_END,
};
static const struct native STRICT_MATH[] = {LEAF("sqrt", NULL, square_root), NATIVES_END};

const struct native_class natives_math_fp[] = {
    {"java/lang/Float", FLOAT}, {"java/lang/Double", DOUBLE}, {"java/lang/StrictMath", STRICT_MATH}, {NULL, NULL},
};
