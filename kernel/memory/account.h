// Accounts of memory: each taker names one, and is refused where its limit is reached, or that of an account above it.
// A domain has an account of each kind, the kernel has for what is no domain's, and above them are the machine's, each
// of which is the sum of those of its kind at any time. Between a domain's and the machine's are those of its branch
// (branch.h), which are in no sum. What is charged is the size of the piece that is taken, rounding included. Thread
// level only, under the kernel's lock.
#ifndef KERNEL_MEMORY_ACCOUNT_H
#define KERNEL_MEMORY_ACCOUNT_H

#include "kernel/core/thread.h"
#include "log/region_memory.h"

struct account {
    struct account *above; // NULL for the machine's
    u64 used_bytes, limit_bytes;
    bool has_store;      // of its own (kernel/memory/scratch.h)
    struct store *store; // NULL as long as nothing is in it
};

// One of each kind.
struct accounts {
    struct account of[ACCOUNT_KINDS];
    struct branch *branch;       // kernel/memory/branch.h; NULL: the first domain's, and the kernel's
    struct scratch_link *pieces; // of native memory that go with them: kernel/memory/scratch.h
    struct accounts *next;       // in the list of all but the machine's
    u32 domain;                  // whose they are; 0: the kernel's
    u16 symbol_payer;            // kernel/classes/symbol.h; 0: the kernel pays for symbols
};

extern struct accounts machine_accounts, kernel_accounts;

static inline struct account *kernel_account(enum account_kind kind) { return &kernel_accounts.of[kind]; }
// The accounts of the current thread's domain; the kernel's if it is in none.
static inline struct accounts *thread_accounts(void) {
    const struct domain *domain = thread_self()->domain;
    return domain ? core_of(domain)->accounts : &kernel_accounts;
}
static inline struct account *thread_account(enum account_kind kind) { return &thread_accounts()->of[kind]; }

// Readies a domain's, without limits.
void accounts_begin(struct accounts *accounts);
// All that was charged has been credited.
void accounts_end(struct accounts *accounts);

// Below `above`, without a limit.
void account_init(struct account *account, struct account *above);
bool account_has_room(const struct account *account, u64 bytes);
// Charges an account and those above it. Returns false, and charges none, if there is no room.
bool account_charge(struct account *account, u64 bytes);
// Charges them whether there is room or not: for what has a limit of another kind.
void account_charge_always(struct account *account, u64 bytes);
void account_credit(struct account *account, u64 bytes);
// Has the bytes be on another account. Returns false if that, or one above it, has no room.
bool account_move(struct account *from, struct account *to, u64 bytes);
// The same whether there is room or not: for what outlives the domain that has paid for it.
void account_move_always(struct account *from, struct account *to, u64 bytes);

extern const char *const account_names[ACCOUNT_KINDS];

// Asserts that the machine's accounts are the sums of the others.
void accounts_check(void);
// Writes what all of them have into the log, at the end of the run.
void accounts_log(void);

#endif
