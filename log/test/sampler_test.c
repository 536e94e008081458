// The sampler: when it samples, which thread, and what it counts; the timer is the test's, which strikes when it likes.
// Stacks are left to the whole-system tests.
#include "log/sampler.h"

#include <stdlib.h>

#include "base/layout.h"
#include "log_fixture.h"
#include "tap.h"
#include "timers.h"

#define PERIOD 1000000u // of log_hz's 1 GHz at 1,000 Hz

static u64 expected(void) { return log_state.loss[COUNT_SAMPLES_EXPECTED]; }
static u64 taken(void) { return log_state.loss[COUNT_SAMPLES_TAKEN]; }
static u64 lost(void) { return log_state.loss[LOSS_SAMPLES]; }

// The timer strikes, so long after it was due.
static void strike(u64 late_ticks, enum timer_error error) {
    struct trap_frame frame = {.vector = TRAP_TIMER, .error = error, .rip = CODE_START + 100};
    test_ticks = timer_deadlines[TIMER_SAMPLER] + late_ticks;
    timer_handlers[TIMER_SAMPLER](&frame);
}

static void start(u32 flags) {
    fixture_start(4 * MIB, REGION_SAMPLING | flags);
    log_sampler_start(1000);
}

static void test_grid(void) {
    start(0);
    u64 grid = test_ticks, least = PERIOD, most = 0;
    bool in_period = true;
    for (u32 i = 0; i < 5000; i++, grid += PERIOD) {
        u64 at = timer_deadlines[TIMER_SAMPLER] - grid;
        in_period &= at < PERIOD;
        if (at < least) least = at;
        if (at > most) most = at;
        strike(0, TIMER_LATE_UNKNOWN);
    }
    tap_ok(in_period, "one sample is due in each period");
    tap_ok(least < PERIOD / 100 && most > PERIOD / 100 * 99, "anywhere in it");
    tap_ok(expected() == 5000 && taken() == 5000 && lost() == 0, "none of 5,000 is lost");
    tap_is_int((long long)host_thread->log_entry->samples, 5000, "the thread has them");
    log_sampler_start(0);
    tap_is_int((long long)timer_deadlines[TIMER_SAMPLER], 0, "it can be stopped");
    fixture_stop();
}

// The same seed gives the same moments, and another seed gives others.
static u64 moments(u64 seed) {
    fixture_start(4 * MIB, REGION_SAMPLING);
    log_state.config.jitter_seed = seed;
    log_sampler_start(1000);
    u64 sum = 0;
    for (u32 i = 0; i < 10; i++) {
        sum = sum * 31 + timer_deadlines[TIMER_SAMPLER];
        strike(0, TIMER_PROMPT);
    }
    fixture_stop();
    return sum;
}

static void test_late(void) {
    start(0);
    u64 grid = test_ticks;
    strike(0, TIMER_PROMPT);
    // At 5.5 periods: the samples of four whole periods have been missed; that of this period comes.
    timer_deadlines[TIMER_SAMPLER] = grid + 5 * PERIOD + PERIOD / 2;
    strike(0, TIMER_LATE_UNKNOWN);
    tap_ok(expected() == 5 && taken() == 2 && lost() == 3,
           "an interrupt that comes late is one sample, the others are lost");
    u64 before = taken();
    timer_deadlines[TIMER_SAMPLER] += 4 * PERIOD;
    strike(0, TIMER_PROMPT);
    tap_ok(taken() > before + 2 && lost() == 3, "one whose place is known all the while stands for all of them");
    srand(1);
    u64 from = test_ticks;
    for (u32 i = 0; i < 3000; i++) {
        strike((u64)rand() % 20 ? (u64)rand() % 1000 : (u64)rand() % (7 * PERIOD),
               rand() % 2 ? TIMER_PROMPT : TIMER_LATE_UNKNOWN);
    }
    tap_ok(expected() == taken() + lost(), "what was expected is what was taken and what was lost");
    u64 periods = (test_ticks - grid) / PERIOD;
    tap_ok(test_ticks > from && expected() + 2 >= periods && expected() <= periods + 2,
           "and a sample is expected for each period: %llu in %llu", (unsigned long long)expected(),
           (unsigned long long)periods);
    u64 missed_from = expected();
    test_ticks += 10 * PERIOD;
    log_sampler_start(0);
    tap_ok(expected() >= missed_from + 9 && expected() == taken() + lost(),
           "those that never came are lost when it ends");
    fixture_stop();
}

// By the threads' own time: a thread that runs a third of the time gets a third of the samples, and idle time gets
// none.
static void test_threads(void) {
    start(REGION_SAMPLING_CPU);
    struct log_thread *threads[] = {host_thread, fixture_thread(2), fixture_thread(3)};
    threads[2]->is_idle = true;
    u64 ran[3] = {0}, begin = test_ticks;
    srand(2);
    for (u32 turn = 0; turn < 9000; turn++) {
        u32 who = turn % 3;
        u64 end = test_ticks + (who == 0 ? 100000 : 200000) + (u64)rand() % 1000;
        u64 entered = test_ticks;
        while (timer_deadlines[TIMER_SAMPLER] && timer_deadlines[TIMER_SAMPLER] <= end) strike(0, TIMER_LATE_UNKNOWN);
        test_ticks = end;
        ran[who] += end - entered;
        fixture_switch(threads[(who + 1) % 3], SWITCH_quantum);
    }
    for (u32 i = 0; i < 2; i++) {
        u64 samples = threads[i]->log_entry->samples, periods = ran[i] / PERIOD;
        tap_ok(samples + 2 >= periods && samples <= periods + 2,
               "thread %u has a sample for each period of its own: %llu of %llu", i + 1, (unsigned long long)samples,
               (unsigned long long)periods);
    }
    tap_is_int((long long)threads[2]->log_entry->samples, 0, "the idle thread has none");
    tap_ok(lost() == 0 && taken() == expected() && test_ticks > begin, "and none is lost");
    free(threads[1]);
    free(threads[2]);
    fixture_stop();
}

// Another processor changes the clock by which samples are due; this one, which has been idle, hears of it later.
static void test_other_clock(void) {
    start(REGION_SAMPLING_CPU);
    struct log_thread *first = host_thread, *idle = fixture_thread(2);
    idle->is_idle = true;
    fixture_switch(idle, SWITCH_quantum);
    test_ticks += 100 * PERIOD;
    u64 due = expected();
    log_state.config.flags &= ~(u32)REGION_SAMPLING_CPU;
    log_sampler_start(1000);
    tap_ok(expected() == due && lost() == 0,
           "of idle time, in which nothing was due by the clock of then, none is lost");
    strike(0, TIMER_LATE_UNKNOWN);
    tap_is_int((long long)idle->log_entry->samples, 1, "from then on it is sampled");
    fixture_switch(first, SWITCH_quantum);
    free(idle);
    fixture_stop();
}

// No sample sees an interrupt: what one took is subtracted from the next sample, and from those after it if it was
// longer.
static void test_unseen(void) {
    start(0);
    strike(0, TIMER_LATE_UNKNOWN);
    s64 spent = host_thread->unseen_ticks; // the sample's own time: the next one pays for it
    host_thread->stolen_ticks[STOLEN_INTERRUPT] += 5 * PERIOD / 2;
    strike(0, TIMER_LATE_UNKNOWN);
    tap_is_int(host_thread->unseen_ticks, 3 * PERIOD / 2 + 2 * spent,
               "a sample pays what interrupts took, as far as it can");
    strike(0, TIMER_LATE_UNKNOWN);
    strike(0, TIMER_LATE_UNKNOWN);
    tap_is_int(host_thread->unseen_ticks, spent, "and the next ones the rest");
    host_thread->stolen_ticks[STOLEN_INTERRUPT] += 5 * PERIOD / 2;
    log_sampler_start(1000);
    strike(0, TIMER_LATE_UNKNOWN);
    tap_is_int(host_thread->unseen_ticks, spent, "what came before it was started is not its own");
    fixture_stop();
}

int main(void) {
    test_unseen();
    test_grid();
    tap_ok(moments(1) == moments(1) && moments(1) != moments(2), "the seed gives the moments");
    test_late();
    test_threads();
    test_other_clock();
    return tap_done();
}
