// Portals: services of one domain that threads of others call (gnomon.Portal, docs/domains.md). A portal is known by
// its number. It is found by a name, or a domain is given it as an argument or a result. What is not there any more is
// dead: a portal ends with its domain. Calls are in calls.h.
//
// Thread level only, under the kernel's lock.
#ifndef KERNEL_DOMAINS_PORTALS_H
#define KERNEL_DOMAINS_PORTALS_H

#include "kernel/classes/domain.h"
#include "kernel/domains/domain_services.h"

#define PORTAL_NAME_BYTES 256u
// So many for one domain.
#define PORTALS_MOST 4096u

struct portal {
    struct domain_root service; // in the domain's list
    struct domain *domain;
    struct class *interface; // of the service
    u32 number;
    u32 proxies; // of other domains, as far as it is known that they are alive
    struct portal *next_in_bucket, *next_named;
    char name[]; // "" if it has none
};

// Whether the domain may have one more. If not, this is why.
static inline bool portals_may_grow(const struct domain *domain) {
    return domain->services->portal_count < PORTALS_MOST;
}
#define PORTALS_FULL "the domain has 4096 services already"
bool portal_is_named(const char *name);
// Registers a service of the thread's domain. Returns NULL if the name is taken, there is no memory, or the domain has
// PORTALS_MOST of them.
const struct portal *portal_register(struct thread *thread, const char *name, struct class *interface, ref service);
// The portal of an object of the domain; if it has none yet, one without a name is made, which ends with its last
// proxy. Returns NULL if there is no memory, or the domain has PORTALS_MOST.
const struct portal *portal_export(struct domain *domain, struct class *interface, ref service);

// The portal of this name; waits for it. Returns NULL if the deadline came first, or the thread was interrupted.
const struct portal *portal_lookup(struct thread *thread, const char *name, u64 deadline_ticks);
// Returns NULL if it is dead.
const struct portal *portal_of(u32 number);
// There is one proxy more, or less. A portal without a name ends with the last; nothing happens if it is dead.
void portal_add_proxy(u32 number);
void portal_end_proxy(u32 number);

// Ends the newest of the domain's portals, of which there is one.
void portals_end_newest(struct domain *domain);

#endif
