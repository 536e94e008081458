// The kernel's lock. Translated code runs on all processors at once; what the kernel does for it in C at thread level
// is done under this one lock, so a function of the kernel sees no other one half done unless it lets threads be
// switched (scheduler_block, scheduler_yield, scheduler_poll), calls translated code, or waits here. Without the lock
// run: translated code, the leaves that it calls (natives and entries of this kind), the log's probes, interrupts.
//
// With one processor there is nothing to lock, and nothing is done.
//
// A thread that waits for the lock is at a safepoint: nothing moves but by a thread that has the lock, and everything
// may move while a thread waits. So references are in handles, and the translated frame that called is the anchor,
// before kernel_enter. The world is stopped when all other processors wait, or idle (kernel_stop_others): none of
// them goes on before the lock is given up. Threads of a domain that is collected go on only when that is done,
// whichever processor has the lock meanwhile (scheduler_hold_others).
//
// Where it stands among the other locks: base/lock_order.h.
//
// Fields of structs that processors share carry a letter, which says when they may be touched:
//   [I] set before another processor can see the struct, never changed
//   [k] with the kernel's lock
//   [p] published: stored with the kernel's lock, a word at a time; read without it as well, by interrupts too
//   [o] its own: of a processor, by what runs on it, interrupts too; of a thread, and of what it owns, by itself
//   [a] atomic, or a flag that is one store; at any level
//
// A leaf holds references that nobody knows, so it is no safepoint where it waits for the lock; a thread that has the
// others stop lends it the lock for as long as it needs.
#ifndef KERNEL_CORE_KERNEL_LOCK_H
#define KERNEL_CORE_KERNEL_LOCK_H

#include "base/panic.h"
#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/machine.h"

static inline bool kernel_is_shared(void) { return machine.cpu_count > 1; }

// ---- As below, with several processors
void kernel_lock_enter(void);
bool kernel_lock_try(void);
void kernel_lock_leave(void);
void kernel_lock_alone(void);
void kernel_lock_together(void);
void kernel_lock_offer(void);
bool kernel_lock_is_wanted(void);
void kernel_lock_stop_others(void);
void kernel_lock_forget_code(void);
bool kernel_lock_is_held(void);
void kernel_lock_leaf_enter(void);
void kernel_lock_leaf_leave(void);
bool kernel_lock_is_borrowed(void);

// Whether this processor has the lock. While the machine boots, and with one processor, there is nothing to have.
static inline bool kernel_is_locked(void) { return LIKELY(!kernel_is_shared()) || kernel_lock_is_held(); }
// At the beginning of each function that changes what processors share, and leaves it to its callers to have the lock.
#define ASSERT_LOCKED() ASSERT(kernel_is_locked())
// The same for what an interrupt, which may strike in the middle of a change, must not call.
#define ASSERT_THREAD_LEVEL() ASSERT(!cpu_self()->interrupt_depth && kernel_is_locked())

// Translated code has called C.
static inline void kernel_enter(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_enter();
}
// The same without waiting. Returns false if another processor has the lock: then references must be made safe, and
// kernel_enter called.
static inline bool kernel_try_enter(void) { return LIKELY(!kernel_is_shared()) || kernel_lock_try(); }
// C goes back to translated code, or calls it.
static inline void kernel_leave(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_leave();
}

// Between the two the lock is given up, for work of C's own that is long: what it reads does not change, and it has no
// references, so the thread counts as standing at a safepoint. No thread is switched before kernel_together, which
// others may run in.
static inline void kernel_alone(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_alone();
}
static inline void kernel_together(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_together();
}

// The two at once, between two pieces of long work, if another processor has waited for the lock for some microseconds,
// or waits at all while threads are held (scheduler_hold_others): it has some time to take it.
static inline void kernel_offer(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_offer();
}

// Whether another processor has waited so.
static inline bool kernel_is_wanted(void) { return UNLIKELY(kernel_is_shared()) && kernel_lock_is_wanted(); }

// Has all other processors stand at safepoints, until the lock is given up. The caller stands at one itself, but that
// it has the lock.
static inline void kernel_stop_others(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_stop_others();
}

// Memory of code has been given back, with the others stopped: before the others go on, each forgets what it has
// fetched of it (Intel SDM, volume 3A, 9.1.3).
static inline void kernel_forget_code(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_forget_code();
}

// While the world is stopped: has up to `most` processors that wait at safepoints call `work` there, each once; those
// that idle are woken. Which of them come, and when, is open: nobody waits for one that does not. Several processors
// only.
void kernel_lock_call(void (*work)(void *context), void *context, u32 most);
// From here on nobody comes; returns when those that have come are done.
void kernel_lock_dismiss(void);

// Around a leaf that needs the lock.
static inline void kernel_leaf_enter(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_leaf_enter();
}
static inline void kernel_leaf_leave(void) {
    if (UNLIKELY(kernel_is_shared())) kernel_lock_leaf_leave();
}
// Whether the caller is a leaf to which another processor has lent the lock.
static inline bool kernel_is_borrowed(void) { return UNLIKELY(kernel_is_shared()) && kernel_lock_is_borrowed(); }

// While the machine boots: a processor that waits for the lock for long may sleep. Not in a deterministic run.
void kernel_lock_let_sleep(void);
// Has another processor interrupted when this one gives the lock up, which is what it needs next.
void kernel_lock_interrupt(const struct cpu *cpu);

// Hook, in scheduler.c: the thread has waited for the lock and has it now. Returns when no other thread holds this one
// (scheduler_hold_others).
void kernel_lock_entered(struct thread *thread);

// The idle thread gives the lock up to wait for an interrupt, and gets it again; so does a processor that has no thread
// yet, for the first time.
void kernel_lock_idle(struct cpu *cpu);
void kernel_lock_resume(struct cpu *cpu);

#endif
