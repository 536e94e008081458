// See dispatch.h.
#include "kernel/core/dispatch.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/policy.h"
#include "kernel/core/shares.h"
#include "kernel/core/switch.h"
#include "log/log.h"

void dispatch_set_timer(struct cpu *cpu) {
    u64 at = cpu->next_wake_ticks;
    if (cpu->run_queue.length && cpu->running != cpu->idle && cpu->quantum_end_ticks < at) at = cpu->quantum_end_ticks;
    if (at == TIMER_NEVER) return;
    u64 set = interrupt_timer_get(TIMER_SCHEDULER);
    if (!set || at < set) interrupt_timer_set(TIMER_SCHEDULER, at);
}

// ---- The queues

void dispatch_note_length(const struct cpu *cpu) {
    LOG_EVENT(run_queue, .processor = cpu->number, .length = cpu->run_queue.length);
}

bool dispatch_is_held(const struct thread *thread) {
    const struct thread_hold *hold = thread->domain ? core_of(thread->domain)->hold : NULL;
    return UNLIKELY(hold != NULL) && hold->by != thread;
}

static void enqueue_by_rule(struct cpu *cpu, struct thread *thread) {
    if (cpu->policy) {
        thread_queue_append(&cpu->run_queue, thread);
    } else {
        shares_append(cpu, thread);
    }
    if (UNLIKELY(cpu->policies)) policy_note_queued(thread);
}

void dispatch_enqueue(struct cpu *cpu, struct thread *thread) {
    ASSERT_LOCKED();
    ASSERT(thread->state == THREAD_READY && !thread->waits_in);
    if (dispatch_is_held(thread)) {
        thread_queue_append(&core_of(thread->domain)->hold->queue, thread);
        return;
    }
    if (UNLIKELY(cpu->is_ruled)) {
        enqueue_by_rule(cpu, thread);
    } else {
        thread_queue_append(&cpu->run_queue, thread);
    }
    dispatch_note_length(cpu);
}

static struct thread *dequeue_by_rule(struct cpu *cpu) {
    if (cpu->policy) return policy_ask(cpu->policy);
    u32 length = cpu->run_queue.length;
    struct thread *thread = shares_take(cpu);
    if (cpu->run_queue.length != length) dispatch_note_length(cpu);
    return thread;
}

// Returns NULL if nobody waits for the processor.
struct thread *dispatch_dequeue(struct cpu *cpu) {
    if (UNLIKELY(cpu->is_ruled)) return dequeue_by_rule(cpu);
    struct thread *thread = thread_queue_take(&cpu->run_queue);
    if (thread) dispatch_note_length(cpu);
    return thread;
}

// What the running thread has had until now counts when the next one is chosen.
void dispatch_charge(struct cpu *cpu) {
    struct thread *thread = cpu->running;
    u64 now = machine_ticks(), ticks = now - thread->run_start_ticks;
    thread->running_ticks += ticks;
    thread->run_start_ticks = now;
    shares_charge(thread, ticks);
}

void dispatch_switch_to_next(struct cpu *cpu, enum switch_reason reason) {
    if (UNLIKELY(cpu->is_ruled)) dispatch_charge(cpu);
    struct thread *next = dispatch_dequeue(cpu);
    dispatch_switch(cpu, next ? next : cpu->idle, reason);
}

// ---- Switching

// Not by turns only: what `from` has had counts, and that it no longer runs is known.
static inline void note_leaving(const struct cpu *cpu, struct thread *from, u64 now) {
    shares_charge(from, now - from->run_start_ticks);
    if (UNLIKELY(cpu->policies)) policy_note_left(from);
}

u64 dispatch_take_quantum(struct cpu *cpu) {
    u64 given = cpu->next_quantum_ticks;
    cpu->next_quantum_ticks = 0;
    return UNLIKELY(given) ? given : cpu->quantum_ticks;
}

static void note_migration(const struct cpu *cpu, struct thread *thread) {
    if (thread->ran_on != NO_CPU) {
        LOG_EVENT(thread_migrate, .thread = thread->number, .from = thread->ran_on, .to = cpu->number);
    }
    thread->ran_on = cpu->number;
}

// `next` runs from here on; returns when `from`, which calls, runs again. It gets a new quantum or, if it
// `keeps_quantum`, what is left of the current one; when that is over and nobody else waits for the processor, a new
// one. Then nothing has changed for which the timer would be set, unless it has just asked `from` to stop.
__attribute__((always_inline)) static inline void switch_within(struct cpu *cpu, struct thread *from,
                                                                struct thread *next, enum switch_reason reason,
                                                                bool keeps_quantum) {
    ASSERT(from == cpu->running && next != from && !cpu->interrupt_depth);
    if (UNLIKELY(next->ran_on != cpu->number)) note_migration(cpu, next);
    u64 now = machine_ticks(); // nothing is logged from here to log_thread_switch
    from->switch_reason = narrow_u8(reason);
    from->running_ticks += now - from->run_start_ticks;
    if (cpu->is_ruled) note_leaving(cpu, from, now);
    next->run_start_ticks = now;
    next->state = THREAD_RUNNING;
    next->cpu = cpu;
    next->stack_limit = next->real_stack_limit;
    if (UNLIKELY(next->has_orders || cpu->is_work_wanted)) next->stack_limit = UINT64_MAX;
    cpu->running = next;
    if (!keeps_quantum || (UNLIKELY(now >= cpu->quantum_end_ticks) && !cpu->run_queue.length)) {
        cpu->quantum_end_ticks = now + dispatch_take_quantum(cpu);
    }
    compiler_barrier(); // an interrupt asks either `from` before this, or the next one
    if (!keeps_quantum || UNLIKELY(from->stack_limit == UINT64_MAX)) {
        dispatch_set_timer(cpu);
        if (cpu->is_work_wanted) thread_request_stop(next);
    }
    log_thread_switch(&from->log, &next->log, reason, now);
    stub_switch(from, next);
    dispatch_switched();
}

void dispatch_switch(struct cpu *cpu, struct thread *next, enum switch_reason reason) {
    switch_within(cpu, cpu->running, next, reason, false);
}

void dispatch_switch_keeping(struct cpu *cpu, struct thread *next, enum switch_reason reason) {
    switch_within(cpu, cpu->running, next, reason, true);
}
