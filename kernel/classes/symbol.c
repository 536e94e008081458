// The table of symbols: open addressing with linear probing, doubled when it is two thirds full. A symbol's memory
// is class data, in pieces of a few sizes, each with a list of the free ones. A piece that is in use is on the account of
// names of the domain that interned the text first. A symbol knows that by a number, so that what it leaves to others
// goes over to the kernel all at once when it ends.
#include "kernel/classes/symbol.h"

#include "base/narrow.h"
#include "base/string.h"
#include "kernel/core/panic.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"

#define FIRST_CAPACITY 32768u
#define KERNELS_PART 16u // of the places: 2,048 at least
// Sizes of pieces: multiples of 8 bytes up to 512, then powers of two.
#define STEP_BYTES 8u
#define STEPS 64u
#define SIZES (STEPS + 9u)

struct free_piece {
    struct free_piece *next;
};

#define PAYERS 4096u

static struct symbol **table;
static u32 capacity, count;
static struct free_piece *free_pieces[SIZES];
static u64 kernels_next, kernels_end; // what is kept back for the kernel

static struct symbol_payer {
    struct account *account; // the kernel's after the domain's end; NULL: the number is free
    u64 bytes;               // of its symbols
} payers[PAYERS];            // number 0 is the kernel

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

static struct symbol *take_piece(struct owner *owner, size_t bytes) {
    u32 class = size_class(bytes);
    struct free_piece *piece = free_pieces[class];
    if (!piece) return owner_alloc(owner, class_bytes(class));
    free_pieces[class] = piece->next;
    return (struct symbol *)piece;
}

// For names of the kernel's that are new when there is no memory: all of them, which its code has, need less.
#define KERNELS_BYTES (64 * KIB)
static struct symbol *take_kernels(size_t bytes) {
    struct symbol *symbol = take_piece(&owner_machine, bytes);
    u64 rounded = class_bytes(size_class(bytes));
    if (symbol || kernels_next + rounded > kernels_end) return symbol;
    symbol = (struct symbol *)kernels_next;
    kernels_next += rounded;
    return symbol;
}

static void give_piece(struct symbol *symbol) {
    u32 class = size_class(symbol_bytes(symbol->length));
    struct free_piece *piece = (struct free_piece *)symbol;
    piece->next = free_pieces[class];
    free_pieces[class] = piece;
}

// ---- Who pays

static u64 piece_bytes(const struct symbol *symbol) { return class_bytes(size_class(symbol_bytes(symbol->length))); }

// Of a domain that has ended, and whose symbols have gone, the number is free again.
static void leave_payer(struct symbol_payer *payer) {
    if (payer->account == kernel_account(ACCOUNT_NAMES) && !payer->bytes) payer->account = NULL;
}

static bool charge(struct symbol *symbol, u16 number) {
    struct symbol_payer *payer = &payers[number];
    u64 bytes = piece_bytes(symbol);
    if (number && !account_move(kernel_account(ACCOUNT_NAMES), payer->account, bytes)) return false;
    symbol->payer = number;
    payer->bytes += bytes;
    return true;
}

static void credit(struct symbol *symbol) {
    struct symbol_payer *payer = &payers[symbol->payer];
    u64 bytes = piece_bytes(symbol);
    ASSERT(payer->bytes >= bytes);
    payer->bytes -= bytes;
    if (symbol->payer) account_move_always(payer->account, kernel_account(ACCOUNT_NAMES), bytes);
    if (symbol->payer) leave_payer(payer);
    symbol->payer = 0;
}

static void set_for_good(struct symbol *symbol) {
    if (symbol->payer) {
        credit(symbol);
        charge(symbol, 0);
    }
    symbol->count = SYMBOL_PERMANENT;
}

// What domains that have ended have left is found, and their numbers are free.
static void gather_left(void) {
    for (u32 i = 0; i < capacity; i++) {
        struct symbol *symbol = table[i];
        if (!symbol || !symbol->payer || payers[symbol->payer].account != kernel_account(ACCOUNT_NAMES)) continue;
        credit(symbol);
        charge(symbol, 0);
    }
}

static u16 free_number(void) {
    u16 number = 1;
    while (number < PAYERS && payers[number].account) number++;
    return number < PAYERS ? number : 0;
}

void symbols_begin(struct accounts *accounts) {
    u16 number = free_number();
    if (!number) {
        gather_left();
        number = free_number();
    }
    accounts->symbol_payer = number;
    if (number) payers[number] = (struct symbol_payer){.account = &accounts->of[ACCOUNT_NAMES]};
}

void symbols_end(struct accounts *accounts) {
    if (!accounts->symbol_payer) return;
    struct symbol_payer *payer = &payers[accounts->symbol_payer];
    account_move_always(payer->account, kernel_account(ACCOUNT_NAMES), payer->bytes);
    payer->account = kernel_account(ACCOUNT_NAMES);
    leave_payer(payer);
    accounts->symbol_payer = 0;
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

// One that the kernel needs may use what is kept back for that, and is the kernel's.
static struct symbol *make(u32 hash, const char *text, size_t length, bool is_kernels) {
    size_t bytes = symbol_bytes(length);
    struct symbol *symbol = is_kernels ? take_kernels(bytes) : take_piece(&owner_pieces, bytes);
    if (!symbol) return NULL;
    symbol->hash = hash;
    symbol->count = 0;
    symbol->length = narrow_u16(length);
    if (!charge(symbol, is_kernels ? 0 : thread_accounts()->symbol_payer)) {
        give_piece(symbol);
        return NULL;
    }
    memcpy(symbol->text, text, length);
    symbol->text[length] = 0;
    count++;
    return symbol;
}

// A table that cannot grow is filled up to its last places, which are for the kernel.
static bool has_place(bool is_kernels) {
    if (LIKELY(3 * count < 2 * capacity) || grow()) return true;
    return count + 2 + (is_kernels ? 0 : capacity / KERNELS_PART) <= capacity;
}

static struct symbol *find_or_make(const char *text, size_t length, bool is_kernels) {
    ASSERT(length <= UINT16_MAX);
    bool may_make = has_place(is_kernels);
    if (UNLIKELY(!capacity)) return NULL;
    u32 hash = symbol_hash(text, length), place = find_place(hash, text, length);
    if (!table[place] && may_make) table[place] = make(hash, text, length, is_kernels);
    return table[place];
}

const struct symbol *symbol_intern(const char *text, size_t length) {
    struct symbol *symbol = find_or_make(text, length, false);
    return symbol ? symbol_keep(symbol) : NULL;
}

static void keep_for_kernel(void) {
    kernels_next = (u64)owner_alloc(&owner_machine, KERNELS_BYTES);
    ASSERT(kernels_next); // the machine is just starting
    kernels_end = kernels_next + KERNELS_BYTES;
}

const struct symbol *symbol_of(const char *text) {
    if (UNLIKELY(!kernels_end)) keep_for_kernel();
    struct symbol *symbol = find_or_make(text, strlen(text), true);
    ASSERT(symbol); // there are a place and memory for it
    set_for_good(symbol);
    return symbol;
}

const struct symbol *symbol_keep(const struct symbol *symbol) {
    if (symbol->count != SYMBOL_PERMANENT) ((struct symbol *)symbol)->count++;
    return symbol;
}

const struct symbol *symbol_keep_for_good(const struct symbol *symbol) {
    set_for_good((struct symbol *)symbol);
    return symbol;
}

void symbol_release(const struct symbol *symbol) {
    if (!symbol || symbol->count == SYMBOL_PERMANENT) return;
    ASSERT(symbol->count);
    struct symbol *counted = (struct symbol *)symbol;
    if (--counted->count) return;
    remove_place(find_place(symbol->hash, symbol->text, symbol->length));
    credit(counted);
    give_piece(counted);
}

void symbol_release_held(const struct symbol **symbol) { symbol_release(*symbol); }

u32 symbol_count(void) { return count; }

void symbol_visit_all(void (*visit)(void *context, const struct symbol *symbol), void *context) {
    for (u32 i = 0; i < capacity; i++) {
        if (table[i]) visit(context, table[i]);
    }
}
