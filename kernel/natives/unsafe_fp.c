// jdk.internal.misc.Unsafe on float and double.
#include "kernel/code/native.h"

static void *unsafe_address(ref base, s64 offset) { return (void *)((s64)base + offset); }

#define ACCESS(type)                                                                    \
    static type get_##type(ref unsafe, ref base, s64 offset) {                          \
        (void)unsafe;                                                                   \
        return *(type *)unsafe_address(base, offset);                                   \
    }                                                                                   \
    static void put_##type(ref unsafe, ref base, s64 offset, type value) {              \
        (void)unsafe;                                                                   \
        __atomic_store((type *)unsafe_address(base, offset), &value, __ATOMIC_SEQ_CST); \
    }
ACCESS(float)
ACCESS(double)

static const struct native UNSAFE[] = {
    LEAF("getFloat", NULL, get_float),
    LEAF("getFloatVolatile", NULL, get_float),
    LEAF("putFloat", NULL, put_float),
    LEAF("putFloatVolatile", NULL, put_float),
    LEAF("getDouble", NULL, get_double),
    LEAF("getDoubleVolatile", NULL, get_double),
    LEAF("putDouble", NULL, put_double),
    LEAF("putDoubleVolatile", NULL, put_double),
    NATIVES_END,
};

const struct native_class natives_unsafe_fp[] = {{"jdk/internal/misc/Unsafe", UNSAFE}, {NULL, NULL}};
