// See workspace.h.
#include "kernel/memory/workspace.h"

#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/thread.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

#define POLLS_A_READING 2u // there is a poll every few instructions, and a reading costs more

__attribute__((noreturn)) static void exhausted(struct arena *arena) {
    struct workspace *workspace = (struct workspace *)arena;
    workspace_together(workspace);
    __builtin_longjmp(workspace->exit, 1);
}

static void poll(const struct arena *arena) {
    struct workspace *workspace = (struct workspace *)(uintptr_t)arena;
    struct thread *thread = thread_self();
    if (UNLIKELY(++workspace->polls % POLLS_A_READING == 0)) log_polled(&thread->log);
    if (LIKELY(!scheduler_is_poll_due(thread, workspace->start_ticks))) return;
    bool was_alone = workspace->is_alone;
    workspace_together(workspace);
    scheduler_poll_native(thread);
    if (was_alone) workspace_alone(workspace);
}

void workspace_init(struct workspace *workspace, void *memory, u64 bytes) {
    arena_init(&workspace->arena, memory, bytes, exhausted);
    workspace->arena.poll = poll;
    workspace->is_alone = false;
}

bool workspace_in_scratch(struct workspace *workspace, u64 bytes) {
    void *memory = scratch_alloc_as(thread_account(ACCOUNT_TABLES), bytes, SCRATCH_POLLS);
    if (!memory) return false;
    workspace_init(workspace, memory, scratch_bytes(memory));
    workspace->arena.dirty_end = workspace->arena.end; // it comes as it was left
    return true;
}

void workspace_free(struct workspace *workspace) { scratch_free(workspace->arena.start); }

void workspace_begin(struct workspace *workspace) { workspace->start_ticks = machine_ticks(); }

void workspace_alone(struct workspace *workspace) {
    workspace->is_alone = true;
    kernel_alone();
}

void workspace_together(struct workspace *workspace) {
    if (!workspace->is_alone) return;
    workspace->is_alone = false;
    kernel_together();
}
