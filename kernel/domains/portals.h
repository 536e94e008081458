// Portals: services of one domain that threads of others call (gnomon.Portal, docs/domains.md). A portal is known by its
// number, and found by a name. A call waits until a thread of the service's domain, which receives calls, has copied the
// arguments to its heap, done the work and replied; then the caller copies the result to its own. What is not there any
// more is dead: a portal ends with its domain, and so do the calls that are in it.
//
// Thread level only, under the kernel's lock.
#ifndef KERNEL_DOMAINS_PORTALS_H
#define KERNEL_DOMAINS_PORTALS_H

#include "kernel/classes/loader.h"
#include "kernel/core/thread.h"

#define PORTAL_NAME_BYTES 256u
#define PORTAL_PROBLEM_BYTES 768u

// Registers a service of the thread's domain, whose interface has this loader. Returns its number; 0 if the name is
// taken, or there is no memory.
u32 portal_register(struct thread *thread, const char *name, struct loader *loader);
// The portal of this name; waits for it. 0: the deadline came first, or the thread was interrupted.
u32 portal_lookup(struct thread *thread, const char *name, u64 deadline_ticks);

// As gnomon.Portals knows them.
enum portal_status {
    PORTAL_RETURNED,
    PORTAL_THREW,
    PORTAL_DEAD,    // the domain of the service has ended
    PORTAL_REFUSED, // something could not be copied: `problem` says what
};
// Calls the service's method and waits. `result` is what it has returned or thrown, as a copy whose classes `loader`
// finds. `method_id` is the method's for the log. If the thread's own domain ends meanwhile, an exception is pending.
enum portal_status portal_call(struct thread *thread, u32 number, handle method, handle arguments, u32 method_id,
                               struct loader *loader, ref *result, char problem[PORTAL_PROBLEM_BYTES]);

// Waits for the next call of a service of the thread's domain. Returns the portal's number and copies of its arguments
// and of the method's name; 0 if the domain ends, with an exception pending.
u32 portal_receive(struct thread *thread, handle arguments, handle method);
// How many threads of the domain wait for calls, or will as soon as their result has been taken.
u32 portal_idle_count(const struct thread *thread);
// Ends the call that the thread has received last and not replied to.
void portal_reply(struct thread *thread, handle result, bool has_thrown);

// The domain has no threads any more.
void portals_end(const struct domain *domain, struct thread *thread);

#endif
