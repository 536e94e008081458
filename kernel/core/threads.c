// Kernel threads, and the java.lang.Thread objects behind which they stand. See kernel/core/threads.h.
#include "kernel/core/threads.h"

#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/javastring.h"
#include "kernel/core/machine.h"
#include "kernel/core/memory.h"
#include "kernel/core/panic.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/java_fields.h"
#include "kernel/run/exception.h"
#include "kernel/run/java.h"
#include "kernel/run/monitor.h"
#include "kernel/run/stubs.h"
#include "log/log.h"

// An object's mark has 16 bits for its owner.
#define LOCK_NUMBERS (1u << 16)
#define STACK_STEP_BYTES (64 * KIB)

struct thread *thread_first;

static u32 thread_count;
static u64 next_stack = MACHINE_STACKS_END;
static struct thread *awaits_others; // the thread in thread_await_others
// linked by next_thread; each still knows its stack's place and has its handles and lock number
static struct thread *ended;
static struct thread *lock_owners[LOCK_NUMBERS];
static u32 lock_numbers = 1; // the first that no thread has had

// ---- Making and ending

// One that has ended and whose stack had that size, or that has none, or all of it new. NULL: there are too many
// threads.
static struct thread *take_struct(u64 stack_bytes) {
    for (struct thread **place = &ended; *place; place = &(*place)->next_thread) {
        struct thread *thread = *place;
        if (thread->stack_start && thread->stack_end - thread->stack_start != stack_bytes) continue;
        *place = thread->next_thread;
        return thread;
    }
    if (lock_numbers == LOCK_NUMBERS) return NULL;
    struct thread *thread = memory_class_alloc(sizeof(struct thread));
    thread->lock_number = lock_numbers++;
    lock_owners[thread->lock_number] = thread;
    return thread;
}

static struct thread *thread_new(u64 stack_bytes) {
    struct thread *thread = take_struct(stack_bytes);
    if (!thread) return NULL;
    *thread = (struct thread){.number = ++thread_count,
                              .state = THREAD_NEW,
                              .lock_number = thread->lock_number,
                              .handles = thread->handles,
                              .handle_capacity = thread->handle_capacity,
                              .stack_start = thread->stack_start,
                              .stack_end = thread->stack_end};
    thread->thin_mark = MARK_THIN | thread->lock_number << MARK_OWNER_SHIFT;
    memcpy(thread->entries, stub_entries, sizeof(thread->entries));
    thread->next_thread = thread_first;
    if (thread_first) thread_first->previous_thread = thread;
    thread_first = thread;
    return thread;
}

static void leave_list(struct thread *thread) {
    if (thread->previous_thread) thread->previous_thread->next_thread = thread->next_thread;
    else thread_first = thread->next_thread;
    if (thread->next_thread) thread->next_thread->previous_thread = thread->previous_thread;
}

static void keep_struct(struct thread *thread) {
    leave_list(thread);
    thread->next_thread = ended;
    ended = thread;
}

void thread_release(struct thread *thread) {
    machine_release(thread->stack_start, thread->stack_end - thread->stack_start);
    keep_struct(thread);
}

static void set_stack(struct thread *thread, u64 start, u64 end) {
    thread->stack_start = start;
    thread->stack_end = end;
    thread->real_stack_limit = start + THREAD_C_STACK_BYTES;
    thread->stack_limit = thread->real_stack_limit;
}

struct thread *thread_create_here(u64 stack_start, u64 stack_end) {
    struct thread *thread = thread_new(0);
    set_stack(thread, stack_start, stack_end);
    return thread;
}

// What stub_switch pops, and the return address it goes to.
struct initial_context {
    u64 r14, r13, r12, rbx, rbp;
    u64 return_address;
    u64 align[2];
};

// Where no stack has been yet. 0: there is no room.
static u64 new_stack(u64 bytes) {
    u64 start = next_stack + MACHINE_PAGE_BYTES; // the page below is the guard: never committed
    if (start + bytes > STACKS_END) return 0;
    next_stack = start + bytes;
    return start;
}

struct thread *thread_create(u64 stack_bytes, void (*run)(struct thread *)) {
    u64 bytes = ALIGN_UP(stack_bytes + THREAD_C_STACK_BYTES, STACK_STEP_BYTES);
    struct thread *thread = thread_new(bytes);
    if (!thread) return NULL;
    u64 start = thread->stack_start ? thread->stack_start : new_stack(bytes);
    if (start) set_stack(thread, start, start + bytes);
    if (!start || !machine_commit(start, bytes, MACHINE_WRITE)) {
        keep_struct(thread);
        return NULL;
    }
    struct initial_context *context = (struct initial_context *)(thread->stack_end - sizeof(*context));
    context->return_address = (u64)(uintptr_t)stub_thread_start;
    thread->saved_sp = (u64)(uintptr_t)context;
    thread->run = run;
    thread->cpu = thread_self()->cpu;
    thread->domain = thread_self()->domain;
    log_thread_create(thread, thread_self(), 0);
    return thread;
}

_Noreturn void thread_main(struct thread *thread) {
    scheduler_after_switch();
    log_event(EVENT_thread_start, thread->number, 0, 0);
    thread->run(thread);
    log_thread_end(thread);
    scheduler_end();
}

struct thread *thread_by_lock_number(u32 number) {
    return lock_owners[number];
}

// ---- java.lang.Thread

struct thread *thread_of(ref java_thread) {
    return (struct thread *)(uintptr_t)java_get_long(java_thread, FIELD_Thread_eetop);
}

void thread_set_java_status(struct thread *thread, enum java_thread_status status) {
    if (thread->java_thread) java_set_int(thread->java_thread, FIELD_Thread_threadStatus, (s32)status);
}

static void run_java(struct thread *thread) {
    if (!java_get_boolean(thread->java_thread, FIELD_Thread_stillborn))
        java_call_method(thread, &thread->java_thread, "run", "()V", (u64[]){0});
    if (thread->exception) thread_dispatch_uncaught(thread);
    thread_finish_java(thread);
}

// To the machine's own standard error, as HotSpot does: System.err may be anything by now.
static void tell_of_handler(const struct thread *thread, ref exception) {
    char class_name[256], name[256], text[600];
    javastring_utf8(java_get_ref(thread->java_thread, FIELD_Thread_name), name, sizeof(name));
    size_t length =
        print_format(text, sizeof(text), "\nException: %s thrown from the UncaughtExceptionHandler in thread \"%s\"\n",
                     class_external_name(object_class(exception), class_name, sizeof(class_name)), name);
    log_output(2, text, length < sizeof(text) ? length : sizeof(text) - 1);
}

void thread_dispatch_uncaught(struct thread *thread) {
    u64 arguments[] = {0, java_take_exception(thread)};
    java_call_method(thread, &thread->java_thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V", arguments);
    if (thread->exception) tell_of_handler(thread, java_take_exception(thread)); // and JLS 11.3 ignores it
}

void thread_log_name(const struct thread *thread, ref name) {
    char text[256];
    log_thread_name(thread->number, text, javastring_utf8(name, text, sizeof(text)));
}

bool thread_start_java(struct thread *current, handle java_thread) {
    s64 wanted = java_get_long(*java_thread, FIELD_Thread_stackSize);
    u64 stack_bytes = wanted > 0 && wanted < (s64)GIB ? (u64)wanted : THREAD_STACK_BYTES;
    struct thread *thread =
        thread_create(stack_bytes < THREAD_STACK_BYTES / 8 ? THREAD_STACK_BYTES / 8 : stack_bytes, run_java);
    if (!thread) return false;
    thread->java_thread = *java_thread;
    thread->daemon = java_get_boolean(*java_thread, FIELD_Thread_daemon);
    java_set_long(*java_thread, FIELD_Thread_eetop, (s64)(uintptr_t)thread);
    thread_set_java_status(thread, STATUS_RUNNABLE);
    thread_log_name(thread, java_get_ref(*java_thread, FIELD_Thread_name));
    scheduler_ready(thread, current);
    return true;
}

static bool is_other_user_thread(const struct thread *candidate, const struct thread *thread) {
    return candidate != thread && candidate->java_thread && !candidate->daemon && candidate->state != THREAD_ENDED;
}

void thread_finish_java(struct thread *thread) {
    handle java_thread = &thread->java_thread;
    java_call_method(thread, java_thread, "exit", "()V", (u64[]){0});
    thread->exception = 0;
    thread_set_java_status(thread, STATUS_TERMINATED);
    java_set_long(*java_thread, FIELD_Thread_eetop, 0);
    monitor_enter(thread, java_thread);
    thread_set_java_status(thread, STATUS_TERMINATED); // entering the monitor may have changed it
    monitor_notify(thread, *java_thread, true);
    monitor_exit(thread, *java_thread);
    thread->java_thread = 0;
    if (awaits_others && awaits_others != thread && awaits_others->state == THREAD_WAITING)
        scheduler_ready(awaits_others, thread);
}

bool thread_awaits_others(const struct thread *thread) { return thread == awaits_others; }

void thread_await_others(struct thread *thread) {
    awaits_others = thread;
    for (;;) {
        struct thread *other = thread_first;
        while (other && !is_other_user_thread(other, thread)) other = other->next_thread;
        if (!other) break;
        scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
    }
    awaits_others = NULL;
}

// ---- Interrupt, sleep, park

u64 thread_deadline(s64 nanoseconds) {
    u64 now = machine_ticks();
    if (nanoseconds <= 0) return now;
    // Beyond 100 years the conversion could overflow, and nobody will see the difference.
    return now + log_ticks_of_ns(nanoseconds < 3155760000000000000 ? (u64)nanoseconds : 3155760000000000000u);
}

void thread_interrupt(struct thread *thread, struct thread *target) {
    target->interrupted = true;
    if (target->state == THREAD_WAITING || target->state == THREAD_SLEEPING) scheduler_ready(target, thread);
    thread_unpark(thread, target);
}

static bool take_interruption(struct thread *thread) {
    bool interrupted = thread->interrupted;
    thread->interrupted = false;
    return interrupted;
}

bool thread_sleep(struct thread *thread, s64 nanoseconds) {
    if (take_interruption(thread)) return false;
    if (nanoseconds <= 0) {
        scheduler_yield();
        return true;
    }
    log_event(EVENT_thread_sleep, 0, (u64)nanoseconds, 0);
    thread_set_java_status(thread, STATUS_SLEEPING);
    scheduler_block(THREAD_SLEEPING, SWITCH_sleep, thread_deadline(nanoseconds));
    thread_set_java_status(thread, STATUS_RUNNABLE);
    return !take_interruption(thread);
}

void thread_park(struct thread *thread, u64 deadline_ticks) {
    bool permit = thread->park_permit;
    thread->park_permit = false;
    if (permit || thread->interrupted) return;
    bool timed = deadline_ticks != SCHEDULER_FOR_EVER;
    log_event(EVENT_thread_park, timed, 0, 0);
    thread_set_java_status(thread, timed ? STATUS_PARKED_TIMED : STATUS_PARKED);
    scheduler_block(THREAD_PARKED, SWITCH_park, deadline_ticks);
    thread_set_java_status(thread, STATUS_RUNNABLE);
    thread->park_permit = false;
}

void thread_unpark(struct thread *thread, struct thread *target) {
    target->park_permit = true;
    if (target->state == THREAD_PARKED) scheduler_ready(target, thread);
}

// ---- Stop, suspend, resume

void thread_stop(struct thread *thread, struct thread *target, ref exception) {
    target->stop_exception = exception;
    if (target->state == THREAD_WAITING || target->state == THREAD_SLEEPING || target->state == THREAD_PARKED)
        scheduler_ready(target, thread);
    scheduler_request_stop(target);
}

void thread_suspend(struct thread *target) {
    target->is_suspended = true;
    scheduler_request_stop(target);
}

void thread_resume(struct thread *thread, struct thread *target) {
    target->is_suspended = false;
    if (target->state == THREAD_SUSPENDED) scheduler_ready(target, thread);
}

void thread_obey(struct thread *thread) {
    while (thread->is_suspended) scheduler_block(THREAD_SUSPENDED, SWITCH_wait, SCHEDULER_FOR_EVER);
    ref exception = thread->stop_exception;
    thread->stop_exception = 0;
    if (exception) exception_raise(thread, exception);
}
