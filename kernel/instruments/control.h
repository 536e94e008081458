// Instruments that are switched while the program runs: by requests from outside and by gnomon.Profiler.
#ifndef KERNEL_INSTRUMENTS_CONTROL_H
#define KERNEL_INSTRUMENTS_CONTROL_H

#include "log/control.h"

// From now on requests are obeyed.
void control_init(void);
// Does what is asked for and records it: returns 0, or 1 if it cannot be done and nothing has changed. `words`, of
// CONTROL_ANSWER_BYTES, gets the reason or the result. At a safepoint.
s32 control_obey(const struct log_request *request, char *words);

// The same for the program itself. Returns false if it cannot be done.
bool control_ask(enum control_kind kind, u64 number, const char *text, size_t length);

#endif
