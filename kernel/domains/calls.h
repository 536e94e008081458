// Calls through portals. The caller's thread waits until a thread of the service's domain, a server, has copied the
// arguments to its heap, called the service, and replied; then it copies the result to its own. Numbers are not copied
// but handed over. Both threads have their side of the call on their stacks, and a side that leaves, because its domain
// ends in the middle of the call, clears the other's pointer to it.
//
// Thread level only, under the kernel's lock.
#ifndef KERNEL_DOMAINS_CALLS_H
#define KERNEL_DOMAINS_CALLS_H

#include "kernel/core/thread.h"

struct class;

// From now on the thread's domain has a thread that serves calls. `portals` is its gnomon.Portals. Runs Java.
void calls_start_server(struct thread *thread, struct class *portals);
// Serves calls until there are enough threads that do, or the domain ends.
void calls_serve(struct thread *thread, struct class *portals);

// The domain whose call the thread serves. NULL if it serves none, or the caller is gone.
struct domain *calls_caller(const struct thread *thread);

// The domain has no threads any more: threads that wait for it are woken with the news.
void calls_end(struct domain *domain, struct thread *thread);

#endif
