// Blocks that domains share; see memories.h.
#include "kernel/domains/memories.h"

#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/core/panic.h"
#include "kernel/memory/scratch.h"

struct memory_block {
    struct domain *maker; // which pays; NULL if it does not use the block any more
    u32 number, bytes, users;
    u8 *memory;
};

struct memory_use {
    struct memory_use *next;
    struct memory_block *block;
    u32 count, unbound; // how many of them have no owner yet
};

// What a use lasts as long as. That it is dead is known from collections alone: what a program says of it, by reflection,
// could be wrong, and buffers of memory that has been given back would reach into others'.
struct memory_owner {
    struct domain_weak owner; // in the domain's list
    u32 number;
};

static u32 block_count; // that there have ever been

static struct memory_use **place_of(struct domain *domain, u32 number) {
    struct memory_use **place = &domain->memories;
    while (*place && (*place)->block->number != number) place = &(*place)->next;
    return place;
}

static bool use(struct domain *domain, struct memory_block *block) {
    struct memory_use **place = place_of(domain, block->number);
    struct memory_use *new = *place ? NULL : scratch_alloc(sizeof(*new));
    if (!*place && !new) return false;
    if (new) {
        *new = (struct memory_use){.block = block};
        *place = new;
        block->users++;
    }
    (*place)->count++;
    (*place)->unbound++;
    return true;
}

static void end_use(struct domain *domain, struct memory_use **place) {
    struct memory_use *ended = *place;
    struct memory_block *block = ended->block;
    *place = ended->next;
    scratch_free(ended);
    if (block->maker == domain) {
        domain->memory_bytes -= block->bytes;
        block->maker = NULL;
    }
    if (--block->users) return;
    scratch_free(block->memory);
    scratch_free(block);
}

u32 memory_new(struct domain *domain, u32 bytes) {
    if (domain->memory_bytes + bytes > domain->heap.limit_bytes) return 0;
    struct memory_block *block = scratch_alloc(sizeof(*block));
    u8 *memory = block ? scratch_alloc(bytes ? bytes : 1) : NULL;
    if (block) *block = (struct memory_block){domain, ++block_count, bytes, 0, memory};
    if (!memory || !use(domain, block)) {
        scratch_free(memory);
        scratch_free(block);
        return 0;
    }
    memset(memory, 0, bytes);
    domain->memory_bytes += bytes;
    return block->number;
}

struct memory_bytes memory_of(struct domain *domain, u32 number) {
    const struct memory_use *found = *place_of(domain, number);
    return found ? (struct memory_bytes){found->block->memory, found->block->bytes} : (struct memory_bytes){NULL, 0};
}

bool memory_holds(const struct domain *domain, u64 address, u64 bytes) {
    for (const struct memory_use *use = domain->memories; use; use = use->next) {
        u64 inside = address - (u64)(uintptr_t)use->block->memory;
        if (inside <= use->block->bytes && bytes <= use->block->bytes - inside) return true;
    }
    return false;
}

bool memory_share(struct domain *from, struct domain *to, u32 number) {
    const struct memory_use *found = *place_of(from, number);
    return found && use(to, found->block);
}

bool memory_bind(struct domain *domain, u32 number, ref object) {
    struct memory_use *bound = *place_of(domain, number);
    struct memory_owner *owner = bound ? scratch_alloc(sizeof(*owner)) : NULL;
    if (!owner) return false;
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
    *place = owner->owner.next;
    scratch_free(owner);
    ASSERT(*ended && (*ended)->count);
    if (!--(*ended)->count) end_use(domain, ended);
}

void memories_sweep(struct domain *domain) {
    for (struct domain_weak **place = &domain->memory_owners; *place;) {
        if ((*place)->object) {
            place = &(*place)->next;
        } else {
            end_owner(domain, place);
        }
    }
}

void memories_end(struct domain *domain) {
    while (domain->memory_owners) end_owner(domain, &domain->memory_owners);
    while (domain->memories) end_use(domain, &domain->memories);
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
