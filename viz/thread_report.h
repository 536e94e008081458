// What a guest said of its threads on its console when it was about to end (kernel/run/thread_report.h).
#ifndef VIZ_THREAD_REPORT_H
#define VIZ_THREAD_REPORT_H

#include "viz/buffer.h"

// Adds it to the text, from the console's file in the recording's directory; nothing if the guest said nothing.
void thread_report_put(struct buffer *text, const char *directory);

#endif
