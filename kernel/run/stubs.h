// The assembly between translated code and C (stubs.S). The conventions are in docs/architecture.md, "Machine code
// rules"; the chain of frames that they make is described in log/frames.h.
#ifndef KERNEL_RUN_STUBS_H
#define KERNEL_RUN_STUBS_H

#include "kernel/classes/link.h"
#include "kernel/core/thread.h"
#include "log/frames.h"
#include "translator/object.h"

// Arguments sorted into the places where translated code expects them.
struct java_arguments {
    u64 integer[6]; // rdi rsi rdx rcx r8 r9
    u64 sse[8];     // xmm0 to xmm7
    u64 *stack;     // the callee's [rbp + 16] and up
    u32 stack_count;
    u16 returns_sse; // the result comes in xmm0
    u16 has_no_sse;  // what is in `sse` need not be loaded
};

// Calls the method's entry with these arguments; returns the result's bits as the machine returns them. See java_call
// in kernel/classes/java.h.
u64 stub_java_call(struct method *method, const struct java_arguments *arguments);

// Where the fault handler sends a thread whose access at thread->fault_pc trapped: it pushes fault_pc + 1 as the return
// address and goes there with all other registers as they were.
extern const u8 stub_throw_null[];

// Reads a byte, or writes one back unchanged. Returns false if the access, at one of the first two places, has faulted
// and the fault handler has continued at the third.
bool stub_touch(u64 address, bool is_write);
extern const u8 stub_touch_read[], stub_touch_write[], stub_touch_failed[];

// The unwinder's two exits; neither returns. resume goes into a landing pad with rax = exception; rbp and rsp are
// the frame's. stub_return_pending makes java_call with that frame return to its C caller, with thread->exception set.
__attribute__((noreturn)) void stub_resume(u64 fp, u64 sp, u64 pc, ref exception);
__attribute__((noreturn)) void stub_return_pending(u64 java_call_fp);

// The initial contents of thread->entries.
extern const u64 stub_entries[ENTRY_COUNT];
// In their place with several processors, and where releases of monitors are told.
extern const u8 trampoline_monitor_enter_shared[], trampoline_monitor_exit_shared[];
extern const u8 trampoline_monitor_enter_told[], trampoline_monitor_exit_told[];

#endif
