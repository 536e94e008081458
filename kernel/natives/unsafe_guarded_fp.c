// sun.misc.Unsafe in domains other than the first, on float and double: see unsafe_guarded.c.
#include "kernel/code/native.h"
#include "kernel/natives/unsafe_guarded.h"

static const ref no_base; // of an address: a handle of null
#define NO_BASE ((handle)(uintptr_t)&no_base)

#define ACCESS(type)                                                                                    \
    static type get_##type(struct thread *thread, handle unsafe, handle base, s64 offset) {             \
        (void)unsafe;                                                                                   \
        const type *at = guarded_bytes(thread, base, offset, sizeof(type), GUARD_READS);                \
        return at ? *at : 0;                                                                            \
    }                                                                                                   \
    static void put_##type(struct thread *thread, handle unsafe, handle base, s64 offset, type value) { \
        (void)unsafe;                                                                                   \
        type *at = guarded_bytes(thread, base, offset, sizeof(type), GUARD_WRITES);                     \
        if (at) __atomic_store(at, &value, __ATOMIC_SEQ_CST);                                           \
    }                                                                                                   \
    static type get_raw_##type(struct thread *thread, handle unsafe, s64 address) {                     \
        return get_##type(thread, unsafe, NO_BASE, address);                                            \
    }                                                                                                   \
    static void put_raw_##type(struct thread *thread, handle unsafe, s64 address, type value) {         \
        put_##type(thread, unsafe, NO_BASE, address, value);                                            \
    }
ACCESS(float)
ACCESS(double)

#define AT "Ljava/lang/Object;J"
#define FIELD_NATIVES(Name, name, type)                                                                    \
    HANDLE("get" Name, "(" AT ")" type, get_##name), HANDLE("get" Name "Volatile", NULL, get_##name),      \
        HANDLE("put" Name, "(" AT type ")V", put_##name), HANDLE("put" Name "Volatile", NULL, put_##name), \
        HANDLE("get" Name, "(J)" type, get_raw_##name), HANDLE("put" Name, "(J" type ")V", put_raw_##name)

static const struct native UNSAFE[] = {FIELD_NATIVES("Float", float, "F"), FIELD_NATIVES("Double", double, "D"),
                                       NATIVES_END};

const struct native_class natives_unsafe_guarded_fp[] = {{"sun/misc/Unsafe", UNSAFE}, {NULL, NULL}};
