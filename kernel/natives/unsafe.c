// jdk.internal.misc.Unsafe: memory by (object, offset), or by address if the object is null. float and double are in
// unsafe_fp.c. Accesses that Java orders (volatile, compare-and-swap) are plain here, except for the store of a
// volatile, because x86 keeps all other orders.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/raw_memory.h"
#include "kernel/natives/reflect.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/unsafe_fault.h"
#include "kernel/run/unwind.h"
#include "kernel/run/values.h"
#include "log/log.h"

static void *unsafe_address(ref base, s64 offset) { return (void *)((s64)base + offset); }

#define ACCESS(name, type, result)                                                             \
    static result get_##name(ref unsafe, ref base, s64 offset) {                               \
        (void)unsafe;                                                                          \
        return *(type *)unsafe_address(base, offset);                                          \
    }                                                                                          \
    static void put_##name(ref unsafe, ref base, s64 offset, result value) {                   \
        (void)unsafe;                                                                          \
        *(type *)unsafe_address(base, offset) = (type)value;                                   \
    }                                                                                          \
    static void put_##name##_volatile(ref unsafe, ref base, s64 offset, result value) {        \
        (void)unsafe;                                                                          \
        __atomic_store_n((type *)unsafe_address(base, offset), (type)value, __ATOMIC_SEQ_CST); \
    }
ACCESS(boolean, u8, s32)
ACCESS(byte, s8, s32)
ACCESS(short, s16, s32)
ACCESS(char, u16, s32)
ACCESS(int, s32, s32)
ACCESS(long, s64, s64)

static ref get_reference(ref unsafe, ref base, s64 offset) {
    (void)unsafe;
    return *(ref *)unsafe_address(base, offset);
}

static void put_reference(ref unsafe, ref base, s64 offset, ref value) {
    (void)unsafe;
    ref *field = unsafe_address(base, offset);
    __atomic_store_n(field, value, __ATOMIC_SEQ_CST);
    heap_mark_card((u64)(uintptr_t)field);
}

#define COMPARE(name, type)                                                                              \
    static type exchange_##name(ref unsafe, ref base, s64 offset, type expected, type value) {           \
        (void)unsafe;                                                                                    \
        type *field = unsafe_address(base, offset);                                                      \
        __atomic_compare_exchange_n(field, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        return expected;                                                                                 \
    }                                                                                                    \
    static s32 set_##name(ref unsafe, ref base, s64 offset, type expected, type value) {                 \
        return exchange_##name(unsafe, base, offset, expected, value) == expected;                       \
    }
COMPARE(int, s32)
COMPARE(long, s64)

static ref exchange_reference(ref unsafe, ref base, s64 offset, ref expected, ref value) {
    (void)unsafe;
    ref *field = unsafe_address(base, offset);
    __atomic_compare_exchange_n(field, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    heap_mark_card((u64)(uintptr_t)field);
    return expected;
}

static s32 set_reference(ref unsafe, ref base, s64 offset, ref expected, ref value) {
    return exchange_reference(unsafe, base, offset, expected, value) == expected;
}

// ---- Memory outside the heap

// Direct buffers' memory is the only one of the library's that programs get addresses of.
static enum raw_memory_kind kind_for(const struct thread *thread) {
    struct class *caller = domain_of(thread) == domain_first ? NULL : frame_caller_class(thread);
    bool is_buffer = caller && !caller->loader->object && strcmp(caller->name->text, "java/nio/DirectByteBuffer") == 0;
    return is_buffer ? RAW_MEMORY_BUFFER : RAW_MEMORY_LIBRARY;
}

static s64 allocate_memory(struct thread *thread, handle unsafe, s64 bytes) {
    (void)unsafe;
    return bytes < 0 ? 0 : raw_memory_new((u64)bytes, kind_for(thread));
}

// Returns how many bytes were allocated there; false with InternalError pending if none were, or none of this domain's.
static bool is_allocated(struct thread *thread, s64 address, u64 *bytes) {
    if (!unsafe_check(thread, (u64)address - RAW_MEMORY_HEADER_BYTES, RAW_MEMORY_HEADER_BYTES, false)) return false;
    if (raw_memory_begins(domain_of(thread), (u64)address, bytes)) return true;
    exception_throw(thread, "java/lang/InternalError", "not allocated, or freed already: 0x%lx", (u64)address);
    return false;
}

static void free_memory(struct thread *thread, handle unsafe, s64 address) {
    (void)unsafe;
    u64 bytes;
    if (address && is_allocated(thread, address, &bytes)) raw_memory_free(address);
}

// Piece by piece: arrays may move between two pieces.
static void set_memory(struct thread *thread, handle unsafe, handle base, s64 offset, s64 bytes, s32 value) {
    (void)unsafe;
    for (s64 done = 0, piece; done < bytes; done += piece) {
        piece = (s64)scheduler_piece((u64)(bytes - done));
        if (!unsafe_check(thread, (u64)(*base + offset + done), (u64)piece, true)) return;
        ASSERT(piece > 0 && piece <= bytes - done);
        memset(unsafe_address(*base, offset + done), value, (size_t)piece);
        scheduler_poll_native(thread);
    }
}

static bool can_copy(struct thread *thread, u64 from, u64 to, u64 bytes) {
    return unsafe_check(thread, from, bytes, false) && unsafe_check(thread, to, bytes, true);
}

static void copy_memory(struct thread *thread, handle unsafe, handle from, s64 from_offset, handle to, s64 to_offset,
                        s64 bytes) {
    (void)unsafe;
    bool backwards = *from == *to && to_offset > from_offset;
    for (s64 done = 0, piece; done < bytes; done += piece) {
        piece = (s64)scheduler_piece((u64)(bytes - done));
        s64 at = backwards ? bytes - done - piece : done;
        if (!can_copy(thread, (u64)(*from + from_offset + at), (u64)(*to + to_offset + at), (u64)piece)) return;
        ASSERT(at >= 0 && at + piece <= bytes);
        memmove(unsafe_address(*to, to_offset + at), unsafe_address(*from, from_offset + at), (size_t)piece);
        scheduler_poll_native(thread);
    }
}

static s64 reallocate_memory(struct thread *thread, handle unsafe, s64 address, s64 bytes) {
    static const ref no_base; // of an address: a handle of null
    handle none = (handle)(uintptr_t)&no_base;
    u64 before = 0;
    if (address && !is_allocated(thread, address, &before)) return 0;
    s64 to = allocate_memory(thread, unsafe, bytes);
    if (!to || !address) return to;
    copy_memory(thread, unsafe, none, address, none, to, before < (u64)bytes ? (s64)before : bytes);
    free_memory(thread, unsafe, thread->exception ? to : address);
    return thread->exception ? 0 : to;
}

static void swap_piece(u8 *target, const u8 *source, s64 bytes, s64 element_bytes, bool backwards) {
    u8 element[8];
    ASSERT(element_bytes <= (s64)sizeof(element) && bytes % element_bytes == 0);
    for (s64 done = 0; done < bytes; done += element_bytes) {
        s64 at = backwards ? bytes - element_bytes - done : done;
        memcpy(element, source + at, (size_t)element_bytes);
        for (s64 i = 0; i < element_bytes; i++) target[at + i] = element[element_bytes - 1 - i];
    }
}

// A piece has a whole number of elements, which have 2, 4 or 8 bytes.
#define SWAPPED_PIECE_BYTES (SCHEDULER_PIECE_BYTES / 8)
_Static_assert(SWAPPED_PIECE_BYTES % 8 == 0, "a whole number of elements");

// The class library has checked both, but reflection comes past it where its package is open.
static bool are_elements(struct thread *thread, s64 bytes, s64 element_bytes) {
    bool is_size = element_bytes == 2 || element_bytes == 4 || element_bytes == 8;
    if (is_size && bytes >= 0 && bytes % element_bytes == 0) return true;
    exception_throw(thread, "java/lang/IllegalArgumentException", NULL);
    return false;
}

static void copy_swap_memory(struct thread *thread, handle unsafe, handle from, s64 from_offset, handle to,
                             s64 to_offset, s64 bytes, s64 element_bytes) {
    (void)unsafe;
    if (!are_elements(thread, bytes, element_bytes)) return;
    for (s64 done = 0, piece; done < bytes; done += piece) {
        piece = bytes - done < (s64)SWAPPED_PIECE_BYTES ? bytes - done : (s64)SWAPPED_PIECE_BYTES;
        // the two ranges may overlap, elements do not
        bool backwards = *to + to_offset > *from + from_offset;
        s64 at = backwards ? bytes - done - piece : done;
        if (!can_copy(thread, (u64)(*from + from_offset + at), (u64)(*to + to_offset + at), (u64)piece)) return;
        ASSERT(at >= 0 && at + piece <= bytes);
        swap_piece(unsafe_address(*to, to_offset + at), unsafe_address(*from, from_offset + at), piece, element_bytes,
                   backwards);
        scheduler_poll_native(thread);
    }
}

static void nothing(ref unsafe) { (void)unsafe; }

static void full_fence(ref unsafe) {
    (void)unsafe;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// ---- Layout

static s32 array_base_offset(ref unsafe, ref array_class) {
    (void)unsafe;
    (void)array_class;
    return ARRAY_ELEMENTS_OFFSET;
}

static s32 array_index_scale(ref unsafe, ref array_class) {
    (void)unsafe;
    struct class *class = mirror_class(array_class);
    return class->dimensions ? 1 << class->element_shift : 0;
}

static s64 field_offset(ref unsafe, ref field) {
    (void)unsafe;
    return reflect_field(field)->offset;
}

static ref static_field_base(ref unsafe, ref field) {
    (void)unsafe;
    return java_get_ref(field, FIELD_Field_clazz);
}

static s64 named_field_offset(struct thread *thread, handle unsafe, handle mirror, handle name) {
    (void)unsafe;
    struct class *class = mirror_class(*mirror);
    SYMBOL_HELD symbol = javastring_symbol(thread, *name, false);
    for (u32 i = 0; symbol && i < class->field_count; i++) {
        if (class->fields[i].name == symbol) return class->fields[i].offset;
    }
    exception_throw(thread, "java/lang/InternalError", "%s", symbol ? symbol->text : "");
    return 0;
}

// ---- Classes

static void ensure_class_initialized(struct thread *thread, handle unsafe, handle mirror) {
    (void)unsafe;
    class_initialise(thread, mirror_class(*mirror));
}

static s32 should_be_initialized(ref unsafe, ref mirror) {
    (void)unsafe;
    return mirror_class(mirror)->state != CLASS_INITIALISED;
}

ref unsafe_allocate_instance(struct thread *thread, handle unsafe, handle mirror) {
    (void)unsafe;
    if (!*mirror) {
        exception_throw(thread, "java/lang/NullPointerException", NULL);
        return 0;
    }
    struct class *class = mirror_class(*mirror);
    char name[256];
    class_external_name(class, name, sizeof(name));
    if (class == domain_of(thread)->known.class_) {
        exception_throw(thread, "java/lang/IllegalAccessException", "%s", name);
    } else if (class->primitive) {
        exception_throw(thread, "java/lang/InstantiationException", NULL);
        // arrays as well
    } else if (class->access_flags & (ACC_ABSTRACT | ACC_INTERFACE)) {
        exception_throw(thread, "java/lang/InstantiationException", "%s", name);
    }
    if (thread->exception) return 0;
    if (!class_initialise(thread, class)) return 0;
    return java_alloc(thread, class);
}

static void throw_exception(struct thread *thread, handle unsafe, handle exception) {
    (void)unsafe;
    if (!native_is_null(thread, exception)) exception_raise(thread, *exception);
}

// ---- Threads

static void park(struct thread *thread, handle unsafe, s32 absolute, s64 time) {
    (void)unsafe;
    s64 nanoseconds = time;
    if (absolute && time > 0) {
        s64 milliseconds = time - log_wall_ns() / 1000000;
        nanoseconds = milliseconds > INT64_MAX / 1000000 ? INT64_MAX : milliseconds * 1000000;
    }
    thread_park(thread, absolute || time, nanoseconds > 0 ? (u64)nanoseconds : 0);
}

static void unpark(struct thread *thread, handle unsafe, handle java_thread) {
    (void)unsafe;
    bool is_thread =
        *java_thread && class_is_subclass_cached(object_class(*java_thread), domain_of(thread)->known.thread);
    struct thread *target = is_thread ? thread_of(*java_thread) : NULL;
    if (target) thread_unpark(thread, target);
}

#define ACCESS_NATIVES(Name, name)                                                     \
    LEAF("get" Name, NULL, get_##name), LEAF("get" Name "Volatile", NULL, get_##name), \
        LEAF("put" Name, NULL, put_##name), LEAF("put" Name "Volatile", NULL, put_##name##_volatile)

static const struct native UNSAFE[] = {
    ACCESS_NATIVES("Boolean", boolean),
    ACCESS_NATIVES("Byte", byte),
    ACCESS_NATIVES("Short", short),
    ACCESS_NATIVES("Char", char),
    ACCESS_NATIVES("Int", int),
    ACCESS_NATIVES("Long", long),
    LEAF("getReference", NULL, get_reference),
    LEAF("getReferenceVolatile", NULL, get_reference),
    LEAF("putReference", NULL, put_reference),
    LEAF("putReferenceVolatile", NULL, put_reference),
    LEAF("compareAndSetInt", NULL, set_int),
    LEAF("compareAndSetLong", NULL, set_long),
    LEAF("compareAndSetReference", NULL, set_reference),
    LEAF("compareAndExchangeInt", NULL, exchange_int),
    LEAF("compareAndExchangeLong", NULL, exchange_long),
    LEAF("compareAndExchangeReference", NULL, exchange_reference),
    LEAF("loadFence", NULL, nothing),
    LEAF("storeFence", NULL, nothing),
    LEAF("fullFence", NULL, full_fence),
    HANDLE("allocateMemory0", NULL, allocate_memory),
    HANDLE("freeMemory0", NULL, free_memory),
    HANDLE("reallocateMemory0", NULL, reallocate_memory),
    HANDLE("setMemory0", NULL, set_memory),
    HANDLE("copyMemory0", NULL, copy_memory),
    HANDLE("copySwapMemory0", NULL, copy_swap_memory),
    LEAF("arrayBaseOffset0", NULL, array_base_offset),
    LEAF("arrayIndexScale0", NULL, array_index_scale),
    LEAF("objectFieldOffset0", NULL, field_offset),
    LEAF("staticFieldOffset0", NULL, field_offset),
    LEAF("staticFieldBase0", NULL, static_field_base),
    HANDLE("objectFieldOffset1", NULL, named_field_offset),
    REENTRANT("ensureClassInitialized0", NULL, ensure_class_initialized),
    LOCKED("shouldBeInitialized0", NULL, should_be_initialized),
    REENTRANT("allocateInstance", NULL, unsafe_allocate_instance),
    HANDLE("throwException", NULL, throw_exception),
    REENTRANT("park", NULL, park),
    REENTRANT("unpark", NULL, unpark),
    NATIVES_END,
};

const struct native_class natives_unsafe[] = {{"jdk/internal/misc/Unsafe", UNSAFE}, {NULL, NULL}};
