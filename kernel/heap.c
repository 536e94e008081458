// Allocation. Windows of 64 KiB are cut from the domain's current chunk; what is larger than half of that is cut from the chunk itself, and what is
// larger than a quarter of a chunk gets chunks of its own. There is no collector yet: a full heap is an OutOfMemoryError. The last chunk below the
// limit is kept for making that.
#include "kernel/heap.h"

#include "kernel/class.h"
#include "kernel/domain.h"
#include "kernel/exception.h"
#include "kernel/handle.h"
#include "kernel/mirror.h"
#include "kernel/panic.h"
#include "kernel/string.h"

#define WINDOW_BYTES (64 * KIB)
#define LARGE_BYTES (HEAP_CHUNK_BYTES / 4)
#define LEAST_BYTES (8 * MIB)
#define RESERVE_BYTES HEAP_CHUNK_BYTES

struct heap_chunk heap_chunks[(HEAP_END - HEAP_START) / HEAP_CHUNK_BYTES];

static struct memory_range pool, fixed;

static bool pool_init(void) {
    if (pool.start) return true;
    memory_range_init(&pool, "heap", HEAP_START, HEAP_END, MACHINE_LARGE_PAGE_BYTES, false);
    memory_range_init(&fixed, "fixed objects", FIXED_START, FIXED_END, MACHINE_LARGE_PAGE_BYTES, false);
    return machine_commit(CARD_TABLE_START, ALIGN_UP((u64)CARD_TABLE_BYTES, MACHINE_PAGE_BYTES), MACHINE_WRITE);
}

bool heap_init(struct domain *domain, u64 bytes) {
    if (!pool_init()) return false;
    u64 most = pool.end - pool.next;
    // What the rest of the kernel needs (class data, code, stacks) must stay free.
    u64 free = machine_free_bytes() * 3 / 4;
    if (most > free) most = free;
    domain->heap.limit_bytes = ALIGN_DOWN(bytes < most ? bytes : most, (u64)HEAP_CHUNK_BYTES);
    domain->heap.fixed = &fixed;
    return domain->heap.limit_bytes >= LEAST_BYTES;
}

// ---- Chunks and windows

// `reserved` bytes stay free. 0: the heap is full.
static u64 take_chunks(struct domain *domain, u64 bytes, enum heap_generation generation, u64 reserved) {
    u64 taken = ALIGN_UP(bytes, (u64)HEAP_CHUNK_BYTES);
    struct heap *heap = &domain->heap;
    if (taken + reserved > heap->limit_bytes || heap->used_bytes > heap->limit_bytes - taken - reserved) return 0;
    u64 start = memory_take(&pool, taken, HEAP_CHUNK_BYTES);
    if (!start) return 0;
    heap->used_bytes += taken;
    for (u64 at = start; at < start + taken; at += HEAP_CHUNK_BYTES) {
        struct heap_chunk *chunk = &heap_chunks[(at - HEAP_START) / HEAP_CHUNK_BYTES];
        chunk->domain = domain->number;
        chunk->generation = (u8)(at > start && generation == HEAP_LARGE ? HEAP_LARGE_REST : generation);
    }
    return start;
}

static u64 take_from_chunk(struct domain *domain, u64 bytes, u64 reserved) {
    struct heap *heap = &domain->heap;
    if (heap->end - heap->next < bytes) {
        u64 chunk = take_chunks(domain, HEAP_CHUNK_BYTES, HEAP_YOUNG, reserved);
        if (!chunk) return 0;
        heap->next = chunk;
        heap->end = chunk + HEAP_CHUNK_BYTES;
    }
    u64 start = heap->next;
    heap->next += bytes;
    return start;
}

// Zeroed memory; 0: the heap is full.
static u64 allocate(struct thread *thread, u64 bytes, u64 reserved) {
    u64 start = thread->heap_next;
    if (LIKELY(thread->heap_end - start >= bytes)) {
        thread->heap_next += bytes;
        return start;
    }
    struct domain *domain = domain_of(thread);
    if (bytes > LARGE_BYTES) {
        start = take_chunks(domain, bytes, HEAP_LARGE, reserved);
    } else if (bytes > WINDOW_BYTES / 2) {
        start = take_from_chunk(domain, bytes, reserved);
    } else {
        start = take_from_chunk(domain, WINDOW_BYTES, reserved);
        if (!start) return 0;
        thread->heap_next = start + bytes;
        thread->heap_end = start + WINDOW_BYTES;
        thread->allocated_bytes += WINDOW_BYTES;
        return start;
    }
    if (start) thread->allocated_bytes += bytes;
    return start;
}

static ref allocate_or_throw(struct thread *thread, u64 bytes) {
    u64 start = allocate(thread, bytes, RESERVE_BYTES);
    if (UNLIKELY(!start)) exception_throw_out_of_memory(thread, "Java heap space");
    return (ref)start;
}

ref heap_alloc_fixed(struct domain *domain, u32 bytes) {
    u64 start = memory_take(domain->heap.fixed, ALIGN_UP(bytes, OBJECT_ALIGNMENT), OBJECT_ALIGNMENT);
    if (!start) panic("the space of class mirrors and string literals is exhausted");
    return (ref)start;
}

// ---- Objects

ref heap_alloc_object(struct thread *thread, struct class *class) {
    ref object = allocate_or_throw(thread, class->instance_bytes);
    if (object) object_at(object)->class_address = class_address(class);
    return object;
}

ref heap_try_object(struct thread *thread, struct class *class) {
    ref object = (ref)allocate(thread, class->instance_bytes, 0);
    if (object) object_at(object)->class_address = class_address(class);
    return object;
}

static u64 array_bytes(const struct class *class, u32 length) {
    return ALIGN_UP(ARRAY_ELEMENTS_OFFSET + ((u64)length << class->element_shift), (u64)OBJECT_ALIGNMENT);
}

ref heap_alloc_array(struct thread *thread, struct class *array_class, s32 length) {
    if (UNLIKELY(length < 0)) {
        exception_throw(thread, "java/lang/NegativeArraySizeException", "%d", length);
        return 0;
    }
    if (UNLIKELY(length >= INT32_MAX - 1)) { // HotSpot's limit
        exception_throw_out_of_memory(thread, "Requested array size exceeds VM limit");
        return 0;
    }
    ref array = allocate_or_throw(thread, array_bytes(array_class, (u32)length));
    if (!array) return 0;
    object_at(array)->class_address = class_address(array_class);
    array_at(array)->length = (u32)length;
    return array;
}

ref heap_try_array(struct thread *thread, struct class *array_class, s32 length) {
    ref array = (ref)allocate(thread, array_bytes(array_class, (u32)length), 0);
    if (!array) return 0;
    object_at(array)->class_address = class_address(array_class);
    array_at(array)->length = (u32)length;
    return array;
}

ref heap_alloc_primitive_array(struct thread *thread, type_letter letter, s32 length) {
    return heap_alloc_array(thread, class_array_of(domain_primitive(domain_of(thread), letter)), length);
}

// The arrays of one dimension, and in them those of the next. The lengths have been checked.
static ref alloc_dimensions(struct thread *thread, struct class *array_class, u32 dimensions, const s64 *lengths) {
    s32 length = (s32)lengths[0];
    u32 mark = handle_mark(thread);
    ref array = heap_alloc_array(thread, array_class, length);
    if (!array || dimensions == 1) return array;
    handle outer = handle_new(thread, array);
    for (s32 i = 0; i < length && *outer; i++) {
        ref inner = alloc_dimensions(thread, class_at(array_class->component), dimensions - 1, lengths + 1);
        if (inner)
            array_set_ref(*outer, (u32)i, inner);
        else
            *outer = 0;
    }
    array = *outer;
    handle_release(thread, mark);
    return array;
}

ref heap_alloc_multi(struct thread *thread, struct class *array_class, u32 dimensions, const s64 *lengths) {
    for (u32 i = 0; i < dimensions; i++) {
        if ((s32)lengths[i] >= 0) continue;
        exception_throw(thread, "java/lang/NegativeArraySizeException", "%d", (s32)lengths[i]);
        return 0;
    }
    return alloc_dimensions(thread, array_class, dimensions, lengths);
}

u32 heap_object_bytes(ref object) {
    const struct class *class = object_class(object);
    if (class_is_array(class)) return (u32)array_bytes(class, array_length(object));
    return class == class->domain->known.class_ ? mirror_class(object)->mirror_bytes : class->instance_bytes;
}

ref heap_clone(struct thread *thread, handle object) {
    u32 bytes = heap_object_bytes(*object);
    ref copy = allocate_or_throw(thread, bytes);
    if (!copy) return 0;
    memcpy(object_at(copy), object_at(*object), bytes);
    object_at(copy)->mark = 0;
    // Whether the copy holds references, and where, is not worth finding out: all its cards are marked.
    for (u64 at = copy; at < (u64)copy + bytes; at += 1u << CARD_SHIFT) heap_mark_card(at);
    heap_mark_card(copy + bytes - 1);
    return copy;
}

// ---- Figures

u64 heap_free_bytes(const struct domain *domain) {
    const struct heap *heap = &domain->heap;
    return heap->limit_bytes - heap->used_bytes + (heap->end - heap->next);
}
u64 heap_total_bytes(const struct domain *domain) { return domain->heap.limit_bytes; }
