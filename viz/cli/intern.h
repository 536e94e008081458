// Numbers for byte strings: the same bytes have the same number, from 0 in the order in which they came. Exports keep
// their tables of texts, frames and stacks so, and find what belongs to a number of the recording, which may be any.
#ifndef VIZ_CLI_INTERN_H
#define VIZ_CLI_INTERN_H

#include "viz/cli/buffer.h"

struct intern_item {
    size_t offset; // in `bytes`
    u32 size, hash;
};

struct intern {
    struct buffer bytes;
    struct intern_item *items;
    size_t count, capacity;
    u32 *slots;        // hash table: number + 1, 0 if free
    size_t slot_count; // a power of two
};

u32 intern_bytes(struct intern *table, const void *bytes, size_t size);
u32 intern_text(struct intern *table, const char *text);
// The bytes with this number; valid until the next one is added. Text is terminated; anything else lies at a multiple
// of 8.
const void *intern_get(const struct intern *table, u32 number);
u32 intern_size(const struct intern *table, u32 number);
void intern_free(struct intern *table);

#endif
