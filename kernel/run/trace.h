// Stack traces in exceptions. Throwable.backtrace is a long[] of frames, innermost first, each (bytecode index << 32
// address of the struct method), with TRACE_BELOW_HIDDEN in the first if hidden frames above it are left out. If some
// of the methods belong to classes that may be unloaded, it is an Object[] of that and of those classes' mirrors, which
// keep them alive.
#ifndef KERNEL_RUN_TRACE_H
#define KERNEL_RUN_TRACE_H

#include "kernel/core/thread.h"
#include "translator/object.h"

#define TRACE_FRAMES 1024 // as HotSpot's MaxJavaStackTraceDepth

#define TRACE_BELOW_HIDDEN (1ull << 63)

static inline u64 trace_pack(const struct method *method, u32 bytecode_index) {
    return (u64)bytecode_index << 32 | method_address(method);
}
static inline struct method *trace_method(u64 frame) { return (struct method *)(uintptr_t)(u32)frame; }
static inline u32 trace_bytecode_index(u64 frame) { return (u32)(frame >> 32) & 0xffffu; }

// The frames of the throwable's backtrace: how many, and a single one.
u32 trace_length(ref throwable);
u64 trace_frame(ref throwable, u32 index);

// Throwable.fillInStackTrace: the frames of the current thread without those of fillInStackTrace, of the exception's
// constructors, and hidden ones. Never throws: if there is no memory, there is no trace.
void exception_fill_trace(struct thread *thread, handle throwable);
// StackTraceElement.initStackTraceElements(elements, throwable): fills the elements, as many as there are.
void exception_fill_elements(struct thread *thread, handle elements, handle throwable);
// Others run after so many elements, each of which has names of up to 64 KiB.
#define ELEMENTS_A_POLL 16u
// StackTraceElement.initStackTraceElement for one frame.
void exception_fill_element(struct thread *thread, handle element, struct method *method, u32 bytecode_index);
// Prints class, message and trace on the console without running Java: for exceptions that the kernel can no longer
// hand to Java.
void exception_print(struct thread *thread, ref exception);

#endif
