// See arena.h.
#include "base/arena.h"

#include "base/string.h"

void arena_init(struct arena *arena, void *start, size_t bytes,
                __attribute__((noreturn)) void (*exhausted)(struct arena *arena)) {
    *arena = (struct arena){
        .start = start, .next = start, .end = (u8 *)start + bytes, .dirty_end = start, .exhausted = exhausted};
}

#define PIECE_BYTES (256 * KIB)

static void clear(const struct arena *arena, u8 *start, size_t bytes) {
    for (; bytes > PIECE_BYTES; start += PIECE_BYTES, bytes -= PIECE_BYTES) {
        memset(start, 0, PIECE_BYTES);
        arena_poll(arena);
    }
    memset(start, 0, bytes);
}

void arena_copy(const struct arena *arena, void *to, const void *from, size_t bytes) {
    u8 *to_bytes = to;
    const u8 *from_bytes = from;
    for (; bytes > PIECE_BYTES; to_bytes += PIECE_BYTES, from_bytes += PIECE_BYTES, bytes -= PIECE_BYTES) {
        memcpy(to_bytes, from_bytes, PIECE_BYTES);
        arena_poll(arena);
    }
    if (bytes) memcpy(to_bytes, from_bytes, bytes);
}

void *arena_alloc(struct arena *arena, size_t bytes) {
    size_t size = ALIGN_UP(bytes, (size_t)8);
    if (size > (size_t)(arena->end - arena->next)) arena->exhausted(arena);
    u8 *result = arena->next;
    arena->next += size;
    if (result < arena->dirty_end) {
        size_t dirty = (size_t)(arena->dirty_end - result);
        clear(arena, result, dirty < size ? dirty : size);
    }
    if (arena->next > arena->dirty_end) arena->dirty_end = arena->next;
    return result;
}

void *arena_alloc_raw(struct arena *arena, size_t bytes) {
    size_t size = ALIGN_UP(bytes, (size_t)8);
    if (size > (size_t)(arena->end - arena->next)) arena->exhausted(arena);
    u8 *result = arena->next;
    arena->next += size;
    if (arena->next > arena->dirty_end) arena->dirty_end = arena->next;
    return result;
}

void arena_release(struct arena *arena, u8 *mark) { arena->next = mark; }

void arena_reset(struct arena *arena) { arena->next = arena->start; }
