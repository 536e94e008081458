// The table of symbols, in chains that grow one at a time (kernel/memory/chains.h). A symbol's memory is class data, in
// pieces of a few sizes, each with a list of the free ones. A piece that is in use is on the account of names of the
// domain that interned the text first. A symbol knows that by a number, so that what it leaves to others goes over to
// the kernel all at once when it ends.
#include "kernel/classes/symbol.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "base/text_hash.h"
#include "kernel/memory/chains.h"
#include "kernel/memory/owner.h"

// Sizes of pieces: multiples of 8 bytes up to 512, then powers of two.
#define SEGMENT_SHIFT 15u // of chains
#define STEP_BYTES 8u
#define STEPS 64u
#define SIZES (STEPS + 9u)

struct free_piece {
    struct free_piece *next;
};

#define PAYERS 4096u

static struct chains chains; // numbers are addresses
static struct free_piece *free_pieces[SIZES];
static u64 kernels_next, kernels_end; // what is kept back for the kernel

static struct symbol_payer {
    struct account *account; // the kernel's after the domain's end; NULL: the number is free
    u64 bytes;               // of its symbols
} payers[PAYERS];            // number 0 is the kernel

static struct symbol *symbol_at(u32 address) { return (struct symbol *)(uintptr_t)address; }

_Static_assert(offsetof(struct symbol, next) == offsetof(struct chained, next) &&
                   offsetof(struct symbol, hash) == offsetof(struct chained, hash),
               "a symbol begins as an entry of a chain");

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

// ---- Which account pays

static u64 piece_bytes(const struct symbol *symbol) { return class_bytes(size_class(symbol_bytes(symbol->length))); }

// Frees the number of a domain that has ended, once its symbols have gone.
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
    for (u32 i = 0; i < chains.count; i++) {
        for (struct symbol *symbol = symbol_at(*chains_place(&chains, i)); symbol; symbol = symbol_at(symbol->next)) {
            if (!symbol->payer || payers[symbol->payer].account != kernel_account(ACCOUNT_NAMES)) continue;
            credit(symbol);
            charge(symbol, 0);
        }
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

static struct symbol *find(u32 hash, const char *text, size_t length) {
    struct symbol *symbol = symbol_at(chains_find(&chains, hash));
    while (symbol && (symbol->hash != hash || symbol->length != length || memcmp(symbol->text, text, length) != 0)) {
        symbol = symbol_at(symbol->next);
    }
    return symbol;
}

// ---- Symbols

const struct symbol *symbol_find(const char *text, size_t length) {
    return find(text_hash(text, length), text, length);
}

static bool has_room(void) {
    struct account *account = kernel_account(ACCOUNT_TABLES);
    return (chains.count || chains_begin(&chains, account, SEGMENT_SHIFT)) &&
           chains_make_room(&chains, account, chains_at_address, NULL);
}

// One that the kernel needs may use what is kept back for that, and is the kernel's.
static struct symbol *make(u32 hash, const char *text, size_t length, bool is_kernels) {
    if (!has_room() && !(is_kernels && chains.count)) return NULL; // the kernel's make chains longer
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
    chains_insert(&chains, (u32)(uintptr_t)symbol, (struct chained *)symbol);
    return symbol;
}

static struct symbol *find_or_make(const char *text, size_t length, bool is_kernels) {
    ASSERT(length <= UINT16_MAX);
    u32 hash = text_hash(text, length);
    struct symbol *symbol = find(hash, text, length);
    return symbol ? symbol : make(hash, text, length, is_kernels);
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
    chains_remove(&chains, (u32)(uintptr_t)symbol, chains_at_address, NULL);
    credit(counted);
    give_piece(counted);
}

void symbol_release_held(const struct symbol **symbol) { symbol_release(*symbol); }

u32 symbol_count(void) { return chains.entries; }

void symbol_visit_all(void (*visit)(void *context, const struct symbol *symbol), void *context) {
    for (u32 i = 0; i < chains.count; i++) {
        for (u32 at = *chains_place(&chains, i); at; at = symbol_at(at)->next) visit(context, symbol_at(at));
    }
}
