// Shares by weight: the group with the smallest virtual time goes next, and of its domains that with the smallest one
// (start-time fair queueing, Goyal et al. 1996, on two levels). See shares.h.
#include "kernel/core/shares.h"
#include "kernel/core/kernel_lock.h"

#include "base/panic.h"
#include "kernel/core/machine.h"
#include "kernel/core/policy.h"

#define UNITS_PER_TICK 1024u // of virtual time, for a weight of 1
#define QUANTA_HELD 10u      // as long as time ahead of its turn is held against a domain

// The virtual time of the group that was last chosen on any processor. Only grows.
static u64 virtual_now;

static bool is_before(u64 a, u64 b) { return (s64)(a - b) < 0; }

static u64 units(u32 weight, u64 ticks) { return ticks * UNITS_PER_TICK / weight; }

static bool is_weight(u32 weight) { return weight >= 1 && weight <= SHARE_WEIGHT_MOST; }

void shares_add(struct domain_core *domain, struct share_group *group, u32 weight, struct share *shares) {
    ASSERT_LOCKED();
    ASSERT(is_weight(weight) && is_weight(group->weight));
    for (u32 i = 0; i < machine.cpu_count; i++) shares[i] = (struct share){.domain = domain};
    domain->weight = weight;
    domain->group = group;
    domain->virtual_time = group->virtual_now;
    domain->uncounted_ticks = 0;
    domain->shares = shares;
}

// Adds what the domain's threads have run to its virtual time, and to its group's.
static void count(struct domain_core *domain) {
    u64 ticks = domain->uncounted_ticks;
    if (!ticks) return;
    domain->uncounted_ticks = 0;
    domain->virtual_time += units(domain->weight, ticks);
    domain->group->virtual_time += units(domain->group->weight, ticks);
}

struct share *shares_remove(struct domain_core *domain) {
    ASSERT_LOCKED();
    struct share *shares = domain->shares;
    if (shares) count(domain);
    for (u32 i = 0; shares && i < machine.cpu_count; i++) ASSERT(!shares[i].ready.length);
    domain->shares = NULL;
    return shares;
}

void shares_begin(void) {
    for (u32 i = 0; i < machine.cpu_count; i++) cpus[i].is_shared = cpus[i].is_ruled = true;
}

// Returns the time, but not before `now`, and not more than a few quanta behind it.
static u64 between(const struct cpu *cpu, u64 time, u64 now, u32 weight) {
    u64 latest = now + units(weight, QUANTA_HELD * cpu->quantum_ticks);
    if (is_before(time, now)) return now;
    return is_before(latest, time) ? latest : time;
}

// The domain has had nothing ready on this processor.
static void join(struct cpu *cpu, struct share *share) {
    struct domain_core *domain = share->domain;
    struct share_group *group = domain->group;
    count(domain);
    group->virtual_time = between(cpu, group->virtual_time, virtual_now, group->weight);
    domain->virtual_time = between(cpu, domain->virtual_time, group->virtual_now, domain->weight);
    share->next = cpu->shares;
    cpu->shares = share;
}

void shares_append(struct cpu *cpu, struct thread *thread) {
    ASSERT_LOCKED();
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
    ASSERT_LOCKED();
    struct share *share = *place;
    struct thread *thread = thread_queue_take(&share->ready);
    if (!share->ready.length) *place = share->next;
    cpu->run_queue.length--;
    return thread;
}

void shares_take_it(struct cpu *cpu, struct thread *thread) {
    ASSERT_LOCKED();
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

static bool goes_before(struct domain_core *a, struct domain_core *b) {
    count(a);
    count(b);
    if (a->group == b->group) return is_before(a->virtual_time, b->virtual_time);
    return is_before(a->group->virtual_time, b->group->virtual_time);
}

static void advance(u64 *now, u64 time) {
    if (is_before(*now, time)) *now = time;
}

struct thread *shares_take(struct cpu *cpu) {
    cpu->is_turn_of_none = cpu->run_queue.first && !(cpu->is_turn_of_none && cpu->shares);
    if (cpu->is_turn_of_none) return thread_queue_take(&cpu->run_queue);
    struct share **first = &cpu->shares;
    for (struct share **place = first; *place; place = &(*place)->next) {
        if (place != first && goes_before((*place)->domain, (*first)->domain)) first = place;
    }
    struct share *share = *first;
    if (!share) return NULL;
    struct domain_core *domain = share->domain;
    count(domain);
    advance(&virtual_now, domain->group->virtual_time);
    advance(&domain->group->virtual_now, domain->virtual_time);
    if (UNLIKELY(domain->policy && !domain->hold)) return policy_ask(domain->policy);
    return take_of(cpu, first);
}
