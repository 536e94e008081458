// Threads: making and ending them. See kernel/core/threads.h.
#include "kernel/core/threads.h"
#include "kernel/core/kernel_lock.h"

#include "base/assembly.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/machine.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/switch.h"
#include "log/log.h"

static u32 thread_count;
static struct thread *ended; // linked by next_thread; each has what its extension keeps

// Never called: its body defines the symbol for switch.S, and generates no code.
__attribute__((used, noinline)) static void offsets_define(void) { OFFSET(THREAD_SAVED_SP, struct thread, saved_sp); }

// ---- Making and ending

// A thread that has ended, or a new one. NULL if there are too many threads.
static struct thread *take_struct(void) {
    struct thread *thread = ended;
    if (!thread) return thread_part_make();
    ended = thread->next_thread;
    return thread;
}

static struct thread *thread_new(void) {
    struct thread *thread = take_struct();
    if (!thread) return NULL;
    *thread = (struct thread){.state = THREAD_NEW, .ran_on = NO_CPU};
    thread->number = ++thread_count;
    return thread;
}

static void keep_struct(struct thread *thread) {
    ASSERT_LOCKED();
    thread->next_thread = ended;
    ended = thread;
}

struct thread *thread_release(struct thread *thread) {
    ASSERT_LOCKED();
    const struct domain_core *core = thread->domain ? core_of(thread->domain) : NULL;
    thread_part_end(thread);
    thread_stack_give(thread);
    if (core) thread_leave_domain(thread);
    keep_struct(thread);
    return core && core->thread_count == 1 ? core->last_thread : NULL;
}

struct thread *thread_create_here(u64 stack_start, u64 stack_end) {
    ASSERT_LOCKED();
    struct thread *thread = thread_new();
    bool is_ready = thread && thread_part_begin(thread);
    ASSERT(is_ready);
    thread->is_idle = true;
    thread->stack_start = stack_start;
    thread->stack_end = stack_end;
    thread->stack_limit = thread->real_stack_limit = stack_start + THREAD_C_STACK_BYTES;
    return thread;
}

// What stub_switch pops, and the return address it goes to.
struct initial_context {
    u64 r14, r13, r12, rbx, rbp;
    u64 return_address;
    u64 align[2];
};

static struct thread *create(u64 stack_bytes, void (*run)(struct thread *), u32 domain_number, struct accounts *payer) {
    ASSERT_LOCKED();
    struct thread *thread = thread_new();
    if (!thread) return NULL;
    bool has_stack = thread_stack_take(thread, stack_bytes + THREAD_C_STACK_BYTES, payer);
    if (!has_stack || !thread_part_begin(thread)) {
        if (has_stack) thread_stack_give(thread);
        keep_struct(thread);
        return NULL;
    }
    struct initial_context *context = (struct initial_context *)(thread->stack_end - sizeof(*context));
    context->return_address = (u64)(uintptr_t)stub_thread_start;
    thread->saved_sp = (u64)(uintptr_t)context;
    thread->run = run;
    thread->cpu = thread_self()->cpu;
    log_thread_create(&thread->log, &thread_self()->log, domain_number);
    return thread;
}

struct thread *thread_create(u64 stack_bytes, void (*run)(struct thread *)) {
    struct domain *domain = thread_self()->domain;
    const struct domain_core *core = domain ? core_of(domain) : NULL;
    struct thread *thread = create(stack_bytes, run, core ? core->domain_number : 0, core ? core->accounts : NULL);
    if (thread && domain) thread_enter_domain(thread, domain);
    return thread;
}

struct thread *thread_create_apart(u64 stack_bytes, void (*run)(struct thread *), u32 domain_number,
                                   struct accounts *payer) {
    return create(stack_bytes, run, domain_number, payer);
}

_Noreturn void thread_main(struct thread *thread) {
    dispatch_switched();
    LOG_EVENT(thread_start, .thread = thread->number);
    thread->run(thread);
    log_thread_end(&thread->log);
    scheduler_end();
}
