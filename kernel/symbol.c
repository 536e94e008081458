// The table of symbols: open addressing with linear probing, doubled when it is two thirds full. Shared by all domains, because a symbol is only
// text.
#include "kernel/symbol.h"

#include "kernel/memory.h"
#include "kernel/panic.h"
#include "kernel/string.h"

#define FIRST_CAPACITY 16384u

static const struct symbol **table;
static u32 capacity, count;

// Eight bytes a step; the odd multiplier spreads every bit upwards, the final fold brings the upper ones down.
static u32 text_hash(const char *text, size_t length) {
    u64 hash = length;
    while (length >= 8) {
        u64 word;
        memcpy(&word, text, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 29;
        text += 8;
        length -= 8;
    }
    u64 rest = 0;
    for (size_t i = 0; i < length; i++) rest |= (u64)(u8)text[i] << (8 * i);
    hash = (hash ^ rest) * 0x9e3779b97f4a7c15ull;
    return (u32)(hash >> 32) ^ (u32)hash;
}

static bool symbol_is(const struct symbol *symbol, u32 hash, const char *text, size_t length) {
    return symbol->hash == hash && symbol->length == length && memcmp(symbol->text, text, length) == 0;
}

// The place of the text, or the free place where it belongs.
static u32 find_place(u32 hash, const char *text, size_t length) {
    u32 place = hash & (capacity - 1);
    while (table[place] && !symbol_is(table[place], hash, text, length)) place = (place + 1) & (capacity - 1);
    return place;
}

static void grow(void) {
    const struct symbol **old = table;
    u32 old_capacity = capacity;
    capacity = old_capacity ? 2 * old_capacity : FIRST_CAPACITY;
    table = memory_class_alloc(sizeof(*table) * capacity);
    for (u32 i = 0; i < old_capacity; i++) {
        if (!old[i]) continue;
        u32 place = old[i]->hash & (capacity - 1);
        while (table[place]) place = (place + 1) & (capacity - 1);
        table[place] = old[i];
    }
}

const struct symbol *symbol_find(const char *text, size_t length) {
    if (!capacity) return NULL;
    return table[find_place(text_hash(text, length), text, length)];
}

const struct symbol *symbol_intern(const char *text, size_t length) {
    ASSERT(length <= UINT16_MAX);
    if (3 * count >= 2 * capacity) grow();
    u32 hash = text_hash(text, length);
    u32 place = find_place(hash, text, length);
    if (table[place]) return table[place];
    struct symbol *symbol = memory_class_alloc(sizeof(*symbol) + length + 1);
    symbol->hash = hash;
    symbol->length = (u16)length;
    memcpy(symbol->text, text, length);
    table[place] = symbol;
    count++;
    return symbol;
}

const struct symbol *symbol_of(const char *text) { return symbol_intern(text, strlen(text)); }
