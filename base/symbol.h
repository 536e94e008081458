// An interned name: class names ("java/lang/String"), member names, descriptors. Two symbols are the same text if and
// only if they are the same pointer. Text is the class file's modified UTF-8 (JVMS 4.4.7), terminated by a zero byte
// that `length` does not count.
#ifndef BASE_SYMBOL_H
#define BASE_SYMBOL_H

#include "base/narrow.h"
#include "base/text.h"

struct symbol {
    u32 next;  // kernel/classes/symbol.c: address of the next one in its chain
    u32 hash;  // base/text_hash.h
    u32 count; // its holders; SYMBOL_PERMANENT: it is never freed
    u16 length;
    u16 payer; // kernel/classes/symbol.c
    char text[];
};

#define SYMBOL_PERMANENT UINT32_MAX

static inline bool symbol_is_text(const struct symbol *symbol, struct text text) {
    return symbol->length == text.length && __builtin_memcmp(symbol->text, text.bytes, text.length) == 0;
}

// The same at each start, for what is kept and what programs see. Anybody can make texts that meet in one place: tables
// are by the other hash. Eight bytes at a time; the odd multiplier spreads every bit upwards, and the final fold brings
// the upper ones down.
static inline u32 symbol_hash(const char *text, size_t length) {
    u64 hash = length, word, rest = 0;
    size_t i = 0;
    for (; length - i >= sizeof(word); i += sizeof(word)) {
        __builtin_memcpy(&word, text + i, sizeof(word));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 29;
    }
    if (length > i && i) {
        __builtin_memcpy(&word, text + length - sizeof(word), sizeof(word));
        rest = word >> 8 * (sizeof(word) + i - length);
    } else {
        for (size_t j = i; j < length; j++) rest |= (u64)low_u8(text[j]) << (8 * (j - i));
    }
    hash = (hash ^ rest) * 0x9e3779b97f4a7c15ull;
    return (u32)(hash >> 32) ^ (u32)hash;
}

static inline u32 symbol_lasting_hash(const struct symbol *symbol) { return symbol_hash(symbol->text, symbol->length); }

#endif
