// Memory outside the heap that is given back. See kernel/core/scratch.h.
#include "kernel/core/scratch.h"

#include "kernel/core/memory.h"
#include "kernel/core/panic.h"

#define HEADER_BYTES 16u
#define SMALLEST_SHIFT 5
#define LARGEST_SHIFT 36
#define PIECE_MAGIC 0x53435241u

struct piece {
    u32 magic;
    u32 shift;          // the piece, header included, has 1 << shift bytes
    struct piece *next; // of the free pieces of this size
};
_Static_assert(sizeof(struct piece) == HEADER_BYTES, "what is handed out is 16-aligned");

struct memory_range scratch_range;
static struct piece *free_pieces[LARGEST_SHIFT + 1];

void scratch_init(void) { memory_range_init(&scratch_range, "scratch", SCRATCH_START, SCRATCH_END, 2 * MIB, false); }

static u32 shift_for(u64 bytes) {
    u32 shift = SMALLEST_SHIFT;
    while ((1ull << shift) < bytes + HEADER_BYTES) shift++;
    return shift;
}

void *scratch_alloc(u64 bytes) {
    if (bytes > (1ull << LARGEST_SHIFT) - HEADER_BYTES) return NULL;
    u32 shift = shift_for(bytes);
    struct piece *piece = free_pieces[shift];
    if (piece) free_pieces[shift] = piece->next;
    else piece = (struct piece *)memory_take(&scratch_range, 1ull << shift, 16);
    if (!piece) return NULL;
    piece->magic = PIECE_MAGIC;
    piece->shift = shift;
    return piece + 1;
}

void scratch_free(void *memory) {
    if (!memory) return;
    struct piece *piece = (struct piece *)memory - 1;
    ASSERT(piece->magic == PIECE_MAGIC);
    piece->magic = 0;
    piece->next = free_pieces[piece->shift];
    free_pieces[piece->shift] = piece;
}

void *scratch_array(u64 bytes) {
    void *array = scratch_alloc(bytes);
    if (!array) panic("no memory for %lu bytes", bytes);
    return array;
}

void scratch_array_free(void *variable) { scratch_free(*(void **)variable); }

u64 scratch_bytes(const void *memory) {
    const struct piece *piece = (const struct piece *)memory - 1;
    ASSERT(piece->magic == PIECE_MAGIC);
    return (1ull << piece->shift) - HEADER_BYTES;
}
