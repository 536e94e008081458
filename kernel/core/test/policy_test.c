// A thread that chooses: what it is told, in which order, and that its answers are followed; which thread has to make
// way; and that nobody is lost when it waits or takes too long.
#include "kernel/core/policy_thread.h"

#include <stdio.h>
#include <string.h>

#include "fibers.h"
#include "kernel/core/interrupt.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/shares.h"
#include "kernel/core/test/said.h"
#include "tap.h"

#define THREADS 8u
#define LIMIT_TICKS 1000000000000u

// ---- A policy of its own: the thread that became ready last is next

static struct domain_core domain;
static struct policy policy;
static struct thread *ready[THREADS];
static u32 ready_count;
static bool makes_way, waits_instead, is_over;
static enum policy_fault fault_seen;
static struct thread *quiet; // of which nothing is said
static struct thread *by_number[26];
static struct domain_core *chosen; // NULL: it chooses among all

static void say_of(const char *what, const struct thread *thread) {
    const char word[] = {(char)('a' + thread->number % 26), 0};
    if (thread == quiet) return;
    say(what);
    say(word);
    say(" ");
}

void policy_ended(struct policy *ended, enum policy_fault fault) {
    tap_ok(ended == &policy && !cpus[0].policy && !domain.policy, "who chose does no more");
    fault_seen = fault;
}

u32 policy_number(const struct thread *thread) {
    u32 number = thread->number % COUNT_OF(by_number);
    by_number[number] = (struct thread *)(uintptr_t)thread;
    return number + 1;
}

static void choose_last(void) {
    struct thread *thread = ready[--ready_count];
    say_of("!", thread);
    policy_choose(thread, LIMIT_TICKS);
}

static void answer(struct thread *self) {
    u32 number = 0;
    policy = (struct policy){.limit_ticks = LIMIT_TICKS, .domain = chosen};
    ready_count = 0;
    if (!policy_begin(&policy)) return;
    for (enum policy_question question; (question = policy_next_question(&number)) != POLICY_OVER;) {
        struct thread *about = number ? by_number[number - 1] : NULL;
        if (waits_instead) scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
        if (question == POLICY_READY) {
            say_of("+", about);
            ready[ready_count++] = about;
        } else if (question == POLICY_WAITING) {
            say_of("-", about);
        } else if (question == POLICY_CHOOSE && !waits_instead) {
            choose_last();
        } else if (question == POLICY_CONSIDER && makes_way) {
            policy_make_way();
        } else if (question == POLICY_CONSIDER) {
            policy_go_on();
        }
    }
    (void)self;
    is_over = true;
}

// ---- What others do

static void say_name(struct thread *self) { say_of("", self); }

static struct thread *late;
static void wake_late(struct thread *self) {
    scheduler_ready(late, self);
    scheduler_poll(self);
    say_of("", self);
}

static char name_of(const struct thread *thread) { return (char)('a' + thread->number % 26); }

static const char *words(const char *pattern, const struct thread *first, const struct thread *second) {
    static char text[200];
    size_t length = 0;
    for (; *pattern; pattern++)
        text[length++] = *pattern == '1' ? name_of(first) : *pattern == '2' ? name_of(second) : *pattern;
    text[length] = 0;
    return text;
}

static struct thread *begin(void) {
    struct thread *thread = fiber_new(answer);
    quiet = thread_self();
    scheduler_ready(thread, thread_self());
    scheduler_yield();
    tap_ok(cpus[0].policy == &policy && thread->state == THREAD_WAITING, "a thread that chooses");
    return thread;
}

static void test_choice(void) {
    struct thread *first = fiber_new(say_name), *second = fiber_new(say_name);
    scheduler_ready(first, thread_self());
    scheduler_ready(second, thread_self());
    scheduler_block(THREAD_SLEEPING, SWITCH_sleep, machine_ticks() + 1000000);
    tap_said(words("+1 +2 !2 2 -2 !1 1 -1 ", first, second), "is told who is ready, and its answers are followed");
}

static void test_way(bool does) {
    struct thread *first = fiber_new(wake_late);
    late = fiber_new(say_name);
    makes_way = does;
    scheduler_ready(first, thread_self());
    scheduler_block(THREAD_SLEEPING, SWITCH_sleep, machine_ticks() + 1000000);
    tap_said(words(does ? "+1 !1 +2 +1 !1 1 -1 !2 2 -2 " : "+1 !1 +2 1 -1 !2 2 -2 ", first, late),
             does ? "who runs makes way" : "who runs goes on");
}

// It is asked while two are ready and one, interrupted, stands by.
static void test_fault(struct thread *chooser) {
    struct thread *first = fiber_new(wake_late), *second = fiber_new(say_name);
    late = fiber_new(say_name);
    scheduler_ready(second, thread_self());
    scheduler_ready(first, thread_self());
    waits_instead = true;
    scheduler_yield();
    let_others_run();
    tap_is_int(fault_seen, POLICY_WAITS, "it waits, which it must not");
    tap_ok(chooser->state == THREAD_WAITING && !cpus[0].is_ruled, "and goes on waiting, like others");
    tap_ok(first->state == THREAD_ENDED && second->state == THREAD_ENDED && late->state == THREAD_ENDED,
           "nobody is lost");
    said[0] = 0;
    scheduler_ready(chooser, thread_self());
    waits_instead = false;
    let_others_run();
    tap_ok(is_over && chooser->state == THREAD_ENDED, "it finds that it is over");
}

static void test_stop(void) {
    struct thread *chooser = begin();
    scheduler_ready(chooser, thread_self());
    tap_is_int(fault_seen, POLICY_ENDS, "made ready, it does not choose any more");
    let_others_run();
    tap_is_int(chooser->state, THREAD_ENDED, "and runs like others");
}

static void test_late(void) {
    struct thread *chooser = begin();
    policy.limit_ticks = 0;
    makes_way = false;
    policy.is_asked = true;
    policy.asked_ticks = 0;
    tap_ok(cpus[0].quantum_end_ticks > machine_ticks() && cpus[0].quantum_end_ticks <= machine_ticks() + LIMIT_TICKS,
           "a chosen thread has the quantum that it was given");
    policy_end(&policy, POLICY_LOOPS);
    tap_ok(!cpus[0].policy && !cpus[0].next_quantum_ticks, "it is over");
    chooser->state = THREAD_WAITING;
    scheduler_ready(chooser, thread_self());
    let_others_run();
}

static struct thread *of_domain(void (*run)(struct thread *)) {
    struct thread *thread = fiber_new(run);
    thread->domain = (struct domain *)&domain;
    return thread;
}

static struct share_group group = {.weight = 1};

// Among the threads of a domain, whose turn it is by its share. One of no domain is nothing to it, and has every second
// turn: the first was this test's own.
static void test_domain(void) {
    struct share share;
    shares_add(&domain, &group, 1, &share);
    shares_begin();
    chosen = &domain;
    struct thread *chooser = of_domain(answer), *first = of_domain(say_name), *second = of_domain(say_name),
                  *other = fiber_new(say_name);
    scheduler_ready(chooser, thread_self());
    scheduler_block(THREAD_SLEEPING, SWITCH_sleep, machine_ticks() + 1000000);
    tap_ok(domain.policy == &policy && !cpus[0].policy && chooser->state == THREAD_WAITING, "a thread that chooses");
    said[0] = 0;
    scheduler_ready(first, thread_self());
    scheduler_ready(second, thread_self());
    scheduler_ready(other, thread_self());
    scheduler_block(THREAD_SLEEPING, SWITCH_sleep, machine_ticks() + 1000000);
    char expected[100];
    snprintf(expected, sizeof(expected), "+%c +%c !%c %c %c -%c !%c %c ", name_of(first), name_of(second),
             name_of(second), name_of(second), name_of(other), name_of(second), name_of(first), name_of(first));
    tap_said(expected, "it is told of its domain's threads, and they run by its answers");
    tap_ok(!cpus[0].shares && !cpus[0].run_queue.length, "nobody is left");
    policy_end(&policy, POLICY_OTHER);
    scheduler_ready(chooser, thread_self());
    scheduler_block(THREAD_SLEEPING, SWITCH_sleep, machine_ticks() + 1000000);
    tap_is_int(chooser->state, THREAD_ENDED, "and it runs like others when it is over");
    shares_remove(&domain);
    chosen = NULL;
}

static int test_all(void) {
    struct thread *chooser = begin();
    said[0] = 0;
    test_choice();
    test_way(false);
    test_way(true);
    test_fault(chooser);
    test_stop();
    test_late();
    test_domain();
    return tap_done();
}

int main(void) { fibers_run(test_all); }
