// The memory functions that GCC expects of a freestanding program, and the few text functions that the kernel uses.
// Short copies use overlapping words, long ones `rep movsq`, which emulators and processors both do well.
#include "base/string.h"

#include "base/ascii.h"
#include "base/narrow.h"
#include "base/types.h"

#define REP_BYTES 256 // from here on `rep` is worth its start-up

// A word at any address.
struct word {
    u64 value;
} __attribute__((packed, may_alias));
struct half {
    u32 value;
} __attribute__((packed, may_alias));

static inline u64 load(const u8 *at) { return ((const struct word *)at)->value; }
static inline void store(u8 *at, u64 value) { ((struct word *)at)->value = value; }

// Below 16 bytes: everything is read before anything is written, so the ranges may overlap either way.
static inline void copy_short(u8 *to, const u8 *from, size_t bytes) {
    if (bytes >= 8) {
        u64 first = load(from), last = load(from + bytes - 8);
        store(to, first);
        store(to + bytes - 8, last);
    } else if (bytes >= 4) {
        u32 first = ((const struct half *)from)->value, last = ((const struct half *)(from + bytes - 4))->value;
        ((struct half *)to)->value = first;
        ((struct half *)(to + bytes - 4))->value = last;
    } else if (bytes) {
        u8 first = from[0], middle = from[bytes / 2], last = from[bytes - 1];
        to[0] = first;
        to[bytes / 2] = middle;
        to[bytes - 1] = last;
    }
}

// From 16 bytes on. Also right for to < from: the last word is read before it can be overwritten.
static inline void copy_up(u8 *to, const u8 *from, size_t bytes) {
    u64 last = load(from + bytes - 8);
    u8 *to_last = to + bytes - 8;
    size_t words = (bytes - 1) / 8;
    if (bytes >= REP_BYTES) {
        __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
    } else {
        for (; words; words--, to += 8, from += 8) store(to, load(from));
    }
    store(to_last, last);
}

static void copy_down(u8 *to, const u8 *from, size_t bytes) {
    u64 first = load(from);
    for (size_t left = bytes; left > 8; left -= 8) store(to + left - 8, load(from + left - 8));
    store(to, first);
}

void *memcpy(void *to, const void *from, size_t bytes) {
    if (bytes < 16) {
        copy_short(to, from, bytes);
    } else {
        copy_up(to, from, bytes);
    }
    return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
    if (bytes < 16) {
        copy_short(to, from, bytes);
    } else if ((uintptr_t)to - (uintptr_t)from >= bytes) {
        copy_up(to, from, bytes);
    } else {
        copy_down(to, from, bytes);
    }
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    u8 *at = to;
    u64 pattern = low_u8(value) * 0x0101010101010101ull;
    if (bytes < 8) {
        for (size_t i = 0; i < bytes; i++) at[i] = low_u8(value);
        return to;
    }
    size_t words = bytes / 8;
    store(at + bytes - 8, pattern);
    if (bytes >= REP_BYTES) {
        __asm__ volatile("rep stosq" : "+D"(at), "+c"(words) : "a"(pattern) : "memory");
    } else {
        for (; words; words--, at += 8) store(at, pattern);
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes) {
    const u8 *left = a, *right = b;
    for (; bytes >= 8; bytes -= 8, left += 8, right += 8) {
        u64 x = load(left), y = load(right);
        if (x == y) continue;
        x = __builtin_bswap64(x);
        y = __builtin_bswap64(y);
        return x < y ? -1 : 1;
    }
    for (; bytes; bytes--, left++, right++) {
        if (*left != *right) return *left - *right;
    }
    return 0;
}

// A word at an address that is a multiple of its size lies in one page, so what follows the text's end in it may be
// read.
__attribute__((no_sanitize_address)) size_t strnlen(const char *text, size_t most) {
    u32 before = (uintptr_t)text % 8;
    const struct word *at = (const struct word *)(text - before);
    u64 ends = ascii_equal(at->value, 0) & ~0ull << 8 * before;
    size_t length = 8 - before; // up to the end of the word
    for (; !ends && length < most; length += 8) ends = ascii_equal((++at)->value, 0);
    if (!ends) return most;
    return smaller(most, length - 8 + (u32)__builtin_ctzll(ends) / 8);
}

size_t strlen(const char *text) { return strnlen(text, SIZE_MAX / 4); }

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return low_u8(*a) - low_u8(*b);
}

int strncmp(const char *a, const char *b, size_t length) {
    for (; length; length--, a++, b++) {
        if (*a != *b || !*a) return low_u8(*a) - low_u8(*b);
    }
    return 0;
}
