// Memory outside the heap that is given back. See kernel/memory/scratch.h.
#include "kernel/memory/scratch.h"

#include "kernel/core/kernel_lock.h"
#include "kernel/core/memory.h"
#include "kernel/core/panic.h"
#include "kernel/core/scheduler.h"

#define HEADER_BYTES 16u
#define STEP_BYTES 16u // between the smallest sizes
#define STEPS 8u       // how many of those there are, and how many sizes from one power of two to the next
#define FIRST_SHIFT 4u // of the steps after them
#define LARGEST_SHIFT 36u
#define MOST_BYTES ((1ull << LARGEST_SHIFT) / 2) // of a piece
#define SIZES (STEPS + STEPS * (LARGEST_SHIFT - FIRST_SHIFT - 2))
#define PIECE_MAGIC 0x53435241u

struct piece {
    u32 magic; // while it is in use
    u32 size;  // which of the sizes, header included
    union {
        struct account *account; // that pays for it
        struct piece *next;      // the next free piece of this size
    };
};
_Static_assert(sizeof(struct piece) == HEADER_BYTES, "what is handed out is 16-aligned");

struct memory_range scratch_range;
static struct piece *free_pieces[SIZES];
static u64 used_bytes;

void scratch_init(void) { memory_range_init(&scratch_range, "scratch", SCRATCH_START, SCRATCH_END, 2 * MIB, false); }

// ---- Sizes: multiples of 16 up to 128, then eight from each power of two to the next, so that at most an eighth is
// lost

static u64 size_bytes(u32 size) {
    if (size < STEPS) return (size + 1) * (u64)STEP_BYTES;
    u32 group = (size - STEPS) / STEPS, step = (size - STEPS) % STEPS;
    return (u64)(STEPS + 1 + step) << (FIRST_SHIFT + group);
}

static u32 size_for(u64 bytes) {
    if (bytes <= STEPS * STEP_BYTES) return (u32)((bytes - 1) / STEP_BYTES);
    u32 shift = 63u - (u32)__builtin_clzll(bytes - 1) - 3; // bytes are more than 8 and at most 16 times 1 << shift
    u32 step = (u32)(((bytes - 1) >> shift) - STEPS);
    return STEPS + STEPS * (shift - FIRST_SHIFT) + step;
}

static struct piece *take_free(u32 size) {
    struct piece *piece = free_pieces[size];
    if (piece) free_pieces[size] = piece->next;
    return piece;
}

static struct piece *take_new(u32 size) {
    struct piece *piece = (struct piece *)memory_take(&scratch_range, size_bytes(size), 16);
    if (piece) piece->size = size;
    return piece;
}

static void give_piece(struct piece *piece) {
    piece->next = free_pieces[piece->size];
    free_pieces[piece->size] = piece;
}

// Pieces are never split: if nothing smaller is left, a larger one is used whole.
static struct piece *take_piece(u32 size) {
    struct piece *piece = take_free(size);
    if (!piece) piece = take_new(size);
    while (!piece && ++size < SIZES) piece = take_free(size);
    return piece;
}

void *scratch_alloc(struct account *account, u64 bytes) {
    ASSERT_LOCKED();
    if (bytes > MOST_BYTES) return NULL;
    u32 size = size_for(bytes + HEADER_BYTES);
    struct piece *piece = account_has_room(account, size_bytes(size)) ? take_piece(size) : NULL;
    if (!piece) return NULL;
    if (!account_charge(account, size_bytes(piece->size))) {
        give_piece(piece);
        return NULL;
    }
    piece->magic = PIECE_MAGIC;
    piece->account = account;
    used_bytes += size_bytes(piece->size);
    return piece + 1;
}

void scratch_prepare(const struct account *account, u64 bytes) {
    if (bytes <= MEMORY_STEP_BYTES || bytes > MOST_BYTES) return;
    u32 size = size_for(bytes + HEADER_BYTES);
    u64 needed = size_bytes(size);
    if (!account_has_room(account, needed) || !memory_may_commit(needed + MEMORY_STEP_BYTES)) return;
    while (!free_pieces[size] && scratch_range.committed_end - scratch_range.next < needed &&
           memory_prepare(&scratch_range, MEMORY_STEP_BYTES)) {
        scheduler_poll_native(thread_self());
    }
}

static struct piece *piece_of(const void *memory) {
    struct piece *piece = (struct piece *)(uintptr_t)memory - 1;
    ASSERT(piece->magic == PIECE_MAGIC);
    return piece;
}

void scratch_free(void *memory) {
    if (!memory) return;
    ASSERT_LOCKED();
    struct piece *piece = piece_of(memory);
    piece->magic = 0;
    used_bytes -= size_bytes(piece->size);
    account_credit(piece->account, size_bytes(piece->size));
    give_piece(piece);
}

void scratch_move(void *memory, struct account *account) {
    struct piece *piece = piece_of(memory);
    account_move_always(piece->account, account, size_bytes(piece->size));
    piece->account = account;
}

// ---- Native memory

struct scratch_link {
    struct scratch_link *next, **place; // and what refers to it
};
_Static_assert(sizeof(struct scratch_link) % 16 == 0, "what is handed out is 16-aligned");

void *native_alloc(struct accounts *accounts, u64 bytes) {
    ASSERT_LOCKED();
    if (bytes > UINT64_MAX - sizeof(struct scratch_link)) return NULL;
    struct scratch_link *link = scratch_alloc(&accounts->of[ACCOUNT_NATIVE], sizeof(*link) + bytes);
    if (!link) return NULL;
    *link = (struct scratch_link){accounts->pieces, &accounts->pieces};
    if (link->next) link->next->place = &link->next;
    accounts->pieces = link;
    return link + 1;
}

void native_free(void *memory) {
    if (!memory) return;
    ASSERT_LOCKED();
    struct scratch_link *link = (struct scratch_link *)memory - 1;
    *link->place = link->next;
    if (link->next) link->next->place = link->place;
    scratch_free(link);
}

void native_free_all(struct accounts *accounts) {
    while (accounts->pieces) native_free(accounts->pieces + 1);
}

void *thread_native_alloc(u64 bytes) { return native_alloc(thread_accounts(), bytes); }

u64 scratch_used_bytes(void) { return used_bytes; }

void scratch_array_free(void *variable) { scratch_free(*(void **)variable); }

u64 scratch_bytes(const void *memory) { return size_bytes(piece_of(memory)->size) - HEADER_BYTES; }
