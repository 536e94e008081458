// Handles; see handle.h. A thread's stack of slots lies in pieces, which do not move; it has as many as the deepest
// nesting of natives that hold references has needed. Before all that it may have are used up, java_call raises
// StackOverflowError.
#include "kernel/heap/handle.h"
#include "kernel/heap/java_thread.h"

#include "base/panic.h"
#include "kernel/memory/scratch.h"

static bool add_piece(struct java_thread *thread) {
    u32 count = thread->handle_capacity / HANDLE_PIECE;
    struct accounts *payer = thread->thread.payer ? thread->thread.payer : &kernel_accounts;
    struct account *account = &payer->of[ACCOUNT_STACKS];
    ref *piece = count < HANDLE_PIECES ? scratch_alloc_as(account, HANDLE_PIECE * sizeof(ref), SCRATCH_MOVABLE) : NULL;
    if (!piece) return false;
    thread->handles[count] = piece;
    thread->handle_capacity += HANDLE_PIECE;
    return true;
}

bool handles_begin(struct java_thread *thread) {
    while (thread->handle_capacity < HANDLE_RESERVE + HANDLE_PIECE) {
        if (add_piece(thread)) continue;
        handles_end(thread);
        return false;
    }
    return true;
}

void handles_end(struct java_thread *thread) {
    for (u32 i = 0; i < HANDLE_PIECES; i++) {
        scratch_free(thread->handles[i]);
        thread->handles[i] = NULL;
    }
    thread->handle_capacity = 0;
}

void handles_move(struct java_thread *thread, struct account *account) {
    for (u32 i = 0; i < HANDLE_PIECES; i++) {
        if (thread->handles[i]) scratch_move(thread->handles[i], account);
    }
}

bool handle_is_low(const struct thread *thread) {
    struct java_thread *java = java_of(thread);
    while (thread->handle_count + HANDLE_RESERVE > java->handle_capacity) {
        if (!add_piece(java)) return true;
    }
    return false;
}

handle handle_new(struct thread *thread, ref reference) {
    bool has_room = thread->handle_count < java_of(thread)->handle_capacity || add_piece(java_of(thread));
    ASSERT(has_room);
    handle slot = handle_at(thread, thread->handle_count++);
    *slot = reference;
    return slot;
}
