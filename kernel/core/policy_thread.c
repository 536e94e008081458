// See policy_thread.h.
#include "kernel/core/policy_thread.h"

#include "base/panic.h"
#include "kernel/core/dispatch.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"
#include "kernel/core/shares.h"
#include "log/log.h"

static struct cpu *cpu_of(const struct policy *policy) { return policy->thread->cpu; }

// ---- For the scheduler

static bool is_in_time(struct policy *policy) {
    struct cpu *cpu = cpu_of(policy);
    u64 now = machine_ticks(), had = now - policy->asked_ticks;
    u64 stolen = (u64)(policy_translating_ticks(policy->thread) - policy->asked_stolen_ticks);
    if (had >= policy->limit_ticks + stolen) {
        if (policy->was_late) return false;
        policy->was_late = true;
        policy->asked_ticks = now;
        policy->asked_stolen_ticks += (s64)stolen;
        stolen = 0;
    }
    cpu->quantum_end_ticks = policy->asked_ticks + policy->limit_ticks + stolen;
    dispatch_set_timer(cpu);
    return true;
}

// The thread may have to make way.
static void consider(struct policy *policy, struct thread *thread) {
    struct cpu *cpu = cpu_of(policy);
    u64 now = machine_ticks();
    policy->interrupted_ticks = cpu->quantum_end_ticks > now ? cpu->quantum_end_ticks - now : 1;
    policy->interrupted = thread;
    thread->state = THREAD_READY;
    dispatch_switch(cpu, policy_ask(policy), SWITCH_quantum);
}

bool policy_poll(struct thread *thread) {
    struct policy *policy = policy_for(thread);
    if (!policy) return false;
    if (thread == policy->thread) {
        if (is_in_time(policy)) return true;
        policy_end(policy, POLICY_LOOPS);
        return false;
    }
    if (!policy->untold || machine_ticks() >= thread->cpu->quantum_end_ticks) return false;
    consider(policy, thread);
    return true;
}

void policy_check(const struct thread *thread, enum policy_fault fault) {
    struct policy *policy = policy_by(thread);
    if (UNLIKELY(policy != NULL)) policy_end(policy, fault);
}

static struct thread *take(struct policy *policy, struct thread *thread) {
    ASSERT(thread);
    if (policy->untold == thread) policy->untold = thread->next_in_queue;
    if (policy->domain) {
        shares_take_it(cpu_of(policy), thread);
    } else {
        thread_queue_remove(policy->ready, thread);
    }
    dispatch_note_length(cpu_of(policy));
    return thread;
}

void policy_hold(struct policy *policy, struct thread_queue *others) {
    while (policy->ready->length) {
        bool is_known = policy->ready->first != policy->untold;
        thread_queue_append(is_known ? &policy->held : others, take(policy, policy->ready->first));
    }
}

bool policy_let_go(struct policy *policy) {
    bool any = policy->held.length;
    for (struct thread *thread; (thread = thread_queue_take(&policy->held));) {
        shares_append(cpu_of(policy), thread);
        dispatch_note_length(cpu_of(policy));
    }
    return any;
}

// ---- For its thread

static void answer(struct policy *policy, struct thread *next, u64 quantum_ticks) {
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    struct cpu *cpu = cpu_of(policy);
    policy->is_asked = false;
    policy->thread->state = THREAD_WAITING;
    cpu->next_quantum_ticks = quantum_ticks;
    dispatch_switch(cpu, next, SWITCH_wait);
    ledger_switch(account);
}

static void await_question(struct policy *policy) {
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    policy->thread->state = THREAD_WAITING;
    dispatch_switch_to_next(cpu_of(policy), SWITCH_wait);
    ledger_switch(account);
}

bool policy_may_begin(const struct domain_core *domain) {
    const struct cpu *cpu = thread_self()->cpu;
    if (kernel_is_shared() || cpu->policy) return false;
    return domain ? domain->shares && !domain->policy : !cpu->is_ruled;
}

bool policy_begin(struct policy *policy) {
    struct thread *thread = thread_self();
    struct cpu *cpu = thread->cpu;
    if (!policy_may_begin(policy->domain)) return false;
    policy->thread = thread;
    if (policy->domain) {
        policy->ready = &policy->domain->shares[cpu->number].ready;
        policy->domain->policy = policy;
    } else {
        policy->ready = &cpu->run_queue;
        cpu->policy = policy;
        cpu->is_ruled = true;
    }
    cpu->policies++;
    policy->untold = policy->ready->first;
    if (policy_ask(policy)) {
        cpu->next_quantum_ticks = 0;
        cpu->quantum_end_ticks = policy->asked_ticks + policy->limit_ticks;
        dispatch_set_timer(cpu);
    } else {
        await_question(policy);
    }
    return true;
}

void policy_end(struct policy *policy, enum policy_fault fault) {
    struct cpu *cpu = cpu_of(policy);
    struct thread *interrupted = policy->interrupted;
    if (policy->domain) {
        policy->domain->policy = NULL;
    } else {
        cpu->policy = NULL;
        cpu->is_ruled = cpu->is_shared;
    }
    cpu->policies--;
    policy->interrupted = NULL;
    for (struct thread *held; (held = thread_queue_take(&policy->held));) dispatch_enqueue(cpu, held);
    if (interrupted) dispatch_enqueue(cpu, interrupted);
    policy_ended(policy, fault);
}

enum policy_question policy_next_question(u32 *about) {
    struct policy *policy = policy_by(thread_self());
    if (!policy) return POLICY_OVER;
    ASSERT(policy->is_asked);
    if (policy->left) {
        *about = policy->left;
        policy->left = 0;
        return POLICY_WAITING;
    }
    if (policy->untold) {
        *about = policy_number(policy->untold);
        policy->untold = policy->untold->next_in_queue;
        return POLICY_READY;
    }
    return policy->interrupted ? POLICY_CONSIDER : POLICY_CHOOSE;
}

bool policy_has_interrupted(void) { return policy_by(thread_self())->interrupted; }

void policy_go_on(void) {
    struct policy *policy = policy_by(thread_self());
    struct thread *thread = policy->interrupted;
    ASSERT(thread);
    policy->interrupted = NULL;
    answer(policy, thread, policy->interrupted_ticks);
}

void policy_make_way(void) {
    struct policy *policy = policy_by(thread_self());
    struct thread *thread = policy->interrupted;
    ASSERT(thread);
    policy->interrupted = NULL;
    if (policy->chosen == thread) policy->chosen = NULL;
    dispatch_enqueue(cpu_of(policy), thread);
}

bool policy_is_ready(const struct thread *thread) {
    const struct policy *policy = policy_by(thread_self());
    if (policy->domain && (!thread->domain || core_of(thread->domain) != policy->domain)) return false;
    return thread->state == THREAD_READY && thread != policy->interrupted;
}

void policy_choose(struct thread *thread, u64 quantum_ticks) {
    struct policy *policy = policy_by(thread_self());
    u64 usual = thread->cpu->quantum_ticks;
    ASSERT(!policy->interrupted && policy_is_ready(thread));
    policy->chosen = take(policy, thread);
    answer(policy, thread, policy->domain && usual < quantum_ticks ? usual : quantum_ticks);
}
