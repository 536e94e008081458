// The locks of the machine, and their order: a processor that has one takes none that stands above it in LOCK_TABLE,
// and none twice, so no two processors can wait for each other. This table is the order; each lock that is taken with
// several processors is held to it by the processor's own word, in which a bit says that it has that lock. Interrupt
// code takes none. Monitors of Java are no locks of this kind: a thread that waits for one gives its processor to
// another.
//
//   lock    taken by                                       what it keeps
//   kernel  kernel/core/kernel_lock.h                      what C changes at thread level: fields of letter k
//   team    kernel/heap/collect_team.h, by processors      packets, chunks for copies and sums of one collection: the
//           that take part in a collection                 leader has the kernel's lock, the others do not
//   tables  boot/pc/tables.c                               page tables and free pages of a PC
//   log     log/state.h, by the slow paths of probes       rows of timed methods, the pool, slow calls
#ifndef BASE_LOCK_ORDER_H
#define BASE_LOCK_ORDER_H

#include "base/panic.h"
#include "base/types.h"

#define LOCK_TABLE(LOCK) LOCK(kernel) LOCK(team) LOCK(tables) LOCK(log)

enum lock_name {
#define LOCK_NAME(name) LOCK_##name,
    LOCK_TABLE(LOCK_NAME)
#undef LOCK_NAME
        LOCKS
};

// Panics; names `lock`, and the lowest lock of `held`.
_Noreturn void lock_order_broken(u32 held, enum lock_name lock);

// Before the lock is waited for: a mistake is reported, also where it would end in waiting for ever.
static inline void lock_order_check(u32 held, enum lock_name lock) {
    if (UNLIKELY(held >> lock)) lock_order_broken(held, lock);
}
static inline void lock_order_took(u32 *held, enum lock_name lock) { *held |= 1u << lock; }
// Before the lock is given up.
static inline void lock_order_gives(u32 *held, enum lock_name lock) {
    ASSERT(*held >> lock == 1); // and what stands below it has been given up
    *held &= ~(1u << lock);
}

#endif
