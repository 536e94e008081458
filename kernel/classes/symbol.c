// The table of symbols: open addressing with linear probing, doubled when it is two thirds full. A symbol's memory
// belongs to the machine's own class data, in pieces of a few sizes, each with a list of the free ones.
#include "kernel/classes/symbol.h"

#include "base/narrow.h"
#include "base/string.h"
#include "kernel/core/panic.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"

#define FIRST_CAPACITY 32768u
// Sizes of pieces: multiples of 8 bytes up to 512, then powers of two.
#define STEP_BYTES 8u
#define STEPS 64u
#define SIZES (STEPS + 9u)

struct free_piece {
    struct free_piece *next;
};

static struct symbol **table;
static u32 capacity, count;
static struct free_piece *free_pieces[SIZES];

// ---- Pieces

static u32 size_class(size_t bytes) {
    if (bytes <= STEPS * STEP_BYTES) return (u32)((bytes - 1) / STEP_BYTES);
    u32 class = STEPS;
    while ((size_t)STEPS * STEP_BYTES << (class - STEPS + 1) < bytes) class ++;
    return class;
}

static size_t class_bytes(u32 class) {
    return class < STEPS ? (class + 1) * STEP_BYTES : (size_t)STEPS * STEP_BYTES << (class - STEPS + 1);
}

static size_t symbol_bytes(size_t length) { return offsetof(struct symbol, text) + length + 1; }

static struct symbol *take_piece(size_t bytes) {
    u32 class = size_class(bytes);
    struct free_piece *piece = free_pieces[class];
    if (!piece) return owner_alloc(&owner_machine, class_bytes(class));
    free_pieces[class] = piece->next;
    return (struct symbol *)piece;
}

static void give_piece(struct symbol *symbol) {
    u32 class = size_class(symbol_bytes(symbol->length));
    struct free_piece *piece = (struct free_piece *)symbol;
    piece->next = free_pieces[class];
    free_pieces[class] = piece;
}

// ---- The table

static bool symbol_is(const struct symbol *symbol, u32 hash, const char *text, size_t length) {
    return symbol->hash == hash && symbol->length == length && memcmp(symbol->text, text, length) == 0;
}

// The place of the text, or the free place where it belongs.
static u32 find_place(u32 hash, const char *text, size_t length) {
    u32 place = hash & (capacity - 1);
    while (table[place] && !symbol_is(table[place], hash, text, length)) place = (place + 1) & (capacity - 1);
    return place;
}

static bool grow(void) {
    struct symbol **old = table;
    u32 old_capacity = capacity, new_capacity = old_capacity ? 2 * old_capacity : FIRST_CAPACITY;
    struct symbol **grown = scratch_alloc(kernel_account(ACCOUNT_TABLES), sizeof(*table) * new_capacity);
    if (!grown) return false;
    memset(grown, 0, sizeof(*table) * new_capacity);
    table = grown;
    capacity = new_capacity;
    for (u32 i = 0; i < old_capacity; i++) {
        if (!old[i]) continue;
        u32 place = old[i]->hash & (capacity - 1);
        while (table[place]) place = (place + 1) & (capacity - 1);
        table[place] = old[i];
    }
    scratch_free(old);
    return true;
}

// An entry after the place that could not lie nearer to where it belongs moves up.
static void remove_place(u32 place) {
    u32 mask = capacity - 1;
    for (u32 next = (place + 1) & mask; table[next]; next = (next + 1) & mask) {
        if (((next - table[next]->hash) & mask) < ((next - place) & mask)) continue;
        table[place] = table[next];
        place = next;
    }
    table[place] = NULL;
    count--;
}

// ---- Symbols

const struct symbol *symbol_find(const char *text, size_t length) {
    if (!capacity) return NULL;
    return table[find_place(symbol_hash(text, length), text, length)];
}

static struct symbol *make(u32 hash, const char *text, size_t length) {
    struct symbol *symbol = take_piece(symbol_bytes(length));
    if (!symbol) return NULL;
    symbol->hash = hash;
    symbol->count = 0;
    symbol->length = narrow_u16(length);
    memcpy(symbol->text, text, length);
    symbol->text[length] = 0;
    count++;
    return symbol;
}

static struct symbol *find_or_make(const char *text, size_t length) {
    ASSERT(length <= UINT16_MAX);
    // A table that cannot grow is filled up to its last place but one.
    if (UNLIKELY(3 * count >= 2 * capacity) && !grow() && count + 2 > capacity) return NULL;
    u32 hash = symbol_hash(text, length), place = find_place(hash, text, length);
    if (!table[place]) table[place] = make(hash, text, length);
    return table[place];
}

const struct symbol *symbol_intern(const char *text, size_t length) {
    struct symbol *symbol = find_or_make(text, length);
    return symbol ? symbol_keep(symbol) : NULL;
}

const struct symbol *symbol_of(const char *text) {
    struct symbol *symbol = find_or_make(text, strlen(text));
    ASSERT(symbol);
    symbol->count = SYMBOL_PERMANENT;
    return symbol;
}

const struct symbol *symbol_keep(const struct symbol *symbol) {
    if (symbol->count != SYMBOL_PERMANENT) ((struct symbol *)symbol)->count++;
    return symbol;
}

const struct symbol *symbol_keep_for_good(const struct symbol *symbol) {
    ((struct symbol *)symbol)->count = SYMBOL_PERMANENT;
    return symbol;
}

void symbol_release(const struct symbol *symbol) {
    if (!symbol || symbol->count == SYMBOL_PERMANENT) return;
    ASSERT(symbol->count);
    struct symbol *counted = (struct symbol *)symbol;
    if (--counted->count) return;
    remove_place(find_place(symbol->hash, symbol->text, symbol->length));
    give_piece(counted);
}

void symbol_release_held(const struct symbol **symbol) { symbol_release(*symbol); }

u32 symbol_count(void) { return count; }

void symbol_visit_all(void (*visit)(void *context, const struct symbol *symbol), void *context) {
    for (u32 i = 0; i < capacity; i++) {
        if (table[i]) visit(context, table[i]);
    }
}
