// Monitors (JVMS 2.11.10), Object.wait and notify, and identity hashes: all that the mark of an object can be.
//
// A mark begins as MARK_HASH with payload 0. Locking it makes it MARK_THIN by compare-and-swap; a hash, contention, waiting or more than 1,024 nested entries
// make it MARK_MONITOR, which it stays. Only the functions here change a mark (and the collector its age). Each may inflate and so allocate a
// `struct monitor` in class data; none allocates on the heap. What can block takes a handle, because the object may move meanwhile.
#ifndef KERNEL_MONITOR_H
#define KERNEL_MONITOR_H

#include "kernel/cpu.h"

struct monitor {
    u32 number;
    u32 hash;                      // 0: none yet
    struct thread *owner;
    u32 depth;                     // entries of the owner
    struct thread_queue entering;  // blocked
    struct thread_queue waiting;   // in Object.wait
};

enum monitor_result {
    MONITOR_OK,
    MONITOR_NOT_OWNER,    // IllegalMonitorStateException
    MONITOR_INTERRUPTED,  // InterruptedException; the interruption has been cleared
};

void monitor_enter(struct thread *thread, handle object);
enum monitor_result monitor_exit(struct thread *thread, ref object);
// Waits until notified, interrupted, or for `timeout_ms` milliseconds if that is not 0.
enum monitor_result monitor_wait(struct thread *thread, handle object, s64 timeout_ms);
enum monitor_result monitor_notify(struct thread *thread, ref object, bool all);
bool monitor_is_owner(const struct thread *thread, ref object);

// System.identityHashCode: 26 bits, from a seeded sequence, never 0 for an object; 0 for null.
u32 monitor_identity_hash(ref object);

#endif
