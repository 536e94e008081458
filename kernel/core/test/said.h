// For tests of the order in which threads run: threads say words, and what all have said is compared.
#ifndef KERNEL_CORE_TEST_SAID_H
#define KERNEL_CORE_TEST_SAID_H

#include <string.h>

#include "kernel/core/cpu.h"
#include "kernel/core/scheduler.h"
#include "tap.h"

static char said[4096];

static inline void say(const char *word) { strcat(said, word); }
static inline void tap_said(const char *expected, const char *name) {
    tap_is_text(said, expected, name);
    said[0] = 0;
}

// Runs the others until each of them waits for something or has ended.
static inline void let_others_run(void) {
    while (cpus[0].run_queue.length) scheduler_yield();
}

#endif
