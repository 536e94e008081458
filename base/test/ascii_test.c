// Text that is looked through eight bytes at a time, compared with the same byte by byte.
#include <string.h>

#include "tap.h"

#include "base/ascii.h"

#define LENGTH 40u

static const char bytes[] = {0, 1, '.', '/', ';', '[', 'a', 0x7f, (char)0x80, (char)0xff};
static u64 state = 0x243f6a8885a308d3ull;

static void choose(char *text) {
    for (unsigned i = 0; i < LENGTH; i++) {
        state = state * 0x5851f42d4c957f2dull + 0x14057b7ef767814full;
        text[i] = (state >> 32) % 8 ? 'a' : bytes[(state >> 40) % sizeof(bytes)];
    }
}

static unsigned wrong_find, wrong_last, wrong_run, wrong_replace, wrong_count;

static void compare(const char *text, size_t length, char letter) {
    size_t first = 0, last = length, run = 0;
    while (first < length && text[first] != letter) first++;
    while (last && text[last - 1] != letter) last--;
    while (run < length && text[run] > 0) run++;
    wrong_find += ascii_find(text, length, letter) != first;
    wrong_last += ascii_upto_last(text, length, letter) != last;
    wrong_run += ascii_run(text, length) != run;
    char copy[LENGTH];
    memcpy(copy, text, LENGTH);
    ascii_replace(copy, length, letter, '/');
    for (size_t i = 0; i < LENGTH; i++) wrong_replace += copy[i] != (i < length && text[i] == letter ? '/' : text[i]);
}

static void compare_count(const char *text) {
    u32 twos = 0;
    for (unsigned i = 0; i < 8; i++) twos += text[i] <= 0;
    wrong_count += ascii_count(ascii_twos(ascii_load(text))) != twos;
}

int main(void) {
    char text[LENGTH];
    for (unsigned i = 0; i < 2000; i++) {
        choose(text);
        compare_count(text);
        for (size_t length = 0; length <= LENGTH; length++) compare(text, length, bytes[i % sizeof(bytes)]);
    }
    tap_is_int(wrong_find, 0, "the first of a letter");
    tap_is_int(wrong_last, 0, "the last of a letter");
    tap_is_int(wrong_run, 0, "how much is the same in modified UTF-8");
    tap_is_int(wrong_replace, 0, "one letter for another");
    tap_is_int(wrong_count, 0, "bytes that modified UTF-8 writes with two");
    return tap_done();
}
