// A thread that chooses who runs next, in place of turns and shares, among all threads; or among those of one domain,
// in place of turns: whose turn the domain is, shares still say. It is a thread like others, with a stack and a domain
// of its own; but it is in no queue: the scheduler switches to it where the processor is given up or its next thread is
// to be found, it asks what has happened (policy_question), and its answer is switched to.
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
    void (*ended)(struct policy *policy,
                  enum policy_fault fault);     // at any place where the thread may be: does not wait
    u32 (*number)(const struct thread *thread); // by which the room above knows it
    u64 limit_ticks;                            // for one answer, without translating and linking
    struct domain_core *domain;                 // whose threads it chooses among; NULL: all
    // The scheduler's
    struct thread *thread;
    struct thread_queue *ready; // among whom it chooses
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

// Whether one may choose among this domain's threads, or all (NULL): not if one does already, there are several
// processors, or for all if there are several domains.
bool policy_may_begin(const struct domain_core *domain);
// The current thread is the one that chooses from now on; it is asked at once if there is anything to ask. Returns
// false if it may not.
bool policy_begin(struct policy *policy);
// It is no longer.
void policy_end(struct policy *policy, enum policy_fault fault);
// That of which the thread is the one that chooses; NULL if it is not.
struct policy *policy_by(const struct thread *thread);

// For that thread, until the answer is POLICY_OVER: what it is asked now, about the thread of which number.
enum policy_question policy_next_question(u32 *about);
// Whether that is whether the thread that it has interrupted is to make way.
bool policy_has_interrupted(void);
// The interrupted thread runs on; or makes way, and is ready. The first returns when there is a question again.
void policy_go_on(void);
void policy_make_way(void);
// Whether the thread may be chosen by the current one.
bool policy_is_ready(const struct thread *thread);
// It runs next. Returns when there is a question again.
void policy_choose(struct thread *thread, u64 quantum_ticks);

#endif
