// See loader_table.h.
#include "kernel/classes/loader_table.h"

#include "kernel/classes/symbol.h"
#include "kernel/core/kernel_lock.h"

#define SEGMENT_SHIFT 5u // of chains

// Lies in the loader's class data, as it never goes before the loader.
struct loader_entry {
    struct chained chained; // first; the hash is that of the class's name
    struct class *class;
};

struct class *loader_table_find(const struct loader *loader, const struct symbol *name) {
    u32 address = chains_find(&loader->chains, name->hash);
    for (const struct loader_entry *entry; address; address = entry->chained.next) {
        entry = (const struct loader_entry *)(uintptr_t)address;
        if (entry->class->name == name) return entry->class;
    }
    return NULL;
}

bool loader_table_enter(struct loader *loader, struct class *class, struct account *account) {
    ASSERT_LOCKED();
    if (loader_table_find(loader, class->name)) return true;
    if (!loader->chains.count && !chains_begin(&loader->chains, account, SEGMENT_SHIFT)) return false;
    if (!chains_make_room(&loader->chains, account, chains_at_address, NULL)) return false;
    struct loader_entry *entry = owner_alloc(&loader->own, sizeof(*entry));
    if (!entry) return false;
    *entry = (struct loader_entry){{.hash = class->name->hash}, class};
    chains_insert(&loader->chains, (u32)(uintptr_t)entry, &entry->chained);
    return true;
}
