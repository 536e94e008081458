// See fibers.h.
#include "fibers.h"

#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "kernel/core/interrupt.h"
#include "kernel/core/machine.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/switch.h"
#include "kernel/core/threads.h"
#include "kernel/heap/java_thread.h"
#include "kernel/memory/owner.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/stubs.h"
#include "log/log.h"
#include "log_fixture.h"

#define STACK_BYTES (256 * KIB)
#define QUANTUM_TICKS 1000000000000000u // longer than any test

struct fiber {
    ucontext_t context;
    void *stack;
    size_t stack_bytes;
    void *fake_stack; // AddressSanitizer's, while the fiber does not run
};

struct thread *fiber_released;
u32 fibers_released;
s64 fiber_monotonic_ns;

static struct fiber fibers[FIBERS]; // by the thread's number
static u32 fiber_count;
static int (*test_body)(void);

// ---- Threads

static void begin(void) {
    struct thread *thread = thread_self();
    __sanitizer_finish_switch_fiber(fibers[thread->number].fake_stack, NULL, NULL);
    dispatch_switched();
    thread->run(thread);
    log_thread_end(&thread->log);
    scheduler_end();
}

struct thread *fiber_new(void (*run)(struct thread *thread)) {
    if (++fiber_count >= FIBERS) abort();
    struct thread *thread = thread_part_make();
    thread_part_begin(thread);
    thread->number = fiber_count;
    thread->state = THREAD_NEW;
    thread->run = run;
    thread->cpu = &cpus[0];
    if (thread_self()->domain) thread_enter_domain(thread, thread_self()->domain);
    log_thread_create(&thread->log, &thread_self()->log, 0);
    struct fiber *fiber = &fibers[thread->number];
    fiber->stack = malloc(STACK_BYTES);
    fiber->stack_bytes = STACK_BYTES;
    getcontext(&fiber->context);
    fiber->context.uc_stack = (stack_t){.ss_sp = fiber->stack, .ss_size = fiber->stack_bytes};
    makecontext(&fiber->context, begin, 0);
    return thread;
}

struct thread *thread_create(u64 stack_bytes, void (*run)(struct thread *)) {
    (void)stack_bytes;
    return fiber_new(run);
}

struct thread *thread_release(struct thread *thread) {
    fiber_released = thread;
    fibers_released++;
    free(fibers[thread->number].stack);
    fibers[thread->number].stack = NULL;
    if (thread->domain) thread_leave_domain(thread);
    return NULL;
}

void stub_switch(struct thread *from, struct thread *to) {
    struct fiber *left = &fibers[from->number], *entered = &fibers[to->number];
    thread_self_set(to);
    bool ended = from->state == THREAD_ENDED;
    __sanitizer_start_switch_fiber(ended ? NULL : &left->fake_stack, entered->stack, entered->stack_bytes);
    swapcontext(&left->context, &entered->context);
    __sanitizer_finish_switch_fiber(left->fake_stack, NULL, NULL);
}

// A fiber keeps its registers itself.
void stub_keep_vectors(void (*work)(struct thread *thread), struct thread *thread) { work(thread); }

static void run_test(struct thread *thread) {
    (void)thread;
    exit(test_body());
}

void fibers_run(int (*test)(void)) {
    fixture_thread_bytes = sizeof(struct java_thread);
    fixture_start(4 * MIB, 0);
    owner_init();
    struct thread *idle = thread_self();
    struct fiber *fiber = &fibers[idle->number];
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) ||
        pthread_attr_getstack(&attributes, &fiber->stack, &fiber->stack_bytes)) {
        abort();
    }
    pthread_attr_destroy(&attributes);
    fiber_count = idle->number;
    scheduler_init(&cpus[0], idle, QUANTUM_TICKS);
    cpus[0].is_started = true;
    test_body = test;
    scheduler_ready(fiber_new(run_test), NULL);
    scheduler_run(&cpus[0]);
}

const u64 stub_entries[ENTRY_COUNT];
const u8 trampoline_monitor_enter_shared[1], trampoline_monitor_exit_shared[1];
const u8 trampoline_monitor_enter_told[1], trampoline_monitor_exit_told[1];

// ---- The processor

void machine_idle(void) {}
void machine_console_write(const char *text, size_t length) { fwrite(text, 1, length, stderr); }
void machine_release(u64 start, u64 bytes) { munmap((void *)start, bytes); }

u64 log_ticks_of_ns(u64 nanoseconds) { return nanoseconds; }
s64 log_monotonic_ns(void) { return fiber_monotonic_ns; }
