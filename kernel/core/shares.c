// Shares by weight: the domain with the smallest virtual time goes next (start-time fair queueing, Goyal et al. 1996).
// See shares.h.
#include "kernel/core/shares.h"

#include "kernel/core/machine.h"
#include "kernel/core/policy_parts.h"

#define UNITS_PER_TICK 1024u // of virtual time, for a weight of 1
#define QUANTA_HELD 10u      // as long as time ahead of its turn is held against a domain

// That of the domain that was last chosen on any processor. Only grows.
static u64 virtual_now;

static bool is_before(u64 a, u64 b) { return (s64)(a - b) < 0; }

static u64 units(const struct domain_core *domain, u64 ticks) { return ticks * UNITS_PER_TICK / domain->weight; }

void shares_add(struct domain_core *domain, u32 weight, struct share *shares) {
    for (u32 i = 0; i < machine.cpu_count; i++) shares[i] = (struct share){.domain = domain};
    domain->weight = weight;
    domain->virtual_time = virtual_now;
    domain->uncounted_ticks = 0;
    domain->shares = shares;
}

struct share *shares_remove(struct domain_core *domain) {
    struct share *shares = domain->shares;
    for (u32 i = 0; shares && i < machine.cpu_count; i++) ASSERT(!shares[i].ready.length);
    domain->shares = NULL;
    return shares;
}

void shares_begin(void) {
    for (u32 i = 0; i < machine.cpu_count; i++) cpus[i].is_shared = cpus[i].is_ruled = true;
}

// Returns the domain's virtual time, with all that its threads have run.
static u64 virtual_time(struct domain_core *domain) {
    domain->virtual_time += units(domain, domain->uncounted_ticks);
    domain->uncounted_ticks = 0;
    return domain->virtual_time;
}

// The domain has had nothing ready on this processor.
static void join(struct cpu *cpu, struct share *share) {
    struct domain_core *domain = share->domain;
    u64 latest = virtual_now + units(domain, QUANTA_HELD * cpu->quantum_ticks);
    u64 time = virtual_time(domain);
    if (is_before(time, virtual_now)) domain->virtual_time = virtual_now;
    if (is_before(latest, time)) domain->virtual_time = latest;
    share->next = cpu->shares;
    cpu->shares = share;
}

void shares_append(struct cpu *cpu, struct thread *thread) {
    struct domain_core *domain = thread->domain ? core_of(thread->domain) : NULL;
    if (!domain || !domain->shares) {
        thread_queue_append(&cpu->run_queue, thread);
        return;
    }
    struct share *share = &domain->shares[cpu->number];
    if (!share->ready.length) join(cpu, share);
    thread_queue_append(&share->ready, thread);
    cpu->run_queue.length++;
}

static struct thread *take_of(struct cpu *cpu, struct share **place) {
    struct share *share = *place;
    struct thread *thread = thread_queue_take(&share->ready);
    if (!share->ready.length) *place = share->next;
    cpu->run_queue.length--;
    return thread;
}

void shares_take_it(struct cpu *cpu, struct thread *thread) {
    struct share *share = &core_of(thread->domain)->shares[cpu->number], **place = &cpu->shares;
    thread_queue_remove(&share->ready, thread);
    cpu->run_queue.length--;
    if (share->ready.length) return;
    while (*place != share) place = &(*place)->next;
    *place = share->next;
}

struct thread *shares_take_of(struct cpu *cpu, const struct domain_core *domain) {
    for (struct share **place = &cpu->shares; *place; place = &(*place)->next) {
        if ((*place)->domain == domain) return take_of(cpu, place);
    }
    return NULL;
}

struct thread *shares_take(struct cpu *cpu) {
    if (cpu->run_queue.first) return thread_queue_take(&cpu->run_queue);
    struct share **first = &cpu->shares;
    for (struct share **place = first; *place; place = &(*place)->next) {
        if (is_before(virtual_time((*place)->domain), virtual_time((*first)->domain))) first = place;
    }
    struct share *share = *first;
    if (!share) return NULL;
    u64 time = virtual_time(share->domain);
    if (is_before(virtual_now, time)) virtual_now = time;
    if (UNLIKELY(share->domain->policy && !share->domain->hold)) return policy_ask(share->domain->policy);
    return take_of(cpu, first);
}
