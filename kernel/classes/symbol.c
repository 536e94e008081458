// The table of symbols: open addressing with linear probing, doubled when it is two thirds full. Shared by all domains,
// because a symbol is only text.
#include "kernel/classes/symbol.h"

#include "base/string.h"
#include "kernel/core/memory.h"
#include "kernel/core/panic.h"

#define FIRST_CAPACITY 16384u

static const struct symbol **table;
static u32 capacity, count;

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
    return table[find_place(symbol_hash(text, length), text, length)];
}

const struct symbol *symbol_intern(const char *text, size_t length) {
    ASSERT(length <= UINT16_MAX);
    if (3 * count >= 2 * capacity) grow();
    u32 hash = symbol_hash(text, length);
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
