// Requests to the running guest, and switching the log's own instruments while it runs; see control.c. Thread level, at a
// safepoint, unless it says otherwise.
#ifndef LOG_CONTROL_H
#define LOG_CONTROL_H

#include "log/log.h"

// What a request asks for; checked in form only.
struct log_request {
    u32 kind; // enum control_kind
    u64 number;
    u64 event_mask[4];
    const char *text;
    size_t length;
};

// `ask_safepoint` has the running thread call log_obey_control at its next safepoint; it is called at any level. `obey`
// does a request: 0, or 1 when it cannot be done and nothing has changed; either way it may write up to
// CONTROL_ANSWER_BYTES of words.
void log_set_control(void (*ask_safepoint)(void), s32 (*obey)(const struct log_request *request, char *words));
// Does what a host asks for, if it does.
void log_obey_control(void);

// The request that is being done counts as answered from now on: its function does not return.
void log_control_answered(void);

// Notes that something was switched, in the history and as an event; `text` may be NULL.
void log_change(enum control_kind kind, u64 number, const char *text, size_t length);

// Samples are taken by each thread's own time from now on, or by wall time; log_sampler_start goes on.
void log_sampler_clock(bool by_thread);
// So many frames are kept of each sample.
void log_stacks(u64 frames);
// Records of threads are to come: so switches are recorded too.
void log_events_follow(void);
// These of the kernel's events are recorded, and switches with them.
void log_events_set(const u64 mask[4]);

// Figures begin again: rows, ledger and samples at zero, and what is open begins now, in the threads that
// log_clear_thread has seen afterwards. Interrupts are off from the one to the last of the others. Losses, and what the
// scheduler knows of threads, go on.
u64 log_clear(void);
void log_clear_thread(struct log_thread *thread, u64 now);

// ---- Timing that begins while the program runs

// Methods may be timed from now on, in threads that log_timing_thread has seen. The probes are measured, where that has
// not been done: some milliseconds.
void log_timing_begin(void);
void log_timing_thread(struct log_thread *thread);
// Activations that go on without the probes that their methods have got now.
void log_passed_over(u64 activations);
// A method keeps the probes that it had, for there is no room for other code.
void log_switch_lost(void);

#endif
