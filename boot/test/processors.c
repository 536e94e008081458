// Several processors: that they come up, and what they can do to each other. Processor 0 gives the others their work, one
// function at a time for all of them, and waits until all are done.
#include "base/string.h"
#include "boot/test/test.h"
#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/machine.h"

#define CPUS_MOST 64u
#define WAIT_NS 5000000000u

static struct cpu cpus[CPUS_MOST];
static volatile u32 arrived, answered[CPUS_MOST];
static void (*volatile work)(u32 number);
static volatile u32 round_number;

static void wait_for(volatile u32 *value, u32 wanted) {
    u64 until = reference_ns() + WAIT_NS;
    while (__atomic_load_n(value, __ATOMIC_ACQUIRE) != wanted && reference_ns() < until) {
        __asm__ volatile("pause");
    }
}

void kernel_processor(struct cpu *cpu) {
    __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
    for (u32 done = 0;;) {
        while (__atomic_load_n(&round_number, __ATOMIC_ACQUIRE) == done) __asm__ volatile("pause");
        done++;
        work(cpu->number);
        __atomic_store_n(&answered[cpu->number], done, __ATOMIC_RELEASE);
    }
}

void interrupt_call(struct trap_frame *frame) { (void)frame; }

// On all processors but this one, at once; returns how many were done in time.
static u32 run_on_others(void (*function)(u32 number)) {
    work = function;
    u32 wanted = round_number + 1, done = 0;
    __atomic_store_n(&round_number, wanted, __ATOMIC_RELEASE);
    for (u32 i = 1; i < machine.cpu_count; i++) {
        wait_for(&answered[i], wanted);
        done += answered[i] == wanted;
    }
    return done;
}

static volatile u64 stack_of[CPUS_MOST], self_of[CPUS_MOST];

static void look_around(u32 number) {
    stack_of[number] = (u64)__builtin_frame_address(0);
    self_of[number] = (u64)cpu_self();
}

static void test_start(void) {
    u32 count = machine.cpu_count, started = 0, right = 0;
    for (u32 i = 1; i < count; i++) {
        cpus[i] = (struct cpu){.self = &cpus[i],
                               .number = i,
                               .timer = {.deadline = {TIMER_NEVER, TIMER_NEVER, TIMER_NEVER}, .armed = TIMER_NEVER}};
        u64 before = reference_ns();
        started += machine_start_processor(&cpus[i]);
        note("it took ns", reference_ns() - before);
    }
    check_equal(started, count - 1, "all other processors start");
    wait_for(&arrived, count - 1);
    check_equal(arrived, count - 1, "and get to the kernel");
    check_equal(run_on_others(look_around), count - 1, "and work");
    for (u32 i = 1; i < count; i++) {
        right += self_of[i] == (u64)&cpus[i] && stack_of[i] > cpus[i].stack_start && stack_of[i] < cpus[i].stack_end;
    }
    check_equal(right, count - 1, "each is itself, on its own stack");
}

void test_processors(void) {
    note("processors", machine.cpu_count);
    test_start();
}
