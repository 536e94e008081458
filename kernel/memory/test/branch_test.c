// Branches of the tree of domains compared with a model: what a domain has counts on all branches above it, whichever
// of them have ended, a limit holds for all that come from the one that has it, and few branches are left over. The
// files are included, not linked, so that scratch memory can be this test's own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#include "kernel/memory/account.c"
#include "kernel/memory/branch.c"

#define DOMAINS 40u
#define ROUNDS 200000u
#define KIND ACCOUNT_CODE

static u32 pieces;

bool kernel_lock_is_held(void) { return true; }

void *scratch_alloc(struct account *account, u64 bytes) {
    (void)account;
    pieces++;
    return malloc(bytes);
}

void scratch_free(void *memory) {
    pieces--;
    free(memory);
}

void log_memory(u32 domain, const u64 bytes[ACCOUNT_KINDS]) { (void)domain, (void)bytes; }
void log_memory_end(const u64 bytes[ACCOUNT_KINDS]) { (void)bytes; }

_Noreturn void panic(const char *format, ...) {
    printf("not ok - %s\n", format);
    exit(1);
}

static void begin(struct accounts *accounts, const struct accounts *starter, u64 limit_bytes) {
    accounts_begin(accounts);
    branch_begin(accounts, starter ? starter->branch : NULL);
    accounts->branch->of[KIND].limit_bytes = limit_bytes;
}

static void end(struct accounts *accounts) {
    account_credit(&accounts->of[KIND], accounts->of[KIND].used_bytes);
    accounts_end(accounts);
    branch_end(accounts->branch);
}

static bool takes(struct accounts *accounts, u64 bytes) { return account_charge(&accounts->of[KIND], bytes); }

static void test_limits(void) {
    struct accounts head, one, two, other;
    begin(&head, NULL, 100);
    begin(&one, &head, 80);
    begin(&two, &head, 80);
    begin(&other, NULL, 1000);
    tap_ok(takes(&one, 70) && !takes(&one, 11), "a domain has its own limit");
    tap_ok(takes(&two, 20) && takes(&head, 10) && !takes(&two, 1) && !takes(&head, 1),
           "and that of its starter's branch");
    tap_ok(takes(&other, 500), "which is not that of others");
    tap_ok(!account_move(&other.of[KIND], &two.of[KIND], 1) && other.of[KIND].used_bytes == 500,
           "nor can more be moved there");
    end(&head);
    branches_check();
    tap_ok(takes(&two, 10) && !takes(&two, 1), "the starter's limit stays when that has ended");
    end(&one);
    branches_check();
    tap_ok(takes(&two, 50) && !takes(&two, 1), "the lower limit holds for the only one that is left");
    tap_is_int(pieces, 2, "which has one branch then");
    end(&two);
    end(&other);
    tap_is_int(pieces, 0, "at the end there are none");
}

static void test_generations(void) {
    struct accounts all[2];
    begin(&all[0], NULL, 1000);
    for (u32 i = 1; i <= 1000; i++) {
        begin(&all[i % 2], &all[(i + 1) % 2], 1000 - i / 2);
        end(&all[(i + 1) % 2]);
    }
    tap_ok(takes(&all[0], 500) && !takes(&all[0], 1), "after 1,000 generations the lowest limit holds");
    tap_is_int(pieces, 1, "and there is one branch");
    end(&all[0]);
}

// ---- At random

static struct {
    struct accounts accounts;
    bool is_there;
} domains[DOMAINS];

static u32 random_below(u32 n) {
    static u64 state = 42;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (u32)(state >> 33) % n;
}

static bool is_right(void) {
    u32 there = 0;
    for (u32 i = 0; i < DOMAINS; i++) there += domains[i].is_there;
    accounts_check();
    branches_check();
    return pieces >= there && pieces <= 2 * there;
}

static void test_random(void) {
    u32 wrong = 0, refused = 0;
    for (u32 round = 0; round < ROUNDS; round++) {
        u32 k = random_below(DOMAINS), starter = random_below(DOMAINS);
        struct accounts *accounts = &domains[k].accounts;
        if (!domains[k].is_there) {
            begin(accounts, domains[starter].is_there ? &domains[starter].accounts : NULL, random_below(2000));
            domains[k].is_there = true;
        } else if (random_below(10)) {
            refused += !takes(accounts, random_below(100));
        } else {
            end(accounts);
            domains[k].is_there = false;
        }
        if (round % 16 == 0) wrong += !is_right();
    }
    tap_is_int(wrong, 0, "the sums are right, and there are at most two branches for each domain");
    tap_ok(refused > ROUNDS / 100, "there was no room %u times", refused);
    for (u32 i = 0; i < DOMAINS; i++) {
        if (domains[i].is_there) end(&domains[i].accounts);
    }
    tap_ok(!pieces && !machine_accounts.of[KIND].used_bytes, "at the end nothing is left");
}

int main(void) {
    test_limits();
    test_generations();
    test_random();
    return tap_done();
}
