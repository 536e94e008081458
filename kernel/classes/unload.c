// Ending loaders; see unload.h.
#include "kernel/heap/unload.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_create.h"
#include "kernel/classes/class_layout.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/mirror.h"
#include "kernel/classes/module.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/fixed_objects.h"
#include "log/log.h"

#define CLASSES_A_PAUSE 32u
#define CLASSES_LEFT_A_PAUSE 1024u
#define OWNERS_A_PAUSE 64u

// ---- What an owner refers to

static bool is_loaders_own(const struct owner *owner) { return owner == &owner->loader->own; }

// Most words of a mirror are null or refer to what is never given back: they are not worth a call.
static void visit_words(ref mirror, const u32 *offsets, u32 count, void (*visit)(void *, ref *), void *context) {
    for (u32 i = 0; i < count; i++) {
        ref *slot = (ref *)(uintptr_t)(mirror + offsets[i]);
        if (*slot && (heap_contains(*slot) || owner_is_mortal_mirror(*slot))) visit(context, slot);
    }
}

// The first of offsets, which ascend, that is not below `least`.
static u32 first_offset(const u32 *offsets, u32 count, u64 least) {
    u32 low = 0, high = count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (offsets[middle] < least) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Visits the static fields in [start, end): a class may have 65,535, and each of their cards is looked through.
static void visit_mirror_within(const struct class *class, u64 start, u64 end, void (*visit)(void *, ref *),
                                void *context) {
    const struct class *mirror_class = class->domain->known.class_;
    const u32 *offsets = class->static_reference_offsets;
    u32 count = class->static_reference_count;
    u32 first = start > class->mirror ? first_offset(offsets, count, start - class->mirror) : 0;
    u32 last = end > class->mirror ? first_offset(offsets, count, end - class->mirror) : 0;
    visit_words(class->mirror, mirror_class->reference_offsets, mirror_class->reference_offset_count, visit, context);
    visit_words(class->mirror, offsets + first, last - first, visit, context);
}

static void visit_mirror(const struct class *class, void (*visit)(void *, ref *), void *context) {
    const struct class *mirror_class = class->domain->known.class_;
    visit_words(class->mirror, mirror_class->reference_offsets, mirror_class->reference_offset_count, visit, context);
    visit_words(class->mirror, class->static_reference_offsets, class->static_reference_count, visit, context);
}

static void visit_loader(struct loader *loader, void (*visit)(void *, ref *), void *context) {
    visit(context, &loader->object);
    visit(context, &loader->unnamed_module);
    for (struct module_package *package = loader->packages; package; package = package->next) {
        visit(context, &package->module);
        for (struct module_export *export = package->exports; export; export = export->next) {
            visit(context, &export->to);
        }
    }
}

static void visit_literals(struct owner *owner, const struct owner_literal *end, void (*visit)(void *, ref *),
                           void *context) {
    for (struct owner_literal *literal = owner->literals; literal != end; literal = literal->next) {
        visit(context, literal->slot);
    }
}

// Visits all references of an owner: in its loader, in slots of literals, in mirrors.
static void visit_owner(struct owner *owner, void (*visit)(void *context, ref *slot), void *context) {
    if (is_loaders_own(owner)) visit_loader(owner->loader, visit, context);
    visit_literals(owner, NULL, visit, context);
    u32 count = 0;
    for (const struct class *class = owner->classes; class; class = class->next_of_owner) {
        if (class->mirror) visit_mirror(class, visit, context);
        if (++count % CLASSES_A_PAUSE == 0) heap_pause(class->domain);
    }
}

// ---- A full collection

static bool is_reached(const struct owner *owner) { return __atomic_load_n(&owner->is_alive, __ATOMIC_RELAXED); }

void unload_reach(struct collection *collection, struct owner *owner) {
    // If several processors reach it, one of them looks through it.
    if (is_reached(owner) || __atomic_exchange_n(&owner->is_alive, true, __ATOMIC_RELAXED)) return;
    owner->next_alive = collection->reached;
    collection->reached = owner;
}

bool unload_is_alive(ref mirror) { return !owner_is_mortal_mirror(mirror) || is_reached(mirror_class(mirror)->owner); }

void unload_reach_mirror(struct collection *collection, ref mirror) {
    unload_reach(collection, mirror_class(mirror)->owner);
}

void unload_reach_by(struct collection *collection, ref object) {
    struct class *class = object_class(object);
    if (class->flags & CLASS_MORTAL) unload_reach(collection, class->owner);
    if (class->flags & CLASS_IS_LOADER) {
        u32 word = class->domain->known.class_loader->field_end - LOADER_OBJECT_BYTES;
        struct loader *loader = (struct loader *)(uintptr_t)heap_load_ref(object, word);
        if (loader) unload_reach(collection, &loader->own);
    }
    if (class->flags & CLASS_HOLDS_METHOD) {
        const struct method *method = (const struct method *)(uintptr_t)heap_load_ref(object, DYNAMIC_RESOLVED_DIRECT);
        if (method) unload_reach(collection, method->holder->owner);
    }
}

void unload_begin(struct collection *collection) {
    ASSERT_LOCKED();
    struct domain *domain = collection->domain;
    for (struct owner *owner = domain->owners.first; owner; owner = owner->next) owner->is_alive = false;
    for (struct owner *owner = domain->owners.first; owner; owner = owner->next) {
        if (owner->is_permanent || owner->making) unload_reach(collection, owner);
    }
}

bool unload_trace(struct collection *collection) {
    bool any = false;
    while (collection->reached) {
        struct owner *owner = collection->reached;
        collection->reached = owner->next_alive;
        visit_owner(owner, collect_slot, collection);
        for (const struct owner_need *need = owner->needs; need; need = need->next) unload_reach(collection, need->on);
        any = true;
    }
    return any;
}

// ---- Looking for mistakes: nothing that lives on may refer to what is about to go

static void check_class(const struct class *from, const struct class *to, const char *how) {
    if (to->owner->is_alive || to->owner->is_permanent) return;
    panic("the class %s, which lives on, refers (%s) to %s, which goes", from->name->text, how, to->name->text);
}

static void check_pool(const struct class *class) {
    for (u16 i = 1; class->pool && i < class->file->pool_count; i++) {
        uintptr_t resolved = class->pool[i].resolved;
        if (!resolved) continue;
        switch (classfile_tag(class->file, i)) {
        case POOL_CLASS: check_class(class, class_at((u32)resolved), "a class"); break;
        case POOL_FIELD: check_class(class, ((const struct field *)resolved)->holder, "a field"); break;
        case POOL_METHOD:
        case POOL_INTERFACE_METHOD: check_class(class, ((const struct method *)resolved)->holder, "a method"); break;
        default: break;
        }
    }
}

static void check_code(const struct class *class) {
    for (u32 i = 0; i < class->method_count; i++) {
        for (const struct code *code = class->methods[i].code; code; code = code->older) {
            for (u32 k = 0; k < code->place_count; k++) {
                if (code->places[k].method) check_class(class, code->places[k].method->holder, "inlined code");
            }
        }
    }
}

static void check_profiles(const struct class *class) {
    for (u32 i = 0; i < class->method_count; i++) {
        const struct profile *profile = (const struct profile *)(uintptr_t) class->methods[i].profiles;
        for (; profile; profile = (const struct profile *)(uintptr_t)profile->next) {
            for (u32 k = 0; k < PROFILE_CLASSES; k++) {
                if (profile->classes[k]) check_class(class, class_at(profile->classes[k]), "receivers of a call");
            }
        }
    }
}

static void check(const struct class *class) {
    if (class->super) check_class(class, class->super, "its superclass");
    if (class->nest_host) check_class(class, class->nest_host, "its nest host");
    if (class->host) check_class(class, class->host, "its host");
    check_class(class, class_at(class->component ? class->component : class_address(class)), "its component");
    for (u32 i = 0; i < class->supertype_count; i++) check_class(class, class->supertypes[i], "an interface");
    for (u32 i = 0; i < class->vtable_length; i++) {
        check_class(class, ((const struct method *)(uintptr_t) class->vtable[i])->holder, "its vtable");
    }
    if (class->secondary_cache) check_class(class, class_at(class->secondary_cache), "its cache");
    check_pool(class);
    check_code(class);
    check_profiles(class);
}

static void check_all(const struct domain *domain) {
    for (const struct class *class = domain->first_class; class; class = class->next_class) {
        if (class->owner->is_alive) check(class);
    }
}

// ---- The end

// The boot loader's classes stay, the first ones in the list. In a pause the list is whole, but that its last class may
// be one that has left: class_enter asserts that nobody adds to it meanwhile.
static void leave_domain(struct domain *domain) {
    struct class *last = domain->first_class;
    u32 count = 0;
    ASSERT(last->owner->is_alive);
    for (struct class *class = last->next_class; class; class = class->next_class) {
        if (class->owner->is_alive) {
            last = class;
        } else {
            last->next_class = class->next_class;
            domain->unloaded_count++;
            LOG_EVENT(class_unload, .class = class->id);
        }
        if (++count % CLASSES_LEFT_A_PAUSE == 0) heap_pause(domain);
    }
    domain->last_class = last;
}

static void end_code(struct owner *owner) {
    ASSERT_LOCKED();
    class_code_end(owner);
    owner_end_code(owner);
}

static void end_rest(struct owner *owner, void (*pause)(void *context), void *context) {
    ASSERT_LOCKED();
    u32 count = 0;
    for (const struct class *class = owner->classes; class; class = class->next_of_owner) {
        class_release_symbols(class);
        if (pause && ++count % CLASSES_A_PAUSE == 0) pause(context);
    }
    if (is_loaders_own(owner)) {
        for (struct module_package *package = owner->loader->packages; package; package = package->next) {
            symbol_release(package->name);
        }
        loader_free(owner->loader);
    }
    owner_end_rest(owner, pause, context);
}

static void log_unloaded(struct domain *domain) {
    for (const struct class *class = domain->first_class; class; class = class->next_class) {
        LOG_EVENT(class_unload, .class = class->id);
        if (++domain->unloaded_count % CLASSES_LEFT_A_PAUSE == 0) heap_pause(domain);
    }
    domain->first_class = domain->last_class = NULL;
}

static void pause_domain(void *context) { heap_pause(context); }

// The newest first: what an owner needs, and the loader that it belongs to, is older.
void unload_domain(struct domain *domain) {
    ASSERT_LOCKED();
    log_unloaded(domain);
    for (struct owner *owner = domain->owners.first, *next; owner; owner = next) {
        next = owner->next;
        owner->is_permanent = false;
        class_code_leave_log(owner);
        kernel_stop_others();
        end_code(owner);
        kernel_forget_code();
        heap_pause(domain);
        end_rest(owner, pause_domain, domain);
    }
}

// After a full collection all of the domain's objects are old.
static void unmark_cards(const struct owner *owner) {
    for (const struct owner_chunk *chunk = owner->chunks; chunk; chunk = chunk->next) {
        if (chunk->space != OWNER_FIXED) continue;
        memset((u8 *)(uintptr_t)(CARD_TABLE_START + (chunk->start >> CARD_SHIFT)), 0, chunk->bytes >> CARD_SHIFT);
    }
}

static void settle_touched(struct domain *domain) {
    while (domain->owners.touched) {
        struct owner *owner = domain->owners.touched;
        domain->owners.touched = owner->next_touched;
        owner->is_touched = false;
        owner->tenured = owner->literals;
    }
    u32 count = 0;
    for (const struct owner *owner = domain->owners.first; owner; owner = owner->next) {
        unmark_cards(owner);
        if (++count % OWNERS_A_PAUSE == 0) heap_pause(domain);
    }
}

// The code of some owners at a time goes with all other processors stopped.
static void end_dead(struct collection *collection) {
    u32 count = 0;
    for (const struct owner *owner = collection->domain->owners.first; owner; owner = owner->next) {
        if (!owner->is_alive) class_code_leave_log(owner);
        if (++count % OWNERS_A_PAUSE == 0) collect_pause(collection);
    }
    kernel_stop_others();
    for (struct owner *owner = collection->domain->owners.first, *next; owner; owner = next) {
        next = owner->next;
        if (owner->is_alive) continue;
        end_code(owner);
        owner->next_alive = collection->ended;
        collection->ended = owner;
        if (++count % OWNERS_A_PAUSE) continue;
        kernel_forget_code();
        collect_pause(collection);
        kernel_stop_others();
    }
    kernel_forget_code();
}

// Nothing is touched any more when owners end: each would be looked for among those that are.
void unload_dead(struct collection *collection) {
    ASSERT_LOCKED();
    struct domain *domain = collection->domain;
    bool any = false;
    for (const struct owner *owner = domain->owners.first; owner && !any; owner = owner->next) any = !owner->is_alive;
    settle_touched(domain);
    if (!any) return;
    if (collection->verifies) check_all(domain);
    leave_domain(domain);
    loader_purge_constraints(domain);
    end_dead(collection);
}

void unload_give_back(struct collection *collection) {
    for (struct owner *owner = collection->ended, *next; owner; owner = next) {
        next = owner->next_alive;
        end_rest(owner, pause_domain, collection->domain);
    }
    collection->ended = NULL;
}

// ---- A young collection

struct young_visit {
    struct collection *collection;
    bool any; // whether it refers to young objects
};

static void visit_young(void *context, ref *slot) {
    struct young_visit *visit = context;
    collect_slot(visit->collection, slot);
    visit->any |= collect_is_young(*slot);
}

static bool trace_touched(struct collection *collection, struct owner *owner) {
    struct young_visit literals = {collection, false}, loader = {collection, false};
    visit_literals(owner, owner->tenured, visit_young, &literals);
    if (!literals.any) owner->tenured = owner->literals;
    if (is_loaders_own(owner)) visit_loader(owner->loader, visit_young, &loader);
    return literals.any || loader.any;
}

static void slot_of_mirror(void *collection, ref *slot) {
    collect_slot(collection, slot);
    if (collect_is_young(*slot)) heap_mark_card((u64)(uintptr_t)slot);
}

struct card_visit {
    struct collection *collection;
    u64 card;
};

static void slot_in_card(void *context, ref *slot) {
    const struct card_visit *visit = context;
    u64 at = (u64)(uintptr_t)slot;
    if (at >= visit->card && at < visit->card + OWNER_FIXED_UNIT_BYTES) slot_of_mirror(visit->collection, slot);
}

// The card of another domain's mirror stays marked: that domain may be in the middle of a collection of its own.
static void trace_mirror(void *context, ref object, u64 card) {
    struct collection *collection = context;
    const struct class *class = object_class(object);
    if (class != class->domain->known.class_) return; // a literal refers to nothing that moves
    if (class->domain != collection->domain) {
        heap_mark_card(card);
        return;
    }
    struct card_visit visit = {collection, card};
    visit_mirror_within(mirror_class(object), card, card + OWNER_FIXED_UNIT_BYTES, slot_in_card, &visit);
}

static void pause_trace(void *context) { collect_pause(context); }

void unload_trace_young(struct collection *collection) {
    for (struct owner **place = &collection->domain->owners.touched; *place;) {
        struct owner *owner = *place;
        if (trace_touched(collection, owner)) {
            place = &owner->next_touched;
        } else {
            *place = owner->next_touched;
            owner->is_touched = false;
        }
    }
    fixed_objects_visit_marked_cards(trace_mirror, pause_trace, collection);
}

void unload_visit_all(struct domain *domain, void (*visit)(void *context, ref *slot), void *context) {
    for (struct owner *owner = domain->owners.first; owner; owner = owner->next) visit_owner(owner, visit, context);
}

void unload_visit_permanent(struct domain *domain, void (*visit)(void *context, ref *slot), void *context) {
    for (struct owner *owner = domain->owners.first; owner; owner = owner->next) {
        if (owner->is_permanent) visit_owner(owner, visit, context);
    }
}

void unload_set_limits(struct domain *domain) { owners_set_limits(&domain->owners); }
