// What policy.c, scheduler.c and shares.c use of each other, and nobody else.
#ifndef KERNEL_CORE_POLICY_PARTS_H
#define KERNEL_CORE_POLICY_PARTS_H

#include "kernel/core/policy.h"
#include "kernel/core/thread.h"
#include "log/events.h"

// ---- scheduler.c

void scheduler_set_timer(struct cpu *cpu);
// The processor's threads that are ready have become more, or fewer.
void scheduler_note_length(const struct cpu *cpu);
void scheduler_enqueue(struct cpu *cpu, struct thread *thread);
// `next` runs from here on, with a new quantum; returns when the current thread runs again.
void scheduler_switch(struct cpu *cpu, struct thread *next, enum switch_reason reason);
// The same with whoever is next.
void scheduler_switch_to_next(struct cpu *cpu, enum switch_reason reason);

// ---- policy.c. What is about a thread does nothing if nobody chooses whether it runs; cpu->policies says whether
// anybody chooses at all.

// Returns the thread that chooses, to which the processor has to be switched; NULL if nobody is ready.
struct thread *policy_ask(struct policy *policy);
// The thread is the last in its queue now.
void policy_note_queued(struct thread *thread);
// The thread is switched away from.
void policy_note_left(struct thread *from);
// The thread has become ready: who runs may have to make way for it.
void policy_note_ready(const struct thread *thread);
// A safepoint of the thread. Returns false if it goes on as without a policy.
bool policy_poll(struct thread *thread);
// If the thread is the one that chooses, it is no longer: it does what that may not.
void policy_check(const struct thread *thread, enum policy_fault fault);
// Those of its threads that are ready are held from now on: `others` gets those that it does not know of.
void policy_hold(struct policy *policy, struct thread_queue *others);
// Returns whether any was.
bool policy_let_go(struct policy *policy);

#endif
