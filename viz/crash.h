// What is told about a guest that died.
#ifndef VIZ_CRASH_H
#define VIZ_CRASH_H

#include <stdio.h>

// The reason, the backtrace and the last events from the region; what the region does not know comes from
// DIR/console.txt and the host's status.
void crash_print(FILE *file, const char *region, const char *directory, int host_status);

#endif
