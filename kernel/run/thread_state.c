// See thread_state.h.
#include "kernel/run/thread_state.h"

#include "base/panic.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java_fields.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/threads.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/owner.h"
#include "kernel/run/domain_run.h"
#include "log/log.h"

const u32 domain_run_bytes = ALIGN_UP(sizeof(struct domain_run), 8u);

// ---- Lock numbers

// An object's mark has 16 bits for its owner.
#define LOCK_NUMBERS (1u << 16)

static struct thread *lock_owners[LOCK_NUMBERS];
static u32 lock_numbers = 1; // the first that no thread has had yet

struct thread *thread_part_make(void) {
    if (lock_numbers == LOCK_NUMBERS) return NULL;
    struct java_thread *made = owner_alloc(&owner_pieces, sizeof(struct java_thread));
    if (!made) return NULL;
    made->lock_number = lock_numbers++;
    ASSERT(!lock_owners[made->lock_number]);
    lock_owners[made->lock_number] = &made->thread;
    return &made->thread;
}

u32 thread_lock_numbers(void) { return lock_numbers; }

struct thread *thread_by_lock_number(u32 number) {
    return lock_owners[number];
}

// ---- Status

struct thread *thread_of(ref java_thread) {
    return (struct thread *)(uintptr_t)java_get_long(java_thread, FIELD_Thread_eetop);
}

static struct java_waits *waits_of(struct java_thread *java, enum java_thread_status status) {
    switch (status) {
    case STATUS_BLOCKED: return &java->blocked;
    case STATUS_SLEEPING:
    case STATUS_WAITING:
    case STATUS_WAITING_TIMED:
    case STATUS_PARKED:
    case STATUS_PARKED_TIMED: return &java->waited;
    default: return NULL;
    }
}

static void count_waits(struct java_thread *java, struct java_waits *next) {
    bool timed = domain_of(&java->thread)->run->times_waits;
    u64 now = timed || java->waits_since_ticks ? machine_ticks() : 0;
    ASSERT(!java->waits_since_ticks || java->waits_for);
    if (java->waits_since_ticks) java->waits_for->ticks += (s64)(now - java->waits_since_ticks);
    if (next) next->count++;
    java->waits_for = next;
    java->waits_since_ticks = next && timed ? now : 0;
}

void thread_set_java_status(struct thread *thread, enum java_thread_status status) {
    if (!thread->java_thread) return;
    java_set_int(thread->java_thread, FIELD_Thread_threadStatus, (s32)status);
    count_waits(java_of(thread), waits_of(java_of(thread), status));
}

// ---- Interrupt, sleep, park

u64 thread_deadline(s64 nanoseconds) {
    u64 now = machine_ticks();
    if (nanoseconds <= 0) return now;
    // Beyond 100 years the conversion could overflow, and nobody will see the difference.
    return now + log_ticks_of_ns(nanoseconds < 3155760000000000000 ? (u64)nanoseconds : 3155760000000000000u);
}

void thread_interrupt(struct thread *thread, struct thread *target) {
    ASSERT_LOCKED();
    java_of(target)->interrupted = true;
    if (target->state == THREAD_WAITING || target->state == THREAD_SLEEPING) scheduler_ready(target, thread);
    thread_unpark(thread, target);
}

bool thread_take_interruption(struct thread *thread) {
    bool interrupted = java_of(thread)->interrupted;
    java_of(thread)->interrupted = false;
    return interrupted;
}

bool thread_sleep(struct thread *thread, s64 nanoseconds) {
    if (exception_is_end(thread)) return true;
    ASSERT(thread == thread_self());
    if (thread_take_interruption(thread)) return false;
    if (nanoseconds <= 0) {
        scheduler_yield();
        return true;
    }
    LOG_EVENT(thread_sleep, .stack = log_event_stack(EVENT_thread_sleep, &thread->log), .limit = (u64)nanoseconds);
    thread_set_java_status(thread, STATUS_SLEEPING);
    scheduler_block(THREAD_SLEEPING, SWITCH_sleep, thread_deadline(nanoseconds));
    thread_set_java_status(thread, STATUS_RUNNABLE);
    return !thread_take_interruption(thread);
}

void thread_park(struct thread *thread, bool timed, u64 nanoseconds) {
    ASSERT(thread == thread_self());
    bool permit = java_of(thread)->park_permit;
    java_of(thread)->park_permit = false;
    if (permit || java_of(thread)->interrupted || exception_is_end(thread)) return;
    ref blocker = thread->java_thread ? java_get_ref(thread->java_thread, FIELD_Thread_parkBlocker) : 0;
    LOG_EVENT(thread_park, .timed = timed, .limit = timed ? nanoseconds : 0,
              .blocker = blocker ? object_class(blocker)->id : 0,
              .stack = log_event_stack(EVENT_thread_park, &thread->log));
    thread_set_java_status(thread, timed ? STATUS_PARKED_TIMED : STATUS_PARKED);
    scheduler_block(THREAD_PARKED, SWITCH_park, timed ? thread_deadline((s64)nanoseconds) : SCHEDULER_FOR_EVER);
    thread_set_java_status(thread, STATUS_RUNNABLE);
    java_of(thread)->park_permit = false;
}

void thread_unpark(struct thread *thread, struct thread *target) {
    ASSERT_LOCKED();
    java_of(target)->park_permit = true;
    if (target->state == THREAD_PARKED) scheduler_ready(target, thread);
}

// ---- Stop, suspend, resume

void thread_stop(struct thread *thread, struct thread *target, ref exception) {
    ASSERT_LOCKED();
    java_of(target)->stop_exception = exception;
    target->has_orders = true;
    if (target->state == THREAD_WAITING || target->state == THREAD_SLEEPING || target->state == THREAD_PARKED) {
        scheduler_ready(target, thread);
    }
    thread_request_stop(target);
}

void thread_suspend(struct thread *target) {
    ASSERT_LOCKED();
    java_of(target)->is_suspended = true;
    target->has_orders = true;
    thread_request_stop(target);
}

void thread_resume(struct thread *thread, struct thread *target) {
    ASSERT_LOCKED();
    java_of(target)->is_suspended = false;
    const struct java_thread *java = java_of(target);
    target->has_orders = java->stop_exception || java->unsafe_fault || java->is_ending;
    if (target->state == THREAD_SUSPENDED) scheduler_ready(target, thread);
}
