// A thread that chooses which thread runs next: among all threads, in place of turns and shares; or among those of one
// domain, in place of turns, while shares still decide when the domain has its turn. It is a thread like others, with a
// stack and a domain of its own; but it is in no queue: the scheduler switches to it where the processor is given up or
// its next thread is to be found, it asks what has happened (policy_question), and its answer is switched to.
//
// While it is asked nobody else runs, so it has a limit of time, and may not wait. If it does, or answers wrongly, or
// the room above finds something else wrong, it is no longer the one that chooses: it becomes a thread in the run
// queue, where those are that it has not chosen yet, and they take turns from then on. So nothing is lost, whatever it
// was in the middle of.
//
// What a domain's policy is asked is its domain's time. A quantum that it gives is cut to the usual one. It is not
// asked while one of the domain's threads holds the others (scheduler_hold_others).
//
// One processor only.
#ifndef KERNEL_CORE_POLICY_H
#define KERNEL_CORE_POLICY_H

#include "kernel/core/cpu.h"

// What it has answered wrongly, or done.
enum policy_fault { POLICY_LOOPS, POLICY_WAITS, POLICY_ENDS, POLICY_OTHER };

enum policy_question {
    POLICY_OVER,     // it is not the one that chooses
    POLICY_READY,    // the thread is ready to run from now on
    POLICY_WAITING,  // the thread that it had chosen waits for something, or has ended
    POLICY_CONSIDER, // threads have become ready while one runs: policy_go_on or policy_make_way
    POLICY_CHOOSE,   // policy_choose
};

struct policy {
    // Set by the room above
    u64 limit_ticks;            // for one answer, without translating and linking
    struct domain_core *domain; // whose threads it chooses among; NULL: all
    // The scheduler's
    struct thread *thread;
    struct thread_queue *ready; // among which it chooses
    struct thread *untold;      // the first of these that it does not know of; so are all behind that
    struct thread *chosen;      // last, and has not left the processor since
    u32 left; // the number of the one that was chosen and waits or has ended, of which it does not know yet; 0: none
    struct thread *interrupted;
    u64 interrupted_ticks;    // what that has left of its quantum
    struct thread_queue held; // of those that it knows to be ready, while another one holds them
    u64 asked_ticks;          // since then
    s64 asked_stolen_ticks;
    bool is_asked;
    bool was_late; // with this answer, once: the host may have stopped the machine for a while
};

// Hooks, implemented by kernel/run/chooser.c. The policy has ended, with this fault, at any place where its thread may
// be: this does not wait.
void policy_ended(struct policy *policy, enum policy_fault fault);
// The number by which the thread that chooses knows this one.
u32 policy_number(const struct thread *thread);

// The policy whose thread this is, or NULL.
struct policy *policy_by(const struct thread *thread);
// The policy that decides whether this thread runs; NULL if none does.
struct policy *policy_for(const struct thread *thread);

// ---- For the scheduler. What is about a thread does nothing if no policy decides whether it runs; cpu->policies says
// whether there is any policy at all.

// Returns the thread that chooses, to which the processor has to be switched; NULL if no thread is ready.
struct thread *policy_ask(struct policy *policy);
// What the thread has spent in translating and linking, which its limit does not count.
s64 policy_translating_ticks(const struct thread *thread);
// The thread is the last in its queue now.
void policy_note_queued(struct thread *thread);
// The thread is switched away from.
void policy_note_left(struct thread *from);
// The thread has become ready: the running one may have to make way for it.
void policy_note_ready(const struct thread *thread);

#endif
