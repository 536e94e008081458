// Committed memory in slots: places of a power of two of bytes, aligned to their size. Each power of two has a part of
// the address space from SCRATCH_START on to itself, so whatever stays in use of one size keeps no place from another:
// no order of taking and giving can use up the addresses. What comes back goes back to the machine, but for a little
// that is kept because the same sizes are soon wanted again. Thread level only, under the kernel's lock.
#ifndef KERNEL_MEMORY_SLOTS_H
#define KERNEL_MEMORY_SLOTS_H

#include "kernel/core/machine.h"

#define SLOT_LEAST_SHIFT 14u
#define SLOT_MOST_SHIFT 35u
#define SLOT_PART_SHIFT 38u // of the part of the address space that a size has
_Static_assert(SCRATCH_START + ((SLOT_MOST_SHIFT - SLOT_LEAST_SHIFT + 1ull) << SLOT_PART_SHIFT) <= SCRATCH_END,
               "all fit");

void slots_init(void);
// The start of a slot of 1 << shift bytes, of which the first `bytes`, whole pages, can be used: zeroed if `clean`,
// else perhaps as another user left them. Returns 0 if there is no memory. `pause` is called between steps of readying
// a large one, so that others run; it is NULL if they must not.
u64 slot_take(u32 shift, u64 bytes, bool clean, void (*pause)(void));
// `bytes` as they were taken.
void slot_give(u64 start, u64 bytes, void (*pause)(void));

// Size and start of the slot around an address.
static inline u32 slot_shift(u64 address) {
    return SLOT_LEAST_SHIFT + (u32)((address - SCRATCH_START) >> SLOT_PART_SHIFT);
}
static inline u64 slot_start(u64 address) { return address >> slot_shift(address) << slot_shift(address); }

#endif
