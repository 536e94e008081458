// Hooks: what the log has the rooms above do.
#ifndef LOG_HOOKS_H
#define LOG_HOOKS_H

#include "base/types.h"

struct trap_frame;

// What a request asks for; only its form has been checked.
struct log_request {
    u32 kind; // enum control_kind
    u64 number;
    u64 event_mask[4];
    const char *text;
    size_t length;
};

// kernel/instruments/control.c: makes the running thread call log_obey_control at its next safepoint. At any level.
void log_ask_safepoint(void);
// kernel/instruments/control.c: carries out a request. Returns 0, or 1 if it cannot be done and nothing has changed;
// either way it may write up to CONTROL_ANSWER_BYTES of words.
s32 log_carry_out(const struct log_request *request, char *words);

// kernel/start.c: ends the machine, as the host asks for it; in the timer interrupt or a non-maskable one. If it
// returns, it will be asked again.
void log_end_requested(const struct trap_frame *frame);
// kernel/start.c: called at each heartbeat, in the interrupt.
void log_beat(void);

#endif
