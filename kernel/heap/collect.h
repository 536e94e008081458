// The collector: precise, generational, copying; the threads of its domain stand still meanwhile. The design is in
// collect.c.
//
// One collection is a struct collection on the stack of the thread whose allocation failed; the parts of the collector
// (collect_*.c) share it.
#ifndef KERNEL_HEAP_COLLECT_H
#define KERNEL_HEAP_COLLECT_H

#include "kernel/heap/heap.h"
#include "log/events.h"
#include "translator/object.h"

// Readies the collector of the domain's heap as the given options ask. Returns false, and leaves the heap without one,
// if there is no memory for it.
bool collect_init(struct domain *domain, const struct options *given);
// The last look at the heap, if options ask for it.
void collect_end(struct domain *domain);
// Collects everything now (System.gc).
void collect_all(struct thread *thread);
// The same for a look at what is alive: it shows in nobody's time and in no object's age. The caller accounts for the
// time. `is_last` means that no other collection comes after it.
void collect_for_census(struct thread *thread, bool is_last);
// References whose referents have gone, for the thread that handles them: a chain by Reference.discovered.
ref collect_take_pending(void);
bool collect_has_pending(void);
// Blocks the current thread until there are some.
void collect_await_pending(struct thread *thread);
// Blocks the current thread until there have been more collections than this number, or its domain ends. One thread of
// a domain may do so.
void collect_await(struct thread *thread, u64 number);
// For a thread of another domain, when this one is being collected: blocks it until that is done, or something else
// wakes it. The domain may have ended then.
void collect_await_end(struct domain *domain);
// For a thread of another domain that lets others run and wants to find the domain's objects where they are: until it
// runs again, collections of the domain wait, but for those of threads that may not. They wait for no longer than this,
// all together, which a busy host may take from it: when it runs again may be for its own domain's scheduler to say.
#define COLLECT_PUT_OFF_NS 1000000000u
u32 collect_put_off(struct domain *domain);
// With what collect_put_off has returned.
void collect_put_off_no_more(struct domain *domain, u32 given);
bool collect_is_put_off(const struct domain *domain);
// For a thread that waits for others in a loop, of which this is the `round`th round.
void collect_give_way(u32 round);

#endif
