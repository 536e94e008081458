// The chain of frames, as the kernel's stubs make it (kernel/run/stubs.S) and as the sampler and the crash report walk
// it. A walk is at (fp, pc): the rbp of a translated frame and an address in its code. It begins at the thread's
// anchor_fp and anchor_pc (if fp is 0 the thread has no such frame) or, in a sampler, at the interrupted registers. The
// caller's are ([fp], [fp + 8]). If pc is stub_call_return, fp is the frame in which C called translated code: the walk
// continues at the anchor saved there, CALL_ANCHOR_FP and _PC below, and ends if that fp is 0.
#ifndef LOG_FRAMES_H
#define LOG_FRAMES_H

#include "base/types.h"
#include "log/foreign_block.h"

// Where a call from C to translated code returns to, and, from the rbp of that frame, the anchor saved there.
extern const u8 stub_call_return[];
#define CALL_ANCHOR_FP (-8)
#define CALL_ANCHOR_PC (-16)

// Before a translated method has set up its frame, and when it has taken it down, rbp is its caller's. Returns where
// the return address lies if that is so at `rip`; 0 if the frame exists. For interrupts: it reads only what is
// published. Implemented by kernel/run/frameless.c.
u64 frameless_return(u64 rip, u64 rsp);

// The bounds of all the stubs. The trampolines made from the entry table lie between the other two. When a LEAF
// trampoline calls C, rbp is that of the translated frame that called, and the return address into it is
// STUB_LEAF_RETURN above the call's own.
extern const u8 kernel_stubs_start[], kernel_stubs_end[];
extern const u8 kernel_trampolines_start[], kernel_trampolines_end[];
#define STUB_LEAF_RETURN 80

// In an interrupt: where the chain of frames continues if foreign code was interrupted, otherwise 0.
static inline u64 foreign_frame(void) {
    u64 thread, fp;
    __asm__ volatile("mov %%fs:%c2, %0\n\tmov %%fs:%c3, %1"
                     : "=&r"(thread), "=r"(fp)
                     : "i"(FOREIGN_THREAD), "i"(FOREIGN_FP));
    return thread ? fp : 0;
}

#endif
