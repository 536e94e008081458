// Space that is handed out in chunks and comes back: a range of the map (kernel/core/memory.h) in which each piece has
// an owner (kernel/memory/owner.h) and is given back when its owner ends. Free chunks are kept as buddies (Knuth 1965):
// powers of two of the range's unit, aligned to their size. What is handed out is any number of units, zeroed; free
// chunks of code hold instructions that trap, or zeros. Thread level only.
#ifndef KERNEL_MEMORY_CHUNKS_H
#define KERNEL_MEMORY_CHUNKS_H

#include "kernel/core/memory.h"

#define CHUNK_ORDERS 20u

struct chunk_space {
    struct memory_range range;
    u32 unit_shift;         // log2 of the bytes of a unit
    u8 *orders;             // by unit: 1 + the order of the free chunk that begins there, or 0
    u64 free[CHUNK_ORDERS]; // address of the first free chunk of each order, 0 if there is none
    u64 free_bytes;         // of all free chunks; the part of the range that was never handed out does not count
    bool poisons;           // what comes back is filled, so that a later use of it is noticed
};

#define CHUNK_POISON 0xdb
#define CHUNK_POISON_CODE 0xcc // int3

// `orders` has a byte for each unit of the range, all zero.
void chunks_init(struct chunk_space *space, u32 unit_shift, u8 *orders);
// Rounds `bytes` up to whole units. Returns 0 if there is no room.
u64 chunk_take(struct chunk_space *space, u64 bytes);
void chunk_give(struct chunk_space *space, u64 start, u64 bytes);

static inline u64 chunk_round(const struct chunk_space *space, u64 bytes) {
    return ALIGN_UP(bytes, 1ull << space->unit_shift);
}
static inline u64 chunks_total_bytes(const struct chunk_space *space) { return space->range.end - space->range.start; }
static inline u64 chunks_used_bytes(const struct chunk_space *space) {
    return space->range.next - space->range.start - space->free_bytes;
}

#endif
