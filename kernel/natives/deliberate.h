// Faults on purpose, for tests of what a dying kernel leaves behind. With -Dgnomon.test.fault=KIND the program's next
// System.gc() does it, so that Java frames lie below: triple (the machine ends without a word), panic, fault (a write
// to where nothing is), stack (a recursion in C down to the guard page), memory (all memory that class data could
// take), left (a use of what the collector has taken away), region (a fault, and a second one where the first is told),
// sites (the next null check finds the sites' table broken, which is a fault in the handler of faults). Without the
// property, nothing.
#ifndef KERNEL_NATIVES_DELIBERATE_H
#define KERNEL_NATIVES_DELIBERATE_H

struct thread;

void deliberate_fault(struct thread *thread);

#endif
