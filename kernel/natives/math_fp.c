// java.lang.Float, Double, and Math on doubles, as far as the translator does not implement them itself.
#include "kernel/code/native.h"
#include "kernel/natives/strict_math.h"

static s32 float_to_bits(float value) {
    union {
        float value;
        s32 bits;
    } pun = {.value = value};
    return pun.bits;
}

static float bits_to_float(s32 bits) {
    union {
        s32 bits;
        float value;
    } pun = {.bits = bits};
    return pun.value;
}

static s64 double_to_bits(double value) {
    union {
        double value;
        s64 bits;
    } pun = {.value = value};
    return pun.bits;
}

static double bits_to_double(s64 bits) {
    union {
        s64 bits;
        double value;
    } pun = {.bits = bits};
    return pun.value;
}

static double root(double value) { return square_root(value); }

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
static const struct native MATH[] = {
    LEAF("pow", NULL, math_power),
    NATIVES_END,
};
static const struct native STRICT_MATH[] = {
    LEAF("sin", NULL, strict_sin),
    LEAF("cos", NULL, strict_cos),
    LEAF("tan", NULL, strict_tan),
    LEAF("asin", NULL, strict_asin),
    LEAF("acos", NULL, strict_acos),
    LEAF("atan", NULL, strict_atan),
    LEAF("atan2", NULL, strict_atan2),
    LEAF("log", NULL, strict_log),
    LEAF("log10", NULL, strict_log10),
    LEAF("log1p", NULL, strict_log1p),
    LEAF("expm1", NULL, strict_expm1),
    LEAF("sinh", NULL, strict_sinh),
    LEAF("cosh", NULL, strict_cosh),
    LEAF("tanh", NULL, strict_tanh),
    LEAF("sqrt", NULL, root),
    LEAF("IEEEremainder", NULL, strict_remainder),
    NATIVES_END,
};

const struct native_class natives_math_fp[] = {
    {"java/lang/Float", FLOAT},
    {"java/lang/Double", DOUBLE},
    {"java/lang/Math", MATH},
    {"java/lang/StrictMath", STRICT_MATH},
    {NULL, NULL},
};
