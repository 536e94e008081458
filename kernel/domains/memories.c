// Blocks that domains share; see memories.h.
#include "kernel/domains/memories.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/domain_services.h"
#include "kernel/memory/scratch.h"

#define OWNERS_MOST (16 * MEMORIES_MOST) // of one domain

// A block, or a view of one, which is a block whose bytes are those of another.
struct memory_block {
    struct domain *payer; // its maker or, when that does not use it any more, one of those that do
    u32 number, bytes;
    u32 users;                   // domains, and views
    u8 *memory;                  // its own if it has no `of`
    struct memory_block *of;     // what it is a view of
    struct memory_block *lease;  // NULL, or the revocable one that it is, or is a view of
    const struct domain *lender; // of a lease: which may revoke it
    bool is_read_only, is_revoked;
};

struct memory_use {
    struct memory_use *next;
    struct memory_block *block;
    u32 count, unbound; // how many of them have no owner yet
};

// What a use lasts as long as. That it is dead is known from collections alone: what a program says of it, by
// reflection, could be wrong, and buffers of memory that has been given back would reach into others'.
struct memory_owner {
    struct domain_weak owner; // in the domain's list
    u32 number;
};

static u32 block_count; // that there have ever been

// What is found comes to the front: a program works with few at a time.
static struct memory_use **place_of(struct domain *domain, u32 number) {
    struct memory_use **place = &domain->services->memories, *found;
    while (*place && (*place)->block->number != number) place = &(*place)->next;
    if (!(found = *place) || place == &domain->services->memories) return place;
    *place = found->next;
    found->next = domain->services->memories;
    domain->services->memories = found;
    return &domain->services->memories;
}

static bool use(struct domain *domain, struct memory_block *block) {
    struct memory_use **place = place_of(domain, block->number);
    bool may = *place || domain->services->memory_count < MEMORIES_MOST;
    struct account *account = domain_account(domain, ACCOUNT_TABLES);
    struct memory_use *new = *place || !may ? NULL : scratch_alloc(account, sizeof(*new));
    if (!*place && !new) return false;
    if (new) {
        *new = (struct memory_use){.block = block};
        *place = new;
        block->users++;
        domain->services->memory_count++;
    }
    ASSERT((*place)->block == block && block->users);
    (*place)->count++;
    (*place)->unbound++;
    return true;
}

// The block has a user less. With its last one it goes, and is itself none of what it is a view of. Returns the block
// that stays, or NULL.
static struct memory_block *release(struct memory_block *block) {
    ASSERT(!block || block->users);
    while (block && !--block->users) {
        struct memory_block *of = block->of;
        if (!of) scratch_free(block->memory);
        scratch_free(block);
        block = of;
        ASSERT(!block || block->users);
    }
    return block;
}

// Whether the domain uses the block, or a view of it.
static bool uses(const struct domain *domain, const struct memory_block *block) {
    for (const struct memory_use *use = domain->services->memories; use; use = use->next) {
        const struct memory_block *at = use->block;
        while (at && at != block) at = at->of;
        if (at) return true;
    }
    return false;
}

// Has one that uses the block pay for it.
static void settle(struct memory_block *block) {
    if (uses(block->payer, block)) return;
    block->payer = domain_first;
    while (!uses(block->payer, block)) {
        block->payer = block->payer->next;
        ASSERT(block->payer); // one of its users
    }
    struct account *account = domain_account(block->payer, ACCOUNT_NATIVE);
    scratch_move(block, account);
    if (!block->of) scratch_move(block->memory, account);
}

static void end_use(struct domain *domain, struct memory_use **place) {
    struct memory_use *ended = *place;
    struct memory_block *block = ended->block;
    ASSERT(domain->services->memory_count && block->users);
    *place = ended->next;
    scratch_free(ended);
    domain->services->memory_count--;
    if (block->lender == domain) block->lender = NULL;
    for (block = release(block); block; block = block->of) {
        if (block->payer == domain) settle(block);
    }
}

// Takes over the block, whose `users` is 0, unless it fails: then it is given back.
static u32 enter(struct domain *domain, const struct memory_block *made) {
    struct memory_block *block =
        scratch_alloc_as(domain_account(domain, ACCOUNT_NATIVE), sizeof(*block), SCRATCH_MOVABLE);
    if (block) *block = *made;
    if (!block || !use(domain, block)) {
        scratch_free(block);
        return 0;
    }
    if (block->of) block->of->users++;
    ASSERT(block->number == block_count + 1);
    return block->number = ++block_count;
}

u32 memory_new(struct domain *domain, u32 bytes) {
    ASSERT_LOCKED();
    u8 *memory = scratch_alloc_as(domain_account(domain, ACCOUNT_NATIVE), bytes ? bytes : 1,
                                  SCRATCH_MOVABLE | SCRATCH_CLEAN | SCRATCH_POLLS);
    if (!memory) return 0;
    u32 number = enter(
        domain, &(struct memory_block){.payer = domain, .number = block_count + 1, .bytes = bytes, .memory = memory});
    if (!number) scratch_free(memory);
    return number;
}

u32 memory_view(struct domain *domain, u32 number, u32 start, u32 bytes, enum memory_view_kind kind) {
    ASSERT_LOCKED();
    const struct memory_use *found = *place_of(domain, number);
    if (!found || (u64)start + bytes > found->block->bytes) return 0;
    struct memory_block *of = found->block;
    struct memory_block view = {.payer = domain,
                                .number = block_count + 1,
                                .bytes = bytes,
                                .memory = of->memory + start,
                                .of = of,
                                .lease = of->lease,
                                .is_read_only = of->is_read_only || kind == MEMORY_READ_ONLY};
    u32 made = enter(domain, &view);
    if (!made || kind != MEMORY_REVOCABLE) return made;
    struct memory_block *block = (*place_of(domain, made))->block;
    block->lease = block;
    block->lender = domain;
    return made;
}

// A lease may itself be a view of another one.
static bool is_revoked(const struct memory_block *block) {
    const struct memory_block *lease = block->lease;
    while (lease && !lease->is_revoked) {
        ASSERT(lease->of); // a lease is a view
        lease = lease->of->lease;
    }
    return lease;
}

bool memory_revoke(struct domain *domain, u32 number) {
    ASSERT_LOCKED();
    const struct memory_use *found = *place_of(domain, number);
    if (!found || found->block->lender != domain) return false;
    found->block->is_revoked = true;
    return true;
}

struct memory_bytes memory_of(struct domain *domain, u32 number) {
    ASSERT_LOCKED();
    const struct memory_use *found = *place_of(domain, number);
    if (!found) return (struct memory_bytes){.start = NULL};
    const struct memory_block *block = found->block;
    return (struct memory_bytes){block->memory, block->bytes, block->is_read_only, block->lease, is_revoked(block)};
}

bool memory_holds(const struct domain *domain, u64 address, u64 bytes, bool is_write) {
    for (const struct memory_use *use = domain->services->memories; use; use = use->next) {
        const struct memory_block *block = use->block;
        u64 inside = address - (u64)(uintptr_t)block->memory;
        bool may = !block->lease && !(is_write && block->is_read_only);
        if (may && inside <= block->bytes && bytes <= block->bytes - inside) return true;
    }
    return false;
}

bool memory_share(struct domain *from, struct domain *to, u32 number) {
    ASSERT_LOCKED();
    const struct memory_use *found = *place_of(from, number);
    return found && use(to, found->block);
}

bool memory_bind(struct domain *domain, u32 number, ref object) {
    ASSERT_LOCKED();
    struct memory_use *bound = *place_of(domain, number);
    bool may = bound && domain->services->memory_owner_count < OWNERS_MOST;
    struct account *account = domain_account(domain, ACCOUNT_TABLES);
    struct memory_owner *owner = may ? scratch_alloc(account, sizeof(*owner)) : NULL;
    if (!owner) return false;
    ASSERT(bound->unbound <= bound->count);
    domain->services->memory_owner_count++;
    *owner = (struct memory_owner){{object, domain->memory_owners}, number};
    domain->memory_owners = &owner->owner;
    if (bound->unbound) {
        bound->unbound--;
    } else {
        bound->count++;
    }
    return true;
}

static void end_owner(struct domain *domain, struct domain_weak **place) {
    struct memory_owner *owner = (struct memory_owner *)*place;
    struct memory_use **ended = place_of(domain, owner->number);
    ASSERT(domain->services->memory_owner_count);
    *place = owner->owner.next;
    scratch_free(owner);
    domain->services->memory_owner_count--;
    ASSERT(*ended && (*ended)->count);
    if (!--(*ended)->count) end_use(domain, ended);
}

#define OWNERS_A_POLL 64u // each block may be looked for among all

bool memories_sweep(struct domain *domain) {
    ASSERT_LOCKED();
    u32 ended = 0;
    for (struct domain_weak **place = &domain->memory_owners; *place && ended < OWNERS_A_POLL;) {
        if ((*place)->object) {
            place = &(*place)->next;
        } else {
            end_owner(domain, place);
            ended++;
        }
    }
    return ended == OWNERS_A_POLL;
}

void memories_end(struct domain *domain, struct thread *thread) {
    ASSERT_LOCKED();
    while (domain->memory_owners) {
        end_owner(domain, &domain->memory_owners);
        if (domain->services->memory_owner_count % OWNERS_A_POLL == 0) scheduler_poll_native(thread);
    }
    while (domain->services->memories) {
        end_use(domain, &domain->services->memories);
        if (domain->services->memory_count % OWNERS_A_POLL == 0) scheduler_poll_native(thread);
    }
}

// ---- Objects

static bool is_int(const struct field *field, const char *name) {
    return !field_is_static(field) && field->type == 'I' && strcmp(field->name->text, name) == 0;
}

bool memory_is_class(const struct class *class) {
    return class->loader->object && strcmp(class->name->text, "gnomon/Memory") == 0 &&
           class->field_count > MEMORY_SIZE && is_int(&class->fields[MEMORY_NUMBER], "number") &&
           is_int(&class->fields[MEMORY_SIZE], "size");
}

u32 *memory_field(ref memory, enum memory_field field) {
    return (u32 *)((u8 *)object_at(memory) + object_class(memory)->fields[field].offset);
}
