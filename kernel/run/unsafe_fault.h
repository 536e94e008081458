// sun.misc.Unsafe used on addresses where nothing is mapped. Translated code makes the access itself: the fault handler
// steps over it, a read gives 0, and the thread throws InternalError at its next poll, as HotSpot does for mapped
// files. Natives check first. Memory that is mapped is not protected by this: docs/architecture.md, "Unsafe".
#ifndef KERNEL_RUN_UNSAFE_FAULT_H
#define KERNEL_RUN_UNSAFE_FAULT_H

#include "base/types.h"

struct thread;

#define UNSAFE_FAULT_TEXT "a fault occurred in an unsafe memory access operation"

// Sets the fault hook.
void unsafe_fault_init(void);
// Whether all of [address, address + bytes) can be read, or written. Returns false with InternalError pending.
bool unsafe_check(struct thread *thread, u64 address, u64 bytes, bool is_write);

#endif
