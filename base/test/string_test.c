// The kernel's memory and text functions compared with the C library's, for all small lengths, alignments and overlaps.
// They are compiled here under other names, so that both can be linked.
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#define memcpy kernel_memcpy
#define memmove kernel_memmove
#define memset kernel_memset
#define memcmp kernel_memcmp
#define strlen kernel_strlen
#define strcmp kernel_strcmp
#define strnlen kernel_strnlen
#define strncmp kernel_strncmp
#include "base/string.c"
#include "base/string.h"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef strlen
#undef strcmp
#undef strnlen
#undef strncmp

#define ROOM 1024

static u8 source[ROOM], got[ROOM], expected[ROOM];

static void fill(void) {
    for (unsigned i = 0; i < ROOM; i++) source[i] = (u8)(i * 37 + i / 256);
    memcpy(got, source, ROOM);
    memcpy(expected, source, ROOM);
}

static void test_copy(void) {
    unsigned wrong = 0;
    for (size_t length = 0; length < 400; length++) {
        for (unsigned shift = 0; shift < 9; shift++) {
            fill();
            void *result = kernel_memcpy(got + shift, source + 100, length);
            memcpy(expected + shift, source + 100, length);
            wrong += result != got + shift || memcmp(got, expected, ROOM) != 0;
        }
    }
    tap_is_int(wrong, 0, "memcpy, 400 lengths at 9 alignments");
}

static void test_move(void) {
    unsigned wrong = 0;
    for (size_t length = 0; length < 400; length++) {
        for (int shift = -40; shift <= 40; shift++) {
            fill();
            kernel_memmove(got + 300 + shift, got + 300, length);
            memmove(expected + 300 + shift, expected + 300, length);
            wrong += memcmp(got, expected, ROOM) != 0;
        }
    }
    tap_is_int(wrong, 0, "memmove, 400 lengths at 81 overlaps");
}

static void test_set(void) {
    unsigned wrong = 0;
    for (size_t length = 0; length < 400; length++) {
        for (unsigned shift = 0; shift < 9; shift++) {
            fill();
            kernel_memset(got + shift, (int)(length | 0x100), length);
            memset(expected + shift, (int)(length | 0x100), length);
            wrong += memcmp(got, expected, ROOM) != 0;
        }
    }
    tap_is_int(wrong, 0, "memset, 400 lengths at 9 alignments");
}

static int sign(int value) { return (value > 0) - (value < 0); }

static void test_compare(void) {
    unsigned wrong = 0;
    for (size_t length = 0; length < 80; length++) {
        for (size_t at = 0; at < length; at++) {
            fill();
            got[at] ^= 0x80;
            wrong += sign(kernel_memcmp(source, got, length)) != sign(memcmp(source, got, length));
            wrong += sign(kernel_memcmp(got, source, length)) != sign(memcmp(got, source, length));
        }
        fill();
        wrong += kernel_memcmp(source, got, length) != 0;
    }
    tap_is_int(wrong, 0, "memcmp, a difference at each place of 80 lengths");
}

static void test_text(void) {
    static const char *const texts[] = {"", "a", "b", "ab", "aB", "abc", "\x80", "a\xff"};
    unsigned wrong = 0;
    for (unsigned i = 0; i < COUNT_OF(texts); i++) {
        wrong += kernel_strlen(texts[i]) != strlen(texts[i]);
        for (unsigned j = 0; j < COUNT_OF(texts); j++) {
            wrong += sign(kernel_strcmp(texts[i], texts[j])) != sign(strcmp(texts[i], texts[j]));
            for (size_t length = 0; length < 4; length++) {
                wrong += sign(kernel_strncmp(texts[i], texts[j], length)) != sign(strncmp(texts[i], texts[j], length));
            }
        }
    }
    tap_is_int(wrong, 0, "strlen, strcmp, strncmp");
}

// At each alignment, with each byte after the end.
static void test_length(void) {
    unsigned wrong = 0;
    for (size_t shift = 0; shift < 8; shift++) {
        for (size_t length = 0; length < 40; length++) {
            memset(got, 'x', 64);
            got[shift + length] = 0;
            const char *text = (const char *)got + shift;
            wrong += kernel_strlen(text) != length;
            for (size_t most = 0; most < 48; most++) wrong += kernel_strnlen(text, most) != strnlen(text, most);
        }
    }
    tap_is_int(wrong, 0, "strlen and strnlen, at each alignment");
}

int main(void) {
    test_length();
    test_copy();
    test_move();
    test_set();
    test_compare();
    test_text();
    return tap_done();
}
