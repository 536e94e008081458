// What the thread that chooses does, what it is asked, and what becomes of its answers (policy.h).
#ifndef KERNEL_CORE_POLICY_THREAD_H
#define KERNEL_CORE_POLICY_THREAD_H

#include "kernel/core/policy.h"

// Whether one may choose among this domain's threads, or all (NULL): not if one does already, there are several
// processors, or for all if there are several domains.
bool policy_may_begin(const struct domain_core *domain);
// The current thread is the one that chooses from now on; it is asked at once if there is anything to ask. Returns
// false if it may not.
bool policy_begin(struct policy *policy);
// It is no longer.
void policy_end(struct policy *policy, enum policy_fault fault);
// ---- For that thread

// Until the answer is POLICY_OVER: what it is asked now, about the thread of which number.
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

// ---- For the scheduler

// A safepoint of the thread. Returns false if it goes on as without a policy.
bool policy_poll(struct thread *thread);
// If the thread is the one that chooses, it no longer is: it does something that it may not do.
void policy_check(const struct thread *thread, enum policy_fault fault);
// Those of its threads that are ready are held from now on: `others` gets those that it does not know of.
void policy_hold(struct policy *policy, struct thread_queue *others);
// Returns whether any was.
bool policy_let_go(struct policy *policy);

#endif
