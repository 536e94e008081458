// The machine's one timer, shared; and the way from a hardware fault to a trap's stub or a panic.
//
// A client names the tick at which its handler shall run. The handlers run in the timer interrupt, on its stack: they
// never allocate, block, switch or throw, and take no lock. A handler sets its own next time, with interrupt_timer_set.
#ifndef KERNEL_CORE_INTERRUPT_H
#define KERNEL_CORE_INTERRUPT_H

#include "log/machine.h"

// How a null check by access becomes an error of the program: when `is_trapping_site(pc)` says that the access at `pc`
// in translated code is one, the interrupted thread goes on at `stub`, with pc + 1 pushed as return address, pc in
// thread->fault_pc and every register as it was.
void interrupt_set_null_trap(bool (*is_trapping_site)(u64 pc), u64 stub);

// May know a better word than "fault" for an access to `address`; returns NULL if it does not.
void interrupt_set_fault_namer(const char *(*name)(u64 address));

// For tests: is asked first; true: it has changed the frame, and the program goes on with it.
void interrupt_set_fault_hook(bool (*hook)(struct trap_frame *frame));

#endif
