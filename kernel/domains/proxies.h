// Proxies: objects that stand for services of other domains. For each interface that extends gnomon.Portal the kernel
// writes one class, in the interface's package and by its loader, whose methods are native and lead to one function of
// calls.h. Thread level only.
#ifndef KERNEL_DOMAINS_PROXIES_H
#define KERNEL_DOMAINS_PROXIES_H

#include "kernel/classes/class.h"
#include "kernel/run/stubs.h"
#include "translator/program.h"

struct portal;

// What a method of a proxy's class is bound to.
struct proxy_method {
    struct native native;
    struct method *called; // the interface's
    // What it called last: the portal's number, and the method of the service, in its domain. 0 and NULL at first.
    u32 portal;
    struct method *target;
};
// gather.S: what all methods of proxies are bound to (NATIVE_METHOD). It puts its arguments down and calls portal_call
// (calls.h) with them.
void portal_gather(void);
// Hook, in calls.c: called by portal_gather. `given`: the thread, the proxy's method, the proxy, and the call's
// arguments. Returns the bits of the result.
u64 portal_call(const struct java_arguments *given);
static inline struct proxy_method *proxy_method_of(const struct method *method) {
    return (struct proxy_method *)(uintptr_t)method->native;
}

// The one interface of a class by which its objects are services: of those that extend gnomon.Portal, the one that the
// class or a superclass names. NULL if there is none, or if there are several: *count says how many. Pure.
struct class *portal_interface_of(const struct class *class, u32 *count);

// The class of proxies for the interface, initialised; it is made if there is none yet. Runs Java. Returns NULL if an
// exception is pending.
struct class *proxy_class(struct thread *thread, struct class *interface);
static inline bool class_is_proxy(const struct class *class) { return class->flags & CLASS_PROXY; }
static inline struct class *proxy_interface(const struct class *class) { return class->interfaces[0]; }

// By the number of the portal that it stands for.
u32 proxy_portal(ref proxy);
// Has a new one of the thread's domain stand for it: the portal knows of it as long as it is alive. Returns false if
// there is no memory.
bool proxy_bind(ref proxy, u32 number);
// Tells the portals of proxies of the domain that collections have found dead; or of all.
void proxies_sweep(struct domain *domain);
void proxies_end(struct domain *domain, struct thread *thread);
// A new one; `name` is the service's, or refers to null. Returns 0 if an exception is pending.
ref proxy_new(struct thread *thread, struct class *interface, u32 number, handle name);
// The name in it: a java.lang.String, or 0.
ref proxy_name(ref proxy);

#endif
