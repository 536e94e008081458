// A log region in the host's memory, with simulated time, for the tests of log/.
#ifndef TESTS_HOST_LOG_FIXTURE_H
#define TESTS_HOST_LOG_FIXTURE_H

#include "log/state.h"

// What every reading of the counter gives. `test_step` is added after each reading in C.
extern u64 test_ticks, test_step;

// What a thread has that the fixture makes: more where the kernel's own struct thread is wanted.
extern size_t fixture_thread_bytes;
// What the host takes within each interrupt.
extern s64 fixture_host_ticks;
// How many processors the region has: 1, unless set before.
extern u32 fixture_cpus;

// Makes a region with these flags (timing, ring...) and all events on, and the first thread, number 1, which runs.
void fixture_start(u64 region_bytes, u32 flags);
void fixture_stop(void);
// Another thread; it does not run.
struct log_thread *fixture_thread(u32 number);
// The processor turns to it at test_ticks.
void fixture_switch(struct log_thread *to, enum switch_reason reason);

// The emitted probes, with time standing still: enter is called as from a method whose return address stands at `sp`.
void fixture_enter(struct log_thread *thread, u32 method, u64 sp);
void fixture_leave(struct log_thread *thread, u64 sp);

#endif
