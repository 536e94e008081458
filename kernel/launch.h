// The main thread: the JDK's own boot (initPhase1, 2 and 3), the launcher, the program, and the end of the run with its
// exit status. JDK classes are loaded, but nothing has run yet when it begins.
#ifndef KERNEL_LAUNCH_H
#define KERNEL_LAUNCH_H

struct thread;

// What kernel/start.c gives thread_create. Ends the run with kernel_end, and so never returns to it.
void launch_main(struct thread *thread);

#endif
