// Kernel threads.
//
// A thread's number is never used again in a run, because the log names it. When it has ended, its memory goes, and its
// struct and the place of its stack are for another thread.
#ifndef KERNEL_CORE_THREADS_H
#define KERNEL_CORE_THREADS_H

#include "kernel/core/cpu.h"

// Of a thread's stack, below which only C runs: what a callee in C may need when translated code's part of the stack is
// used up.
#define THREAD_C_STACK_BYTES (96 * KIB)
// What is left of that for C while translated code runs that reports this.
#define THREAD_C_STACK_RESERVE_BYTES (40 * KIB)
#define THREAD_STACK_BYTES (1 * MIB)

// What the rooms above add to each thread: a hook, set by kernel/run/ before the first thread is made.
struct thread_extension {
    // Memory for a thread of their kind, zeroed; NULL if there is none, or there are too many threads.
    struct thread *(*make)(void);
    // Fills what is theirs of a thread that is about to be used, for the first time or again: all else is zero.
    void (*prepare)(struct thread *thread);
};
void thread_set_extension(const struct thread_extension *extension);

// The thread of the running C code, on the stack [stack_start, stack_end): for the idle thread.
struct thread *thread_create_here(u64 stack_start, u64 stack_end);
// A thread that will run `run` when it is made ready. NULL if there is no memory for its stack of `stack_bytes` for
// translated code (what C needs comes on top), or too many threads.
struct thread *thread_create(u64 stack_bytes, void (*run)(struct thread *));
// Puts a thread that is in no domain into this one, where it stays until its end.
static inline void thread_enter_domain(struct thread *thread, struct domain *domain) {
    struct domain_core *core = core_of(domain);
    thread->domain = domain;
    thread->next_thread = core->first_thread;
    if (core->first_thread) core->first_thread->previous_thread = thread;
    core->first_thread = thread;
}
static inline void thread_leave_domain(struct thread *thread) {
    if (thread->next_thread) thread->next_thread->previous_thread = thread->previous_thread;
    if (thread->previous_thread) {
        thread->previous_thread->next_thread = thread->next_thread;
    } else {
        core_of(thread->domain)->first_thread = thread->next_thread;
    }
}
// What a new thread begins with, called by stub_thread_start.
_Noreturn void thread_main(struct thread *thread);
// Gives back what the ended thread had; it must not be the current one.
void thread_release(struct thread *thread);

// switch.S: saves the C context on the current stack and in `from`, and goes on where `to` stopped; r15 becomes `to`.
void stub_switch(struct thread *from, struct thread *to);
// What a new thread's saved context returns to: calls thread_main(r15) and never comes back.
extern const u8 stub_thread_start[];

#endif
