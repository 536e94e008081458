// Allocation: windows, large objects, limits and errors, copies.
#include "kernel/heap/heap.h"

#include <string.h>

#include "kernel/classes/class_array.h"
#include "kernel/heap/handle.h"
#include "runtime.h"
#include "tap.h"

static bool is_zero(ref object, u32 from, u32 bytes) {
    for (u32 i = from; i < bytes; i++) {
        if (*(u8 *)(uintptr_t)(object + i)) return false;
    }
    return true;
}

static void test_objects(void) {
    struct class *thread_class = domain_first->known.thread;
    ref first = heap_alloc_object(thread_self(), thread_class);
    ref second = heap_alloc_object(thread_self(), thread_class);
    tap_ok(second == first + thread_class->instance_bytes, "objects lie side by side in the window");
    tap_ok(object_class(first) == thread_class && is_zero(first, 4, thread_class->instance_bytes),
           "a new object is zero but for its class");
    ref large = heap_alloc_primitive_array(thread_self(), 'J', 300000);
    tap_ok(large % HEAP_CHUNK_BYTES == 0 && array_length(large) == 300000 && is_zero(large, 16, 2400016),
           "a large array begins a chunk");
    u32 chunk = (large - HEAP_START) / HEAP_CHUNK_BYTES;
    tap_ok(heap_chunks[chunk].generation == HEAP_LARGE && heap_chunks[chunk + 1].generation == HEAP_LARGE_REST,
           "and the table says so");
    ref third = heap_alloc_object(thread_self(), thread_class);
    tap_ok(third == second + thread_class->instance_bytes, "the window was kept");
}

static void test_arrays(void) {
    struct class *strings = class_array_of(domain_first->known.string);
    struct class *grid = class_array_of(class_array_of(strings));
    s64 lengths[] = {2, 3, 4};
    ref array = heap_alloc_multi(thread_self(), grid, 3, lengths);
    ref inner = array_get_ref(array_get_ref(array, 1), 2);
    tap_ok(array_length(array) == 2 && array_length(inner) == 4 && object_class(inner) == strings, "three dimensions");
    array = heap_alloc_multi(thread_self(), grid, 2, lengths);
    tap_ok(array_length(array_get_ref(array, 0)) == 3 && !array_get_ref(array_get_ref(array, 0), 0), "two of three");
    tap_ok(!heap_alloc_array(thread_self(), strings, -5), "a negative length");
    tap_is_text(runtime_exception, "java/lang/NegativeArraySizeException", "  its error");
    tap_is_text(runtime_message, "-5", "  its message");
    runtime_clear_exception();
    lengths[2] = -1;
    tap_ok(!heap_alloc_multi(thread_self(), grid, 3, lengths), "a negative length among others");
    runtime_clear_exception();
    tap_ok(!heap_alloc_array(thread_self(), strings, INT32_MAX), "the greatest length");
    tap_is_text(runtime_message, "Requested array size exceeds VM limit", "  its message");
    runtime_clear_exception();
    u32 mark = handle_mark(thread_self());
    handle bytes = handle_new(thread_self(), heap_alloc_primitive_array(thread_self(), 'B', 5));
    memcpy(array_at(*bytes)->elements, "hello", 5);
    object_at(*bytes)->mark = 0x40;
    ref copy = heap_clone(thread_self(), bytes);
    tap_ok(copy != *bytes && array_length(copy) == 5 && memcmp(array_at(copy)->elements, "hello", 5) == 0,
           "a copy has the same elements");
    tap_is_int(object_at(copy)->mark, 0, "and no hash or lock");
    handle_release(thread_self(), mark);
}

static void test_full(void) {
    u32 count = 0;
    while (heap_alloc_primitive_array(thread_self(), 'B', 1 << 20)) count++;
    tap_is_text(runtime_exception, "java/lang/OutOfMemoryError", "a full heap");
    tap_is_text(runtime_message, "Java heap space", "  its message");
    tap_ok(count > 20 && heap_free_bytes(domain_first) >= HEAP_CHUNK_BYTES, "something is left for making the error");
    runtime_clear_exception();
    tap_ok(heap_try_object(thread_self(), domain_first->known.out_of_memory), "which can be had");
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    test_objects();
    test_arrays();
    test_full();
    return tap_done();
}
