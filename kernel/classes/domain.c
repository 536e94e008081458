// Domains: the list of all, their threads, their primitive classes. See domain.h.
#include "kernel/classes/domain.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/hooks.h"

struct domain *domain_first;
static u32 domain_count; // that there have ever been

static const struct thread *first_thread_from(const struct domain *domain) {
    while (domain && !domain->heap.first_thread) domain = domain->next;
    return domain ? domain->heap.first_thread : NULL;
}

const struct thread *domain_first_thread(void) { return first_thread_from(domain_first); }

const struct thread *domain_next_thread(const struct thread *thread) {
    return thread->next_thread ? thread->next_thread : first_thread_from(domain_of(thread)->next);
}

// ---- Primitive classes

const char domain_primitive_letters[DOMAIN_PRIMITIVES + 1] = "ZCFDBSIJV";
const char *const domain_primitive_names[DOMAIN_PRIMITIVES] = {"boolean", "char", "float", "double", "byte",
                                                               "short",   "int",  "long",  "void"};

struct class *domain_primitive(const struct domain *domain, type_letter letter) {
    for (u32 i = 0; i < DOMAIN_PRIMITIVES; i++) {
        if (domain_primitive_letters[i] == letter) return domain->primitives[i];
    }
    return NULL;
}

struct class *domain_primitive_named(const struct domain *domain, const char *name, size_t length) {
    for (u32 i = 0; i < DOMAIN_PRIMITIVES; i++) {
        const char *known = domain_primitive_names[i];
        if (strlen(known) == length && memcmp(known, name, length) == 0) return domain->primitives[i];
    }
    return NULL;
}

static void take_out(const struct domain *domain) {
    ASSERT_LOCKED();
    struct domain **place = &domain_first;
    while (*place != domain) place = &(*place)->next;
    *place = domain->next;
}

void domain_leave_all(struct domain *domain) {
    ASSERT(!domain->heap.first_thread && domain != domain_first);
    domain->heap.is_ending = true;
    take_out(domain);
}

u32 domain_new_number(void) { return ++domain_count; }

#define WEAK_A_PAUSE 4096u

// In a pause another domain may have proxies go that earlier collections have found dead.
static void collect_weak(struct domain *domain, struct domain_weak *first, ref (*forward)(ref object)) {
    u32 count = 0;
    for (domain->next_weak = first; domain->next_weak;) {
        struct domain_weak *weak = domain->next_weak;
        domain->next_weak = weak->next;
        if (weak->object) weak->object = forward(weak->object);
        if (++count % WEAK_A_PAUSE == 0) heap_pause(domain);
    }
}

void heap_weak_collect(struct domain *domain, ref (*forward)(ref object)) {
    collect_weak(domain, domain->proxies, forward);
    collect_weak(domain, domain->memory_owners, forward);
}
