// Monitors (JVMS 2.11.10), Object.wait and notify, and identity hashes: everything that the mark of an object can stand
// for.
//
// A mark begins as MARK_HASH with payload 0. Locking it makes it MARK_THIN by compare-and-swap; a hash, contention,
// waiting or more than 1,024 nested entries make it MARK_MONITOR. Only the functions here change a mark; so do the fast
// paths of stubs.S, which do the same as long as no thread has to wait and nothing has to be made; and the collector
// changes its age. Each may inflate and so take a `struct monitor`; none allocates on the heap. Functions that can
// block take a handle, because the object may move meanwhile.
//
// A monitor belongs to its object until the next collection that finds the object dead, or the monitor unused: then it
// is free for another, and the mark is a hash again.
//
// Locking by methods is structured (JVMS 2.11.10): they leave what they enter, see kernel/run/locks.h. So no thread
// ends with a monitor entered.
#ifndef KERNEL_RUN_MONITOR_H
#define KERNEL_RUN_MONITOR_H

#include "base/layout.h"
#include "kernel/classes/java.h"
#include "kernel/core/cpu.h"
#include "kernel/heap/hooks.h"
#include "translator/object.h"

// Lies in class data, 8-aligned: a mark names it by its address.
struct monitor {
    struct thread *owner;         // [a]
    u32 depth;                    // [o] how often the owner has entered it
    u32 users;                    // [k] threads that are about to enter, or wait, and so hold its address
    struct thread_queue entering; // [k] threads blocked on it
    struct thread_queue waiting;  // [k] threads in Object.wait
    u32 hash;                     // [k] 0 if there is none yet
    u32 number;                   // [k] by which the log names the object
    u64 taken_ticks;              // [o] since when the owner has it, if releases are told; without owner nothing
    ref object;                   // [k] whose monitor it is, which this does not keep alive; 0 if free
    u32 has_heir;                 // [a] with several processors: one that was blocked is ready, and has not run yet
    struct monitor *next;         // [k] in the list of a domain's young objects, of its old ones, or of free ones
};

static inline struct monitor *monitor_of_mark(u32 mark) {
    return (struct monitor *)(CLASS_DATA_START + (u64)(mark >> MARK_PAYLOAD_SHIFT) * 8);
}

// With several processors stubs.S enters and leaves monitors without the kernel's lock: `owner` is set from NULL to a
// thread by compare-and-swap, and from itself to NULL by its owner, which then looks at `entering`. A thread that
// blocks looks at the owner once more when it is in that queue. So one of the two sees the other.

enum monitor_result {
    MONITOR_OK,
    MONITOR_NOT_OWNER,   // IllegalMonitorStateException
    MONITOR_INTERRUPTED, // InterruptedException; the interruption has been cleared
};

void monitor_enter(struct thread *thread, handle object);
// Without the kernel's lock, at no safepoint: tries for some microseconds to enter, as long as the owner runs on
// another processor. Returns false if the thread has to wait, or a monitor has to be made.
bool monitor_enter_soon(struct thread *thread, ref object);
// Wakes the first thread that is blocked on the object's monitor, if nobody has it: after stubs.S has left it.
void monitor_hand_on(struct thread *thread, ref object);
enum monitor_result monitor_exit(struct thread *thread, ref object);
// Waits until notified, interrupted, or for `timeout_ms` milliseconds if that is not 0.
enum monitor_result monitor_wait(struct thread *thread, handle object, s64 timeout_ms);
enum monitor_result monitor_notify(struct thread *thread, ref object, bool all);
bool monitor_is_owner(const struct thread *thread, ref object);

// Calls `visit` for every monitor that the thread owns, for reports; monitors that exist only in their object's mark
// are not included.
void monitor_visit_owned(const struct thread *thread, void (*visit)(void *context, const struct monitor *monitor),
                         void *context);

// Takes a thread that is blocked out of the queue of its monitor; it is about to be made ready.
void monitor_stop_waiting(struct thread *thread);
// A new copy of an object gets its identity hash, if it has one.
void monitor_copy_identity_hash(ref from, ref to);
// Whether the log wants releases of monitors. Then stubs.S leaves all that have a struct to this file.
bool monitor_tells_releases(void);
// That has changed: what is held now counts from now on. The other processors stand at safepoints.
void monitor_begin_holds(void);
// All monitors of a domain that ends become free.
void monitor_end_all(struct domain *domain);

#endif
