// Threads of the kernel as fibers of the host, for tests of the scheduler and of what blocks in it: stands in for
// kernel/core's threads, timer and processor. Time is the host's counter, and log_ticks_of_ns takes a tick for each
// nanosecond.
#ifndef TESTS_HOST_FIBERS_H
#define TESTS_HOST_FIBERS_H

#include "kernel/core/cpu.h"

#define FIBERS 40u // at most

// The thread that was released last, after its end; and how many have been.
extern struct thread *fiber_released;
extern u32 fibers_released;
// What log_monotonic_ns says.
extern s64 fiber_monotonic_ns;

// Makes a log, the spaces of owners and a current thread, which becomes the idle one, and runs `test` in a thread of
// its own, whose result is the program's exit status.
_Noreturn void fibers_run(int (*test)(void));
// A thread that is not ready yet; `run` as for thread_create, at whose end it ends.
struct thread *fiber_new(void (*run)(struct thread *thread));

#endif
