// java.lang.reflect.Array; its accessors of float and double elements are in reflect_fp.c. Checks have HotSpot's order
// and messages.
#include "kernel/natives/array.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

#define ILLEGAL "java/lang/IllegalArgumentException"
#define MOST_DIMENSIONS 255

static bool is_array(struct thread *thread, handle array) {
    if (native_is_null(thread, array)) return false;
    if (class_is_array(object_class(*array))) return true;
    exception_throw(thread, ILLEGAL, "Argument is not an array");
    return false;
}

static bool is_primitive_array(struct thread *thread, handle array) {
    if (!is_array(thread, array)) return false;
    if (object_class(*array)->element_type != 'L') return true;
    exception_throw(thread, ILLEGAL, "Argument is not an array of primitive type");
    return false;
}

static bool index_is_valid(struct thread *thread, handle array, s32 index) {
    if ((u32)index < array_length(*array)) return true;
    exception_throw(thread, "java/lang/ArrayIndexOutOfBoundsException", NULL);
    return false;
}

static s32 get_length(struct thread *thread, handle array) {
    return is_array(thread, array) ? (s32)array_length(*array) : 0;
}

static u64 element_bits(ref array, s32 index) {
    const struct class *class = object_class(array);
    ASSERT(class_is_array(class) && (u32)index < array_length(array));
    const u8 *element = array_at(array)->elements + ((u64)(u32)index << class->element_shift);
    switch (class->element_type) {
    case 'Z': return *element;
    case 'B': return (u64)(s64) * (const s8 *)element;
    case 'C': return *(const u16 *)element;
    case 'S': return (u64)(s64) * (const s16 *)element;
    case 'I': return (u64)(s64) * (const s32 *)element;
    case 'F':
    case 'L': return *(const u32 *)element;
    default: return *(const u64 *)element;
    }
}

static ref get(struct thread *thread, handle array, s32 index) {
    if (!is_array(thread, array) || !index_is_valid(thread, array, index)) return 0;
    type_letter type = object_class(*array)->element_type;
    u64 bits = element_bits(*array, index);
    return type == 'L' ? (ref)bits : native_box(thread, type, bits);
}

u64 native_array_get(struct thread *thread, handle array, s32 index, type_letter wanted) {
    if (!is_primitive_array(thread, array) || !index_is_valid(thread, array, index)) return 0;
    u64 bits = element_bits(*array, index);
    if (native_widen(object_class(*array)->element_type, wanted, &bits)) return bits;
    exception_throw(thread, ILLEGAL, "argument type mismatch");
    return 0;
}
static s32 get_boolean(struct thread *thread, handle array, s32 index) {
    return (s32)native_array_get(thread, array, index, 'Z');
}
static s32 get_byte(struct thread *thread, handle array, s32 index) {
    return (s32)native_array_get(thread, array, index, 'B');
}
static s32 get_char(struct thread *thread, handle array, s32 index) {
    return (s32)native_array_get(thread, array, index, 'C');
}
static s32 get_short(struct thread *thread, handle array, s32 index) {
    return (s32)native_array_get(thread, array, index, 'S');
}
static s32 get_int(struct thread *thread, handle array, s32 index) {
    return (s32)native_array_get(thread, array, index, 'I');
}
static s64 get_long(struct thread *thread, handle array, s32 index) {
    return (s64)native_array_get(thread, array, index, 'J');
}

static void set_bits(ref array, s32 index, u64 bits) {
    const struct class *class = object_class(array);
    ASSERT(class_is_array(class) && class->element_type != 'L' && (u32)index < array_length(array));
    u8 *element = array_at(array)->elements + ((u64)(u32)index << class->element_shift);
    switch (class->element_shift) {
    case 0: *element = low_u8(bits); break;
    case 1: *(u16 *)element = low_u16(bits); break;
    case 2: *(u32 *)element = (u32)bits; break;
    default: *(u64 *)element = bits; break;
    }
}

void native_array_set(struct thread *thread, handle array, s32 index, type_letter given, u64 bits) {
    if (!is_primitive_array(thread, array) || !index_is_valid(thread, array, index)) return;
    if (native_widen(given, object_class(*array)->element_type, &bits)) {
        set_bits(*array, index, bits);
    } else {
        exception_throw(thread, ILLEGAL, "argument type mismatch");
    }
}
// The value is an int, as the caller's bytecode passed it.
static void set_boolean(struct thread *thread, handle array, s32 index, s32 value) {
    native_array_set(thread, array, index, 'Z', (u64)value & 1);
}
static void set_byte(struct thread *thread, handle array, s32 index, s32 value) {
    native_array_set(thread, array, index, 'B', (u64)(s64)(s8)value);
}
static void set_char(struct thread *thread, handle array, s32 index, s32 value) {
    native_array_set(thread, array, index, 'C', low_u16(value));
}
static void set_short(struct thread *thread, handle array, s32 index, s32 value) {
    native_array_set(thread, array, index, 'S', (u64)(s64)(s16)value);
}
static void set_int(struct thread *thread, handle array, s32 index, s32 value) {
    native_array_set(thread, array, index, 'I', (u64)(s64)value);
}
static void set_long(struct thread *thread, handle array, s32 index, s64 value) {
    native_array_set(thread, array, index, 'J', (u64)value);
}

static void set(struct thread *thread, handle array, s32 index, handle value) {
    if (!is_array(thread, array)) return;
    const struct class *class = object_class(*array);
    if (class->element_type != 'L' && !*value) {
        exception_throw(thread, ILLEGAL, NULL);
        return;
    }
    if (!index_is_valid(thread, array, index)) return;
    if (class->element_type == 'L') {
        if (!*value || class_is_subclass(object_class(*value), class_at(class->component))) {
            array_set_ref(*array, (u32)index, *value);
        } else {
            exception_throw(thread, ILLEGAL, "array element type mismatch");
        }
        return;
    }
    type_letter given;
    u64 bits;
    if (native_unbox(*value, &given, &bits)) {
        native_array_set(thread, array, index, given, bits);
    } else {
        exception_throw(thread, ILLEGAL, "argument type mismatch");
    }
}

// The class of arrays of a component that is not void, with `dimensions` more dimensions.
static struct class *array_class(struct thread *thread, handle mirror, u32 dimensions) {
    struct class *class = mirror_class(*mirror);
    if (class->primitive == 'V' || class->dimensions + dimensions > MOST_DIMENSIONS) {
        exception_throw(thread, ILLEGAL, NULL);
        return NULL;
    }
    ASSERT(dimensions);
    if (!metaspace_has_room_for_arrays(thread, class, dimensions)) return NULL;
    while (class && dimensions--) class = class_array_of(class);
    if (!class) exception_throw_out_of_memory(thread, "Metaspace");
    return class;
}

static bool length_is_valid(struct thread *thread, s32 length) {
    if (length >= 0) return true;
    exception_throw(thread, "java/lang/NegativeArraySizeException", "%d", length);
    return false;
}

static ref new_array(struct thread *thread, handle mirror, s32 length) {
    if (native_is_null(thread, mirror) || !length_is_valid(thread, length)) return 0;
    struct class *class = array_class(thread, mirror, 1);
    return class ? heap_alloc_array(thread, class, length) : 0;
}

static ref multi_new_array(struct thread *thread, handle mirror, handle lengths) {
    if (native_is_null(thread, mirror) || native_is_null(thread, lengths)) return 0;
    u32 count = array_length(*lengths);
    if (count == 0 || count > MOST_DIMENSIONS) {
        exception_throw(thread, ILLEGAL, NULL);
        return 0;
    }
    s64 sizes[MOST_DIMENSIONS];
    for (u32 i = 0; i < count; i++) {
        sizes[i] = ((s32 *)array_at(*lengths)->elements)[i];
        if (!length_is_valid(thread, (s32)sizes[i])) return 0;
    }
    struct class *class = array_class(thread, mirror, count);
    if (!class) return 0;
    return heap_alloc_multi(thread, class, count, sizes);
}

static const struct native ARRAY[] = {
    HANDLE("getLength", NULL, get_length),
    REENTRANT("get", NULL, get),
    HANDLE("set", NULL, set),
    HANDLE("newArray", NULL, new_array),
    HANDLE("multiNewArray", NULL, multi_new_array),
    HANDLE("getBoolean", NULL, get_boolean),
    HANDLE("setBoolean", NULL, set_boolean),
    HANDLE("getByte", NULL, get_byte),
    HANDLE("setByte", NULL, set_byte),
    HANDLE("getChar", NULL, get_char),
    HANDLE("setChar", NULL, set_char),
    HANDLE("getShort", NULL, get_short),
    HANDLE("setShort", NULL, set_short),
    HANDLE("getInt", NULL, get_int),
    HANDLE("setInt", NULL, set_int),
    HANDLE("getLong", NULL, get_long),
    HANDLE("setLong", NULL, set_long),
    NATIVES_END,
};

const struct native_class natives_array[] = {{"java/lang/reflect/Array", ARRAY}, {NULL, NULL}};
