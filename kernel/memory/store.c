// See store.h.
#include "kernel/memory/store.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/memory/slots.h"

struct free_piece {
    struct piece piece;
    struct free_piece *next, **place; // and what refers to it
};
#define LEAST_BYTES ((u32)sizeof(struct free_piece))
_Static_assert(LEAST_BYTES % PIECE_STEP == 0, "sizes are in steps");

static struct account *const END = (struct account *)1; // of the mark at the end of a segment

static struct piece *next_of(const struct piece *piece) { return (struct piece *)((u64)piece + piece->bytes); }
static struct piece *previous_of(const struct piece *piece) { return (struct piece *)((u64)piece - piece->before); }

// ---- Bins

// The bin of pieces of so many steps: four bins for each power of two.
static u32 bin_of(u32 steps) {
    u32 power = 31u - (u32)__builtin_clz(steps);
    return 4 * power + ((steps << 2 >> power) & 3);
}

// The first of those whose pieces all have so many steps.
static u32 bin_from(u32 steps) {
    u32 width = 1u << (31u - (u32)__builtin_clz(steps)) >> 2; // of the bin
    return bin_of(steps + (width ? width - 1 : 0));
}

static void enter(struct store *store, struct piece *piece) {
    u32 bin = bin_of(piece->bytes / PIECE_STEP);
    ASSERT(bin < STORE_BINS && piece->bytes >= LEAST_BYTES);
    struct free_piece *free = (struct free_piece *)piece;
    piece->account = NULL;
    free->next = store->bins[bin];
    free->place = &store->bins[bin];
    if (free->next) free->next->place = &free->next;
    store->bins[bin] = free;
    store->has |= 1ull << bin;
}

static void leave(struct store *store, struct piece *piece) {
    struct free_piece *free = (struct free_piece *)piece;
    ASSERT(!piece->account && *free->place == free);
    *free->place = free->next;
    if (free->next) free->next->place = free->place;
    u32 bin = bin_of(piece->bytes / PIECE_STEP);
    if (!store->bins[bin]) store->has &= ~(1ull << bin);
}

// ---- Segments

static struct segment *segment_of(const struct piece *piece) { return (struct segment *)slot_start((u64)piece); }
static struct piece *first_of(const struct segment *segment) { return (struct piece *)((u64)segment + segment->first); }

void segment_add(struct store *store, struct segment *segment, u32 bytes, u32 skipped) {
    *segment = (struct segment){store, bytes, narrow_u16(sizeof(*segment) + skipped), 0};
    struct piece *piece = first_of(segment);
    *piece = (struct piece){.bytes = segment_room(bytes, skipped)};
    *next_of(piece) = (struct piece){.before = piece->bytes, .account = END};
    enter(store, piece);
    store->segments++;
}

void segment_remove(struct segment *segment) {
    struct piece *piece = first_of(segment);
    ASSERT(!segment->pieces && next_of(piece)->account == END);
    leave(segment->store, piece);
    ASSERT(segment->store->segments);
    segment->store->segments--;
}

// ---- Pieces

// What is more than `bytes` of a piece that is in no bin becomes a piece of its own.
static void cut(struct store *store, struct piece *piece, u32 bytes) {
    u32 rest = piece->bytes - bytes;
    if (rest < LEAST_BYTES) return;
    next_of(piece)->before = rest;
    piece->bytes = bytes;
    *next_of(piece) = (struct piece){rest, bytes, NULL};
    enter(store, next_of(piece));
}

// In a bin that has smaller pieces as well, only the first piece is looked at: if the store has just grown, it is the
// new one.
static struct piece *find(const struct store *store, u32 bytes) {
    u64 fitting = store->has & ~0ull << bin_from(bytes / PIECE_STEP);
    struct free_piece *free = store->bins[fitting ? (u32)__builtin_ctzll(fitting) : bin_of(bytes / PIECE_STEP)];
    return free && free->piece.bytes >= bytes ? &free->piece : NULL;
}

struct piece *store_take(struct store *store, u32 bytes, struct account *account) {
    ASSERT(bytes % PIECE_STEP == 0 && bytes <= PIECE_MOST_BYTES);
    if (bytes < LEAST_BYTES) bytes = LEAST_BYTES;
    struct piece *piece = find(store, bytes);
    if (!piece) return NULL;
    leave(store, piece);
    cut(store, piece, bytes);
    piece->account = account;
    segment_of(piece)->pieces++;
    return piece;
}

struct segment *store_give(struct piece *piece) {
    struct segment *segment = segment_of(piece);
    struct piece *next = next_of(piece), *previous = piece->before ? previous_of(piece) : NULL;
    ASSERT(segment->pieces && piece->account && next->before == piece->bytes);
    segment->pieces--;
    if (!next->account) {
        leave(segment->store, next);
        piece->bytes += next->bytes;
    }
    if (previous && !previous->account) {
        leave(segment->store, previous);
        previous->bytes += piece->bytes;
        piece = previous;
    }
    next_of(piece)->before = piece->bytes;
    enter(segment->store, piece);
    return segment;
}
