// What policy.c and scheduler.c use of each other, and nobody else.
#ifndef KERNEL_CORE_POLICY_PARTS_H
#define KERNEL_CORE_POLICY_PARTS_H

#include "kernel/core/policy.h"
#include "log/events.h"

// ---- scheduler.c

void scheduler_set_timer(struct cpu *cpu);
// The processor's threads that are ready have become more, or fewer.
void scheduler_note_length(const struct cpu *cpu);
void scheduler_enqueue(struct cpu *cpu, struct thread *thread);
// `next` runs from here on, with a new quantum; returns when the current thread runs again.
void scheduler_switch(struct cpu *cpu, struct thread *next, enum switch_reason reason);

// ---- policy.c, where the processor has one

// Returns the thread that chooses, to which the processor has to be switched; NULL if nobody is ready.
struct thread *policy_ask(struct cpu *cpu);
// Whether it may go on; then the timer is set for the end of its time.
bool policy_is_in_time(struct cpu *cpu);

#endif
