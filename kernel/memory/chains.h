// The chains of a hash table that grows by one chain at a time (Litwin 1980: linear hashing), so that no insertion has
// more to do for it than another, however many entries there are. Chain number n holds the entries whose hash ends in
// the bits of n; when a chain is added, the entries of one other are divided between the two. What the entries are, and
// where they lie, is the table's: each begins with a struct chained, and is called by a number that is not 0.
//
// As many chains as entries: what an account or the machine has no memory for makes chains longer, up to CHAINS_LONGEST
// on the average, and then there is no room for more. Thread level only, under the kernel's lock.
#ifndef KERNEL_MEMORY_CHAINS_H
#define KERNEL_MEMORY_CHAINS_H

#include "kernel/memory/account.h"

#define CHAINS_LONGEST 8u

struct chained {
    u32 next; // number of the chain's next entry, 0 at its end
    u32 hash;
};

struct chains {
    u32 **segments; // of the numbers of the chains' first entries, each with the same power of two of chains
    u32 segment_count, segment_room, segment_shift;
    u32 count; // a whole segment's at least; 0 before chains_begin
    u32 mask;  // the least power of two that is not below `count`, less one
    u32 entries;
};

// The entry of this number; `table` is what the caller has given.
typedef struct chained *chains_entry(const void *table, u32 number);
chains_entry chains_at_address; // for tables whose entries' numbers are their addresses

static inline u32 *chains_place(const struct chains *chains, u32 chain) {
    return &chains->segments[chain >> chains->segment_shift][chain & ((1u << chains->segment_shift) - 1)];
}

// Where the number of the first entry is of the chain in which an entry of this hash belongs; after chains_begin.
static inline u32 *chains_first(const struct chains *chains, u32 hash) {
    u32 chain = hash & chains->mask;
    if (chain >= chains->count) chain &= chains->mask >> 1;
    return chains_place(chains, chain);
}

// The number of the first entry, 0 if there is none.
static inline u32 chains_find(const struct chains *chains, u32 hash) {
    return chains->count ? *chains_first(chains, hash) : 0;
}

// Before anything else: makes the first segment, with 1 << `segment_shift` chains. Returns false if there is no memory.
bool chains_begin(struct chains *chains, struct account *account, u32 segment_shift);
// Whether there is room for one more entry: to be asked before each chains_insert. The account pays for the chains.
bool chains_make_room(struct chains *chains, struct account *account, chains_entry *entry, const void *table);
// Puts an entry, whose hash is set, first in its chain.
void chains_insert(struct chains *chains, u32 number, struct chained *entry);
void chains_remove(struct chains *chains, u32 number, chains_entry *entry, const void *table);
void chains_end(struct chains *chains);

#endif
