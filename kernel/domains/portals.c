// Portals and their names; see portals.h.
#include "kernel/domains/portals.h"

#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/domain_services.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"

const u32 domain_services_bytes = ALIGN_UP(sizeof(struct domain_services), 8u);

#define BUCKETS 256u // a power of two

static struct portal *buckets[BUCKETS]; // by number
static struct portal *named;
static u32 portal_count;            // that there have ever been
static struct thread_queue seekers; // threads that wait for a name

static struct portal *find_number(u32 number) {
    struct portal *portal = buckets[number % BUCKETS];
    while (portal && portal->number != number) portal = portal->next_in_bucket;
    return portal;
}

const struct portal *portal_of(u32 number) { return find_number(number); }

static struct portal *find(const char *name) {
    struct portal *portal = named;
    while (portal && strcmp(portal->name, name) != 0) portal = portal->next_named;
    return portal;
}

bool portal_is_named(const char *name) { return find(name); }

static void add_root(struct domain *domain, struct domain_root *root) {
    root->next = domain->roots;
    domain->roots = root;
}

static struct portal *make(struct domain *domain, const char *name, struct class *interface, ref service) {
    size_t bytes = strlen(name) + 1;
    struct portal *portal = portals_may_grow(domain)
                                ? scratch_alloc(domain_account(domain, ACCOUNT_TABLES), sizeof(*portal) + bytes)
                                : NULL;
    if (!portal) return NULL;
    *portal =
        (struct portal){.service.object = service, .domain = domain, .interface = interface, .number = ++portal_count};
    memcpy(portal->name, name, bytes);
    add_root(domain, &portal->service);
    domain->services->portal_count++;
    struct portal **bucket = &buckets[portal->number % BUCKETS];
    portal->next_in_bucket = *bucket;
    return *bucket = portal;
}

const struct portal *portal_register(struct thread *thread, const char *name, struct class *interface, ref service) {
    ASSERT_LOCKED();
    struct portal *portal = find(name) ? NULL : make(domain_of(thread), name, interface, service);
    if (!portal) return NULL;
    portal->next_named = named;
    named = portal;
    while (seekers.first) scheduler_ready(seekers.first, thread);
    return portal;
}

const struct portal *portal_export(struct domain *domain, struct class *interface, ref service) {
    ASSERT_LOCKED();
    struct domain_root *root = domain->roots;
    while (root && root->object != service) root = root->next;
    if (root) return (struct portal *)((u8 *)root - offsetof(struct portal, service));
    return make(domain, "", interface, service);
}

const struct portal *portal_lookup(struct thread *thread, const char *name, u64 deadline_ticks) {
    const struct portal *portal = find(name);
    bool in_time = true;
    while (!portal && in_time && !java_of(thread)->interrupted && !exception_is_end(thread)) {
        ASSERT(!thread->waits_in);
        thread_queue_append(&seekers, thread);
        thread->waits_in = &seekers;
        in_time = scheduler_block(THREAD_WAITING, SWITCH_portal, deadline_ticks);
        portal = find(name);
    }
    return portal;
}

// ---- Ends

static void end(struct portal *portal) {
    struct domain *domain = portal->domain;
    struct domain_root **root = &domain->roots;
    while (*root != &portal->service) {
        root = &(*root)->next;
        ASSERT(*root);
    }
    *root = portal->service.next;
    if (domain->visited_root == &portal->service) domain->visited_root = NULL;
    if (domain->next_root == &portal->service) domain->next_root = portal->service.next;
    ASSERT(domain->services->portal_count);
    domain->services->portal_count--;
    struct portal **place = &buckets[portal->number % BUCKETS];
    while (*place != portal) {
        place = &(*place)->next_in_bucket;
        ASSERT(*place);
    }
    *place = portal->next_in_bucket;
    for (place = &named; *place && *place != portal;) place = &(*place)->next_named;
    if (*place) *place = portal->next_named;
    scratch_free(portal);
}

void portal_add_proxy(u32 number) {
    struct portal *portal = find_number(number);
    if (portal) portal->proxies++;
}

void portal_end_proxy(u32 number) {
    ASSERT_LOCKED();
    struct portal *portal = find_number(number);
    ASSERT(!portal || portal->proxies);
    if (portal && !--portal->proxies && !portal->name[0]) end(portal);
}

void portals_end_newest(struct domain *domain) {
    ASSERT_LOCKED();
    end((struct portal *)((u8 *)domain->roots - offsetof(struct portal, service)));
}
