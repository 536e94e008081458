// Hashes of text: equal for equal texts only by chance, which the key decides, and spread over all bits.
#include <string.h>

#include "tap.h"

#include "base/print.h"
#include "base/text_hash.h"

static u64 state = 0x243f6a8885a308d3ull;

static void choose_key(void) {
    u64 bits[2];
    for (int i = 0; i < 2; i++) {
        state = state * 0x5851f42d4c957f2dull + 0x14057b7ef767814full;
        bits[i] = state ^ state >> 31;
    }
    text_hash_set_key(bits);
}

static u32 hash_of(const char *text) { return text_hash(text, strlen(text)); }

// Over keys, how often the two texts meet in one of 1,024 places.
static int meetings(const char *a, const char *b, u64 length_a, u64 length_b) {
    int count = 0;
    for (int i = 0; i < 10240; i++) {
        choose_key();
        count += (text_hash(a, length_a) & 1023) == (text_hash(b, length_b) & 1023);
    }
    return count;
}

static void test_pairs(void) {
    static const struct {
        const char *a, *b;
        u64 length_a, length_b;
    } pairs[] = {
        {"", "\0", 0, 1},
        {"a", "b", 1, 1},
        {"java/lang/Object", "java/lang/Objecu", 16, 16},
        {"abcdefgabcdefg", "abcdefgabcdefgabcdefg", 14, 21},
        {"\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\0", 7, 8},
        {"xyxyxyxyxyxyxyxyxy", "yxyxyxyxyxyxyxyxyx", 18, 18},
    };
    for (u32 i = 0; i < COUNT_OF(pairs); i++) {
        int count = meetings(pairs[i].a, pairs[i].b, pairs[i].length_a, pairs[i].length_b);
        tap_ok(count < 40, "two texts meet about as often as chance has it: %d of 10 expected", count);
    }
}

static void test_spread(void) {
    static u32 places[1024];
    u32 most = 0;
    choose_key();
    memset(places, 0, sizeof(places));
    for (u32 i = 0; i < 65536; i++) {
        char text[32];
        print_format(text, sizeof(text), "field%u", i);
        u32 count = ++places[hash_of(text) & 1023];
        if (count > most) most = count;
    }
    tap_ok(most < 130, "65,536 names in 1,024 places: %u at most in one, for 64", most);
}

static void test_every_byte(void) {
    char text[40];
    memset(text, 'n', sizeof(text));
    choose_key();
    for (u32 length = 1; length <= sizeof(text); length++) {
        u32 whole = text_hash(text, length), same = 0;
        for (u32 i = 0; i < length; i++) {
            text[i] = 'm';
            same += text_hash(text, length) == whole;
            text[i] = 'n';
        }
        if (same) tap_ok(false, "a byte of %u does not count", length);
    }
    tap_ok(text_hash(text, 40) == text_hash(text, 40), "equal texts have one hash");
}

int main(void) {
    test_pairs();
    test_spread();
    test_every_byte();
    return tap_done();
}
