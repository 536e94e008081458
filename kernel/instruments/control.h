// Instruments that are switched while the program runs: by requests from outside and by gnomon.Profiler.
#ifndef KERNEL_INSTRUMENTS_CONTROL_H
#define KERNEL_INSTRUMENTS_CONTROL_H

#include "log/control.h"

// Does what the program itself asks for and records it. Returns false if it cannot be done. At a safepoint.
bool control_ask(enum control_kind kind, u64 number, const char *text, size_t length);

#endif
