// The exchange of counters, between two threads of the host. The counter of the one that answers is shifted by a known
// amount, which must be found within the error, however badly the host lets the two run together.
#include <pthread.h>

#include "tap.h"

#include "log/machine.h"

static u64 shifted_ticks(void);
#define machine_ticks_ordered shifted_ticks
#include "log/offset.c"
#undef machine_ticks_ordered

static _Thread_local s64 shift;
static _Thread_local u32 readings, jump_after;
static _Thread_local s64 jump;

static u64 shifted_ticks(void) {
    if (jump_after && ++readings == jump_after) shift += jump;
    return machine_ticks_ordered() + (u64)shift;
}

struct other {
    struct offset_exchange exchange;
    s64 shift, jump;
    u32 jump_after;
};

static void *answer(void *argument) {
    struct other *other = argument;
    shift = other->shift;
    jump = other->jump;
    jump_after = other->jump_after;
    offset_answer(&other->exchange);
    return NULL;
}

static struct clock_offset measure(struct other *other, u64 limit_ticks) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer, other)) return (struct clock_offset){0};
    struct clock_offset offset = offset_measure(&other->exchange, limit_ticks);
    pthread_join(thread, NULL);
    return offset;
}

static u64 distance(s64 a, s64 b) { return a > b ? (u64)(a - b) : (u64)(b - a); }

static void test_shift(s64 injected, const char *name) {
    struct other other = {.shift = injected};
    struct clock_offset offset = measure(&other, 20000000);
    tap_ok(distance(offset.ticks, injected) <= offset.error_ticks, name);
    tap_ok(offset.error_ticks > 0 && offset.error_ticks < 100000000, "with an error that says something");
    tap_note("found %lld, error %llu", (long long)offset.ticks, (unsigned long long)offset.error_ticks);
}

// Both values are within the error.
static void test_jump(void) {
    struct other other = {.shift = 1000000000000, .jump = 5000000000, .jump_after = 5};
    struct clock_offset offset = measure(&other, 20000000);
    tap_ok(distance(offset.ticks, 1000000000000) <= offset.error_ticks &&
               distance(offset.ticks, 1005000000000) <= offset.error_ticks,
           "a counter that jumps meanwhile has an error as large as the jump");
}

static void test_bounds(void) {
    struct clock_offset offset = middle((struct bounds){-3, 4});
    tap_ok(offset.ticks == 0 && offset.error_ticks == 4, "an odd width has its larger half as error");
    offset = middle((struct bounds){-10, -10});
    tap_ok(offset.ticks == -10 && offset.error_ticks == 0, "no width, no error");
}

int main(void) {
    test_bounds();
    test_shift(0, "no offset");
    test_shift(1, "an offset below all errors");
    test_shift(123456789, "a counter that is ahead");
    test_shift(-987654321012, "one that is far behind");
    test_shift(INT64_MAX / 2, "one that is as far ahead as can be");
    test_jump();
    struct other other = {.shift = 77000000000};
    struct clock_offset offset = measure(&other, 0);
    tap_ok(distance(offset.ticks, 77000000000) <= offset.error_ticks, "a few rounds do when time is short");
    return tap_done();
}
