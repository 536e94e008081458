// See policy.h.
#include "kernel/core/policy.h"

#include "kernel/core/machine.h"

struct policy *policy_by(const struct thread *thread) {
    struct policy *policy = thread->cpu->policy;
    if (!policy && thread->domain) policy = core_of(thread->domain)->policy;
    return policy && policy->thread == thread ? policy : NULL;
}

struct policy *policy_for(const struct thread *thread) {
    if (thread->cpu->policy) return thread->cpu->policy;
    const struct domain_core *domain = thread->domain ? core_of(thread->domain) : NULL;
    return domain && !domain->hold ? domain->policy : NULL;
}

s64 policy_translating_ticks(const struct thread *thread) {
    return thread->stolen_ticks[STOLEN_TRANSLATION] + thread->stolen_ticks[STOLEN_LINKING];
}

struct thread *policy_ask(struct policy *policy) {
    if (!policy->ready->length) return NULL;
    policy->is_asked = true;
    policy->was_late = false;
    policy->asked_ticks = machine_ticks();
    policy->asked_stolen_ticks = policy_translating_ticks(policy->thread);
    policy->thread->cpu->next_quantum_ticks = policy->limit_ticks;
    return policy->thread;
}

void policy_note_queued(struct thread *thread) {
    struct policy *policy = policy_for(thread);
    if (policy && !policy->untold) policy->untold = thread;
}

void policy_note_left(struct thread *from) {
    struct policy *policy = policy_for(from);
    if (!policy || from != policy->chosen || from == policy->interrupted) return;
    policy->chosen = NULL;
    if (from->state != THREAD_READY) policy->left = policy_number(from);
}

void policy_note_ready(const struct thread *thread) {
    const struct policy *policy = policy_for(thread);
    struct thread *running = thread->cpu->running;
    if (!policy || running == thread->cpu->idle || running == policy->thread) return;
    if (policy_for(running) == policy) thread_request_stop(running);
}
