// Hashes of text that programs choose, for tables in which they look it up: nobody can choose texts that meet in one
// place without knowing the key, which is drawn at each start. A text is a number of words of up to 56 bits, the
// coefficients of a polynomial modulo the prime 2^61 - 1, and the key is the point at which it is evaluated: two texts
// of n words have the same value at n points at most (Carter and Wegman 1979). The second part of the key chooses which
// of the value's bits make the hash (multiply-shift: Dietzfelbinger and others 1997). Different from start to start, so
// nothing that programs see or that is kept depends on it; for that there is symbol_hash (base/symbol.h).
#ifndef BASE_TEXT_HASH_H
#define BASE_TEXT_HASH_H

#include "base/types.h"

#define TEXT_HASH_PRIME ((1ull << 61) - 1)
#define TEXT_HASH_WORD_BYTES 7u

// Any value will do; one that nobody knows is set before the first hash is made, and stays.
struct text_hash_key {
    u64 point;  // from 1 to TEXT_HASH_PRIME - 1
    u64 factor; // odd
};
extern struct text_hash_key text_hash_key;
// Makes the key of random bits.
void text_hash_set_key(const u64 bits[2]);

// One word more; what is returned has 63 bits at most, and its value modulo the prime is what counts.
static inline u64 text_hash_add(u64 hash, u64 word) {
    unsigned __int128 product = (unsigned __int128)(hash + word) * text_hash_key.point;
    return ((u64)product & TEXT_HASH_PRIME) + (u64)(product >> 61);
}

static inline u32 text_hash_end(u64 hash) {
    hash = (hash & TEXT_HASH_PRIME) + (hash >> 61);
    if (hash >= TEXT_HASH_PRIME) hash -= TEXT_HASH_PRIME;
    return (u32)(hash * text_hash_key.factor >> 32);
}

// The last bytes, fewer than eight, as one word; the first byte is the lowest.
static inline u64 text_hash_rest(const char *text, u64 length) {
    u32 first, last;
    if (length >= sizeof(first)) {
        __builtin_memcpy(&first, text, sizeof(first));
        __builtin_memcpy(&last, text + length - sizeof(last), sizeof(last));
        return first | (u64)last << 8 * (length - sizeof(last));
    }
    if (!length) return 0;
    const u8 *bytes = (const u8 *)text;
    return bytes[0] | (u32)bytes[length / 2] << 8 * (length / 2) | (u32)bytes[length - 1] << 8 * (length - 1);
}

// Adds the words of a text but the last one, which has from one to TEXT_HASH_WORD_BYTES bytes; returns how many bytes
// those are that it has added.
static inline u64 text_hash_words(u64 *hash, const char *text, u64 length) {
    u64 at = 0, word;
    for (; length - at >= sizeof(word); at += TEXT_HASH_WORD_BYTES) {
        __builtin_memcpy(&word, text + at, sizeof(word));
        *hash = text_hash_add(*hash, word & ((1ull << 8 * TEXT_HASH_WORD_BYTES) - 1));
    }
    return at;
}

static inline u32 text_hash(const char *text, u64 length) {
    u64 hash = length, at = text_hash_words(&hash, text, length);
    return text_hash_end(text_hash_add(hash, text_hash_rest(text + at, length - at)));
}

#endif
