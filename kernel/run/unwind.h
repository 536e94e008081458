// Walks over Java frames, for stack traces, getCallerClass, dumps and the unwinder. The chain of frames is described in
// log/frames.h. A walk yields logical frames: methods inlined into another's code are frames of their own, the
// innermost first. It is valid until the thread runs Java again. Nothing here allocates or writes; the sampler uses it
// too, from a trusted (fp, pc).
#ifndef KERNEL_RUN_UNWIND_H
#define KERNEL_RUN_UNWIND_H

#include "kernel/core/thread.h"
#include "translator/object.h"

struct frame_walk {
    struct method *method; // of the current logical frame
    u32 bytecode_index;
    // The machine frame that it is in
    u64 fp, pc; // rbp; and the return address (or trapping access + 1) in its code
    const struct code *code;
    const struct code_site *site;
    const struct code_place *place;
};

// Starts at the innermost Java frame of a thread that is in C. Returns false if it has none.
bool frame_walk_start(struct frame_walk *walk, const struct thread *thread);
bool frame_walk_start_at(struct frame_walk *walk, u64 fp, u64 pc);
// A stack has as many frames as a program likes: a walk lets others run after so many.
#define FRAMES_A_POLL 512u
// Moves to the caller's frame, across C frames as well. Returns false if there is none.
bool frame_walk_next(struct frame_walk *walk);
// Moves to the next machine frame, past whatever is inlined in this one.
bool frame_walk_next_machine(struct frame_walk *walk);

// Whether questions about the caller look past the method's frames: Method.invoke, what stands between it and the
// method that it calls, and what stands between a method handle and its target.
bool frame_is_ignored(const struct method *method);
// Reflection.getCallerClass, called from a native: skips the frame of the native, then that of the method that called
// it, and those that are ignored. Returns NULL if there is no further frame.
struct class *frame_caller_class(const struct thread *thread);

// Leaves Java code (stubs.S): thread->exception is pending and the anchor is at the frame where it was raised. Goes to
// the handler's landing pad, or makes the java_call that called Java return.
_Noreturn void exception_unwind(struct thread *thread);

#endif
