// See intern.h. An open hash table that is at most half full.
#include "viz/cli/intern.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static u32 hash_of(const void *bytes, size_t size) {
    u64 hash = hash_bytes(HASH_START, bytes, size);
    return (u32)(hash ^ hash >> 32);
}

static void grow(struct intern *table) {
    table->slot_count = table->slot_count ? table->slot_count * 2 : 64;
    free(table->slots);
    table->slots = memory_get(table->slot_count * sizeof(*table->slots));
    for (size_t i = 0; i < table->count; i++) {
        size_t at = table->items[i].hash & (table->slot_count - 1);
        while (table->slots[at]) at = (at + 1) & (table->slot_count - 1);
        table->slots[at] = (u32)i + 1;
    }
}

static u32 add(struct intern *table, const void *bytes, size_t size, u32 hash) {
    static const u8 zeros[8];
    if (table->bytes.size % 8) buffer_append(&table->bytes, zeros, 8 - table->bytes.size % 8);
    ARRAY_GROW(table->items, table->count, table->capacity);
    table->items[table->count] = (struct intern_item){table->bytes.size, (u32)size, hash};
    buffer_append(&table->bytes, bytes, size);
    return (u32)table->count++;
}

u32 intern_bytes(struct intern *table, const void *bytes, size_t size) {
    if (table->count * 2 >= table->slot_count) grow(table);
    u32 hash = hash_of(bytes, size);
    size_t at = hash & (table->slot_count - 1);
    for (; table->slots[at]; at = (at + 1) & (table->slot_count - 1)) {
        const struct intern_item *item = &table->items[table->slots[at] - 1];
        if (item->hash != hash || item->size != size) continue;
        if (!size || memcmp(table->bytes.data + item->offset, bytes, size) == 0) return table->slots[at] - 1;
    }
    table->slots[at] = add(table, bytes, size, hash) + 1;
    return table->slots[at] - 1;
}

u32 intern_text(struct intern *table, const char *text) { return intern_bytes(table, text, strlen(text) + 1); }

const void *intern_get(const struct intern *table, u32 number) {
    return table->bytes.data + table->items[number].offset;
}

u32 intern_size(const struct intern *table, u32 number) { return table->items[number].size; }

void intern_free(struct intern *table) {
    buffer_free(&table->bytes);
    free(table->items);
    free(table->slots);
    *table = (struct intern){0};
}
