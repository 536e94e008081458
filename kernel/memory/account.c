// See account.h.
#include "kernel/memory/account.h"

#include "base/panic.h"
#include "kernel/core/kernel_lock.h"
#include "log/log.h"

#define MACHINES(id, name) [ACCOUNT_##id] = {.limit_bytes = UINT64_MAX},
#define KERNELS(id, name) [ACCOUNT_##id] = {.above = &machine_accounts.of[ACCOUNT_##id], .limit_bytes = UINT64_MAX},
struct accounts machine_accounts = {.of = {ACCOUNT_KIND_TABLE(MACHINES)}};
struct accounts kernel_accounts = {.of = {ACCOUNT_KIND_TABLE(KERNELS)}};
#undef MACHINES
#undef KERNELS

#define KIND(id, name) [ACCOUNT_##id] = name,
const char *const account_names[ACCOUNT_KINDS] = {ACCOUNT_KIND_TABLE(KIND)};
#undef KIND

static struct accounts *accounts_first = &kernel_accounts;

void account_init(struct account *account, struct account *above) {
    *account = (struct account){.above = above, .limit_bytes = UINT64_MAX};
}

void accounts_begin(struct accounts *accounts) {
    ASSERT_LOCKED();
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) account_init(&accounts->of[i], &machine_accounts.of[i]);
    accounts->branch = NULL;
    accounts->pieces = NULL;
    accounts->domain = 0;
    accounts->symbol_payer = 0;
    accounts->next = accounts_first;
    accounts_first = accounts;
}

void accounts_end(struct accounts *accounts) {
    ASSERT_LOCKED();
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) {
        u64 left = accounts->of[i].used_bytes;
        if (left) panic("%lu bytes of %s are left over", left, account_names[i]);
        ASSERT(!accounts->of[i].store);
    }
    struct accounts **place = &accounts_first;
    while (*place != accounts) place = &(*place)->next;
    *place = accounts->next;
}

static bool has_room_itself(const struct account *account, u64 bytes) {
    return account->used_bytes <= account->limit_bytes && bytes <= account->limit_bytes - account->used_bytes;
}

bool account_has_room(const struct account *account, u64 bytes) {
    while (account && has_room_itself(account, bytes)) account = account->above;
    return !account;
}

// For a heap that the processors collect together, the processor that has the lock of the team.
void account_charge_always(struct account *account, u64 bytes) {
    for (; account; account = account->above) account->used_bytes += bytes;
}

bool account_charge(struct account *account, u64 bytes) {
    bool has_room = account_has_room(account, bytes);
    if (has_room) account_charge_always(account, bytes);
    return has_room;
}

void account_credit(struct account *account, u64 bytes) {
    ASSERT_LOCKED();
    for (; account; account = account->above) {
        ASSERT(account->used_bytes >= bytes);
        account->used_bytes -= bytes;
    }
}

void account_move_always(struct account *from, struct account *to, u64 bytes) {
    account_credit(from, bytes);
    account_charge_always(to, bytes);
}

// What is above both has room, since it has had the bytes before.
bool account_move(struct account *from, struct account *to, u64 bytes) {
    account_credit(from, bytes);
    bool has_room = account_has_room(to, bytes);
    account_charge_always(has_room ? to : from, bytes);
    return has_room;
}

void accounts_check(void) {
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) {
        u64 sum = 0;
        for (const struct accounts *accounts = accounts_first; accounts; accounts = accounts->next) {
            sum += accounts->of[i].used_bytes;
        }
        ASSERT(sum == machine_accounts.of[i].used_bytes);
    }
}

static void read_all(const struct accounts *accounts, u64 bytes[ACCOUNT_KINDS]) {
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) bytes[i] = accounts->of[i].used_bytes;
}

void accounts_log(void) {
    u64 bytes[ACCOUNT_KINDS];
    accounts_check();
    for (const struct accounts *accounts = accounts_first; accounts; accounts = accounts->next) {
        read_all(accounts, bytes);
        log_memory(accounts->domain, bytes);
    }
    read_all(&machine_accounts, bytes);
    log_memory_end(bytes);
}
