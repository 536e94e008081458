// What the translator and the verifier work in: an arena, which polls, and an exit for when it is exhausted. Such
// work is long and concerns nobody else, so others may have the kernel's lock meanwhile: between workspace_alone and
// workspace_together stands what touches only the arena, and what no longer changes. Objects may move then, and the
// world may be stopped. With one processor the two do nothing.
#ifndef KERNEL_MEMORY_WORKSPACE_H
#define KERNEL_MEMORY_WORKSPACE_H

#include "base/arena.h"

struct workspace {
    struct arena arena; // first: the arena's callbacks find the workspace by it
    u64 start_ticks;
    u32 polls;     // that there have been
    void *exit[5]; // __builtin_setjmp's
    bool is_alone;
};

// `memory` is the caller's, and zero.
void workspace_init(struct workspace *workspace, void *memory, u64 bytes);
// In scratch memory; false if there is none left.
bool workspace_in_scratch(struct workspace *workspace, u64 bytes);
void workspace_free(struct workspace *workspace);

// Work begins: false. When the arena is exhausted, it comes here again: true. The function that says this must not
// return before the work is done.
#define WORKSPACE_BEGIN_OR_EXHAUSTED(workspace) (workspace_begin(workspace), __builtin_setjmp((workspace)->exit) != 0)
void workspace_begin(struct workspace *workspace);

void workspace_alone(struct workspace *workspace);
// Does nothing if it is not alone.
void workspace_together(struct workspace *workspace);

#endif
