// Runs translated code inside a host test: registers and stack arguments as the caller sets them, everything else
// garbage, r15 the thread. The leaf entries exec_entry_* keep all registers as the kernel's do, and call C functions of
// the test.
#ifndef TESTS_HOST_EXEC_RUN_H
#define TESTS_HOST_EXEC_RUN_H

#include <stddef.h>

#include "base/types.h"

struct exec_state {
    u64 code, thread;
    u64 integer[6];
    u64 sse[8];
    const u64 *stack;
    u64 stack_count;
    u64 rax, xmm0; // out
};
_Static_assert(offsetof(struct exec_state, sse) == 64 && offsetof(struct exec_state, rax) == 144, "exec_run.S");

void exec_run(struct exec_state *state);

void exec_entry_f2i(void);
void exec_entry_f2l(void);
void exec_entry_d2i(void);
void exec_entry_d2l(void);
void exec_entry_frem(void);
void exec_entry_drem(void);

// The test's own
s32 exec_f2i(float value);
s64 exec_f2l(float value);
s32 exec_d2i(double value);
s64 exec_d2l(double value);
float exec_frem(float a, float b);
double exec_drem(double a, double b);

#endif
