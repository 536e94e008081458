// Kernel threads.
//
// A thread's number is never used again in a run, because the log names it. When a thread has ended, its memory is
// given back, and its struct is used for another thread.
#ifndef KERNEL_CORE_THREADS_H
#define KERNEL_CORE_THREADS_H

#include "kernel/core/cpu.h"

// The part of a thread's stack in which only C runs: what a callee in C may need when translated code has used up its
// own part.
#define THREAD_C_STACK_BYTES (96 * KIB)
// What must be left of that for C when translated code runs that reports a stack overflow.
#define THREAD_C_STACK_RESERVE_BYTES (40 * KIB)
#define THREAD_STACK_BYTES (1 * MIB)

// Hooks, in kernel/run/: what the rooms above add to each thread.
// Returns zeroed memory for a thread of their kind, or NULL if there is none, or too many threads.
struct thread *thread_part_make(void);
// Fills their part of a thread that is about to be used, for the first time or again; everything else in it is zero,
// but for its stack. Returns false if there is no memory.
bool thread_part_begin(struct thread *thread);
// Gives back what they have for a thread that has ended.
void thread_part_end(struct thread *thread);

// Makes a thread of the running C code, on the stack [stack_start, stack_end): for the idle thread.
struct thread *thread_create_here(u64 stack_start, u64 stack_end);
// Makes a thread that will run `run` once it is made ready. Returns NULL if there is no memory for its stack of
// `stack_bytes` for translated code (what C needs comes on top), or if there are too many threads.
struct thread *thread_create(u64 stack_bytes, void (*run)(struct thread *));
// The same for a thread that will make the domain with this number itself; it is in none yet. `payer` has its stack on
// its account.
struct thread *thread_create_apart(u64 stack_bytes, void (*run)(struct thread *), u32 domain_number,
                                   struct accounts *payer);

// Hooks, in kernel/memory/stacks.c: give a new thread a stack of at least so many bytes at most, not all of which it
// has from the beginning, and take it back. `payer`: NULL for the kernel. Return false if there is no memory.
bool thread_stack_take(struct thread *thread, u64 bytes, struct accounts *payer);
void thread_stack_give(struct thread *thread);

// Puts a thread that is in no domain into this one, where it stays until it ends or the domain does.
static inline void thread_enter_domain(struct thread *thread, struct domain *domain) {
    struct domain_core *core = core_of(domain);
    thread->domain = domain;
    thread->log.domain_number = core->domain_number;
    thread->next_thread = core->first_thread;
    if (core->first_thread) core->first_thread->previous_thread = thread;
    core->first_thread = thread;
    core->thread_count++;
}
static inline void thread_leave_domain(struct thread *thread) {
    core_of(thread->domain)->thread_count--;
    core_of(thread->domain)->ended_ticks += thread->running_ticks;
    core_of(thread->domain)->ended_bytes += log_thread_allocated(&thread->log);
    if (thread->next_thread) thread->next_thread->previous_thread = thread->previous_thread;
    if (thread->previous_thread) {
        thread->previous_thread->next_thread = thread->next_thread;
    } else {
        core_of(thread->domain)->first_thread = thread->next_thread;
    }
    thread->domain = NULL;
    thread->next_thread = thread->previous_thread = NULL;
}
// The first function that a new thread runs, called by stub_thread_start.
_Noreturn void thread_main(struct thread *thread);
#endif
