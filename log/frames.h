// The chain of frames, as the kernel's stubs make it (kernel/run/stubs.S) and as the sampler and the crash report walk
// it. A walk stands at (fp, pc): the rbp of a translated frame and an address in its code. It begins at the thread's
// anchor_fp and anchor_pc (fp 0: the thread has no such frame), or in a sampler at the interrupted registers. The
// caller's are ([fp], [fp + 8]). When pc is stub_call_return, fp is the frame in which C called translated code: the
// walk goes on at the anchor saved there, CALL_ANCHOR_FP and _PC below, and ends when that fp is 0.
#ifndef LOG_FRAMES_H
#define LOG_FRAMES_H

#include "base/types.h"

// Where a call from C to translated code returns to, and, from the rbp of that frame, the anchor saved there.
extern const u8 stub_call_return[];
#define CALL_ANCHOR_FP (-8)
#define CALL_ANCHOR_PC (-16)

// The whole of the stubs. Between the other two stand the trampolines that are made from the entry table. At a LEAF
// one's call of C rbp is that of the translated frame that called, and the return address into it stands
// STUB_LEAF_RETURN above the call's.
extern const u8 kernel_stubs_start[], kernel_stubs_end[];
extern const u8 kernel_trampolines_start[], kernel_trampolines_end[];
#define STUB_LEAF_RETURN 80

// The words of the processor's FS block (kernel/core/foreign.h) that say where library code was called.
#define FOREIGN_THREAD 0x30
#define FOREIGN_FP 0x38

// In an interrupt: where the chain of frames goes on if it struck foreign code, else 0.
static inline u64 foreign_frame(void) {
    u64 thread, fp;
    __asm__ volatile("mov %%fs:%c2, %0\n\tmov %%fs:%c3, %1"
                     : "=&r"(thread), "=r"(fp)
                     : "i"(FOREIGN_THREAD), "i"(FOREIGN_FP));
    return thread ? fp : 0;
}

#endif
