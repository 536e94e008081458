// Shares of the processors' time, by group, domain and weight. From the second domain on, a processor takes its next
// thread from the group that has had least time for its weight, among those that have threads ready there; within the
// group from the domain of which the same holds; within a domain threads take turns. So a group has its share, however
// many domains are in it. Before that nothing of this is used: threads take turns, whatever their domain.
//
// A domain's time is what its threads run, on all processors, also while they serve a call of another domain. Where it
// had nothing ready for a while it does not catch up, and what it has had ahead of its turn (calls are handed the
// processor whatever their domain has had) is held against it for a few quanta at most.
//
// Under the kernel's lock. Threads of no domain have every second turn, however many they are: a domain's first thread
// is one for a while when the domain begins and when it ends.
#ifndef KERNEL_CORE_SHARES_H
#define KERNEL_CORE_SHARES_H

#include "kernel/core/cpu.h"

#define SHARE_WEIGHT_MOST 1000u

// Domains that have one share between them. A group begins with its weight, and zeros.
struct share_group {
    u32 weight;       // [k]
    u64 virtual_time; // [k] that all its threads have run, by its weight
    u64 virtual_now;  // [k] that of the one of its domains that was last chosen; only grows
};

// The part of a processor's run queue that is a domain's.
struct share {
    struct thread_queue ready;  // [k]
    struct domain_core *domain; // [I]
    struct share *next;         // [k] of those on this processor that have threads ready
};

// Gives the domain its share of what the group has, with a weight of 1 to SHARE_WEIGHT_MOST: from now on its threads
// are queued by it. The group is there until shares_remove. `shares` has room for one of each processor, and is the
// domain's until it comes back from there.
void shares_add(struct domain_core *domain, struct share_group *group, u32 weight, struct share *shares);
// The domain's threads have ended but the current one, which has left it. Returns NULL if it never had a share.
struct share *shares_remove(struct domain_core *domain);
// From now on processors share their time among the domains that have been added.
void shares_begin(void);

// The thread has run for so long. Short, because calls between domains are made of it.
static inline void shares_charge(const struct thread *thread, u64 ticks) {
    if (thread->domain) core_of(thread->domain)->uncounted_ticks += ticks;
}
// Instead of the run queue itself, whose length counts all of them.
void shares_append(struct cpu *cpu, struct thread *thread);
// Returns NULL if nobody is ready. Where the domain whose turn it is has a policy, that thread is returned which
// chooses.
struct thread *shares_take(struct cpu *cpu);
// The same for a thread of this domain, out of its turn.
struct thread *shares_take_of(struct cpu *cpu, const struct domain_core *domain);
// Takes this one, which waits in its domain's share.
void shares_take_it(struct cpu *cpu, struct thread *thread);

#endif
