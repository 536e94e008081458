// What every Java thread is doing, on the console, when the machine ends before its program: in a crash, when the
// program can never end, and when the host's time limit is over. Runs while the kernel dies or just before: it reads
// the heap, takes no lock, makes no object, runs no Java. The text stands between the two lines THREAD_REPORT_BEGIN and
// THREAD_REPORT_END, by which the host finds it.
#ifndef KERNEL_REPORT_THREAD_REPORT_H
#define KERNEL_REPORT_THREAD_REPORT_H

#include "kernel/core/machine.h"

// For each thread, panic_report_threads prints: its name and number, what it waits for and which thread has that, the
// monitors that it holds, and its stack; then the threads that wait for each other in a circle. The frame is what was
// interrupted, or NULL if the current thread is anchored or in C. During a collection nothing is reported.

// Before that, once, when symbols can be made.
void thread_report_init(void);
struct thread;
// What the thread waits for: the object of a monitor that it enters or waits in or, if parked, what it gave as its
// blocker; 0 if that is not known.
ref thread_awaited_object(const struct thread *thread);
// Which thread has that (a monitor or a lock of java.util.concurrent.locks), and whether that one waits for this thread
// in turn. The first returns NULL if there is none.
const struct thread *thread_awaited_by(const struct thread *thread);
bool thread_is_deadlocked(const struct thread *thread);

#endif
