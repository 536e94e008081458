// The Java side of a thread that chooses which thread runs next (kernel/core/policy.h): a gnomon.SchedulerThread, which
// asks a gnomon.Scheduler of the program. Here is what is held against that: besides what the scheduler sees, it may
// not allocate and not throw. When it is broken, its thread ends, as if its domain did, but for giving back its
// monitors, and the recording and standard error say why.
//
// Threads have numbers for it that are small, and used again after a thread's end.
#ifndef KERNEL_RUN_CHOOSER_H
#define KERNEL_RUN_CHOOSER_H

#include "kernel/core/policy_thread.h"
#include "translator/object.h"

// The quanta that may be answered, in nanoseconds.
#define CHOOSER_QUANTUM_LEAST_NS 100000
#define CHOOSER_QUANTUM_MOST_NS 10000000000

// The current thread, whose family has no scheduler that is late, chooses from now on, by `scheduler`, whose methods
// are translated first. Returns false if that cannot be: policy_begin.
bool chooser_begin(struct thread *thread, handle scheduler);
// Whether a scheduler of the thread's domain, or one of its family, has taken too long for an answer, in which nobody
// else runs: no other is asked then, so that a family has that time once, however many domains it starts.
bool chooser_is_family_late(const struct thread *thread);
// The thread of a number (policy_number); NULL if there has never been one.
struct thread *chooser_thread(s64 number);
// The current thread is the one that chooses, and has been found to be wrong: `words` say what it does.
void chooser_break(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
