// Reflection on float and double: java.lang.reflect.Array's accessors, and constants.
#include "base/narrow.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/natives/array.h"
#include "kernel/natives/constant_pool.h"
#include "translator/reader/classfile.h"

#define PUN(name, type, bits_type) \
    union name {                   \
        bits_type bits;            \
        type value;                \
    }
PUN(float_bits, float, u32);
PUN(double_bits, double, u64);

#define ACCESSORS(type, bits_type, letter)                                                                     \
    static type get_##type(struct thread *thread, handle array, s32 index) {                                   \
        return ((union type##_bits){.bits = (bits_type)native_array_get(thread, array, index, letter)}).value; \
    }                                                                                                          \
    static void set_##type(struct thread *thread, handle array, s32 index, type value) {                       \
        native_array_set(thread, array, index, letter, ((union type##_bits){.value = value}).bits);            \
    }
ACCESSORS(float, u32, 'F')
ACCESSORS(double, u64, 'D')

static float constant_float(struct thread *thread, handle pool, handle class, s32 index) {
    (void)pool;
    if (!constant_pool_check(thread, class, index, POOL_FLOAT)) return 0;
    return ((union float_bits){.bits = classfile_float_bits(mirror_class(*class)->file, narrow_u16(index))}).value;
}

static double constant_double(struct thread *thread, handle pool, handle class, s32 index) {
    (void)pool;
    if (!constant_pool_check(thread, class, index, POOL_DOUBLE)) return 0;
    return ((union double_bits){.bits = classfile_double_bits(mirror_class(*class)->file, narrow_u16(index))}).value;
}

static const struct native ARRAY[] = {
    HANDLE("getFloat", NULL, get_float),
    HANDLE("setFloat", NULL, set_float),
    HANDLE("getDouble", NULL, get_double),
    HANDLE("setDouble", NULL, set_double),
    NATIVES_END,
};
static const struct native CONSTANT_POOL[] = {
    HANDLE("getFloatAt0", NULL, constant_float),
    HANDLE("getDoubleAt0", NULL, constant_double),
    NATIVES_END,
};

const struct native_class natives_reflect_fp[] = {
    {"java/lang/reflect/Array", ARRAY},
    {"jdk/internal/reflect/ConstantPool", CONSTANT_POOL},
    {NULL, NULL},
};
