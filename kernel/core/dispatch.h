// Which thread has a processor: its queue, and the switch from one thread to another. The scheduler (scheduler.h) and
// the policies (policy_thread.h) are made of it. Under the kernel's lock, at thread level.
#ifndef KERNEL_CORE_DISPATCH_H
#define KERNEL_CORE_DISPATCH_H

#include "kernel/core/cpu.h"
#include "log/events.h"

// One of a domain's threads holds all others (scheduler_hold_others).
struct thread_hold {
    struct thread *by;
    struct thread_queue queue; // ready, but for the hold
};
// Whether another thread holds this one.
bool dispatch_is_held(const struct thread *thread);

// Sets the processor's timer for the end of the quantum, if a thread waits for it, and for its first sleeper.
void dispatch_set_timer(struct cpu *cpu);
// Records that the processor's threads that are ready have become more, or fewer.
void dispatch_note_length(const struct cpu *cpu);

// Puts a thread that is ready behind the others of its kind; a thread that is held waits with its holder.
void dispatch_enqueue(struct cpu *cpu, struct thread *thread);
// Returns the next thread, or NULL if none waits for the processor.
struct thread *dispatch_dequeue(struct cpu *cpu);
// What the running thread has had until now counts when the next one is chosen.
void dispatch_charge(struct cpu *cpu);
// The length of the quantum that the next thread gets: the usual one, or one that a policy has given.
u64 dispatch_take_quantum(struct cpu *cpu);

// `next` runs from here on, with a new quantum; returns when the current thread runs again.
void dispatch_switch(struct cpu *cpu, struct thread *next, enum switch_reason reason);
// The same, with what is left of the current quantum.
void dispatch_switch_keeping(struct cpu *cpu, struct thread *next, enum switch_reason reason);
// The same as dispatch_switch, to the next thread in the queue or the idle thread.
void dispatch_switch_to_next(struct cpu *cpu, enum switch_reason reason);

// What every thread does first when it runs again, after stub_switch or at its start: it releases the thread that ran
// before, if that has ended (thread_release). Hook: scheduler.c.
void dispatch_switched(void);

#endif
