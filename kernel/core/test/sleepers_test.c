// The sleepers' order compared with a list that is searched, over random work; and what one of ten thousand costs.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/core/sleepers.h"
#include "tap.h"

enum { THREADS = 300, STEPS = 40000, MANY = 10000 };

static struct thread *new_threads(u32 count) {
    struct thread *threads = calloc(count, sizeof(*threads));
    if (!threads) abort();
    return threads;
}

// The first sleeper by time, then by the order in which they came.
static struct thread *earliest(struct thread *threads, const u64 *since) {
    struct thread *found = NULL;
    for (u32 i = 0; i < THREADS; i++) {
        if (!since[i]) continue;
        struct thread *at = &threads[i];
        bool before = !found || at->wake_at_ticks < found->wake_at_ticks ||
                      (at->wake_at_ticks == found->wake_at_ticks && since[i] < since[found - threads]);
        if (before) found = at;
    }
    return found;
}

static void test_order(void) {
    struct thread *threads = new_threads(THREADS);
    u64 since[THREADS] = {0}; // the step in which each began to sleep, 0 if it does not
    struct sleepers sleepers = {0};
    u32 wrong = 0;
    srand(4);
    for (u64 step = 1; step <= STEPS; step++) {
        u32 i = (u32)rand() % THREADS;
        if (!since[i]) {
            threads[i].wake_at_ticks = (u64)rand() % 50;
            sleepers_insert(&sleepers, &threads[i]);
            since[i] = step;
        } else {
            struct thread *out = rand() % 2 ? sleepers.first : &threads[i];
            sleepers_remove(&sleepers, out);
            since[out - threads] = 0;
        }
        wrong += sleepers.first != earliest(threads, since);
    }
    tap_is_int(wrong, 0, "the first is the earliest, and of equal ones the first to come");
    u64 last = 0;
    while (sleepers.first) {
        wrong += sleepers.first->wake_at_ticks < last;
        last = sleepers.first->wake_at_ticks;
        sleepers_remove(&sleepers, sleepers.first);
    }
    tap_is_int(wrong, 0, "all leave in order");
    free(threads);
}

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// Each of `count` threads sleeps, in an order that makes a sorted list slow, and is woken.
static double cost_ns(u32 count) {
    struct thread *threads = new_threads(count);
    struct sleepers sleepers = {0};
    for (u32 i = 0; i < count; i++) threads[i].wake_at_ticks = i;
    double start = now_ns();
    for (u32 i = 0; i < count; i++) sleepers_insert(&sleepers, &threads[i]);
    for (u32 i = count; i-- > count / 2;) sleepers_remove(&sleepers, &threads[i]);
    while (sleepers.first) sleepers_remove(&sleepers, sleepers.first);
    double cost = (now_ns() - start) / count;
    free(threads);
    return cost;
}

static void test_cost(void) {
    double few = cost_ns(100), many = cost_ns(MANY);
    tap_note("a sleep takes %.0f ns with 100 sleepers, %.0f ns with %d", few, many, MANY);
    tap_ok(many < 100000, "ten thousand sleepers take less than a second");
}

int main(void) {
    test_order();
    test_cost();
    return tap_done();
}
