// What is reported about a guest that died.
#ifndef VIZ_RUN_CRASH_H
#define VIZ_RUN_CRASH_H

#include "viz/cli/buffer.h"
#include <stdio.h>

// Prints the reason, the backtrace and the last events from the region; what the region does not hold comes from
// DIR/console.txt and the host's status.
void crash_print(FILE *file, const char *region, const char *directory, int host_status);

// ---- The thread report

// What a guest reported about its threads on its console when it was about to end (kernel/report/thread_report.h).

// Adds it to the text, from the console's file in the recording's directory; adds nothing if there is no report.
void thread_report_put(struct buffer *text, const char *directory);

#endif
