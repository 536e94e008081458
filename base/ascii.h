// Text eight bytes at a time: names may have 64 KiB, and are looked through often.
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stddef.h>

#include "base/narrow.h"
#include "base/types.h"

#define ASCII_ONES 0x0101010101010101ull
#define ASCII_TOPS 0x8080808080808080ull

static inline u64 ascii_load(const char *at) {
    u64 word;
    __builtin_memcpy(&word, at, sizeof(word));
    return word;
}

// The top bit of each byte of `word` that is `letter`.
static inline u64 ascii_equal(u64 word, char letter) {
    u64 differs = word ^ low_u8(letter) * ASCII_ONES;
    return ~(((differs & ~ASCII_TOPS) + ~ASCII_TOPS) | differs) & ASCII_TOPS;
}

// The top bit of each byte that modified UTF-8 writes with two bytes if it is a Latin-1 character.
static inline u64 ascii_twos(u64 word) { return (word & ASCII_TOPS) | ascii_equal(word, 0); }

// How many bytes that is, for the top bits of some bytes.
static inline u32 ascii_count(u64 tops) { return (u32)((tops >> 7) * ASCII_ONES >> 56); }

// How many bytes of the text, from its start on, are themselves in modified UTF-8 as well.
static inline size_t ascii_run(const char *text, size_t length) {
    size_t at = 0;
    while (length - at >= sizeof(u64) && !ascii_twos(ascii_load(text + at))) at += sizeof(u64);
    while (at < length && text[at] > 0) at++;
    return at;
}

// Where the text has `letter` first; `length` if nowhere.
static inline size_t ascii_find(const char *text, size_t length, char letter) {
    size_t at = 0;
    while (length - at >= sizeof(u64) && !ascii_equal(ascii_load(text + at), letter)) at += sizeof(u64);
    while (at < length && text[at] != letter) at++;
    return at;
}

// How long the text is up to and with its last `letter`; 0 if it has none.
static inline size_t ascii_upto_last(const char *text, size_t length, char letter) {
    while (length >= sizeof(u64) && !ascii_equal(ascii_load(text + length - sizeof(u64)), letter))
        length -= sizeof(u64);
    while (length && text[length - 1] != letter) length--;
    return length;
}

// Writes `to` for each `from`.
static inline void ascii_replace(char *text, size_t length, char from, char to) {
    size_t at = 0;
    for (; length - at >= sizeof(u64); at += sizeof(u64)) {
        u64 word = ascii_load(text + at), places = ascii_equal(word, from);
        word ^= (places >> 7) * low_u8(from ^ to);
        __builtin_memcpy(text + at, &word, sizeof(word));
    }
    for (; at < length; at++) {
        if (text[at] == from) text[at] = to;
    }
}

#endif
