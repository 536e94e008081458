// Memory outside the heap that is given back. See kernel/memory/scratch.h. Small pieces come from stores, others have a
// slot each.
#include "kernel/memory/scratch.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/memory/slots.h"
#include "kernel/memory/store.h"

#define MOST_BYTES (1ull << SLOT_MOST_SHIFT) // of a piece, header included
#define STORE_BYTES ((u32)ALIGN_UP(sizeof(struct store), (size_t)PIECE_STEP))
_Static_assert(SEGMENT_MOST_BYTES - sizeof(struct segment) - STORE_BYTES - PIECE_STEP >= PIECE_MOST_BYTES,
               "any piece of a store fits into its first segment");

static struct store shared_store;
static u64 used_bytes; // that are charged

static bool charge(struct account *account, u64 bytes) {
    if (!account_charge(account, bytes)) return false;
    used_bytes += bytes;
    return true;
}

static void credit(struct account *account, u64 bytes) {
    account_credit(account, bytes);
    ASSERT(used_bytes >= bytes);
    used_bytes -= bytes;
}

// ---- Segments. Nobody pays for those of the shared store. An account pays for those of its own, which lies in the
// first of them: its home, which stays as long as there is another.

static struct segment *home_of(const struct store *store) { return (struct segment *)slot_start((u64)store); }

static u32 skipped_in(const struct store *store) { return store ? 0 : STORE_BYTES; }

// Most accounts have little.
static u32 usual_bytes(const struct store *store) {
    u32 bytes = 1u << SLOT_LEAST_SHIFT;
    for (u32 i = 0; store && i < store->segments && bytes < SEGMENT_MOST_BYTES; i++) bytes *= 2;
    return bytes;
}

static u32 least_bytes(const struct store *store, u32 needed) {
    u32 bytes = 1u << SLOT_LEAST_SHIFT;
    while (segment_room(bytes, skipped_in(store)) < needed) bytes *= 2;
    return bytes;
}

// Returns NULL if there is no memory.
static struct segment *take_segment(u32 bytes) {
    return (struct segment *)slot_take((u32)__builtin_ctz(bytes), bytes, false, NULL);
}

static void give_segment(struct segment *segment) {
    u32 bytes = segment->bytes;
    segment_remove(segment);
    slot_give((u64)segment, bytes, NULL);
}

static bool grow_shared(void) {
    struct segment *segment = take_segment(SEGMENT_MOST_BYTES);
    if (segment) segment_add(&shared_store, segment, SEGMENT_MOST_BYTES, 0);
    return segment;
}

// The two below return false, too, if the account has no room.
static bool grow_by(struct account *account, u32 bytes) {
    if (!charge(account, bytes)) return false;
    struct segment *segment = take_segment(bytes);
    if (!segment) {
        credit(account, bytes);
        return false;
    }
    u32 skipped = skipped_in(account->store);
    if (!account->store) {
        account->store = (struct store *)(segment + 1);
        *account->store = (struct store){0};
    }
    segment_add(account->store, segment, bytes, skipped);
    return true;
}

static bool grow_own(struct account *account, u32 needed) {
    u32 least = least_bytes(account->store, needed), usual = usual_bytes(account->store);
    return (usual > least && grow_by(account, usual)) || grow_by(account, least);
}

// ---- Pieces of stores

static struct piece *take_shared(struct account *account, u32 bytes) {
    struct piece *piece = store_take(&shared_store, bytes, account);
    if (!piece && grow_shared()) piece = store_take(&shared_store, bytes, account);
    if (!piece || charge(account, piece->bytes)) return piece;
    store_give(piece);
    return NULL;
}

static struct piece *take_own(struct account *account, u32 bytes) {
    struct piece *piece = account->store ? store_take(account->store, bytes, account) : NULL;
    return piece || !grow_own(account, bytes) ? piece : store_take(account->store, bytes, account);
}

static void give_shared(struct piece *piece) {
    credit(piece->account, piece->bytes);
    struct segment *segment = store_give(piece);
    if (!segment->pieces) give_segment(segment);
}

static void give_own(struct piece *piece) {
    struct account *account = piece->account;
    struct segment *segment = store_give(piece), *home = home_of(account->store);
    ASSERT(segment->store == account->store);
    if (segment != home && !segment->pieces) {
        credit(account, segment->bytes);
        give_segment(segment);
    }
    if (home->pieces || account->store->segments > 1) return;
    account->store = NULL;
    credit(account, home->bytes);
    give_segment(home);
}

static void poll(void) { scheduler_poll_native(thread_self()); }

// ---- Pieces that are alone in their slots. Their `bytes` are pages.

static u64 alone_bytes(const struct piece *piece) { return piece->bytes * (u64)MACHINE_PAGE_BYTES; }

// It is paid for first, as others may run meanwhile.
static struct piece *take_alone(struct account *account, u64 bytes, u32 flags) {
    bytes = ALIGN_UP(bytes, (u64)MACHINE_PAGE_BYTES);
    if (bytes > MOST_BYTES || !charge(account, bytes)) return NULL;
    struct piece *piece = (struct piece *)slot_take(64u - (u32)__builtin_clzll(bytes - 1), bytes, flags & SCRATCH_CLEAN,
                                                    flags & SCRATCH_POLLS ? poll : NULL);
    if (piece) {
        *piece = (struct piece){.bytes = (u32)(bytes / MACHINE_PAGE_BYTES), .account = account};
    } else {
        credit(account, bytes);
    }
    return piece;
}

static void give_alone(struct piece *piece, void (*pause)(void)) {
    u64 bytes = alone_bytes(piece);
    credit(piece->account, bytes);
    slot_give((u64)piece, bytes, pause);
}

// ---- All pieces

static struct piece *piece_of(const void *memory) {
    struct piece *piece = (struct piece *)(uintptr_t)memory - 1;
    ASSERT(piece->account);
    return piece;
}

static bool is_alone(const struct piece *piece) { return slot_start((u64)piece) == (u64)piece; }

static bool is_shared(const struct piece *piece) {
    return ((struct segment *)slot_start((u64)piece))->store == &shared_store;
}

static struct piece *take_small(struct account *account, u32 bytes, u32 flags) {
    bool is_own = account->has_store && !(flags & SCRATCH_MOVABLE);
    struct piece *piece = is_own ? take_own(account, bytes) : take_shared(account, bytes);
    if (piece && flags & SCRATCH_CLEAN) memset(piece + 1, 0, piece->bytes - sizeof(*piece));
    return piece;
}

void *scratch_alloc_as(struct account *account, u64 bytes, u32 flags) {
    ASSERT_LOCKED();
    if (bytes > MOST_BYTES) return NULL;
    u64 whole = ALIGN_UP(bytes + sizeof(struct piece), (u64)PIECE_STEP);
    struct piece *piece =
        whole > PIECE_MOST_BYTES ? take_alone(account, whole, flags) : take_small(account, (u32)whole, flags);
    return piece ? piece + 1 : NULL;
}

void *scratch_alloc(struct account *account, u64 bytes) { return scratch_alloc_as(account, bytes, 0); }

static void free_piece(struct piece *piece, void (*pause)(void)) {
    if (is_alone(piece)) {
        give_alone(piece, pause);
    } else if (is_shared(piece)) {
        give_shared(piece);
    } else {
        give_own(piece);
    }
}

void scratch_free(void *memory) {
    ASSERT_LOCKED();
    if (memory) free_piece(piece_of(memory), NULL);
}

void scratch_free_polling(void *memory) {
    ASSERT_LOCKED();
    if (memory) free_piece(piece_of(memory), poll);
}

static u64 bytes_of(const struct piece *piece) { return is_alone(piece) ? alone_bytes(piece) : piece->bytes; }

void scratch_move(void *memory, struct account *account) {
    struct piece *piece = piece_of(memory);
    ASSERT(is_alone(piece) || is_shared(piece));
    account_move_always(piece->account, account, bytes_of(piece));
    piece->account = account;
}

// ---- Native memory

struct scratch_link {
    struct scratch_link *next, **place; // and what refers to it
};
_Static_assert(sizeof(struct scratch_link) % 16 == 0, "what is handed out is 16-aligned");

static void *link_in(struct accounts *accounts, struct scratch_link *link) {
    if (!link) return NULL;
    *link = (struct scratch_link){accounts->pieces, &accounts->pieces};
    if (link->next) link->next->place = &link->next;
    accounts->pieces = link;
    return link + 1;
}

void *native_alloc(struct accounts *accounts, u64 bytes, u32 flags) {
    if (bytes > MOST_BYTES) return NULL;
    return link_in(accounts,
                   scratch_alloc_as(&accounts->of[ACCOUNT_NATIVE], sizeof(struct scratch_link) + bytes, flags));
}

static struct scratch_link *link_out(void *memory) {
    struct scratch_link *link = (struct scratch_link *)memory - 1;
    *link->place = link->next;
    if (link->next) link->next->place = link->place;
    return link;
}

void native_free(void *memory) {
    if (memory) scratch_free(link_out(memory));
}

void native_free_polling(void *memory) {
    if (memory) scratch_free_polling(link_out(memory));
}

#define PIECES_A_POLL 256u

void native_free_all(struct accounts *accounts) {
    for (u32 count = 1; accounts->pieces; count++) {
        native_free_polling(accounts->pieces + 1);
        if (count % PIECES_A_POLL == 0) poll();
    }
}

void *thread_native_alloc(u64 bytes) { return native_alloc(thread_accounts(), bytes, 0); }

u64 scratch_used_bytes(void) { return used_bytes; }

void scratch_array_free(void *variable) { scratch_free(*(void **)variable); }

u64 scratch_bytes(const void *memory) { return bytes_of(piece_of(memory)) - sizeof(struct piece); }
