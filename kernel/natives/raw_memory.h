// Memory outside of the heap that programs have addresses of (Unsafe.allocateMemory): in unsafe.c. It is the domain's
// whose thread asks for it. Of domains other than the first it is known which addresses are theirs. Under the kernel's
// lock.
#ifndef KERNEL_NATIVES_RAW_MEMORY_H
#define KERNEL_NATIVES_RAW_MEMORY_H

#include "kernel/classes/domain.h"

// Returns 0 if there is no memory. `is_programs`: sun.misc.Unsafe has asked for it, and may free it.
s64 raw_memory_new(u64 bytes, bool is_programs);
// What has been returned by raw_memory_new.
void raw_memory_free(s64 address);
// Whether the range is one of the domain's, in a single piece.
bool raw_memory_holds(const struct domain *domain, u64 address, u64 bytes);
// How long the piece is that begins there and is the program's; 0 if there is none.
u64 raw_memory_bytes(const struct domain *domain, u64 address);

// jdk.internal.misc.Unsafe.allocateInstance: may throw; runs Java.
ref unsafe_allocate_instance(struct thread *thread, handle unsafe, handle mirror);

#endif
