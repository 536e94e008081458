// jdk.internal.misc.Unsafe: memory by (object, offset), or by address if the object is null. float and double are in
// unsafe_fp.c. Accesses that Java orders (volatile, compare-and-swap) are plain here, except for the store of a
// volatile, because x86 keeps all other orders.
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/raw_memory.h"
#include "kernel/natives/reflect.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/native.h"
#include "kernel/run/unsafe_fault.h"
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

// Before each piece lies a mark that no other memory has, so that a program can free what it was given, once, and
// nothing of the kernel's.
struct piece {
    u64 mark;
    u64 bytes : 63;
    u64 is_programs : 1;
};
#define PIECE_MARK 0x6578706f73656421ull

static u64 piece_mark(const struct piece *piece) { return PIECE_MARK ^ (u64)(uintptr_t)piece; }

// ---- Which addresses are a domain's: its pieces by address

#define FIRST_PIECES 64u

// How many of them begin at or below the address.
static u32 pieces_up_to(const struct domain *domain, u64 address) {
    u32 start = 0, end = domain->raw_piece_count;
    while (start < end) {
        u32 middle = (start + end) / 2;
        if ((u64)(uintptr_t)(domain->raw_pieces[middle] + 1) <= address) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    return start;
}

static bool has_room_for_piece(struct domain *domain) {
    if (domain->raw_piece_count < domain->raw_piece_capacity) return true;
    u32 capacity = domain->raw_piece_capacity ? 2 * domain->raw_piece_capacity : FIRST_PIECES;
    struct piece **pieces = thread_scratch(capacity * sizeof(struct piece *));
    if (!pieces) return false;
    if (domain->raw_piece_count) memcpy(pieces, domain->raw_pieces, domain->raw_piece_count * sizeof(*pieces));
    scratch_list_free(domain->raw_pieces);
    domain->raw_pieces = pieces;
    domain->raw_piece_capacity = capacity;
    return true;
}

static void add_piece(struct domain *domain, struct piece *piece) {
    u32 at = pieces_up_to(domain, (u64)(uintptr_t)(piece + 1));
    memmove(domain->raw_pieces + at + 1, domain->raw_pieces + at, (domain->raw_piece_count - at) * sizeof(piece));
    domain->raw_pieces[at] = piece;
    domain->raw_piece_count++;
}

static void remove_piece(struct domain *domain, const struct piece *piece) {
    u32 at = pieces_up_to(domain, (u64)(uintptr_t)(piece + 1));
    if (!at || domain->raw_pieces[at - 1] != piece) return;
    memmove(domain->raw_pieces + at - 1, domain->raw_pieces + at, (domain->raw_piece_count - at) * sizeof(piece));
    domain->raw_piece_count--;
}

bool raw_memory_holds(const struct domain *domain, u64 address, u64 bytes) {
    u32 at = pieces_up_to(domain, address);
    if (!at) return false;
    const struct piece *piece = domain->raw_pieces[at - 1];
    u64 inside = address - (u64)(uintptr_t)(piece + 1);
    return inside <= piece->bytes && bytes <= piece->bytes - inside;
}

u64 raw_memory_bytes(const struct domain *domain, u64 address) {
    u32 at = pieces_up_to(domain, address);
    const struct piece *piece = at ? domain->raw_pieces[at - 1] : NULL;
    return piece && piece->is_programs && (u64)(uintptr_t)(piece + 1) == address ? piece->bytes : 0;
}

s64 raw_memory_new(u64 bytes, bool is_programs) {
    struct domain *domain = domain_of(thread_self());
    if (bytes > INT64_MAX - sizeof(struct piece)) return 0;
    if (domain != domain_first && !has_room_for_piece(domain)) return 0;
    struct piece *piece = thread_scratch(sizeof(*piece) + bytes);
    if (!piece) return 0;
    *piece = (struct piece){.mark = piece_mark(piece), .bytes = bytes, .is_programs = is_programs};
    if (domain != domain_first) add_piece(domain, piece);
    return (s64)(uintptr_t)(piece + 1);
}

static s64 allocate_memory(ref unsafe, s64 bytes) {
    (void)unsafe;
    return bytes < 0 ? 0 : raw_memory_new((u64)bytes, false);
}

// Returns NULL with InternalError pending.
static struct piece *piece_at(struct thread *thread, s64 address) {
    struct piece *piece = (struct piece *)address - 1;
    if (!unsafe_check(thread, (u64)(uintptr_t)piece, sizeof(*piece), true)) return NULL;
    if (address % 16 == 0 && piece->mark == piece_mark(piece)) return piece;
    exception_throw(thread, "java/lang/InternalError", "not allocated, or freed already: 0x%lx", (u64)address);
    return NULL;
}

static void free_piece(struct piece *piece) {
    remove_piece(domain_of(thread_self()), piece);
    piece->mark = 0;
    scratch_list_free(piece);
}

void raw_memory_free(s64 address) { free_piece((struct piece *)address - 1); }

static void free_memory(struct thread *thread, handle unsafe, s64 address) {
    (void)unsafe;
    struct piece *piece = address ? piece_at(thread, address) : NULL;
    if (piece) free_piece(piece);
}

static s64 reallocate_memory(struct thread *thread, handle unsafe, s64 address, s64 bytes) {
    struct piece *from = address ? piece_at(thread, address) : NULL;
    if (thread->exception) return 0;
    s64 to = allocate_memory(*unsafe, bytes);
    if (!to || !from) return to;
    memcpy((void *)to, from + 1, from->bytes < (u64)bytes ? from->bytes : (u64)bytes);
    free_piece(from);
    return to;
}

// Piece by piece: arrays may move between two pieces.
static s64 piece_of(s64 bytes) { return bytes < (s64)SCHEDULER_PIECE_BYTES ? bytes : (s64)SCHEDULER_PIECE_BYTES; }

static void set_memory(struct thread *thread, handle unsafe, handle base, s64 offset, s64 bytes, s32 value) {
    (void)unsafe;
    for (s64 done = 0, piece; done < bytes; done += piece) {
        piece = piece_of(bytes - done);
        if (!unsafe_check(thread, (u64)(*base + offset + done), (u64)piece, true)) return;
        memset(unsafe_address(*base, offset + done), value, (size_t)piece);
        scheduler_poll_native(thread);
    }
}

static void copy_memory(struct thread *thread, handle unsafe, handle from, s64 from_offset, handle to, s64 to_offset,
                        s64 bytes) {
    (void)unsafe;
    bool backwards = *from == *to && to_offset > from_offset;
    for (s64 done = 0, piece; done < bytes; done += piece) {
        piece = piece_of(bytes - done);
        s64 at = backwards ? bytes - done - piece : done;
        if (!unsafe_check(thread, (u64)(*from + from_offset + at), (u64)piece, false) ||
            !unsafe_check(thread, (u64)(*to + to_offset + at), (u64)piece, true)) {
            return;
        }
        memmove(unsafe_address(*to, to_offset + at), unsafe_address(*from, from_offset + at), (size_t)piece);
        scheduler_poll_native(thread);
    }
}

static void copy_swap_memory(ref unsafe, ref from, s64 from_offset, ref to, s64 to_offset, s64 bytes,
                             s64 element_bytes) {
    (void)unsafe;
    u8 *source = unsafe_address(from, from_offset), *target = unsafe_address(to, to_offset);
    bool backwards = target > source; // the two ranges may overlap, elements do not
    for (s64 done = 0; done < bytes; done += element_bytes) {
        s64 at = backwards ? bytes - element_bytes - done : done;
        u8 element[8];
        memcpy(element, source + at, (size_t)element_bytes);
        for (s64 i = 0; i < element_bytes; i++) target[at + i] = element[element_bytes - 1 - i];
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
    exception_raise(thread, *exception);
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
    LOCKED("allocateMemory0", NULL, allocate_memory),
    HANDLE("freeMemory0", NULL, free_memory),
    HANDLE("reallocateMemory0", NULL, reallocate_memory),
    HANDLE("setMemory0", NULL, set_memory),
    HANDLE("copyMemory0", NULL, copy_memory),
    LEAF("copySwapMemory0", NULL, copy_swap_memory),
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
