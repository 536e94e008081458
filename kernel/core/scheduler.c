// Round robin with a quantum, on each processor. See kernel/core/scheduler.h.
//
// Queues, sleepers and what runs are changed under the kernel's lock, also those of other processors. A thread that
// becomes ready goes to the processor where it ran last or, if that is busy, to one that idles; a processor without
// work takes the thread that has waited longest from another one's queue. So that threads which never wait get equal
// parts, one that becomes ready, or whose quantum is over, goes to a queue that is shorter by two or more.
//
// That is all there is as long as threads take turns. Two rules can be set above it: shares of domains, which decide
// whose turn it is (shares.h), and a thread that chooses, among all or those of a domain (policy.h). All among which it
// chooses are in one queue, and it is told of each, in that order, before it is asked: it knows those before `untold`.
//
// The timer is set only for what will be needed: the end of the quantum while other threads are ready, and the first
// sleeper's time. It is never cancelled; its handler may find that there is nothing to do.
#include "kernel/core/scheduler.h"

#include "base/panic.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/dispatch.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"
#include "kernel/core/outside.h"
#include "kernel/core/place.h"
#include "kernel/core/policy.h"
#include "kernel/core/policy_thread.h"
#include "kernel/core/shares.h"
#include "kernel/core/switch.h"
#include "kernel/core/thread.h"
#include "log/log.h"

// ---- Sleepers

static void set_next_wake(struct cpu *cpu) {
    cpu->next_wake_ticks = cpu->sleepers.first ? cpu->sleepers.first->wake_at_ticks : SCHEDULER_FOR_EVER;
}

static void sleep_until(struct cpu *cpu, struct thread *thread, u64 deadline_ticks) {
    thread->wake_at_ticks = deadline_ticks ? deadline_ticks : 1;
    sleepers_insert(&cpu->sleepers, thread);
    set_next_wake(cpu);
}

static void end_sleep(struct cpu *cpu, struct thread *thread) {
    sleepers_remove(&cpu->sleepers, thread);
    thread->wake_at_ticks = 0;
    set_next_wake(cpu);
}

static void wake_due(struct cpu *cpu) {
    if (LIKELY(cpu->next_wake_ticks == SCHEDULER_FOR_EVER)) return;
    u64 now = machine_ticks();
    while (cpu->next_wake_ticks <= now) {
        struct thread *thread = cpu->sleepers.first;
        thread->timed_out = true;
        scheduler_ready(thread, NULL);
    }
}

// ---- Ends of threads

void dispatch_switched(void) {
    struct cpu *cpu = thread_self()->cpu;
    if (LIKELY(!cpu->ended)) return;
    struct thread *last = thread_release(cpu->ended);
    cpu->ended = NULL;
    if (last && last->state == THREAD_WAITING) scheduler_ready(last, NULL);
}

// ---- Work for the next safepoint

static void work(struct cpu *cpu) {
    if (LIKELY(!cpu->is_work_wanted)) return;
    ASSERT(cpu == cpu_self());
    cpu->is_work_wanted = false;
    if (LIKELY(!__atomic_exchange_n(&cpu->is_outside_wanted, false, __ATOMIC_RELAXED))) {
        scheduler_safepoint_work(); // is asked for again and again, as long as there is anything to do
        return;
    }
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    outside_work(cpu->outside);
    ledger_switch(account);
}

static bool may_outside_wake(const struct cpu *cpu) { return cpu->outside && outside_may_wake(cpu->outside); }

void scheduler_request_work(void) {
    struct cpu *cpu = thread_self()->cpu;
    cpu->is_work_wanted = true;
    thread_request_stop(cpu->running);
}

void scheduler_request_work_of_others(void) {
    for (u32 i = 0; i < machine.cpu_count; i++) {
        struct cpu *cpu = &cpus[i];
        if (cpu == thread_self()->cpu || !cpu->is_started) continue;
        cpu->is_work_wanted = true;
        thread_request_stop(cpu->running);
    }
}

void scheduler_init(struct cpu *cpu, struct thread *idle, u64 quantum_ticks) {
    cpu->idle = cpu->running = idle;
    idle->ran_on = cpu->number;
    cpu->next_wake_ticks = SCHEDULER_FOR_EVER;
    cpu->quantum_ticks = quantum_ticks;
    idle->cpu = cpu;
    idle->state = THREAD_RUNNING;
    idle->run_start_ticks = machine_ticks();
    thread_self_set(idle);
    interrupt_timer_handler(TIMER_SCHEDULER, scheduler_tick);
}

// The processor has one more thread to run. Another one than this is interrupted if it has to know: it idles, or its
// timer is not set for the end of the quantum yet.
static void tell(struct cpu *cpu) {
    if (LIKELY(cpu == cpu_self())) {
        dispatch_set_timer(cpu);
    } else if (cpu->idles || cpu->run_queue.length == 1) {
        kernel_lock_interrupt(cpu);
    }
}

static inline void end_wait(struct thread *thread) {
    ASSERT(!(1u << thread->state & (1u << THREAD_READY | 1u << THREAD_RUNNING | 1u << THREAD_ENDED)));
    if (thread->wake_at_ticks) end_sleep(thread->cpu, thread);
    if (thread->waits_in) thread_queue_remove(thread->waits_in, thread);
    thread->waits_in = NULL;
    thread->state = THREAD_READY;
}

void scheduler_ready(struct thread *thread, struct thread *waker) {
    // Its domain ends, or it has been stopped
    if (UNLIKELY(thread->cpu->policies)) policy_check(thread, POLICY_ENDS);
    end_wait(thread);
    struct cpu *cpu = thread->cpu = place_choose(thread->cpu);
    dispatch_enqueue(cpu, thread);
    log_thread_wakeup(&thread->log, waker ? &waker->log : NULL, (enum switch_reason)thread->switch_reason);
    tell(cpu);
    if (UNLIKELY(cpu->policies)) policy_note_ready(thread);
}

// Before the thread gives the processor up of its own accord: not while it is asked which thread is to have it.
static void check_chooser(const struct cpu *cpu, const struct thread *thread, enum policy_fault fault) {
    if (UNLIKELY(cpu->policies)) policy_check(thread, fault);
}

bool scheduler_block(enum thread_state state, enum switch_reason reason, u64 deadline_ticks) {
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    struct thread *thread = thread_self();
    struct cpu *cpu = thread->cpu;
    ASSERT(thread->state == THREAD_RUNNING);
    check_chooser(cpu, thread, POLICY_WAITS);
    wake_due(cpu);
    thread->state = state;
    thread->timed_out = false;
    if (deadline_ticks != SCHEDULER_FOR_EVER) sleep_until(cpu, thread, deadline_ticks);
    dispatch_switch_to_next(cpu, reason);
    ledger_switch(account);
    return !thread->timed_out;
}

// Short, because calls between domains are made of it: it belongs to the account of the work that asks for it, and
// sleepers that are due are left to the timer, which switching sets.
void scheduler_hand_over(struct thread *to) {
    struct thread *thread = thread_self();
    struct cpu *cpu = thread->cpu;
    check_chooser(cpu, thread, POLICY_WAITS);
    if (UNLIKELY(dispatch_is_held(to))) {
        scheduler_ready(to, thread);
        scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
        return;
    }
    thread->state = THREAD_WAITING;
    end_wait(to);
    log_thread_wakeup(&to->log, &thread->log, (enum switch_reason)to->switch_reason);
    dispatch_switch_keeping(cpu, to, SWITCH_portal);
}

// The thread is the next one itself, as its domain has had least.
static void go_on(struct cpu *cpu, struct thread *thread) {
    thread->state = THREAD_RUNNING;
    cpu->quantum_end_ticks = machine_ticks() + dispatch_take_quantum(cpu);
    dispatch_set_timer(cpu);
}

static void give_way_by_rule(struct cpu *cpu, struct thread *thread, enum switch_reason reason) {
    dispatch_charge(cpu);
    if (!thread->domain) cpu->is_turn_of_none = true; // it may have left its domain during its turn
    dispatch_enqueue(cpu, thread);
    struct thread *next = dispatch_dequeue(cpu);
    if (next == thread) {
        go_on(cpu, thread);
    } else {
        dispatch_switch(cpu, next ? next : cpu->idle, reason); // the thread may be held
    }
}

// The thread stays ready, behind all others, here or where fewer wait.
static void give_way(struct cpu *cpu, struct thread *thread, enum switch_reason reason) {
    ASSERT(thread->state == THREAD_RUNNING);
    thread->state = THREAD_READY;
    if (UNLIKELY(cpu->is_ruled)) {
        give_way_by_rule(cpu, thread, reason);
        return;
    }
    struct cpu *to = place_less_busy(cpu);
    thread->cpu = to;
    dispatch_enqueue(to, thread);
    if (to != cpu) tell(to);
    dispatch_switch_to_next(cpu, reason);
}

static void yield(enum switch_reason reason) {
    struct thread *thread = thread_self();
    struct cpu *cpu = thread->cpu;
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    check_chooser(cpu, thread, POLICY_WAITS);
    wake_due(cpu);
    if (cpu->run_queue.length) give_way(cpu, thread, reason);
    ledger_switch(account);
}

void scheduler_yield(void) { yield(SWITCH_yield); }

void scheduler_await_output(void) { yield(SWITCH_output); }

// First, then the look at what it has been asked to stop for: what comes in between stops it again. The order holds
// against other processors too, which store in the other one.
static void forget_request(struct thread *thread) {
    __atomic_store_n(&thread->stack_limit, thread->real_stack_limit, __ATOMIC_SEQ_CST);
}

static void take_turns(struct thread *thread) {
    struct cpu *cpu = thread->cpu;
    wake_due(cpu);
    if (UNLIKELY(cpu->policies) && policy_poll(thread)) {
        // it has been asked whether the thread goes on
    } else if (cpu->run_queue.length && machine_ticks() >= cpu->quantum_end_ticks) {
        give_way(cpu, thread, SWITCH_quantum);
    } else {
        dispatch_set_timer(cpu);
    }
}

void scheduler_poll(struct thread *thread) {
    ASSERT(thread == thread_self());
    forget_request(thread);
    work(thread->cpu);
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    take_turns(thread);
    ledger_switch(account);
}

void scheduler_poll_native(struct thread *thread) {
    log_polled(&thread->log);
    kernel_offer();
    if (LIKELY(thread->stack_limit != UINT64_MAX)) return;
    scheduler_poll(thread);
    if (thread->has_orders) thread_request_stop(thread);
}

bool scheduler_is_poll_due(const struct thread *thread, u64 start_ticks) {
    if (LIKELY(thread->stack_limit != UINT64_MAX && !kernel_is_wanted())) return false;
    return machine_ticks() - start_ticks >= thread->cpu->quantum_ticks / 2;
}

// ---- Holding

#define SHORT_QUANTUM_NS 500000u

static void begin_short_turns(struct cpu *cpu, u64 ticks) {
    __atomic_store_n(&cpu->holds, cpu->holds + 1, __ATOMIC_RELAXED);
    if (cpu->holds > 1) return;
    cpu->usual_quantum_ticks = cpu->quantum_ticks;
    if (ticks < cpu->quantum_ticks) cpu->quantum_ticks = ticks;
}

static void end_short_turns(struct cpu *cpu) {
    __atomic_store_n(&cpu->holds, cpu->holds - 1, __ATOMIC_RELAXED);
    if (!cpu->holds) cpu->quantum_ticks = cpu->usual_quantum_ticks;
}

// Those of the domain that are ready, in their order.
static void hold_ready(struct cpu *cpu, struct domain_core *domain) {
    for (struct thread *thread = cpu->run_queue.first, *next; thread; thread = next) {
        next = thread->next_in_queue;
        if (!dispatch_is_held(thread)) continue;
        thread_queue_remove(&cpu->run_queue, thread);
        thread_queue_append(&domain->hold->queue, thread);
        dispatch_note_length(cpu);
    }
    if (domain->policy) policy_hold(domain->policy, &domain->hold->queue);
    for (struct thread *thread; (thread = shares_take_of(cpu, domain));) {
        thread_queue_append(&domain->hold->queue, thread);
        dispatch_note_length(cpu);
    }
}

bool scheduler_may_hold(void) { return !thread_self()->cpu->policy && !policy_by(thread_self()); }

void scheduler_hold_others(struct thread_hold *hold) {
    struct thread *thread = thread_self();
    struct cpu *own = thread->cpu;
    u64 ticks = log_ticks_of_ns(SHORT_QUANTUM_NS), end = machine_ticks() + ticks;
    ASSERT(kernel_is_locked() && !core_of(thread->domain)->hold);
    *hold = (struct thread_hold){.by = thread};
    core_of(thread->domain)->hold = hold;
    for (u32 i = 0; i < machine.cpu_count; i++) {
        begin_short_turns(&cpus[i], ticks);
        hold_ready(&cpus[i], core_of(thread->domain));
    }
    if (end < own->quantum_end_ticks) own->quantum_end_ticks = end;
    dispatch_set_timer(own);
}

void scheduler_let_go(void) {
    struct thread *self = thread_self();
    struct thread_hold *hold = core_of(self->domain)->hold;
    ASSERT(kernel_is_locked() && hold && hold->by == self);
    core_of(self->domain)->hold = NULL;
    struct policy *policy = core_of(self->domain)->policy;
    bool any = policy && policy_let_go(policy);
    if (any || hold->queue.length) {
        self->cpu->quantum_end_ticks = machine_ticks(); // it is their turn
        thread_request_stop(self);
    }
    for (u32 i = 0; i < machine.cpu_count; i++) end_short_turns(&cpus[i]);
    for (struct thread *thread; (thread = thread_queue_take(&hold->queue));) {
        struct cpu *cpu = thread->cpu = place_choose(thread->cpu);
        dispatch_enqueue(cpu, thread);
        tell(cpu);
    }
}

// What comes from outside may be what another domain waits for.
static void look_outside(struct cpu *cpu) {
    if (LIKELY(!cpu->is_work_wanted) || !__atomic_exchange_n(&cpu->is_outside_wanted, false, __ATOMIC_RELAXED)) return;
    outside_work(cpu->outside);
}

void scheduler_poll_holding(struct thread *thread) {
    log_polled(&thread->log);
    if (LIKELY(thread->stack_limit != UINT64_MAX)) return;
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    forget_request(thread);
    look_outside(thread->cpu);
    take_turns(thread);
    if (thread->has_orders || thread->cpu->is_work_wanted) thread_request_stop(thread);
    ledger_switch(account);
}

static void stand(struct thread *thread) {
    enum ledger_account account = ledger_switch(LEDGER_scheduler);
    while (dispatch_is_held(thread)) give_way(thread->cpu, thread, SWITCH_collection);
    ledger_switch(account);
}

// Translated code that calls the kernel may have arguments in XMM registers.
void kernel_lock_entered(struct thread *thread) {
    if (dispatch_is_held(thread)) stub_keep_vectors(stand, thread);
}

void scheduler_tick(struct trap_frame *frame) {
    (void)frame; // its r15 is the thread only outside of foreign code
    struct cpu *cpu = cpu_self();
    u64 now = machine_ticks();
    bool others = cpu->run_queue.length != 0 && cpu->running != cpu->idle;
    if (now >= cpu->next_wake_ticks || (others && now >= cpu->quantum_end_ticks)) {
        interrupt_timer_set(TIMER_SCHEDULER, 0);
        thread_request_stop(cpu->running);
        return;
    }
    u64 at = cpu->next_wake_ticks;
    if (others && cpu->quantum_end_ticks < at) at = cpu->quantum_end_ticks;
    interrupt_timer_set(TIMER_SCHEDULER, at == SCHEDULER_FOR_EVER ? 0 : at);
}

void scheduler_end(void) {
    ledger_switch(LEDGER_scheduler);
    struct thread *thread = thread_self();
    struct cpu *cpu = thread->cpu;
    ASSERT_THREAD_LEVEL();
    ASSERT(!cpu->ended && thread == cpu->running && thread != cpu->idle);
    check_chooser(cpu, thread, POLICY_ENDS);
    wake_due(cpu);
    thread->state = THREAD_ENDED;
    cpu->ended = thread;
    dispatch_switch_to_next(cpu, SWITCH_end);
    panic("a thread that had ended ran again");
}

// ---- Idle

bool scheduler_is_idle(void) {
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (cpus[i].is_started && (cpus[i].running != cpus[i].idle || cpus[i].run_queue.length)) return false;
    }
    return true;
}

static bool nobody_sleeps(void) {
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (cpus[i].is_started && cpus[i].next_wake_ticks != SCHEDULER_FOR_EVER) return false;
    }
    return true;
}

// Other processors have the kernel's lock meanwhile.
static void wait_for_interrupt(struct cpu *cpu) {
    ASSERT(cpu->running == cpu->idle && cpu == cpu_self() && !cpu->interrupt_depth);
    cpu->idles = true;
    if (kernel_is_shared()) kernel_lock_idle(cpu);
    machine_idle();
    if (kernel_is_shared()) {
        machine_interrupts_on();
        kernel_lock_resume(cpu);
        machine_interrupts_off();
    }
    cpu->idles = false;
}

// What comes from outside may come so soon that to sleep is not worth it.
static bool await_outside(struct cpu *cpu) {
    struct outside *outside = cpu->outside;
    if (!outside || kernel_is_shared()) return false;
    bool is_there = outside_await(outside, cpu->next_wake_ticks);
    if (is_there) cpu->is_outside_wanted = cpu->is_work_wanted = true;
    return is_there;
}

// Nothing is ready: waits for an interrupt, or finds that none can come.
static void idle_wait(struct cpu *cpu) {
    bool on = machine_interrupts_off();
    if (scheduler_is_idle() && ((nobody_sleeps() && !may_outside_wake(cpu)) || scheduler_is_deadlocked())) {
        panic("deadlock: the program can never end");
    }
    if (machine_ticks() < cpu->next_wake_ticks && !cpu->is_work_wanted) {
        dispatch_set_timer(cpu);
        ledger_switch(LEDGER_idle);
        if (!await_outside(cpu)) wait_for_interrupt(cpu);
        ledger_switch(LEDGER_scheduler);
    }
    machine_interrupts_restore(on);
}

// The thread that has waited longest in the longest queue of the others; NULL if they have none to give.
static struct thread *steal(struct cpu *cpu) {
    struct cpu *from = cpu;
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (cpus[i].run_queue.length > from->run_queue.length) from = &cpus[i];
    }
    return dispatch_dequeue(from);
}

void scheduler_run(struct cpu *cpu) {
    ledger_switch(LEDGER_scheduler);
    for (;;) {
        work(cpu);
        wake_due(cpu);
        struct thread *next = dispatch_dequeue(cpu);
        if (!next && kernel_is_shared()) next = steal(cpu);
        if (next) {
            dispatch_switch(cpu, next, SWITCH_idle_over);
        } else {
            idle_wait(cpu);
        }
    }
}
