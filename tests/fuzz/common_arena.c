// The arena of base/arena.h for fuzzing: what has not been handed out is poisoned, and so is a gap behind every
// allocation, so that AddressSanitizer sees reads and writes beyond an allocation. What arena_alloc_raw gives is full
// of noise.
#include <sanitizer/asan_interface.h>
#include <string.h>

#include "tests/fuzz/common_arena.h"

#define GAP_BYTES 16

static size_t gap_bytes = GAP_BYTES;

void arena_set_gaps(bool wanted) { gap_bytes = wanted ? GAP_BYTES : 0; }

void arena_init(struct arena *arena, void *start, size_t bytes,
                __attribute__((noreturn)) void (*exhausted)(struct arena *arena)) {
    *arena = (struct arena){
        .start = start, .next = start, .end = (u8 *)start + bytes, .dirty_end = start, .exhausted = exhausted};
    ASAN_POISON_MEMORY_REGION(start, bytes);
}

static u8 *take(struct arena *arena, size_t bytes) {
    size_t room = (size_t)(arena->end - arena->next);
    if (bytes > room || ALIGN_UP(bytes, (size_t)8) + gap_bytes > room) arena->exhausted(arena);
    u8 *result = arena->next;
    arena->next += ALIGN_UP(bytes, (size_t)8) + gap_bytes;
    ASAN_UNPOISON_MEMORY_REGION(result, bytes);
    return result;
}

void *arena_alloc(struct arena *arena, size_t bytes) { return memset(take(arena, bytes), 0, bytes); }

void *arena_alloc_raw(struct arena *arena, size_t bytes) { return memset(take(arena, bytes), 0xa5, bytes); }

void arena_release(struct arena *arena, u8 *mark) {
    ASAN_POISON_MEMORY_REGION(mark, (size_t)(arena->next - mark));
    arena->next = mark;
}

void arena_reset(struct arena *arena) { arena_release(arena, arena->start); }

void arena_copy(const struct arena *arena, void *to, const void *from, size_t bytes) {
    (void)arena;
    if (bytes) memcpy(to, from, bytes);
}
