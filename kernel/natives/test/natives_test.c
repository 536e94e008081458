// Natives, called through their tables as translated code calls them: System.arraycopy compared with memmove, and its
// errors; java.lang.reflect.Array; StrictMath compared with the host's libm; and java.util.zip there and back. That
// they print what `java` prints is checked by the programs of tests/java/; here they run under the sanitizers.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/classes/class_array.h"
#include "kernel/classes/java.h"
#include "kernel/classes/link.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/strict_math.h"
#include "kernel/run/array_copy.h"
#include "runtime.h"
#include "tap.h"

static void *native_of(const struct native_class *classes, const char *class_name, const char *name) {
    while (classes->name && strcmp(classes->name, class_name)) classes++;
    const struct native *native = classes->name ? classes->natives : NULL;
    while (native && native->name && strcmp(native->name, name)) native++;
    if (native && native->name) return native->function;
    tap_ok(false, "%s.%s is there", class_name, name);
    exit(1);
}

static void tap_thrown(const char *class_name, const char *message, const char *name) {
    tap_is_text(runtime_exception, class_name, name);
    if (message) tap_is_text(runtime_message, message, "  its message");
    runtime_clear_exception();
}

static ref new_array(type_letter type, s32 length) { return heap_alloc_primitive_array(thread_self(), type, length); }

// ---- System.arraycopy

#define LENGTH 300u

static void fill(ref array, u32 bytes) {
    for (u32 i = 0; i < bytes; i++) ((u8 *)array_at(array)->elements)[i] = (u8)rand();
}

// Within one array and between two, all element sizes, all kinds of overlap: as memmove copies.
static void test_copies(void) {
    static const char types[] = "ZBCSIFJD";
    static const u8 sizes[] = {1, 1, 2, 2, 4, 4, 8, 8};
    u32 wrong = 0;
    u8 model[2][LENGTH * 8];
    srand(1);
    for (u32 round = 0; round < 4000; round++) {
        u32 type = (u32)rand() % 8, size = sizes[type], mark = handle_mark(thread_self());
        handle arrays[] = {handle_new(thread_self(), new_array(types[type], LENGTH)),
                           handle_new(thread_self(), new_array(types[type], LENGTH))};
        for (u32 i = 0; i < 2; i++) {
            fill(*arrays[i], LENGTH * size);
            memcpy(model[i], array_at(*arrays[i])->elements, LENGTH * size);
        }
        u32 to = (u32)rand() % 2, count = (u32)rand() % (LENGTH + 1);
        u32 from_index = (u32)rand() % (LENGTH - count + 1), to_index = (u32)rand() % (LENGTH - count + 1);
        array_copy(thread_self(), *arrays[0], (s32)from_index, *arrays[to], (s32)to_index, (s32)count);
        memmove(model[to] + to_index * size, model[0] + from_index * size, count * size);
        for (u32 i = 0; i < 2; i++) wrong += memcmp(model[i], array_at(*arrays[i])->elements, LENGTH * size) != 0;
        wrong += thread_self()->exception != 0;
        handle_release(thread_self(), mark);
    }
    tap_is_int(wrong, 0, "4,000 copies are memmove's");
}

static void test_reference_copies(void) {
    struct thread *self = thread_self();
    struct class *objects = class_array_of(domain_of(self)->known.object);
    struct class *strings = class_array_of(domain_of(self)->known.string);
    ref from = heap_alloc_array(self, objects, 1000), to = heap_alloc_array(self, strings, 1000);
    ref text = heap_alloc_object(self, domain_of(self)->known.string), other = heap_alloc_object(self, objects);
    for (u32 i = 0; i < 600; i++) array_set_ref(from, i, i % 2 ? text : 0);
    array_set_ref(from, 600, other);
    memset((u8 *)(uintptr_t)(CARD_TABLE_START + (to >> CARD_SHIFT)), 0, 10);
    array_copy(self, from, 100, to, 200, 300);
    bool right = !self->exception;
    for (u32 i = 0; i < 1000; i++) {
        ref expected = i >= 200 && i < 500 ? array_get_ref(from, i - 100) : 0;
        right &= array_get_ref(to, i) == expected;
    }
    tap_ok(right, "references are copied where each of them fits");
    bool marked = true;
    for (u64 at = to + ARRAY_ELEMENTS_OFFSET + 4 * 200; at < to + ARRAY_ELEMENTS_OFFSET + 4 * 500; at += 4) {
        marked &= *(u8 *)(uintptr_t)(CARD_TABLE_START + (at >> CARD_SHIFT)) != 0;
    }
    tap_ok(marked, "and their cards are marked");
    array_copy(self, from, 590, to, 0, 20);
    tap_thrown("java/lang/ArrayStoreException", NULL, "one that does not fit is an error");
    tap_ok(array_get_ref(to, 9) == text && array_get_ref(to, 10) == 0, "what went before it stays copied");
    array_copy(self, from, 0, from, 1, 601);
    tap_ok(!self->exception && array_get_ref(from, 601) == other && array_get_ref(from, 0) == 0,
           "within one array nothing has to be looked at");
}

static void copy_fails(ref from, s32 from_index, ref to, s32 to_index, s32 count, const char *class_name,
                       const char *message) {
    array_copy(thread_self(), from, from_index, to, to_index, count);
    tap_thrown(class_name, message, message);
}

static void test_copy_errors(void) {
    ref ints = new_array('I', 10), longs = new_array('J', 10);
    ref object = heap_alloc_object(thread_self(), domain_of(thread_self())->known.object);
    static const char *const bounds = "java/lang/ArrayIndexOutOfBoundsException";
    static const char *const store = "java/lang/ArrayStoreException";
    copy_fails(ints, -1, ints, 0, 1, bounds, "arraycopy: source index -1 out of bounds for int[10]");
    copy_fails(ints, 0, ints, -2, 1, bounds, "arraycopy: destination index -2 out of bounds for int[10]");
    copy_fails(ints, 0, ints, 0, -1, bounds, "arraycopy: length -1 is negative");
    copy_fails(ints, 5, ints, 0, 6, bounds, "arraycopy: last source index 11 out of bounds for int[10]");
    copy_fails(ints, 0, ints, 10, 1, bounds, "arraycopy: last destination index 11 out of bounds for int[10]");
    copy_fails(ints, INT32_MAX, ints, 0, INT32_MAX, bounds,
               "arraycopy: last source index 4294967294 out of bounds for int[10]");
    copy_fails(ints, 0, longs, 0, 1, store, "arraycopy: type mismatch: can not copy int[] into long[]");
    copy_fails(object, 0, ints, 0, 1, store, "arraycopy: source type java.lang.Object is not an array");
    array_copy(thread_self(), ints, 10, ints, 10, 0);
    tap_ok(!thread_self()->exception, "nothing may be copied at the end");
}

// ---- java.lang.reflect.Array

static const char ARRAY[] = "java/lang/reflect/Array";

static void test_elements(void) {
    struct thread *self = thread_self();
    s32 (*get_int)(struct thread *, handle, s32) = native_of(natives_array, ARRAY, "getInt");
    s64 (*get_long)(struct thread *, handle, s32) = native_of(natives_array, ARRAY, "getLong");
    void (*set_byte)(struct thread *, handle, s32, s32) = native_of(natives_array, ARRAY, "setByte");
    void (*set_int)(struct thread *, handle, s32, s32) = native_of(natives_array, ARRAY, "setInt");
    s32 (*get_length)(struct thread *, handle) = native_of(natives_array, ARRAY, "getLength");
    u32 mark = handle_mark(self);
    handle shorts = handle_new(self, new_array('S', 3)), longs = handle_new(self, new_array('J', 3));
    handle none = handle_new(self, 0), text = handle_new(self, heap_alloc_object(self, domain_of(self)->known.string));
    set_byte(self, shorts, 2, -7);
    tap_is_int(get_int(self, shorts, 2), -7, "a byte goes into a short, and comes out as an int");
    set_int(self, longs, 0, INT32_MIN);
    tap_is_int(get_long(self, longs, 0), INT32_MIN, "an int goes into a long");
    set_int(self, shorts, 0, 1);
    tap_thrown("java/lang/IllegalArgumentException", "argument type mismatch", "but not into a short");
    get_int(self, longs, 0);
    tap_thrown("java/lang/IllegalArgumentException", "argument type mismatch", "nor a long into an int");
    get_int(self, shorts, 3);
    tap_thrown("java/lang/ArrayIndexOutOfBoundsException", NULL, "an index behind the end");
    get_int(self, shorts, -1);
    tap_thrown("java/lang/ArrayIndexOutOfBoundsException", NULL, "one before the beginning");
    get_length(self, text);
    tap_thrown("java/lang/IllegalArgumentException", "Argument is not an array", "what is no array has no length");
    get_length(self, none);
    tap_thrown("java/lang/NullPointerException", NULL, "nor has null");
    tap_is_int(get_length(self, longs), 3, "an array has");
    handle_release(self, mark);
}

static void test_new_arrays(void) {
    struct thread *self = thread_self();
    ref (*make)(struct thread *, handle, s32) = native_of(natives_array, ARRAY, "newArray");
    ref (*make_multi)(struct thread *, handle, handle) = native_of(natives_array, ARRAY, "multiNewArray");
    u32 mark = handle_mark(self);
    handle mirror = handle_new(self, domain_of(self)->known.string->mirror);
    ref strings = make(self, mirror, 4);
    tap_ok(strings && array_length(strings) == 4 &&
               object_class(strings) == class_array_of(domain_of(self)->known.string),
           "an array by its component's mirror");
    make(self, mirror, -4);
    tap_thrown("java/lang/NegativeArraySizeException", "-4", "of a negative length");
    handle lengths = handle_new(self, new_array('I', 2));
    ((s32 *)array_at(*lengths)->elements)[0] = 2;
    ((s32 *)array_at(*lengths)->elements)[1] = 5;
    ref grid = make_multi(self, mirror, lengths);
    tap_ok(grid && array_length(grid) == 2 && array_length(array_get_ref(grid, 1)) == 5, "of two dimensions");
    handle many = handle_new(self, new_array('I', 256));
    make_multi(self, mirror, many);
    tap_thrown("java/lang/IllegalArgumentException", NULL, "of too many");
    handle_release(self, mark);
}

// ---- StrictMath: fdlibm is within one unit in the last place, except tanh and sinh, which are within a few; so is the
// host

static s64 ordered(double value) {
    s64 bits = (s64)double_bits(value);
    return bits < 0 ? (s64)(INT64_MIN - (u64)bits) : bits;
}

static bool is_near(double got, double expected) {
    if (isnan(got) || isnan(expected)) return isnan(got) && isnan(expected);
    if (isinf(got) || isinf(expected)) return got == expected || fabs(got) > 1.797e308 || fabs(expected) > 1.797e308;
    s64 off = (s64)((u64)ordered(got) - (u64)ordered(expected));
    return off >= -4 && off <= 4;
}

static double some_double(void) {
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, M_PI, M_PI_2, INFINITY, -INFINITY, NAN, 1e308, 5e-324};
    u32 what = (u32)rand() % 10;
    double fraction = rand() / (double)RAND_MAX * 2 - 1;
    if (what == 0) return special[(u32)rand() % COUNT_OF(special)];
    return what < 4   ? fraction
           : what < 7 ? fraction * 30
           : what < 9 ? ldexp(fraction, rand() % 1000)
                      : ldexp(fraction, -rand() % 1000);
}

static void test_math(void) {
    static const struct {
        const char *name;
        double (*ours)(double), (*hosts)(double);
    } functions[] = {{"sin", strict_sin, sin},       {"cos", strict_cos, cos},       {"tan", strict_tan, tan},
                     {"asin", strict_asin, asin},    {"acos", strict_acos, acos},    {"atan", strict_atan, atan},
                     {"log", strict_log, log},       {"log10", strict_log10, log10}, {"log1p", strict_log1p, log1p},
                     {"expm1", strict_expm1, expm1}, {"sinh", strict_sinh, sinh},    {"cosh", strict_cosh, cosh},
                     {"tanh", strict_tanh, tanh}};
    srand(2);
    for (u32 i = 0; i < COUNT_OF(functions); i++) {
        u32 wrong = 0;
        for (u32 round = 0; round < 20000; round++) {
            double x = some_double();
            double got = functions[i].ours(x), expected = functions[i].hosts(x);
            if (is_near(got, expected)) continue;
            if (wrong++ < 3) tap_note("%s(%.17g): got %.17g, expected %.17g", functions[i].name, x, got, expected);
        }
        tap_is_int(wrong, 0, functions[i].name);
    }
    u32 wrong = 0;
    for (u32 round = 0; round < 20000; round++) {
        double y = some_double(), x = some_double();
        wrong += !is_near(strict_atan2(y, x), atan2(y, x));
        double got = strict_remainder(y, x), expected = remainder(y, x);
        wrong += !(got == expected || (isnan(got) && isnan(expected))); // which is exact
    }
    tap_is_int(wrong, 0, "atan2 and IEEEremainder");
}

// ---- java.util.zip

#define TEXT_BYTES 20000u
#define PACKED_BYTES 30000u

static s64 taken(s64 result) { return result & 0x7fffffff; }
static s64 given(s64 result) { return result >> 31 & 0x7fffffff; }

static void test_zip(void) {
    typedef s64 (*move)(struct thread *, handle, s64, handle, s32, s32, handle, s32, s32);
    typedef s64 (*pack)(struct thread *, handle, s64, handle, s32, s32, handle, s32, s32, s32, s32);
    struct thread *self = thread_self();
    s64 (*inflater)(struct thread *, s32) = native_of(natives_zip, "java/util/zip/Inflater", "init");
    s64 (*deflater)(struct thread *, s32, s32, s32) = native_of(natives_zip, "java/util/zip/Deflater", "init");
    move inflate = native_of(natives_zip, "java/util/zip/Inflater", "inflateBytesBytes");
    pack deflate = native_of(natives_zip, "java/util/zip/Deflater", "deflateBytesBytes");
    void (*end)(s64) = native_of(natives_zip, "java/util/zip/Inflater", "end");
    u32 mark = handle_mark(self);
    handle text = handle_new(self, new_array('B', TEXT_BYTES)), back = handle_new(self, new_array('B', TEXT_BYTES));
    handle packed = handle_new(self, new_array('B', PACKED_BYTES));
    handle object = handle_new(self, heap_alloc_object(self, java_class(self, "java/util/zip/Inflater")));
    srand(3);
    u32 wrong = 0;
    for (u32 round = 0; round < 60; round++) {
        for (u32 i = 0; i < TEXT_BYTES; i++) array_at(*text)->elements[i] = (u8)(rand() % (1 + round * 4));
        s32 bare = round % 2;
        s64 stream = deflater(self, (s32)(round % 10), 0, bare);
        s64 result = deflate(self, object, stream, text, 0, TEXT_BYTES, packed, 0, PACKED_BYTES, 4, 0);
        s64 size = given(result);
        wrong += taken(result) != TEXT_BYTES || !(result >> 62 & 1);
        end(stream);
        stream = inflater(self, bare);
        s32 in = 0, out = 0;
        // In pieces of any size
        for (bool done = false; !done && !self->exception && in <= size;) {
            s32 piece = 1 + rand() % 5000, room = rand() % 5000;
            if (piece > size - in) piece = (s32)size - in;
            if (room > (s32)TEXT_BYTES - out) room = (s32)TEXT_BYTES - out;
            result = inflate(self, object, stream, packed, in, piece, back, out, room);
            in += (s32)taken(result);
            out += (s32)given(result);
            done = result >> 62 & 1;
        }
        wrong += out != TEXT_BYTES || memcmp(array_at(*text)->elements, array_at(*back)->elements, TEXT_BYTES) != 0;
        end(stream);
    }
    tap_is_int(wrong, 0, "what is deflated is inflated again, at every level, with and without a header");
    memset(array_at(*packed)->elements, 0xff, 100);
    s64 stream = inflater(self, 0);
    inflate(self, object, stream, packed, 0, 100, back, 0, TEXT_BYTES);
    tap_thrown("java/util/zip/DataFormatException", "incorrect header check", "what is no such data is refused");
    end(stream);
    handle_release(self, mark);
}

static void test_sums(void) {
    struct thread *self = thread_self();
    s32 (*crc)(struct thread *, s32, handle, s32, s32) = native_of(natives_zip, "java/util/zip/CRC32", "updateBytes0");
    s32 (*crc_byte)(struct thread *, s32, s32) = native_of(natives_zip, "java/util/zip/CRC32", "update");
    s32 (*adler)(struct thread *, s32, handle, s32, s32) =
        native_of(natives_zip, "java/util/zip/Adler32", "updateBytes");
    u32 mark = handle_mark(self);
    handle text = handle_new(self, new_array('B', 11));
    memcpy(array_at(*text)->elements, "x123456789x", 11);
    tap_is_int((u32)crc(self, 0, text, 1, 9), 0xcbf43926, "the check value of CRC-32");
    tap_is_int((u32)adler(self, 1, text, 1, 9), 0x091e01de, "and of Adler-32");
    s32 sum = 0;
    for (u32 i = 1; i < 10; i++) sum = crc_byte(self, sum, array_at(*text)->elements[i]);
    tap_is_int((u32)sum, 0xcbf43926, "byte by byte");
    handle_release(self, mark);
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    test_copies();
    test_reference_copies();
    test_copy_errors();
    test_elements();
    test_new_arrays();
    test_math();
    test_zip();
    test_sums();
    return tap_done();
}
