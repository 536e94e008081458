// Faults on purpose, for tests of what a dying kernel leaves behind. With -Dgnomon.test.fault=KIND the program's next
// System.gc() causes one, so that there are Java frames below it: triple (the machine ends without a word), panic,
// fault (a write to an unmapped address), stack (a recursion in C down to the guard page), memory (takes all memory
// that class data could take), left (a use of memory that the collector has taken away), region (a fault, and a second
// one where the first is reported), sites (the next null check finds the table of sites broken, which is a fault in the
// fault handler). Without the property, nothing happens.
#ifndef KERNEL_NATIVES_DELIBERATE_H
#define KERNEL_NATIVES_DELIBERATE_H

struct thread;

void deliberate_fault(struct thread *thread);

#endif
