// See log_fixture.h. Also stands in for what the log asks of the machine and of its clock.
#include "log_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "log/inline.h"
#include "log/thread.h"

u64 test_ticks, test_step;
size_t fixture_thread_bytes = sizeof(struct log_thread);
u32 fixture_cpus = 1;

u64 log_ticks(void) { return __atomic_fetch_add(&test_ticks, test_step, __ATOMIC_RELAXED); }

u64 log_ticks_ordered(void) { return log_ticks(); }

u64 log_hz(void) { return 1000000000; }

void clock_tick(u64 now) { (void)now; }

s64 clock_host(u64 now) {
    (void)now;
    return 0;
}

s64 fixture_host_ticks;

s64 clock_host_interrupt(s64 before_ns) { return before_ns + fixture_host_ticks; }

bool control_look(void) { return false; }
void clock_host_switch(u64 now) { (void)now; }

struct log_thread *fixture_thread(u32 number) {
    struct log_thread *thread = calloc(1, sizeof(*thread));
    thread->number = number;
    log_thread_create(thread, host_thread, 0);
    return thread;
}

void fixture_start(u64 region_bytes, u32 flags) {
    struct region_header *region = aligned_alloc(4096, region_bytes);
    memset(region, 0, region_bytes);
    struct log_config config = {
        .flags = flags, .machine = REGION_MACHINE_TEST, .event_mask = {~0ull, ~0ull, ~0ull, ~0ull}};
    test_ticks = 1000;
    test_step = 0;
    timing_inner_ticks = timing_full_ticks = timing_outer_ticks = timing_enter_ticks = timing_unwind_inner_ticks =
        timing_unwind_rest_ticks = timing_away_ticks = 0;
    host_thread = NULL;
    if (!region_create(region, region_bytes, &config, fixture_cpus)) abort();
    for (u32 i = 0; i < fixture_cpus; i++) ledger_init(&log_state.cpus[i], test_ticks);
    timing_init();
    region_publish();
    host_thread = calloc(1, fixture_thread_bytes);
    host_thread->number = 1;
    log_thread_create(host_thread, NULL, 0);
    log_thread_adopt(host_thread);
}

void fixture_stop(void) {
    free(log_state.region);
    free(host_thread);
    host_thread = NULL;
}

void fixture_switch(struct log_thread *to, enum switch_reason reason) {
    log_thread_switch(host_thread, to, reason, test_ticks);
    host_thread = to;
}
