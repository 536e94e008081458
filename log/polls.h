// The longest time between two polls of a thread; see polls.c. By the thread itself, at thread level; nothing is
// measured of a thread whose `polled_ticks` is 0.
#ifndef LOG_POLLS_H
#define LOG_POLLS_H

#include "log/state.h"

// The thread's time counts for another account from now on.
void polls_switch_account(struct log_thread *thread, enum ledger_account from, enum ledger_account to, u64 now);
// Another thread runs from now on, on this processor.
void polls_switch_thread(struct log_thread *from, struct log_thread *to, u64 now);

#endif
