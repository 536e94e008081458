// Handles: slots that the collector knows, on a stack of the thread's. C code that holds a reference across a safepoint
// must hold it in a handle.
//
//     u32 mark = handle_mark(thread);  ...  handle_release(thread, mark);     gives back all that were made in between
// Natives need no mark: their wrapper does it. The slots do not move.
#ifndef KERNEL_HEAP_HANDLE_H
#define KERNEL_HEAP_HANDLE_H

#include "kernel/heap/java_thread.h"

struct account;

#define HANDLE_RESERVE 2048u

#define HANDLE_PIECE 1024u // slots of a piece

static inline u32 handle_mark(const struct thread *thread) { return thread->handle_count; }
static inline void handle_release(struct thread *thread, u32 mark) { thread->handle_count = mark; }
// The slot with this number, of those that are in use.
static inline handle handle_at(const struct thread *thread, u32 number) {
    return &java_of(thread)->handles[number / HANDLE_PIECE][number % HANDLE_PIECE];
}
// Whether so few are left that no more Java may be called that could need others: natives call Java that calls natives.
// What making an error needs is kept back. Takes more memory for them where that is allowed.
bool handle_is_low(const struct thread *thread);
// Gives a new thread its stack of handles, in scratch memory, on the account that pays for its stack. Returns false if
// there is no memory left.
bool handles_begin(struct java_thread *thread);
void handles_end(struct java_thread *thread);
// From now on another account pays.
void handles_move(struct java_thread *thread, struct account *account);
handle handle_new(struct thread *thread, ref reference);

#endif
