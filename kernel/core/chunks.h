// Space that is handed out in chunks and comes back: a range of the map (kernel/core/memory.h) of which each piece has
// an owner (kernel/heap/owner.h), and goes when its owner does. Buddies (Knuth 1965): free chunks are powers of two of
// the range's unit, aligned to their size; what is handed out is any number of units, zeroed; chunks of code hold
// instructions that trap, or zeros. Thread level only.
#ifndef KERNEL_CORE_CHUNKS_H
#define KERNEL_CORE_CHUNKS_H

#include "kernel/core/memory.h"

#define CHUNK_ORDERS 20u

struct chunk_space {
    struct memory_range range;
    u32 unit_shift;         // log2 of the bytes of a unit
    u8 *orders;             // by unit: 1 + the order of the free chunk that begins there, else 0
    u64 free[CHUNK_ORDERS]; // address of the first free chunk of an order, 0: none
    u64 free_bytes;         // of all free chunks; what the range has not given out yet is not among them
    bool poisons;           // what comes back is filled, so that a use after that is noticed
};

#define CHUNK_POISON 0xdb
#define CHUNK_POISON_CODE 0xcc // int3

// `orders` has a byte for each unit of the range, all zero.
void chunks_init(struct chunk_space *space, u32 unit_shift, u8 *orders);
// As many bytes, rounded up to units. Returns 0 if there is no room.
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
