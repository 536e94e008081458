// sun.misc.Unsafe in every domain but the first: its accesses are these natives, which take the place of its code
// (METHOD_GUARDED). What a program can do with them it could do to itself by other means, and to others nothing:
//
// - an address lies in memory that the program has from allocateMemory, or in a direct buffer's, and has not freed:
//   what the library has allocated for itself holds addresses and texts that natives read;
// - an offset is a field's of the access's width, or lies within an array; a reference is at a reference's place, and
//   what is stored there is of its type, since a wrong one would be used as what it is not;
// - fields of the JDK's own classes are only read, and only numbers: some hold addresses, which the library trusts;
//   portals' proxies are the kernel's as well;
// - objects without a constructor are not made of classes whose constructors the library or the kernel relies on;
// - memory of the library's (direct buffers) is not freed, neither by freeMemory nor by invokeCleaner: the collector
//   does that, when no buffer refers to it any more.
//
// All are handle natives, so the kernel's lock is held from the check to the access: nothing moves or is freed between.
// jdk.internal.misc.Unsafe, which the library itself uses, is as in unsafe.c.
#include "kernel/natives/unsafe_guarded.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/raise.h"
#include "kernel/natives/raw_memory.h"

static void *refuse(struct thread *thread) {
    exception_throw(thread, "java/lang/InternalError", "unsafe memory access outside of what the domain may reach");
    return NULL;
}

// ---- Fields and elements

static const struct field *field_in(const struct class *class, s64 offset, bool is_static) {
    for (u32 i = 0; i < class->field_count; i++) {
        const struct field *field = &class->fields[i];
        if (field_is_static(field) == is_static && field->offset == offset) return field;
    }
    return NULL;
}

// The field of the object at the offset; of a class's mirror, a static one. NULL if there is none.
static const struct field *field_at(const struct thread *thread, ref object, s64 offset) {
    const struct class *class = object_class(object);
    if (class == domain_of(thread)->known.class_) return field_in(mirror_class(object), offset, true);
    for (; class; class = class->super) {
        const struct field *field = field_in(class, offset, false);
        if (field) return field;
    }
    return NULL;
}

static bool is_programs(const struct field *field) {
    return field->holder->loader->object && !(field->holder->flags & CLASS_PROXY);
}

static u32 width_of(type_letter type) {
    switch (type) {
    case 'Z':
    case 'B': return 1;
    case 'C':
    case 'S': return 2;
    case 'I':
    case 'F': return 4;
    case 'J':
    case 'D': return 8;
    default: return 0;
    }
}

static bool is_in_array(ref array, s64 offset, u64 bytes) {
    ASSERT(class_is_array(object_class(array)));
    u64 inside = (u64)array_length(array) << object_class(array)->element_shift;
    u64 at = (u64)(offset - ARRAY_ELEMENTS_OFFSET);
    return offset >= ARRAY_ELEMENTS_OFFSET && at <= inside && bytes <= inside - at;
}

static bool may_access(const struct thread *thread, ref base, s64 offset, u64 bytes, enum guard_access access) {
    if (!base) return raw_memory_is_reachable(domain_of(thread), (u64)offset, bytes);
    const struct class *class = object_class(base);
    if (class_is_array(class)) return class->element_type != 'L' && is_in_array(base, offset, bytes);
    const struct field *field = field_at(thread, base, offset);
    return field && width_of(field->type) == bytes && (access == GUARD_READS || is_programs(field));
}

void *guarded_bytes(struct thread *thread, handle base, s64 offset, u64 bytes, enum guard_access access) {
    ASSERT_LOCKED(); // until the access
    if (!may_access(thread, *base, offset, bytes, access)) return refuse(thread);
    return (void *)((s64)*base + offset);
}

static bool is_of_type(const struct field *field, ref value) {
    const struct symbol *descriptor = field->descriptor;
    const struct class *type = loader_find_type(field->holder->loader, descriptor->text, descriptor->length);
    return type && class_is_subclass(object_class(value), type);
}

static bool may_refer(const struct thread *thread, ref base, s64 offset, ref value) {
    if (!base) return false;
    const struct class *class = object_class(base);
    if (class_is_array(class)) {
        bool is_element = class->element_type == 'L' && is_in_array(base, offset, sizeof(ref)) &&
                          (offset - ARRAY_ELEMENTS_OFFSET) % sizeof(ref) == 0;
        const struct class *component = (const struct class *)(uintptr_t) class->component;
        return is_element && (!value || class_is_subclass(object_class(value), component));
    }
    const struct field *field = field_at(thread, base, offset);
    return field && field->type == 'L' && is_programs(field) && (!value || is_of_type(field, value));
}

ref *guarded_reference(struct thread *thread, handle base, s64 offset, enum guard_access access, ref value) {
    (void)access;
    ASSERT_LOCKED();
    if (!may_refer(thread, *base, offset, value)) return refuse(thread);
    return (ref *)((s64)*base + offset);
}

// ---- Accesses

static const ref no_base; // of an address: a handle of null
#define NO_BASE ((handle)(uintptr_t)&no_base)

#define ACCESS(name, type, result)                                                                        \
    static result get_##name(struct thread *thread, handle unsafe, handle base, s64 offset) {             \
        (void)unsafe;                                                                                     \
        const type *at = guarded_bytes(thread, base, offset, sizeof(type), GUARD_READS);                  \
        return at ? __atomic_load_n(at, __ATOMIC_SEQ_CST) : 0;                                            \
    }                                                                                                     \
    static void put_##name(struct thread *thread, handle unsafe, handle base, s64 offset, result value) { \
        (void)unsafe;                                                                                     \
        type *at = guarded_bytes(thread, base, offset, sizeof(type), GUARD_WRITES);                       \
        if (at) __atomic_store_n(at, (type)value, __ATOMIC_SEQ_CST);                                      \
    }                                                                                                     \
    static result get_raw_##name(struct thread *thread, handle unsafe, s64 address) {                     \
        return get_##name(thread, unsafe, NO_BASE, address);                                              \
    }                                                                                                     \
    static void put_raw_##name(struct thread *thread, handle unsafe, s64 address, result value) {         \
        put_##name(thread, unsafe, NO_BASE, address, value);                                              \
    }
ACCESS(byte, s8, s32)
ACCESS(short, s16, s32)
ACCESS(char, u16, s32)
ACCESS(int, s32, s32)
ACCESS(long, s64, s64)

static s32 get_boolean(struct thread *thread, handle unsafe, handle base, s64 offset) {
    return get_byte(thread, unsafe, base, offset) != 0;
}

static void put_boolean(struct thread *thread, handle unsafe, handle base, s64 offset, s32 value) {
    put_byte(thread, unsafe, base, offset, value & 1);
}

static ref get_reference(struct thread *thread, handle unsafe, handle base, s64 offset) {
    (void)unsafe;
    const ref *at = guarded_reference(thread, base, offset, GUARD_READS, 0);
    return at ? *at : 0;
}

static ref exchange_reference(struct thread *thread, handle unsafe, handle base, s64 offset, handle value) {
    (void)unsafe;
    ref *at = guarded_reference(thread, base, offset, GUARD_WRITES, *value);
    if (!at) return 0;
    ref before = __atomic_exchange_n(at, *value, __ATOMIC_SEQ_CST);
    heap_mark_card((u64)(uintptr_t)at);
    return before;
}

static void put_reference(struct thread *thread, handle unsafe, handle base, s64 offset, handle value) {
    exchange_reference(thread, unsafe, base, offset, value);
}

static s32 set_reference(struct thread *thread, handle unsafe, handle base, s64 offset, handle expected, handle value) {
    (void)unsafe;
    ref wanted = *expected, *at = guarded_reference(thread, base, offset, GUARD_WRITES, *value);
    if (!at) return 0;
    bool is_set = __atomic_compare_exchange_n(at, &wanted, *value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    heap_mark_card((u64)(uintptr_t)at);
    return is_set;
}

#define ATOMIC(name, type)                                                                                            \
    static s32 set_##name(struct thread *thread, handle unsafe, handle base, s64 offset, type expected, type value) { \
        (void)unsafe;                                                                                                 \
        type *at = guarded_bytes(thread, base, offset, sizeof(type), GUARD_WRITES);                                   \
        return at && __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
    }                                                                                                                 \
    static type add_##name(struct thread *thread, handle unsafe, handle base, s64 offset, type value) {               \
        (void)unsafe;                                                                                                 \
        type *at = guarded_bytes(thread, base, offset, sizeof(type), GUARD_WRITES);                                   \
        return at ? __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST) : 0;                                              \
    }                                                                                                                 \
    static type exchange_##name(struct thread *thread, handle unsafe, handle base, s64 offset, type value) {          \
        (void)unsafe;                                                                                                 \
        type *at = guarded_bytes(thread, base, offset, sizeof(type), GUARD_WRITES);                                   \
        return at ? __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST) : 0;                                             \
    }
ATOMIC(int, s32)
ATOMIC(long, s64)

// ---- Memory

static bool is_size(struct thread *thread, s64 bytes) {
    if (bytes < 0) exception_throw(thread, "java/lang/IllegalArgumentException", NULL);
    return bytes >= 0;
}

static s64 allocate(struct thread *thread, handle unsafe, s64 bytes) {
    (void)unsafe;
    if (!is_size(thread, bytes) || !bytes) return 0;
    s64 address = raw_memory_new((u64)bytes, RAW_MEMORY_PROGRAM);
    if (!address) exception_throw(thread, "java/lang/OutOfMemoryError", "Unable to allocate %lu bytes", (u64)bytes);
    return address;
}

// Returns how many bytes of its own the program has there; 0 with InternalError pending.
static u64 programs_bytes(struct thread *thread, s64 address) {
    u64 bytes = raw_memory_bytes(domain_of(thread), (u64)address);
    if (!bytes) refuse(thread);
    return bytes;
}

static void release(struct thread *thread, handle unsafe, s64 address) {
    (void)unsafe;
    if (address && programs_bytes(thread, address)) raw_memory_free(address);
}

// Piece by piece, each of which is checked again: others run between two of them.
static void set_memory(struct thread *thread, handle unsafe, handle base, s64 offset, s64 bytes, s32 value) {
    (void)unsafe;
    if (!is_size(thread, bytes)) return;
    for (s64 done = 0; done < bytes;) {
        u64 piece = scheduler_piece((u64)(bytes - done));
        void *at = guarded_bytes(thread, base, offset + done, piece, GUARD_WRITES);
        if (!at) return;
        ASSERT(piece && piece <= (u64)(bytes - done));
        memset(at, value, piece);
        done += (s64)piece;
        scheduler_poll_native(thread);
    }
}

static void set_raw_memory(struct thread *thread, handle unsafe, s64 address, s64 bytes, s32 value) {
    set_memory(thread, unsafe, NO_BASE, address, bytes, value);
}

static void copy_memory(struct thread *thread, handle unsafe, handle from, s64 from_offset, handle to, s64 to_offset,
                        s64 bytes) {
    (void)unsafe;
    if (!is_size(thread, bytes)) return;
    bool backwards = *from == *to && to_offset > from_offset;
    for (s64 done = 0; done < bytes;) {
        u64 piece = scheduler_piece((u64)(bytes - done));
        s64 at = backwards ? bytes - done - (s64)piece : done;
        const void *source = guarded_bytes(thread, from, from_offset + at, piece, GUARD_READS);
        void *target = source ? guarded_bytes(thread, to, to_offset + at, piece, GUARD_WRITES) : NULL;
        if (!target) return;
        ASSERT(at >= 0 && at + (s64)piece <= bytes);
        memmove(target, source, piece);
        done += (s64)piece;
        scheduler_poll_native(thread);
    }
}

static void copy_raw_memory(struct thread *thread, handle unsafe, s64 from, s64 to, s64 bytes) {
    copy_memory(thread, unsafe, NO_BASE, from, NO_BASE, to, bytes);
}

static s64 reallocate(struct thread *thread, handle unsafe, s64 address, s64 bytes) {
    u64 before = address ? programs_bytes(thread, address) : 0;
    if (thread->exception) return 0;
    s64 to = allocate(thread, unsafe, bytes);
    if (thread->exception) return 0;
    if (to && address) copy_raw_memory(thread, unsafe, address, to, before < (u64)bytes ? (s64)before : bytes);
    if (thread->exception) {
        ASSERT(to);
        raw_memory_free(to);
        return 0;
    }
    release(thread, unsafe, address);
    return to;
}

static ref allocate_instance(struct thread *thread, handle unsafe, handle mirror) {
    const struct class *class = *mirror ? mirror_class(*mirror) : NULL;
    if (!class || class_is_primitive(class) || class_is_array(class) || !class_needs_constructor(class, NULL)) {
        return unsafe_allocate_instance(thread, unsafe, mirror);
    }
    exception_throw(thread, "java/lang/InstantiationException", "%s", class->name->text);
    return 0;
}

// What refers to the buffer's memory is not known here.
static void invoke_cleaner(struct thread *thread, handle unsafe, handle buffer) {
    (void)thread;
    (void)unsafe;
    (void)buffer;
}

#define AT "Ljava/lang/Object;J"
#define OBJECT "Ljava/lang/Object;"
#define FIELD_NATIVES(Name, name, type)                                                               \
    HANDLE("get" Name, "(" AT ")" type, get_##name), HANDLE("get" Name "Volatile", NULL, get_##name), \
        HANDLE("put" Name, "(" AT type ")V", put_##name), HANDLE("put" Name "Volatile", NULL, put_##name)
#define RAW_NATIVES(Name, name, type) \
    HANDLE("get" Name, "(J)" type, get_raw_##name), HANDLE("put" Name, "(J" type ")V", put_raw_##name)

static const struct native UNSAFE[] = {
    FIELD_NATIVES("Boolean", boolean, "Z"),
    FIELD_NATIVES("Byte", byte, "B"),
    FIELD_NATIVES("Short", short, "S"),
    FIELD_NATIVES("Char", char, "C"),
    FIELD_NATIVES("Int", int, "I"),
    FIELD_NATIVES("Long", long, "J"),
    FIELD_NATIVES("Object", reference, OBJECT),
    RAW_NATIVES("Byte", byte, "B"),
    RAW_NATIVES("Short", short, "S"),
    RAW_NATIVES("Char", char, "C"),
    RAW_NATIVES("Int", int, "I"),
    RAW_NATIVES("Long", long, "J"),
    RAW_NATIVES("Address", long, "J"),
    HANDLE("putOrderedObject", NULL, put_reference),
    HANDLE("putOrderedInt", NULL, put_int),
    HANDLE("putOrderedLong", NULL, put_long),
    HANDLE("compareAndSwapObject", NULL, set_reference),
    HANDLE("compareAndSwapInt", NULL, set_int),
    HANDLE("compareAndSwapLong", NULL, set_long),
    HANDLE("getAndAddInt", NULL, add_int),
    HANDLE("getAndAddLong", NULL, add_long),
    HANDLE("getAndSetInt", NULL, exchange_int),
    HANDLE("getAndSetLong", NULL, exchange_long),
    HANDLE("getAndSetObject", NULL, exchange_reference),
    HANDLE("allocateMemory", NULL, allocate),
    HANDLE("reallocateMemory", NULL, reallocate),
    HANDLE("freeMemory", NULL, release),
    HANDLE("setMemory", "(" AT "JB)V", set_memory),
    HANDLE("setMemory", "(JJB)V", set_raw_memory),
    HANDLE("copyMemory", "(" AT AT "J)V", copy_memory),
    HANDLE("copyMemory", "(JJJ)V", copy_raw_memory),
    REENTRANT("allocateInstance", NULL, allocate_instance),
    HANDLE("invokeCleaner", NULL, invoke_cleaner),
    NATIVES_END,
};

const struct native_class natives_unsafe_guarded[] = {{"sun/misc/Unsafe", UNSAFE}, {NULL, NULL}};
