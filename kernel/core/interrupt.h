// The machine's one timer, shared among clients; and the path from a hardware fault to a trap's stub or a panic.
//
// A client sets the tick at which its handler is to run. Handlers run in the timer interrupt, on its stack: they never
// allocate, block, switch or throw, and take no lock. They may call what says "any level" in its header, and no
// function that asserts ASSERT_LOCKED or ASSERT_THREAD_LEVEL; tests/leaves.t holds them to it. What is to be done later
// is asked for by scheduler_request_work. A handler sets its own next deadline with interrupt_timer_set.
#ifndef KERNEL_CORE_INTERRUPT_H
#define KERNEL_CORE_INTERRUPT_H

#include "log/machine.h"

// How a null check by access becomes an error of the program: if `is_trapping_site(pc)` returns true for the access at
// `pc` in translated code, the interrupted thread goes on at `stub`, with pc + 1 pushed as its return address, pc in
// thread->fault_pc, and every register as it was.
void interrupt_set_null_trap(bool (*is_trapping_site)(u64 pc), u64 stub);

// Hook, in kernel/heap/collect.c: a better word than "fault" for an access to `address`, or NULL if it knows none.
const char *interrupt_fault_name(u64 address);

// For tests: `hook` is asked first. If it returns true, it has changed the frame and the program goes on with it.
void interrupt_set_fault_hook(bool (*hook)(struct trap_frame *frame));

#endif
