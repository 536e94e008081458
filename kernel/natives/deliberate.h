// Faults on purpose, for tests of what a dying kernel leaves behind. With -Dgnomon.test.fault=KIND the program's next
// System.gc() does it, so that Java frames lie below: triple (the machine ends without a word), panic, fault (a write
// to where nothing is), stack (a recursion in C down to the guard page), memory (all memory that class data could
// take). Without the property, nothing.
#ifndef KERNEL_NATIVES_DELIBERATE_H
#define KERNEL_NATIVES_DELIBERATE_H

struct thread;

void deliberate_fault(struct thread *thread);

#endif
