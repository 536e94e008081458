// Threads: making and ending them. See kernel/core/threads.h.
#include "kernel/core/threads.h"

#include "base/assembly.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/machine.h"
#include "kernel/core/memory.h"
#include "kernel/core/scheduler.h"
#include "log/log.h"

#define STACK_STEP_BYTES (64 * KIB)
#define STACK_SIZES 64u // lists of threads that have ended; programs use few sizes

static u32 thread_count;
static u64 next_stack = MACHINE_STACKS_END;
// Ended threads by the size of their stacks, linked by next_thread; each still knows where its stack is, and has what
// its extension keeps.
static struct thread *ended[STACK_SIZES];
static struct thread *ended_without_stack;
static const struct thread_extension *extension;

void thread_set_extension(const struct thread_extension *of_higher_rooms) { extension = of_higher_rooms; }

// Never called: its body defines the symbol for switch.S, and generates no code.
__attribute__((used, noinline)) static void offsets_define(void) { OFFSET(THREAD_SAVED_SP, struct thread, saved_sp); }

// ---- Making and ending

static struct thread **ended_list(u64 stack_bytes) { return &ended[stack_bytes / STACK_STEP_BYTES % STACK_SIZES]; }

static struct thread *take_ended(u64 stack_bytes) {
    struct thread **place = ended_list(stack_bytes);
    while (*place && (*place)->stack_end - (*place)->stack_start != stack_bytes) place = &(*place)->next_thread;
    if (!*place) place = &ended_without_stack;
    struct thread *thread = *place;
    if (thread) *place = thread->next_thread;
    return thread;
}

// A thread that has ended and whose stack had that size, or one without a stack, or a new one. NULL if there are too
// many threads.
static struct thread *take_struct(u64 stack_bytes) {
    struct thread *known = take_ended(stack_bytes);
    return known ? known : extension->make();
}

static struct thread *thread_new(u64 stack_bytes) {
    struct thread *thread = take_struct(stack_bytes);
    if (!thread) return NULL;
    u64 stack_start = thread->stack_start, stack_end = thread->stack_end;
    *thread = (struct thread){.state = THREAD_NEW, .ran_on = NO_CPU};
    thread->number = ++thread_count;
    thread->stack_start = stack_start;
    thread->stack_end = stack_end;
    extension->prepare(thread);
    return thread;
}

static void keep_struct(struct thread *thread) {
    struct thread **list =
        thread->stack_start ? ended_list(thread->stack_end - thread->stack_start) : &ended_without_stack;
    thread->next_thread = *list;
    *list = thread;
}

struct thread *thread_release(struct thread *thread) {
    const struct domain_core *core = thread->domain ? core_of(thread->domain) : NULL;
    machine_release(thread->stack_start, thread->stack_end - thread->stack_start);
    if (core) thread_leave_domain(thread);
    keep_struct(thread);
    return core && core->thread_count == 1 ? core->last_thread : NULL;
}

static void set_stack(struct thread *thread, u64 start, u64 end) {
    thread->stack_start = start;
    thread->stack_end = end;
    thread->real_stack_limit = start + THREAD_C_STACK_BYTES;
    thread->stack_limit = thread->real_stack_limit;
}

struct thread *thread_create_here(u64 stack_start, u64 stack_end) {
    struct thread *thread = thread_new(0);
    thread->is_idle = true;
    set_stack(thread, stack_start, stack_end);
    return thread;
}

// What stub_switch pops, and the return address it goes to.
struct initial_context {
    u64 r14, r13, r12, rbx, rbp;
    u64 return_address;
    u64 align[2];
};

// Takes the place of a stack where there has been none yet. Returns 0 if there is no room.
static u64 new_stack(u64 bytes) {
    u64 start = next_stack + MACHINE_PAGE_BYTES; // the page below is the guard: never committed
    if (start + bytes > STACKS_END) return 0;
    next_stack = start + bytes;
    return start;
}

static struct thread *create(u64 stack_bytes, void (*run)(struct thread *), u32 domain_number) {
    u64 bytes = ALIGN_UP(stack_bytes + THREAD_C_STACK_BYTES, STACK_STEP_BYTES);
    struct thread *thread = thread_new(bytes);
    if (!thread) return NULL;
    u64 start = thread->stack_start ? thread->stack_start : new_stack(bytes);
    if (start) set_stack(thread, start, start + bytes);
    if (!start || !memory_commit(start, bytes)) {
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
    struct thread *thread = create(stack_bytes, run, domain ? core_of(domain)->domain_number : 0);
    if (thread && domain) thread_enter_domain(thread, domain);
    return thread;
}

struct thread *thread_create_apart(u64 stack_bytes, void (*run)(struct thread *), u32 domain_number) {
    return create(stack_bytes, run, domain_number);
}

_Noreturn void thread_main(struct thread *thread) {
    scheduler_after_switch();
    log_event(EVENT_thread_start, thread->number, 0, 0);
    thread->run(thread);
    log_thread_end(&thread->log);
    scheduler_end();
}
