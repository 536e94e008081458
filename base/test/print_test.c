// The kernel's formatter compared with the C library's, and where it must stop.
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "tap.h"

// Both formatters on the same arguments: same text, same length.
#define SAME(format, ...)                                                              \
    do {                                                                               \
        char got[200], expected[200];                                                  \
        size_t length = print_format(got, sizeof(got), format, __VA_ARGS__);           \
        int wanted = snprintf(expected, sizeof(expected), format, __VA_ARGS__);        \
        tap_is_text(got, expected, "format " format);                                  \
        if (length != (size_t)wanted) tap_is_int((long long)length, wanted, "length"); \
    } while (0)

static void test_same(void) {
    SAME("%d %d %d", 0, -1, INT_MIN);
    SAME("%ld %ld", LONG_MAX, LONG_MIN);
    SAME("%u %lu", UINT_MAX, ULONG_MAX);
    SAME("%x %lx %08x %016lx", 0xdeadbeefu, 0x123456789abcdefUL, 0x1234u, 0xffUL);
    SAME("[%5d] [%-5d] [%05d] [%5d]", 42, 42, -42, 123456);
    SAME("[%10s] [%-10s] [%.*s]", "right", "left", 3, "cut off");
    SAME("%c%c %s %%", 'o', 'k', "");
    SAME("%p", (void *)0x1234);
    SAME("%zu", (size_t)77);
}

static void test_room(void) {
    char text[8];
    memset(text, 'x', sizeof(text));
    size_t length = print_format(text, 5, "%s", "0123456789");
    tap_is_int((long long)length, 10, "the whole length is returned");
    tap_is_text(text, "0123", "the text is cut to its room");
    tap_is_int(text[5], 'x', "nothing behind it is written");
    print_format(text, 0, "%d", 5);
    tap_is_int(text[0], '0', "no room, no byte");
}

int main(void) {
    test_same();
    test_room();
    return tap_done();
}
