// The main thread: the JDK's own boot (initPhase1, 2 and 3), the launcher, the program, and the end of the run with its
// exit status. When it begins, JDK classes have been loaded but none of their code has run.
#ifndef KERNEL_LAUNCH_H
#define KERNEL_LAUNCH_H

#include "base/types.h"

struct thread;

// The function that kernel/start.c passes to thread_create. It ends the run with kernel_end, and so never returns.
void launch_main(struct thread *thread);

#endif
