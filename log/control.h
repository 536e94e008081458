// Requests to the running guest, and switching the log's own instruments while it runs; see control.c. Thread level, at
// a safepoint, unless it says otherwise.
#ifndef LOG_CONTROL_H
#define LOG_CONTROL_H

#include "log/hooks.h"
#include "log/log.h"

// From now on the guest takes requests.
void log_control_begin(void);
// Carries out what a host asks for, if anything.
void log_obey_control(void);
// What the log itself does at a safepoint that it has asked for; concerns only the running thread.
void log_safepoint(void);
// Whether a request waits.
bool log_control_is_asked(void);
// Whether the request that waits is for a moment to look at, which concerns no heap.
bool log_control_is_moment(void);

// The request being carried out counts as answered from now on: for requests whose function does not return.
void log_control_answered(void);

// Records that something was switched, in the history and as an event; `text` may be NULL.
void log_change(enum control_kind kind, u64 number, const char *text, size_t length);

// From now on samples are taken by each thread's own time, or by wall time; log_sampler_start comes next.
void log_sampler_clock(bool by_thread);
// Sets how many frames of each sample are kept.
void log_stacks(u64 frames);
// Records of threads will follow, so switches are recorded too.
void log_events_follow(void);
// These of the kernel's events are recorded, and switches with them.
void log_events_set(const u64 mask[4]);

// Figures begin again: rows, ledger and samples at zero, and open activations begin now, in the threads for which
// log_clear_thread is called afterwards. Interrupts must be off from the first call to the last. Losses, and what the
// scheduler knows about threads, continue.
u64 log_clear(void);
void log_clear_thread(struct log_thread *thread, u64 now);

// ---- Timing and counting that begin while the program runs

// From now on methods may be timed, in the threads for which log_timing_thread is called. If that has not been done
// yet, the probes are measured: some milliseconds.
void log_timing_begin(void);
void log_timing_thread(struct log_thread *thread);
// Counts activations that go on without the probes that their methods have just got.
void log_passed_over(u64 activations);
// Allocations are counted from now on, or not: a program's code that is running may go on with it. The other processors
// stand; the threads that run on them have counters at once, in which C counts, and each of them must come by
// log_safepoint before it runs code that counts. Other threads get theirs when they run.
void log_allocations_switch(bool on);
// A method keeps the probes that it had, for there is no room for other code.
void log_switch_lost(void);

#endif
