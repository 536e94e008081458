// Chains that grow one at a time; see chains.h.
#include "kernel/memory/chains.h"

#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/memory/scratch.h"

#define FIRST_ROOM 6u
#define CHAINS_A_TIME 2u // are added, so that what had no memory catches up

struct chained *chains_at_address(const void *table, u32 address) {
    (void)table;
    return (struct chained *)(uintptr_t)address;
}

static bool make_room_for_segment(struct chains *chains, struct account *account) {
    return scratch_make_room(account, &chains->segments, chains->segment_count, &chains->segment_room, FIRST_ROOM,
                             sizeof(*chains->segments));
}

// For the next chain, with which a segment begins.
static bool add_segment(struct chains *chains, struct account *account) {
    if (!make_room_for_segment(chains, account)) return false;
    u32 *segment = scratch_alloc(account, sizeof(*segment) << chains->segment_shift);
    if (!segment) return false;
    chains->segments[chains->segment_count++] = segment;
    return true;
}

bool chains_begin(struct chains *chains, struct account *account, u32 segment_shift) {
    chains->segment_shift = segment_shift;
    if (!add_segment(chains, account)) return false;
    chains->count = 1u << segment_shift;
    chains->mask = chains->count - 1;
    memset(chains->segments[0], 0, chains->count * sizeof(u32));
    return true;
}

// Adds a chain: of the entries of the one that has been theirs until now, those go to it whose hash has one bit more.
static void divide(struct chains *chains, chains_entry *entry, const void *table) {
    u32 chain = chains->count, *to = chains_place(chains, chain);
    __atomic_store_n(to, 0, __ATOMIC_RELEASE); // before it is a chain: an interrupt may look for something
    chains->count++;
    if (chain > chains->mask) chains->mask = 2 * chains->mask + 1;
    u32 *from = chains_place(chains, chain & (chains->mask >> 1));
    while (*from) {
        u32 number = *from;
        struct chained *at = entry(table, number);
        if ((at->hash & chains->mask) != chain) {
            from = &at->next;
            continue;
        }
        *from = at->next;
        at->next = *to;
        *to = number;
    }
}

bool chains_make_room(struct chains *chains, struct account *account, chains_entry *entry, const void *table) {
    ASSERT_LOCKED();
    for (u32 i = 0; i < CHAINS_A_TIME && chains->entries >= chains->count; i++) {
        bool is_full = chains->count == chains->segment_count << chains->segment_shift;
        if (is_full && !add_segment(chains, account)) break;
        divide(chains, entry, table);
    }
    return chains->entries / CHAINS_LONGEST < chains->count;
}

void chains_insert(struct chains *chains, u32 number, struct chained *entry) {
    ASSERT_LOCKED();
    u32 *first = chains_first(chains, entry->hash);
    entry->next = *first;
    *first = number;
    chains->entries++;
}

void chains_remove(struct chains *chains, u32 number, chains_entry *entry, const void *table) {
    ASSERT_LOCKED();
    struct chained *removed = entry(table, number);
    u32 *at = chains_first(chains, removed->hash);
    while (*at != number) at = &entry(table, *at)->next;
    *at = removed->next;
    chains->entries--;
}

void chains_end(struct chains *chains) {
    for (u32 i = 0; i < chains->segment_count; i++) scratch_free(chains->segments[i]);
    scratch_free(chains->segments);
}
