// The kernel threads behind java.lang.Thread objects. See kernel/run/java_threads.h.
#include "kernel/run/java_threads.h"
#include "kernel/heap/java_thread.h"

#include "base/hash.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"
#include "kernel/memory/stacks.h"
#include "kernel/run/domain_run.h"
#include "kernel/run/monitor.h"
#include "kernel/run/stubs.h"
#include "kernel/run/unsafe_fault.h"
#include "log/log.h"

// ---- What is added to a thread of the kernel

static void choose_monitor_entries(struct thread *thread) {
    bool tells = monitor_tells_releases(), is_shared = kernel_is_shared();
    u64 *enter = &thread->entries[ENTRY_monitor_enter], *exit = &thread->entries[ENTRY_monitor_exit];
    *enter = stub_entries[ENTRY_monitor_enter], *exit = stub_entries[ENTRY_monitor_exit];
    if (is_shared) *enter = (u64)trampoline_monitor_enter_shared, *exit = (u64)trampoline_monitor_exit_shared;
    if (tells) *enter = (u64)trampoline_monitor_enter_told, *exit = (u64)trampoline_monitor_exit_told;
}

void threads_choose_monitor_entries(void) {
    monitor_begin_holds();
    for (u32 i = 1; i < thread_lock_numbers(); i++) choose_monitor_entries(thread_by_lock_number(i));
}

// The structs of threads that have ended are the kernel's.
static struct account *struct_account(const struct thread *thread) {
    return &(thread->payer ? thread->payer : &kernel_accounts)->of[ACCOUNT_NAMES];
}

// Its lock number is that of the thread that used the struct before.
bool thread_part_begin(struct thread *thread) {
    struct java_thread *java = java_of(thread);
    if (!account_move(kernel_account(ACCOUNT_NAMES), struct_account(thread), sizeof(*java))) return false;
    u32 lock_number = java->lock_number;
    ASSERT(lock_number && thread_by_lock_number(lock_number) == thread);
    memset((u8 *)java + sizeof(struct thread), 0, sizeof(*java) - sizeof(struct thread));
    java->lock_number = lock_number;
    thread->thin_mark = MARK_THIN | lock_number << MARK_OWNER_SHIFT;
    memcpy(thread->entries, stub_entries, sizeof(thread->entries));
    choose_monitor_entries(thread);
    if (handles_begin(java)) return true;
    account_move_always(struct_account(thread), kernel_account(ACCOUNT_NAMES), sizeof(*java));
    return false;
}

void thread_part_end(struct thread *thread) {
    handles_end(java_of(thread));
    account_move_always(struct_account(thread), kernel_account(ACCOUNT_NAMES), sizeof(struct java_thread));
}

void thread_move_to_kernel(struct thread *thread) {
    account_move_always(struct_account(thread), kernel_account(ACCOUNT_NAMES), sizeof(struct java_thread));
    handles_move(java_of(thread), kernel_account(ACCOUNT_STACKS));
    stack_move(thread, &kernel_accounts);
}

// ---- Starting and ending

static void count_start(struct domain *domain) {
    domain->run->threads_started++;
    if (domain->run->threads_most < domain->heap.thread_count) domain->run->threads_most = domain->heap.thread_count;
}

static void run_java(struct thread *thread) {
    if (!java_get_boolean(thread->java_thread, FIELD_Thread_stillborn)) {
        java_call_method(thread, &thread->java_thread, "run", "()V", (u64[]){0});
    }
    if (thread->exception) thread_dispatch_uncaught(thread);
    thread_finish_java(thread);
}

// To the machine's own standard error, as HotSpot does: by now System.err may be anything.
static void tell_of_handler(const struct thread *thread, ref exception) {
    char class_name[256], name[256], text[600];
    javastring_utf8(java_get_ref(thread->java_thread, FIELD_Thread_name), name, sizeof(name));
    size_t length =
        print_format(text, sizeof(text), "\nException: %s thrown from the UncaughtExceptionHandler in thread \"%s\"\n",
                     class_external_name(object_class(exception), class_name, sizeof(class_name)), name);
    log_output(2, text, length < sizeof(text) ? length : sizeof(text) - 1);
}

void thread_dispatch_uncaught(struct thread *thread) {
    if (exception_is_end(thread)) return;
    u64 arguments[] = {0, java_take_exception(thread)};
    java_call_method(thread, &thread->java_thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V", arguments);
    if (thread->exception) tell_of_handler(thread, java_take_exception(thread)); // then JLS 11.3 ignores it
}

void thread_log_name(struct thread *thread, ref name) {
    char text[256];
    size_t length = javastring_utf8(name, text, sizeof(text));
    thread->name_hash = (u32)hash_bytes(HASH_START, text, length);
    log_thread_name(thread->number, text, length);
}

static void order_end(struct thread *target) {
    struct java_thread *java = java_of(target);
    java->is_ending = target->has_orders = true;
    java->handlers_left = 0;
}

bool thread_start_service(struct thread *current, handle java_thread, void (*run)(struct thread *)) {
    ASSERT_LOCKED();
    const struct domain_core *core = core_of(current->domain);
    if (core->thread_limit && core->thread_count >= core->thread_limit) return false;
    s64 wanted = java_get_long(*java_thread, FIELD_Thread_stackSize);
    u64 stack_bytes = wanted > 0 && wanted < (s64)GIB ? (u64)wanted : THREAD_STACK_BYTES;
    struct thread *thread =
        thread_create(stack_bytes < THREAD_STACK_BYTES / 8 ? THREAD_STACK_BYTES / 8 : stack_bytes, run);
    if (!thread) return false;
    ASSERT(thread->domain == current->domain && !thread->java_thread);
    thread->java_thread = *java_thread;
    java_of(thread)->daemon = java_get_boolean(*java_thread, FIELD_Thread_daemon);
    java_set_long(*java_thread, FIELD_Thread_eetop, (s64)(uintptr_t)thread);
    thread_set_java_status(thread, STATUS_RUNNABLE);
    count_start(domain_of(thread));
    thread_log_name(thread, java_get_ref(*java_thread, FIELD_Thread_name));
    java_field_offset(FIELD_Thread_parkBlocker);        // for the thread report: an interrupt must not look for it
    if (java_of(current)->is_ending) order_end(thread); // thread_end_all has not seen this one
    scheduler_ready(thread, current);
    return true;
}

bool thread_start_java(struct thread *current, handle java_thread) {
    return thread_start_service(current, java_thread, run_java);
}

static bool is_other_user_thread(const struct thread *candidate, const struct thread *thread) {
    return candidate != thread && candidate->java_thread && !java_of(candidate)->daemon &&
           candidate->state != THREAD_ENDED;
}

static void finish_object(struct thread *thread, handle java_thread) {
    java_call_method(thread, java_thread, "exit", "()V", (u64[]){0});
    thread->exception = 0;
    // A thread that joins it finds it dead only when its state is the last one: waiting for the monitor changes that
    monitor_enter(thread, java_thread);
    thread_set_java_status(thread, STATUS_TERMINATED);
    java_set_long(*java_thread, FIELD_Thread_eetop, 0);
    monitor_notify(thread, *java_thread, true);
    monitor_exit(thread, *java_thread);
}

void thread_finish_java(struct thread *thread) {
    ASSERT_LOCKED();
    if (!exception_is_end(thread)) finish_object(thread, &thread->java_thread);
    thread->exception = 0;
    thread->java_thread = 0;
    struct thread *last = domain_of(thread)->run->awaits_others;
    if (last && last != thread && last->state == THREAD_WAITING) scheduler_ready(last, thread);
}

bool thread_awaits_others(const struct thread *thread) { return thread == domain_of(thread)->run->awaits_others; }

void thread_await_others(struct thread *thread) {
    ASSERT_LOCKED();
    struct domain *domain = domain_of(thread);
    domain->run->awaits_others = thread;
    for (;;) {
        const struct thread *other = domain->heap.first_thread;
        while (other && !is_other_user_thread(other, thread)) other = other->next_thread;
        if (!other || exception_is_end(thread)) break;
        scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
    }
    domain->run->awaits_others = NULL;
}

// ---- Orders

void thread_obey(struct thread *thread) {
    ASSERT(thread == thread_self());
    while (java_of(thread)->is_suspended) scheduler_block(THREAD_SUSPENDED, SWITCH_wait, SCHEDULER_FOR_EVER);
    if (exception_is_end(thread)) {
        thread_request_stop(thread); // again and again, until it is back where it began
        return;
    }
    if (java_of(thread)->unsafe_fault) {
        java_of(thread)->unsafe_fault = false;
        thread->has_orders = java_of(thread)->stop_exception != 0;
        exception_throw(thread, "java/lang/InternalError", UNSAFE_FAULT_TEXT);
        return;
    }
    ref exception = java_of(thread)->stop_exception;
    java_of(thread)->stop_exception = 0;
    thread->has_orders = false;
    if (exception) exception_raise(thread, exception);
}

// ---- The end of a domain

static bool waits(const struct thread *thread) {
    switch (thread->state) {
    case THREAD_BLOCKED:
    case THREAD_WAITING:
    case THREAD_PARKED:
    case THREAD_SLEEPING:
    case THREAD_SUSPENDED: return true;
    default: return false;
    }
}

static void end_soon(struct thread *thread, struct thread *target) {
    order_end(target);
    java_of(target)->is_suspended = false;
    monitor_stop_waiting(target);
    if (waits(target)) scheduler_ready(target, thread);
    thread_request_stop(target);
}

void thread_end_all(struct thread *thread, const struct domain *domain) {
    ASSERT_LOCKED();
    for (struct thread *target = domain->heap.first_thread; target; target = target->next_thread) {
        if (!target->is_idle && target->state != THREAD_ENDED) end_soon(thread, target);
    }
}

void thread_exit_domain(struct thread *thread, struct domain *domain, s32 status) {
    ASSERT_LOCKED();
    if (!domain->run->is_exiting) domain->run->exit_status = status;
    domain->run->is_exiting = true;
    thread_end_all(thread, domain);
}

void thread_await_all(struct thread *thread) {
    struct domain_core *core = core_of(thread->domain);
    ASSERT(!core->last_thread && core->thread_count);
    core->last_thread = thread;
    while (core->thread_count > 1) scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
    core->last_thread = NULL;
}
