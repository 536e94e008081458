// A thread that chooses: what it is asked, and what becomes of its answers. See policy.h.
#include "kernel/core/policy_parts.h"

#include "base/panic.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/thread.h"
#include "log/log.h"

// ---- For the scheduler

static s64 translating_ticks(const struct thread *thread) {
    return thread->stolen_ticks[STOLEN_TRANSLATION] + thread->stolen_ticks[STOLEN_LINKING];
}

struct thread *policy_ask(struct cpu *cpu) {
    struct policy *policy = cpu->policy;
    if (!cpu->run_queue.length) return NULL;
    policy->is_asked = true;
    policy->was_late = false;
    policy->asked_ticks = machine_ticks();
    policy->asked_stolen_ticks = translating_ticks(policy->thread);
    cpu->quantum_ticks = policy->limit_ticks;
    return policy->thread;
}

bool policy_is_in_time(struct cpu *cpu) {
    struct policy *policy = cpu->policy;
    u64 now = machine_ticks(), had = now - policy->asked_ticks;
    u64 stolen = (u64)(translating_ticks(policy->thread) - policy->asked_stolen_ticks);
    if (had >= policy->limit_ticks + stolen) {
        if (policy->was_late) return false;
        policy->was_late = true;
        policy->asked_ticks = now;
        policy->asked_stolen_ticks += (s64)stolen;
        stolen = 0;
    }
    cpu->quantum_end_ticks = policy->asked_ticks + policy->limit_ticks + stolen;
    scheduler_set_timer(cpu);
    return true;
}

// ---- For its thread

// `next` is NULL if there is nothing to run.
static void answer(struct cpu *cpu, struct thread *next) {
    struct policy *policy = cpu->policy;
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    policy->is_asked = false;
    policy->thread->state = THREAD_WAITING;
    scheduler_switch(cpu, next ? next : cpu->idle, SWITCH_wait);
    ledger_switch(account);
}

bool policy_begin(struct policy *policy) {
    struct thread *thread = thread_self();
    struct cpu *cpu = thread->cpu;
    if (kernel_is_shared() || cpu->is_ruled) return false;
    policy->thread = thread;
    policy->untold = cpu->run_queue.first;
    policy->usual_quantum_ticks = cpu->quantum_ticks;
    cpu->policy = policy;
    cpu->is_ruled = true;
    if (policy_ask(cpu)) {
        cpu->quantum_end_ticks = policy->asked_ticks + policy->limit_ticks;
        scheduler_set_timer(cpu);
    } else {
        answer(cpu, NULL);
    }
    return true;
}

void policy_end(enum policy_fault fault) {
    struct cpu *cpu = thread_self()->cpu;
    struct policy *policy = cpu->policy;
    struct thread *interrupted = policy->interrupted;
    cpu->policy = NULL;
    cpu->is_ruled = cpu->is_shared;
    cpu->quantum_ticks = policy->usual_quantum_ticks;
    policy->interrupted = NULL;
    if (interrupted) scheduler_enqueue(cpu, interrupted);
    policy->ended(policy, fault);
}

enum policy_question policy_next_question(struct thread **about) {
    struct policy *policy = thread_self()->cpu->policy;
    if (!policy || policy->thread != thread_self()) return POLICY_OVER;
    ASSERT(policy->is_asked);
    *about = policy->left ? policy->left : policy->untold;
    if (policy->left) {
        policy->left = NULL;
        return POLICY_WAITING;
    }
    if (policy->untold) {
        policy->untold = policy->untold->next_in_queue;
        return POLICY_READY;
    }
    return policy->interrupted ? POLICY_CONSIDER : POLICY_CHOOSE;
}

void policy_go_on(void) {
    struct cpu *cpu = thread_self()->cpu;
    struct policy *policy = cpu->policy;
    struct thread *thread = policy->interrupted;
    policy->interrupted = NULL;
    cpu->quantum_ticks = policy->interrupted_ticks;
    answer(cpu, thread);
}

void policy_make_way(void) {
    struct cpu *cpu = thread_self()->cpu;
    struct policy *policy = cpu->policy;
    struct thread *thread = policy->interrupted;
    policy->interrupted = NULL;
    if (policy->chosen == thread) policy->chosen = NULL;
    scheduler_enqueue(cpu, thread);
}

bool policy_is_ready(const struct thread *thread) {
    return thread->state == THREAD_READY && thread != thread->cpu->policy->interrupted;
}

void policy_choose(struct thread *thread, u64 quantum_ticks) {
    struct cpu *cpu = thread->cpu;
    struct policy *policy = cpu->policy;
    ASSERT(policy_is_ready(thread));
    if (policy->untold == thread) policy->untold = thread->next_in_queue;
    thread_queue_remove(&cpu->run_queue, thread);
    scheduler_note_length(cpu);
    policy->chosen = thread;
    cpu->quantum_ticks = quantum_ticks;
    answer(cpu, thread);
}
