// The scalar types that every folder shares, and the few macros that C lacks. May be included anywhere, in host and
// guest.
#ifndef BASE_TYPES_H
#define BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

// A raw Java reference: the object's address, 0 for null. Must not be held across a safepoint.
typedef u32 ref;
// The address of a slot that the collector knows and updates. May be held across safepoints; the slot is never at
// address 0.
typedef ref *handle;

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define ALIGN_UP(value, alignment) (((value) + (alignment)-1) & ~((__typeof__(value))(alignment)-1))
#define ALIGN_DOWN(value, alignment) ((value) & ~((__typeof__(value))(alignment)-1))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

static inline u64 smaller(u64 a, u64 b) { return a < b ? a : b; }

// The compiler keeps loads and stores on their side of this: that is enough between a thread and the interrupts of its
// own processor, which see its stores in order.
static inline void compiler_barrier(void) { __asm__ volatile("" : : : "memory"); }

#define KIB 1024ull
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

#endif
