// See branch.h.
#include "kernel/memory/branch.h"

#include "base/panic.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/memory/scratch.h"

static struct branch *branches_first;

bool branch_begin(struct accounts *own, struct branch *above) {
    ASSERT_LOCKED();
    ASSERT(!own->branch && (!above || above->own));
    struct branch *branch = scratch_alloc(kernel_account(ACCOUNT_TABLES), sizeof(*branch));
    if (!branch) return false;
    *branch = (struct branch){.own = own, .above = above, .next = branches_first};
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) {
        account_init(&branch->of[i], above ? &above->of[i] : &machine_accounts.of[i]);
        ASSERT(!own->of[i].used_bytes && own->of[i].above == &machine_accounts.of[i]);
        own->of[i].above = &branch->of[i];
        own->of[i].has_store = true;
    }
    if (above) above->below++;
    own->branch = branches_first = branch;
    return true;
}

static struct branch *only_one_below(const struct branch *above) {
    struct branch *branch = branches_first;
    while (branch && branch->above != above) branch = branch->next;
    ASSERT(branch && above->below == 1);
    return branch;
}

// What the one above has is all the other's.
static void unite(struct branch *branch, const struct branch *above) {
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) {
        struct account *account = &branch->of[i];
        ASSERT(account->above == &above->of[i] && account->used_bytes == above->of[i].used_bytes);
        if (account->limit_bytes > above->of[i].limit_bytes) account->limit_bytes = above->of[i].limit_bytes;
        account->above = above->of[i].above;
    }
    branch->above = above->above;
}

static void free_branch(struct branch *branch) {
    struct branch **place = &branches_first;
    while (*place != branch) place = &(*place)->next;
    *place = branch->next;
    scratch_free(branch);
}

void branch_end(struct branch *branch) {
    ASSERT_LOCKED();
    ASSERT(branch->own && branch->own->branch == branch);
    branch->own->branch = NULL;
    branch->own = NULL;
    while (branch && !branch->own && branch->below < 2) {
        struct branch *above = branch->below ? NULL : branch->above;
        if (branch->below) {
            unite(only_one_below(branch), branch);
        } else {
            for (u32 i = 0; i < ACCOUNT_KINDS; i++) ASSERT(!branch->of[i].used_bytes);
            if (above) above->below--;
        }
        free_branch(branch);
        branch = above;
    }
}

void branches_check(void) {
    ASSERT_LOCKED();
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) {
        for (struct branch *branch = branches_first; branch; branch = branch->next) {
            branch->checked_bytes = branch->own ? branch->own->of[i].used_bytes : 0;
        }
        for (struct branch *branch = branches_first; branch; branch = branch->next) {
            if (branch->above) branch->above->checked_bytes += branch->of[i].used_bytes;
        }
        for (const struct branch *branch = branches_first; branch; branch = branch->next) {
            ASSERT(branch->checked_bytes == branch->of[i].used_bytes);
        }
    }
}
