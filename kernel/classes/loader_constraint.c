// Loader constraints (JVMS 5.3.4): for a name, sets of loaders that must mean the same class by it. A set is made when
// a member of one loader's class is resolved or overridden in another's, and two sets with a loader in common become
// one; when one of its loaders has the class, the set has it. Loaders and classes that end leave their sets.
#include "base/narrow.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/loader.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"

#define FIRST_LOADERS 2u
#define LOADERS_A_PAUSE 1024u

struct loader_constraint {
    const struct symbol *name; // with a count of it
    struct class *class;       // NULL if none of them has it yet
    struct loader **loaders;   // in scratch memory
    u32 count, capacity;
    struct loader_constraint *next;
};

static bool has_loader(const struct loader_constraint *constraint, const struct loader *loader) {
    for (u32 i = 0; i < constraint->count; i++) {
        if (constraint->loaders[i] == loader) return true;
    }
    return false;
}

static struct loader_constraint **bucket_of(struct domain *domain, const struct symbol *name) {
    return &domain->constraints[name->hash % DOMAIN_CONSTRAINT_BUCKETS];
}

static struct loader_constraint *find(const struct loader *loader, const struct symbol *name) {
    struct loader_constraint *at = *bucket_of(loader->domain, name);
    while (at && (at->name != name || !has_loader(at, loader))) at = at->next;
    return at;
}

struct class *loader_constrained_class(struct loader *loader, const struct symbol *name) {
    const struct loader_constraint *constraint = find(loader, name);
    return constraint ? constraint->class : NULL;
}

void loader_settle_constraint(struct loader *loader, const struct symbol *name, struct class *class) {
    ASSERT_LOCKED();
    struct loader_constraint *constraint = find(loader, name);
    if (constraint) constraint->class = class;
}

// ---- Making and joining

static bool add_loader(struct loader_constraint *constraint, struct loader *loader) {
    ASSERT_LOCKED();
    if (has_loader(constraint, loader)) return true;
    if (!scratch_make_room(domain_account(loader->domain, ACCOUNT_TABLES), &constraint->loaders, constraint->count,
                           &constraint->capacity, FIRST_LOADERS, sizeof(*constraint->loaders))) {
        return false;
    }
    constraint->loaders[constraint->count++] = loader;
    return true;
}

static void end_constraint(struct loader_constraint **place) {
    ASSERT_LOCKED();
    struct loader_constraint *constraint = *place;
    *place = constraint->next;
    symbol_release(constraint->name);
    scratch_free(constraint->loaders);
    scratch_free(constraint);
}

static struct loader_constraint *make(struct domain *domain, const struct symbol *name) {
    struct loader_constraint *constraint = scratch_alloc(domain_account(domain, ACCOUNT_TABLES), sizeof(*constraint));
    if (!constraint) return NULL;
    struct loader_constraint **bucket = bucket_of(domain, name);
    *constraint = (struct loader_constraint){.name = symbol_keep(name), .next = *bucket};
    *bucket = constraint;
    return constraint;
}

static bool join(struct domain *domain, struct loader_constraint *into, struct loader_constraint *from) {
    for (u32 i = 0; i < from->count; i++) {
        if (!add_loader(into, from->loaders[i])) return false;
    }
    struct loader_constraint **place = bucket_of(domain, from->name);
    while (*place != from) place = &(*place)->next;
    end_constraint(place);
    return true;
}

// Returns false if there is no memory. What has been joined by then stays joined; it asks for no more than the whole
// would have.
static bool unite(struct loader *a, struct loader *b, const struct symbol *name, struct class *class) {
    ASSERT_LOCKED();
    struct loader_constraint *of_a = find(a, name), *of_b = find(b, name), *all = of_a ? of_a : of_b;
    if (!all) all = make(a->domain, name);
    if (!all || !add_loader(all, a) || !add_loader(all, b)) return false;
    if (of_a && of_b && of_a != of_b && !join(a->domain, of_a, of_b)) return false;
    if (class) all->class = class;
    return true;
}

static struct class *known_class(struct loader *loader, const struct symbol *name) {
    struct class *class = loader_find(loader, name);
    return class ? class : loader_constrained_class(loader, name);
}

static bool constrain_name(struct thread *thread, struct loader *a, struct loader *b, struct text text,
                           const char *what) {
    SYMBOL_HELD name = symbol_intern(text.bytes, text.length);
    struct class *first = name ? known_class(a, name) : NULL;
    struct class *second = name ? known_class(b, name) : NULL;
    if (first && second && first != second) {
        exception_throw(thread, "java/lang/LinkageError",
                        "loader constraint violation: %s: two class loaders have different Class objects for the type "
                        "%s used in the signature",
                        what, name->text);
        return false;
    }
    if (name && ((first && second) || unite(a, b, name, first ? first : second))) return true;
    exception_throw_out_of_memory(thread, "Metaspace");
    return false;
}

bool loader_constrain(struct thread *thread, struct loader *a, struct loader *b, const struct symbol *descriptor,
                      const char *what) {
    if (a == b) return true;
    for (const char *at = descriptor->text; *at; at++) {
        if (*at != 'L') continue;
        const char *start = ++at;
        while (*at != ';') at++;
        // Only the boot and platform loaders can define these (ClassLoader.preDefineClass), so there is nothing to
        // disagree about.
        if (at - start > 5 && memcmp(start, "java/", 5) == 0) continue;
        if (!constrain_name(thread, a, b, (struct text){start, narrow_u16(at - start)}, what)) return false;
    }
    return true;
}

// ---- The end of loaders

static void leave_dead(struct loader_constraint *constraint) {
    u32 count = 0;
    for (u32 i = 0; i < constraint->count; i++) {
        struct loader *loader = constraint->loaders[i];
        if (loader->own.is_permanent || loader->own.is_alive) constraint->loaders[count++] = loader;
    }
    constraint->count = count;
    const struct owner *owner = constraint->class ? constraint->class->owner : NULL;
    if (owner && !owner->is_permanent && !owner->is_alive) constraint->class = NULL;
}

// The domain's threads are stopped in a pause, and nobody else asks for its constraints.
static void pause_after(const struct domain *domain, const struct loader_constraint *constraint, u32 *loaders) {
    *loaders += constraint->count + 1;
    if (*loaders < LOADERS_A_PAUSE) return;
    *loaders = 0;
    heap_pause(domain);
}

void loader_purge_constraints(struct domain *domain) {
    ASSERT_LOCKED();
    u32 loaders = 0;
    for (u32 i = 0; i < DOMAIN_CONSTRAINT_BUCKETS; i++) {
        for (struct loader_constraint **place = &domain->constraints[i]; *place;) {
            pause_after(domain, *place, &loaders);
            leave_dead(*place);
            if ((*place)->count > 1) {
                place = &(*place)->next;
            } else {
                end_constraint(place);
            }
        }
    }
}

void loader_end_constraints(struct domain *domain) {
    u32 loaders = 0;
    for (u32 i = 0; i < DOMAIN_CONSTRAINT_BUCKETS; i++) {
        while (domain->constraints[i]) {
            pause_after(domain, domain->constraints[i], &loaders);
            end_constraint(&domain->constraints[i]);
        }
    }
}
