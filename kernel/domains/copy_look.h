// The first part of a copy: everything is found that there is to copy, and what it becomes. Thread level only, under
// the kernel's lock.
#ifndef KERNEL_DOMAINS_COPY_LOOK_H
#define KERNEL_DOMAINS_COPY_LOOK_H

#include "kernel/domains/copying.h"

// Moves nothing of the source, but may collect the thread's own domain: then it returns COPY_AGAIN.
enum copy_result copy_look_through(struct copy *copy);
// The portal of a service, or the one that a proxy stands for, which may be dead. Returns 0 if there cannot be one
// more.
u32 copy_portal_of(const struct copy *copy, ref source, struct class *interface);

#endif
