// Bump allocation for one piece of work (verifying a class, translating a method): everything is freed at once, by
// arena_reset. Memory is zeroed and 8-aligned. An arena never fails its caller: when it is exhausted, `exhausted` is
// called, which must not return.
//
// The size of such work is chosen by the class's author, so it polls: arena_poll stands in every loop over what can be
// many, and large pieces of memory are zeroed in parts. Meanwhile other threads may run, and the collector.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/types.h"

struct arena {
    u8 *start, *next, *end;
    u8 *dirty_end; // memory from here to `end` has never been handed out and is zero
    __attribute__((noreturn)) void (*exhausted)(struct arena *arena);
    void (*poll)(const struct arena *arena); // NULL: nobody waits. Set by the arena's owner, after arena_init
};

void arena_init(struct arena *arena, void *start, size_t bytes,
                __attribute__((noreturn)) void (*exhausted)(struct arena *arena));
void *arena_alloc(struct arena *arena, size_t bytes);
// The same without zeroing, for memory that is written before it is read.
void *arena_alloc_raw(struct arena *arena, size_t bytes);
void arena_reset(struct arena *arena);

// memcpy, with polls. For arrays that grow.
void arena_copy(const struct arena *arena, void *to, const void *from, size_t bytes);

static inline void arena_poll(const struct arena *arena) {
    if (arena->poll) arena->poll(arena);
}

// The same at one of so many steps of a loop whose steps are short.
#define ARENA_STEPS_A_POLL 4096u
static inline void arena_step(const struct arena *arena, u32 step) {
    if (step % ARENA_STEPS_A_POLL == 0) arena_poll(arena);
}

// Releasing a mark frees everything that was allocated after it.
static inline u8 *arena_mark(const struct arena *arena) { return arena->next; }
void arena_release(struct arena *arena, u8 *mark);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_RAW_ARRAY(arena, type, count) ((type *)arena_alloc_raw((arena), sizeof(type) * (size_t)(count)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc((arena), sizeof(type) * (size_t)(count)))

#endif
