// The scheduler: turns, quanta, sleepers, what wakes which thread, and the end of threads; then, compared with a model
// of its queue, threads that do at random what threads do.
#include "kernel/core/scheduler.h"

#include <stdlib.h>
#include <string.h>

#include "fibers.h"
#include "kernel/core/interrupt.h"
#include "kernel/core/outside.h"
#include "kernel/core/test/said.h"
#include "kernel/core/threads.h"
#include "tap.h"

static struct thread *tester; // the thread that runs this

static u32 letters;
static void say_letters(struct thread *thread) {
    const char word[] = {(char)('a' + letters++), 0};
    (void)thread;
    for (u32 i = 0; i < 3; i++) {
        say(word);
        scheduler_yield();
    }
}

static void test_turns(void) {
    struct thread *threads[] = {fiber_new(say_letters), fiber_new(say_letters), fiber_new(say_letters)};
    for (u32 i = 0; i < 3; i++) scheduler_ready(threads[i], thread_self());
    tap_is_int(cpus[0].run_queue.length, 3, "three are ready");
    tap_said("", "none runs before it is its turn");
    let_others_run();
    tap_said("abcabcabc", "they take turns");
    tap_is_int(fibers_released, 3, "each is released at its end");
    tap_ok(fiber_released == threads[2] && threads[2]->state == THREAD_ENDED, "the last one last, as another runs");
}

// ---- Waiting

static bool block_result;
static void block_for_ever(struct thread *thread) {
    (void)thread;
    block_result = scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
    say("woken");
}

static void test_block(void) {
    struct thread *thread = fiber_new(block_for_ever);
    scheduler_ready(thread, thread_self());
    scheduler_yield();
    tap_ok(thread->state == THREAD_WAITING && thread->switch_reason == SWITCH_wait, "a thread that waits");
    scheduler_yield();
    tap_said("", "does not run");
    scheduler_ready(thread, thread_self());
    tap_is_int(thread->state, THREAD_READY, "until it is made ready");
    let_others_run();
    tap_said("woken", "then it does");
    tap_ok(block_result, "and knows that it was woken");
}

static struct thread *giver;
static void serve(struct thread *thread) {
    scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
    say("served ");
    scheduler_ready(giver, thread);
}
static void say_other(struct thread *thread) {
    (void)thread;
    say("other");
}

static void test_hand_over(void) {
    struct thread *server = fiber_new(serve);
    giver = thread_self();
    scheduler_ready(server, giver);
    scheduler_yield();
    scheduler_ready(fiber_new(say_other), giver);
    u64 quantum_end_ticks = cpus[0].quantum_end_ticks;
    scheduler_hand_over(server);
    tap_said("served other", "who is handed the processor runs before those that are ready");
    tap_ok(cpus[0].quantum_end_ticks >= quantum_end_ticks && giver->switch_reason == SWITCH_portal,
           "and who has handed it over waits for that reason");
}

static u64 base_ticks;
static const u64 distances[] = {3000, 1000, 2000, 1000};
static u32 sleeper_number;
static void sleep_a_while(struct thread *thread) {
    (void)thread;
    u32 number = sleeper_number++;
    const char word[] = {(char)('0' + number), 0};
    bool woken = scheduler_block(THREAD_SLEEPING, SWITCH_sleep, base_ticks + distances[number]);
    say(woken ? "!" : word);
}

// All times are past or far away, so that nothing depends on how fast the host is.
static void test_sleepers(void) {
    struct thread *threads[COUNT_OF(distances)];
    base_ticks = machine_ticks() + 1000000000000;
    for (u32 i = 0; i < COUNT_OF(distances); i++) {
        threads[i] = fiber_new(sleep_a_while);
        scheduler_ready(threads[i], thread_self());
    }
    let_others_run();
    tap_is_int((long long)(cpus[0].next_wake_ticks - base_ticks), 1000, "the processor knows the first sleeper's time");
    tap_is_int((long long)(interrupt_timer_get(TIMER_SCHEDULER) - base_ticks), 1000, "and the timer is set for it");
    scheduler_ready(threads[1], thread_self());
    let_others_run();
    tap_said("!", "one that is woken before its time knows that");
    tap_ok(cpus[0].sleepers.first == threads[3] && threads[1]->wake_at_ticks == 0, "and sleeps no more");
    for (u32 i = 0; i < COUNT_OF(distances); i++) {
        if (threads[i]->wake_at_ticks) threads[i]->wake_at_ticks -= base_ticks - 1; // all alike: their order stays
    }
    cpus[0].next_wake_ticks = cpus[0].sleepers.first->wake_at_ticks;
    let_others_run();
    scheduler_yield();
    let_others_run();
    tap_said("320", "the others wake by the clock, the earliest first");
    tap_ok(!cpus[0].sleepers.first && cpus[0].next_wake_ticks == SCHEDULER_FOR_EVER, "nobody sleeps any more");
}

// Nothing is ready but what the clock will wake: the idle thread waits for that.
static void test_idle(void) {
    u64 until = machine_ticks() + 2000000;
    bool woken = scheduler_block(THREAD_SLEEPING, SWITCH_sleep, until);
    tap_ok(!woken && machine_ticks() >= until, "alone, a thread sleeps its time");
    woken = scheduler_block(THREAD_SLEEPING, SWITCH_sleep, 1);
    tap_ok(!woken, "a time that is past is over at once");
    woken = scheduler_block(THREAD_SLEEPING, SWITCH_sleep, 0);
    tap_ok(!woken, "so is the time 0, which is no sleeper's mark");
}

// A thread that waits in some queue leaves it when it is made ready.
static struct thread_queue queue;
static void wait_in_queue(struct thread *thread) {
    thread_queue_append(&queue, thread);
    thread->waits_in = &queue;
    scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
}

static void test_queue(void) {
    struct thread *threads[3];
    for (u32 i = 0; i < 3; i++) {
        threads[i] = fiber_new(wait_in_queue);
        scheduler_ready(threads[i], thread_self());
    }
    let_others_run();
    tap_is_int(queue.length, 3, "three wait in a queue");
    scheduler_ready(threads[1], thread_self());
    tap_ok(queue.length == 2 && queue.first == threads[0] && queue.last == threads[2] && !threads[1]->waits_in,
           "the one in the middle leaves it");
    scheduler_ready(threads[2], thread_self());
    tap_ok(queue.length == 1 && queue.last == threads[0], "the last one");
    scheduler_ready(threads[0], thread_self());
    tap_ok(queue.length == 0 && !queue.first && !queue.last, "the only one");
    let_others_run();
}

// ---- Quanta

static void nothing_more(struct thread *thread) { (void)thread, say("other"); }

static void test_quantum(void) {
    struct thread *self = thread_self();
    struct trap_frame frame = {0};
    self->real_stack_limit = self->stack_limit = 4711;
    cpus[0].quantum_end_ticks = 1; // over long ago
    scheduler_tick(&frame);
    tap_is_int((long long)self->stack_limit, 4711, "alone, nobody is asked to stop for its quantum");
    scheduler_ready(fiber_new(nothing_more), self);
    scheduler_tick(&frame);
    tap_ok(self->stack_limit == UINT64_MAX, "with another one ready the thread is asked to stop");
    cpus[0].quantum_end_ticks = UINT64_MAX - 1;
    scheduler_poll(self);
    tap_said("", "within its quantum it goes on");
    tap_is_int((long long)self->stack_limit, 4711, "and may go on for now");
    scheduler_tick(&frame);
    tap_is_int((long long)self->stack_limit, 4711, "it is not asked before that is over");
    tap_ok(interrupt_timer_get(TIMER_SCHEDULER) == UINT64_MAX - 1, "but the timer will be there then");
    cpus[0].quantum_end_ticks = 1;
    scheduler_poll(self);
    tap_said("other", "its quantum over, it lets the other run");
    tap_is_int(self->switch_reason, SWITCH_quantum, "which is why it was left");
    tap_ok(cpus[0].quantum_end_ticks > machine_ticks(), "it has a new one");
    self->has_orders = true;
    scheduler_ready(fiber_new(nothing_more), self);
    scheduler_yield();
    tap_ok(self->stack_limit == UINT64_MAX, "a thread that has orders is asked to stop whenever it runs again");
    self->has_orders = false;
    scheduler_poll(self);
    self->real_stack_limit = self->stack_limit = 0;
    said[0] = 0;
}

// ---- Holding the threads of a domain

static struct domain_core held_core, other_core;
static struct thread *held_threads[3], *other_thread;

static struct thread *fiber_in(struct domain_core *core, void (*run)(struct thread *)) {
    struct thread *thread = fiber_new(run);
    if (thread->domain) thread_leave_domain(thread);
    thread_enter_domain(thread, (struct domain *)core);
    return thread;
}

static void say_held(struct thread *thread) { (void)thread, say("held "); }

static void wait_to_be_called(struct thread *thread) {
    (void)thread;
    scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
    say("called ");
}

// Hands the processor to a thread that is held, and waits until something wakes it.
static void call_held(struct thread *thread) {
    (void)thread;
    say("calls ");
    scheduler_hand_over(held_threads[1]);
    say("answered ");
}

static void hold(struct thread *self) {
    struct thread_hold held;
    u64 quantum_ticks = cpus[0].quantum_ticks;
    scheduler_ready(held_threads[0], self);
    scheduler_hold_others(&held);
    tap_is_int(cpus[0].run_queue.length, 0, "who is ready is taken from the queue");
    scheduler_ready(held_threads[2], self);
    tap_is_int(cpus[0].run_queue.length, 0, "who becomes ready does not get there");
    tap_ok(cpus[0].quantum_ticks <= quantum_ticks && cpus[0].quantum_end_ticks <= machine_ticks() + quantum_ticks,
           "turns are short");
    scheduler_ready(other_thread, self);
    cpus[0].quantum_end_ticks = 1;
    scheduler_poll_holding(self);
    tap_said("", "who is not asked to stop goes on");
    thread_request_stop(self);
    scheduler_poll_holding(self);
    tap_said("calls ", "a thread of another domain runs, and one that is held is not handed the processor");
    tap_ok(other_thread->state == THREAD_WAITING && held_threads[1]->state == THREAD_READY, "but is ready");
    scheduler_yield();
    tap_said("", "as are the others, and none runs");
    scheduler_let_go();
    tap_ok(cpus[0].quantum_ticks == quantum_ticks && self->stack_limit == UINT64_MAX,
           "turns are long, and this one is over");
    scheduler_poll(self);
    tap_said("held held called ", "when they are let go they run, in the order in which they have become ready");
    scheduler_ready(other_thread, self);
    scheduler_yield();
    tap_said("answered ", "who has called goes on when it is answered");
    scheduler_ready(tester, self);
}

static void test_hold(void) {
    tester = thread_self();
    held_threads[0] = fiber_in(&held_core, say_held);
    held_threads[1] = fiber_in(&held_core, wait_to_be_called);
    held_threads[2] = fiber_in(&held_core, say_held);
    other_thread = fiber_in(&other_core, call_held);
    scheduler_ready(held_threads[1], thread_self());
    scheduler_yield();
    scheduler_ready(fiber_in(&held_core, hold), thread_self());
    scheduler_block(THREAD_SUSPENDED, SWITCH_wait, SCHEDULER_FOR_EVER);
    let_others_run();
    tap_is_int(held_core.thread_count + other_core.thread_count, 0, "all have come to their ends");
}

// ---- Against a model: what is in the run queue, in order

#define WORKERS 8u
#define STEPS 3000u

static struct thread *workers[WORKERS], *model[WORKERS];
static u32 model_length, steps_left = STEPS, working = WORKERS, wrong;

static void model_append(struct thread *thread) { model[model_length++] = thread; }

// The first of the model's queue runs now.
static void model_run(const struct thread *thread) {
    if (!model_length || model[0] != thread || cpus[0].running != thread || thread->state != THREAD_RUNNING) wrong++;
    if (model_length) memmove(model, model + 1, --model_length * sizeof(*model));
    if (cpus[0].run_queue.length != model_length) wrong++;
}

static struct thread *some_waiter(void) {
    u32 first = (u32)rand() % WORKERS;
    for (u32 i = 0; i < WORKERS; i++) {
        struct thread *thread = workers[(first + i) % WORKERS];
        if (thread->state == THREAD_WAITING) return thread;
    }
    return NULL;
}

static void wake_somebody(struct thread *self) {
    struct thread *waiter = some_waiter();
    if (!waiter) return;
    model_append(waiter);
    scheduler_ready(waiter, self);
}

static void work(struct thread *self) {
    model_run(self);
    while (steps_left) {
        steps_left--;
        u32 what = (u32)rand() % 10;
        if (what < 4) {
            wake_somebody(self);
            continue;
        }
        if (what < 7 || !cpus[0].run_queue.length) {
            if (!model_length) continue; // no other thread is ready: goes on
            model_append(self);
            if (what == 4) {
                cpus[0].quantum_end_ticks = 1;
                scheduler_poll(self);
            } else {
                scheduler_yield();
            }
        } else {
            scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
        }
        model_run(self);
    }
    while (some_waiter()) wake_somebody(self);
    if (--working == 0) scheduler_ready(tester, self);
}

// ---- What is asked for in the middle of a poll

static u32 outside_worked;
void outside_work(struct outside *outside) {
    (void)outside;
    outside_worked++;
    if (outside_worked == 1) thread_request_stop(tester); // as another processor may at this time
}

static void test_request_in_poll(void) {
    u64 outside;
    struct cpu *cpu = &cpus[0];
    tester = thread_self();
    cpu->outside = (struct outside *)&outside;
    cpu->is_work_wanted = cpu->is_outside_wanted = true;
    thread_request_stop(tester);
    scheduler_poll(tester);
    tap_is_int(outside_worked, 1, "a poll does what is to be done");
    tap_ok(tester->stack_limit == UINT64_MAX, "what the thread is asked for meanwhile stops it again");
    scheduler_poll(tester);
    tap_ok(tester->stack_limit != UINT64_MAX, "once");
    cpu->outside = NULL;
    cpu->is_work_wanted = cpu->is_outside_wanted = false;
}

static void test_model(void) {
    tester = thread_self();
    srand(1);
    for (u32 i = 0; i < WORKERS; i++) {
        workers[i] = fiber_new(work);
        model_append(workers[i]);
        scheduler_ready(workers[i], thread_self());
    }
    scheduler_block(THREAD_SUSPENDED, SWITCH_wait, SCHEDULER_FOR_EVER);
    tap_is_int(wrong, 0, "3,000 random steps of 8 threads: whose turn it is, is as in the model");
    tap_is_int(model_length, 0, "and nobody is left");
}

static int test_all(void) {
    test_turns();
    test_block();
    test_hand_over();
    test_sleepers();
    test_idle();
    test_queue();
    test_quantum();
    test_hold();
    test_request_in_poll();
    test_model();
    return tap_done();
}

int main(void) { fibers_run(test_all); }
