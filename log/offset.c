// See offset.h. In each round the other's reading lies between two of one's own, so its counter is ahead by no less
// than reading - after, and by no more than reading - before. The truth lies in what all rounds have in common: two
// messages that were both fast, in different rounds, bound it as well as one round in which both were.
//
// Rounds that have nothing in common say that the difference has changed meanwhile; then the error takes in all of
// them.
#include "log/offset.h"

#include "base/panic.h"

#include "log/machine.h"

#define ROUNDS_MOST 500u
#define ROUNDS_LEAST 8u

struct bounds {
    s64 low, high;
};

static struct bounds exchange_once(struct offset_exchange *exchange, u64 round) {
    u64 before = machine_ticks_ordered();
    __atomic_store_n(&exchange->asked, round, __ATOMIC_RELEASE);
    while (__atomic_load_n(&exchange->answered, __ATOMIC_ACQUIRE) != round) __asm__ volatile("pause");
    u64 after = machine_ticks_ordered(), reading = exchange->reading;
    return (struct bounds){(s64)(reading - after), (s64)(reading - before)};
}

static struct clock_offset middle(struct bounds bounds) {
    u64 width = (u64)bounds.high - (u64)bounds.low, half = width / 2;
    return (struct clock_offset){bounds.low + (s64)half, width - half};
}

static s64 lower(s64 a, s64 b) { return a < b ? a : b; }
static s64 higher(s64 a, s64 b) { return a > b ? a : b; }

struct clock_offset offset_measure(struct offset_exchange *exchange, u64 limit_ticks) {
    struct bounds common = {INT64_MIN, INT64_MAX}, all = {INT64_MAX, INT64_MIN};
    u64 start = 0;
    for (u64 round = 1; round <= ROUNDS_MOST; round++) {
        struct bounds bounds = exchange_once(exchange, round);
        common = (struct bounds){higher(common.low, bounds.low), lower(common.high, bounds.high)};
        all = (struct bounds){lower(all.low, bounds.low), higher(all.high, bounds.high)};
        // the first round lasts until the other one has come
        if (round == 1) start = machine_ticks_ordered();
        if (round >= ROUNDS_LEAST && machine_ticks_ordered() - start > limit_ticks) break;
    }
    __atomic_store_n(&exchange->asked, OFFSET_DONE, __ATOMIC_RELEASE);
    return middle(common.low <= common.high ? common : all);
}

void offset_answer(struct offset_exchange *exchange) {
    for (u64 done = 0, asked;;) {
        while ((asked = __atomic_load_n(&exchange->asked, __ATOMIC_ACQUIRE)) == done) __asm__ volatile("pause");
        if (asked == OFFSET_DONE) return;
        ASSERT(asked == done + 1);
        exchange->reading = machine_ticks_ordered(); // behind the question, before the answer
        done = asked;
        __atomic_store_n(&exchange->answered, done, __ATOMIC_RELEASE);
    }
}
