// A store: pieces of memory in segments, taken and given back in constant time. Free neighbours are joined, so what
// comes back serves any size again. Two-level segregated fit (Masmano, Ripoll, Crespo, Real 2004), with four lists from
// one power of two to the next. A segment fills a slot (kernel/memory/slots.h). Thread level only, under the kernel's
// lock.
#ifndef KERNEL_MEMORY_STORE_H
#define KERNEL_MEMORY_STORE_H

#include "base/types.h"

#define PIECE_STEP 16u           // sizes of pieces are multiples of it
#define PIECE_MOST_BYTES 0x5400u // header included; three fit into a segment
#define SEGMENT_MOST_BYTES 0x10000u
#define STORE_BINS 48u

struct account;
struct free_piece;

// Before each piece.
struct piece {
    u32 bytes;               // header included
    u32 before;              // those of the piece before it; 0: it is the first of its segment
    struct account *account; // that pays for it; NULL: it is free
};
_Static_assert(sizeof(struct piece) == PIECE_STEP, "what is handed out is 16-aligned");

struct store {
    u64 has; // a bit for each bin that is not empty
    struct free_piece *bins[STORE_BINS];
    u32 segments;
};

// Begins its slot.
struct segment {
    struct store *store;
    u32 bytes;
    u16 first;  // where its first piece begins
    u16 pieces; // in use
};

// The first `skipped` bytes of it are the caller's.
static inline u32 segment_room(u32 bytes, u32 skipped) {
    return bytes - (u32)sizeof(struct segment) - skipped - PIECE_STEP; // the end is marked
}
void segment_add(struct store *store, struct segment *segment, u32 bytes, u32 skipped);
// It has no pieces in use.
void segment_remove(struct segment *segment);

// A piece of at least `bytes`, a multiple of PIECE_STEP, header included; NULL if none is found.
struct piece *store_take(struct store *store, u32 bytes, struct account *account);
// Returns the segment that it was in.
struct segment *store_give(struct piece *piece);

#endif
