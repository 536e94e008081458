// The end of a program that cannot go on, and invariants. The kernel's panic is in kernel/core/panic.c; tests and host
// programs that use code which panics bring one of their own.
#ifndef BASE_PANIC_H
#define BASE_PANIC_H

#define PANIC_STATUS 3 // of the process, and in the region

_Noreturn void panic(const char *format, ...) __attribute__((format(printf, 1, 2)));

// A broken invariant. Stays on in every build; the condition must have no side effect.
#define ASSERT(condition)                                                                          \
    do {                                                                                           \
        if (__builtin_expect(!(condition), 0)) panic("%s:%d: %s", __FILE__, __LINE__, #condition); \
    } while (0)

#endif
