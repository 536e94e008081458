// Shares of the processors' time, by domain and weight. From the second domain on, a processor takes its next thread
// from the domain that has had least time for its weight, among those that have threads ready there; within a domain
// threads take turns. Before that nothing of this is used: threads take turns, whoever they are.
//
// A domain's time is what its threads run, on all processors, also while they serve a call of another domain. Where it
// had nothing ready for a while it does not catch up, and what it has had ahead of its turn (calls are handed the
// processor whatever their domain has had) is held against it for a few quanta at most.
//
// Under the kernel's lock. Threads of no domain, of which a new domain's first is one for a while, go first.
#ifndef KERNEL_CORE_SHARES_H
#define KERNEL_CORE_SHARES_H

#include "kernel/core/cpu.h"

#define SHARE_WEIGHT_MOST 1000u

// The part of a processor's run queue that is a domain's.
struct share {
    struct thread_queue ready;
    struct domain_core *domain;
    struct share *next; // of those on this processor that have threads ready
};

// Gives the domain its share: from now on its threads are queued by it. `shares` has room for one of each processor, and
// is the domain's until it comes back from shares_remove.
void shares_add(struct domain_core *domain, u32 weight, struct share *shares);
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
// Returns NULL if nobody is ready. Where the domain whose turn it is has a policy, that thread is returned which chooses.
struct thread *shares_take(struct cpu *cpu);
// The same for a thread of this domain, whoever's turn it is.
struct thread *shares_take_of(struct cpu *cpu, const struct domain_core *domain);
// Takes this one, which waits in its domain's share.
void shares_take_it(struct cpu *cpu, struct thread *thread);

#endif
