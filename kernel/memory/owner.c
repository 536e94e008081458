// Owners; see owner.h. The more an owner has already, the larger its next chunk, so that one with a single class costs
// a few KiB and one with thousands has few chunks.
#include "kernel/memory/owner.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"

#define LARGEST_CHUNK_BYTES (64 * KIB)
#define CODE_ALIGNMENT 16u

// log2 of the bytes of a unit of each space.
static const u32 UNIT_SHIFTS[OWNER_SPACES] = {[OWNER_DATA] = 12, [OWNER_CODE] = 10, [OWNER_FIXED] = CARD_SHIFT};

struct chunk_space owner_spaces[OWNER_SPACES];
struct owner owner_machine, owner_pieces;

u8 *owner_fixed_cards;

// As long as what may end takes less than this part of a space, no collection is made for its sake.
#define QUIET_PART 16u

// What is kept back in each space for the boot loader and the machine.
static const u64 RESERVE_BYTES[OWNER_SPACES] = {[OWNER_DATA] = 4 * MIB, [OWNER_CODE] = MIB, [OWNER_FIXED] = 4 * MIB};

// ---- The spaces

static void space_init(enum owner_space space, const char *name, u64 start, u64 end) {
    memory_range_init(&owner_spaces[space].range, name, start, end, MACHINE_LARGE_PAGE_BYTES, space == OWNER_CODE);
    machine_accounts.of[ACCOUNT_DATA + space].limit_bytes = end - start;
}

// For tables with one byte for each of `bytes` things, at the beginning of class data: they belong to the machine.
static u8 *take_table(u64 bytes) {
    struct chunk_space *data = &owner_spaces[OWNER_DATA];
    bytes = ALIGN_UP(bytes, 1ull << UNIT_SHIFTS[OWNER_DATA]);
    u64 start = memory_take(&data->range, bytes, 1ull << UNIT_SHIFTS[OWNER_DATA]);
    if (!start) panic("no memory for class data");
    if (!account_charge(kernel_account(ACCOUNT_DATA), bytes)) panic("class data is too small");
    return (u8 *)start;
}

void owner_init(void) {
    space_init(OWNER_DATA, "class data", CLASS_DATA_START, CLASS_DATA_END);
    space_init(OWNER_CODE, "code", CODE_START, CODE_END);
    space_init(OWNER_FIXED, "fixed objects", FIXED_START, FIXED_END);
    for (u32 i = 0; i < OWNER_SPACES; i++) {
        u32 shift = UNIT_SHIFTS[i];
        chunks_init(&owner_spaces[i], shift, take_table(chunks_total_bytes(&owner_spaces[i]) >> shift));
    }
    owner_fixed_cards = take_table((FIXED_END - FIXED_START) >> CARD_SHIFT);
    owner_init_permanent(&owner_machine, NULL, NULL);
    owner_machine.uses_reserve = true;
    owner_init_permanent(&owner_pieces, NULL, NULL);
    account_init(&owner_pieces.accounts[OWNER_DATA], kernel_account(ACCOUNT_NAMES));
}

// ---- Accounts

bool owner_has_room(const struct account *account, bool uses_reserve, enum owner_space space, u64 bytes) {
    const struct chunk_space *chunks = &owner_spaces[space];
    u64 reserve = uses_reserve ? 0 : RESERVE_BYTES[space];
    u64 free = chunks_total_bytes(chunks) - chunks_used_bytes(chunks);
    return bytes + reserve <= free && account_has_room(account, bytes);
}

void owners_init(struct owners *all, struct accounts *accounts) {
    *all = (struct owners){.accounts = accounts};
    for (u32 i = 0; i < OWNER_SPACES; i++) account_init(&all->mortal_accounts[i], &accounts->of[ACCOUNT_DATA + i]);
    owners_set_limits(all);
}

void owners_set_limits(struct owners *all) {
    for (u32 i = 0; i < OWNER_SPACES; i++) {
        u64 least = chunks_total_bytes(&owner_spaces[i]) / QUIET_PART, used = all->mortal_accounts[i].used_bytes;
        all->mortal_limit_bytes[i] = 2 * used > least ? 2 * used : least;
    }
}

// ---- Chunks

static u64 fixed_card(u64 address) { return (address - FIXED_START) >> CARD_SHIFT; }

static u64 next_chunk_bytes(const struct owner *owner, enum owner_space space, u64 bytes) {
    const struct chunk_space *chunks = &owner_spaces[space];
    u64 least = 1ull << chunks->unit_shift, wanted = least;
    u64 aim = owner->is_permanent ? LARGEST_CHUNK_BYTES : owner->accounts[space].used_bytes / 2;
    while (2 * wanted <= aim && wanted < LARGEST_CHUNK_BYTES) wanted *= 2;
    return bytes > wanted ? chunk_round(chunks, bytes) : wanted;
}

static u64 take_chunk(struct owner *owner, enum owner_space space, u64 bytes) {
    if (!owner_has_room(&owner->accounts[space], owner->uses_reserve, space, bytes)) return 0;
    u64 start = chunk_take(&owner_spaces[space], bytes);
    if (!start) return 0;
    bool is_charged = account_charge(&owner->accounts[space], bytes);
    ASSERT(is_charged); // there is room, and nobody else has run
    if (space == OWNER_FIXED && !owner->is_permanent) {
        memset(&owner_fixed_cards[fixed_card(start)], OWNER_FIXED_MORTAL, bytes >> CARD_SHIFT);
    }
    return start;
}

static void give_chunk(struct owner *owner, const struct owner_chunk *chunk) {
    ASSERT_LOCKED();
    struct owner_chunk gone = *chunk; // a chunk of class data holds its own record
    account_credit(&owner->accounts[gone.space], gone.bytes);
    if (gone.space == OWNER_FIXED) {
        memset(&owner_fixed_cards[fixed_card(gone.start)], 0, gone.bytes >> CARD_SHIFT);
        memset((u8 *)(uintptr_t)(CARD_TABLE_START + (gone.start >> CARD_SHIFT)), 0, gone.bytes >> CARD_SHIFT);
    }
    chunk_give(&owner_spaces[gone.space], gone.start, gone.bytes);
}

static bool open_chunk(struct owner *owner, enum owner_space space, u64 bytes) {
    struct owner_chunk *record = NULL;
    if (space == OWNER_DATA) {
        bytes += sizeof(*record);
    } else {
        record = owner_alloc(owner, sizeof(*record));
        if (!record) return false;
    }
    u64 chunk_bytes = next_chunk_bytes(owner, space, bytes), start = take_chunk(owner, space, chunk_bytes);
    if (!start) return false;
    u64 used = record ? 0 : sizeof(*record);
    if (!record) record = (struct owner_chunk *)start;
    *record =
        (struct owner_chunk){.next = owner->chunks, .start = start, .bytes = (u32)chunk_bytes, .space = (u32)space};
    owner->chunks = record;
    owner->open[space] = (struct owner_open){start + used, start + chunk_bytes};
    return true;
}

// If two chunks have room, the one with more room stays open.
static u64 allocate(struct owner *owner, enum owner_space space, u64 bytes, u32 alignment) {
    ASSERT_LOCKED();
    struct owner_open *open = &owner->open[space], before = *open;
    u64 start = ALIGN_UP(open->next, (u64)alignment);
    bytes = ALIGN_UP(bytes, (u64)alignment);
    if (start > open->end || bytes > open->end - start) {
        if (bytes > UINT32_MAX / 2 || !open_chunk(owner, space, bytes)) return 0;
        start = ALIGN_UP(open->next, (u64)alignment);
    }
    open->next = start + bytes;
    if (open->end != before.end && before.end - before.next > open->end - open->next) *open = before;
    return start;
}

void *owner_alloc(struct owner *owner, size_t bytes) {
    struct owner_open *open = &owner->open[OWNER_DATA];
    u64 start = open->next, taken = ALIGN_UP(bytes, 8ull);
    if (UNLIKELY(taken > open->end - start || !start)) return (void *)allocate(owner, OWNER_DATA, bytes, 8);
    open->next = start + taken;
    return (void *)start;
}

u64 owner_alloc_code(struct owner *owner, size_t bytes) { return allocate(owner, OWNER_CODE, bytes, CODE_ALIGNMENT); }

ref owner_alloc_fixed(struct owner *owner, size_t bytes) {
    u64 start = allocate(owner, OWNER_FIXED, bytes, OBJECT_ALIGNMENT);
    if (!start) return 0;
    u8 *card = &owner_fixed_cards[fixed_card(start)];
    if (!(*card & ~OWNER_FIXED_MORTAL)) *card |= narrow_u8(1 + start % OWNER_FIXED_UNIT_BYTES / OBJECT_ALIGNMENT);
    return (ref)start;
}

// ---- Beginning and end

static void enter(struct owner *owner) {
    ASSERT_LOCKED();
    owner->next = owner->all->first;
    owner->previous = NULL;
    if (owner->next) owner->next->previous = owner;
    owner->all->first = owner;
}

void owner_init_permanent(struct owner *owner, struct owners *all, struct loader *loader) {
    *owner = (struct owner){.all = all, .loader = loader, .is_permanent = true, .is_alive = true};
    struct accounts *accounts = all ? all->accounts : &kernel_accounts;
    for (u32 i = 0; i < OWNER_SPACES; i++) {
        account_init(&owner->accounts[i], &accounts->of[ACCOUNT_DATA + i]);
    }
    if (all) enter(owner);
}

struct owner *owner_create(struct owners *all, struct loader *loader, size_t bytes) {
    struct owner draft = {.all = all, .loader = loader, .is_alive = true};
    for (u32 i = 0; i < OWNER_SPACES; i++) account_init(&draft.accounts[i], &all->mortal_accounts[i]);
    struct owner *owner = owner_alloc(&draft, bytes);
    if (!owner) return NULL;
    *owner = draft;
    enter(owner);
    return owner;
}

static void leave(struct owner *owner) {
    ASSERT_LOCKED();
    if (owner->next) owner->next->previous = owner->previous;
    if (owner->previous) {
        owner->previous->next = owner->next;
    } else {
        owner->all->first = owner->next;
    }
    for (struct owner **at = &owner->all->touched; owner->is_touched && *at; at = &(*at)->next_touched) {
        if (*at != owner) continue;
        *at = owner->next_touched;
        break;
    }
}

// Chunks of code and fixed objects go first: their records lie in class data.
static void give_chunks(struct owner *owner, struct owner_chunk *from, const struct owner_chunk *to,
                        void (*pause)(void *context), void *context) {
    for (const struct owner_chunk *chunk = from; chunk != to; chunk = chunk->next) {
        if (chunk->space != OWNER_DATA) give_chunk(owner, chunk);
    }
    for (struct owner_chunk *chunk = from, *next; chunk != to; chunk = next) {
        next = chunk->next;
        if (chunk->space == OWNER_DATA) give_chunk(owner, chunk);
        if (pause) pause(context);
    }
}

void owner_end_code(struct owner *owner) {
    ASSERT(!owner->is_permanent && !owner->making);
    leave(owner);
    for (struct owner_chunk **at = &owner->chunks; *at;) {
        const struct owner_chunk *chunk = *at;
        if (chunk->space == OWNER_CODE) {
            *at = chunk->next;
            give_chunk(owner, chunk);
        } else {
            at = &(*at)->next;
        }
    }
}

void owner_end_rest(struct owner *owner, void (*pause)(void *context), void *context) {
    struct owner last = *owner; // it lies in its own first chunk
    give_chunks(&last, last.chunks, NULL, pause, context);
    for (u32 i = 0; i < OWNER_SPACES; i++) ASSERT(last.accounts[i].used_bytes == 0);
}

void owner_end(struct owner *owner) {
    owner_end_code(owner);
    owner_end_rest(owner, NULL, NULL);
}

struct owner_mark owner_mark(const struct owner *owner) {
    struct owner_mark mark = {.chunks = owner->chunks};
    memcpy(mark.open, owner->open, sizeof(mark.open));
    return mark;
}

bool owner_is_at(const struct owner *owner, const struct owner_mark *mark) {
    return owner->chunks == mark->chunks && memcmp(owner->open, mark->open, sizeof(mark->open)) == 0;
}

void owner_release(struct owner *owner, const struct owner_mark *mark) {
    ASSERT_LOCKED();
    give_chunks(owner, owner->chunks, mark->chunks, NULL, NULL);
    owner->chunks = mark->chunks;
    memcpy(owner->open, mark->open, sizeof(mark->open));
    const struct owner_open *data = &owner->open[OWNER_DATA], *fixed = &owner->open[OWNER_FIXED];
    memset((void *)data->next, 0, data->end - data->next);
    memset((void *)fixed->next, 0, fixed->end - fixed->next);
    if (!fixed->end) return;
    u64 card = fixed_card(fixed->next + OWNER_FIXED_UNIT_BYTES - 1), end = fixed_card(fixed->end - 1);
    for (; card <= end; card++) owner_fixed_cards[card] &= OWNER_FIXED_MORTAL;
    u8 *last = &owner_fixed_cards[fixed_card(fixed->next - 1)];
    u32 first = *last & ~OWNER_FIXED_MORTAL;
    if (first && (first - 1) * OBJECT_ALIGNMENT >= fixed->next % OWNER_FIXED_UNIT_BYTES &&
        fixed->next % OWNER_FIXED_UNIT_BYTES) {
        *last &= OWNER_FIXED_MORTAL;
    }
}

// ---- What an owner refers to

bool owner_needs(struct owner *owner, struct owner *on) {
    if (owner == on || on->is_permanent) return true;
    for (const struct owner_need *need = owner->needs; need; need = need->next) {
        if (need->on == on) return true;
    }
    struct owner_need *need = owner_alloc(owner, sizeof(*need));
    if (!need) return false;
    *need = (struct owner_need){on, owner->needs};
    owner->needs = need;
    return true;
}

void owner_touch(struct owner *owner) {
    if (owner->is_touched) return;
    owner->is_touched = true;
    owner->next_touched = owner->all->touched;
    owner->all->touched = owner;
}

bool owner_add_literal(struct owner *owner, ref *slot) {
    struct owner_literal *literal = owner_alloc(owner, sizeof(*literal));
    if (!literal) return false;
    *literal = (struct owner_literal){slot, owner->literals};
    owner->literals = literal;
    owner_touch(owner);
    return true;
}
