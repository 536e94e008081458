// A thread that chooses who runs next, in place of turns and shares. It is a thread like others, with a stack and a
// domain of its own; but it is in no queue: the scheduler switches to it where the processor is given up or its next
// thread is to be found, it asks what has happened (policy_question), and its answer is switched to.
//
// While it is asked nobody else runs, so it has a limit of time, and may not wait. If it does, or answers wrongly, or
// the room above finds something else wrong, it is no longer the one that chooses: it becomes a thread in the run
// queue, where those are that it has not chosen yet, and they take turns from then on. So nothing is lost, whatever it
// was in the middle of.
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
    void (*ended)(struct policy *policy,
                  enum policy_fault fault); // at any place where the thread may be: does not wait
    u64 limit_ticks;                        // for one answer, without translating and linking
    // The scheduler's
    struct thread *thread;
    struct thread *untold; // the first in the run queue that it does not know of; so are all behind that
    struct thread *chosen; // last, and has not left the processor since
    struct thread *left;   // that was chosen and waits or has ended, of which it does not know yet
    struct thread *interrupted;
    u64 interrupted_ticks; // what that has left of its quantum
    u64 usual_quantum_ticks;
    u64 asked_ticks; // since then
    s64 asked_stolen_ticks;
    bool is_asked;
    bool was_late; // with this answer, once: the host may have stopped the machine for a while
};

// The current thread is the one that chooses from now on; it is asked at once if there is anything to ask. Returns false
// if there is one already, or several domains or processors.
bool policy_begin(struct policy *policy);
// It is no longer; for the current thread.
void policy_end(enum policy_fault fault);

// For that thread, until the answer is POLICY_OVER: what it is asked now, about which thread.
enum policy_question policy_next_question(struct thread **about);
// The interrupted thread runs on; or makes way, and is ready. The first returns when there is a question again.
void policy_go_on(void);
void policy_make_way(void);
// Whether the thread may be chosen.
bool policy_is_ready(const struct thread *thread);
// It runs next. Returns when there is a question again.
void policy_choose(struct thread *thread, u64 quantum_ticks);

#endif
