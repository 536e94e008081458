// System.arraycopy, for its native and for the entry that translated code calls.
#ifndef KERNEL_RUN_ARRAY_COPY_H
#define KERNEL_RUN_ARRAY_COPY_H

#include "kernel/core/thread.h"

// Raises what System.arraycopy raises; it collects only when it raises something.
void array_copy(struct thread *thread, ref from, s32 from_index, ref to, s32 to_index, s32 count);

// What needs nothing of the kernel: a short part of an array to one of the same class. Returns false, and has done
// nothing, if it is anything else. A leaf.
bool array_copy_plain(ref from, s32 from_index, ref to, s32 to_index, s32 count);

#endif
