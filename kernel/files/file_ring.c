// See kernel/files/file_ring.h.
#include "kernel/files/file_ring.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/memory/scratch.h"

#define RING_FIRST_BYTES 4080u

static void copy_out(const struct ring *ring, u8 *to, u64 bytes) {
    ASSERT(bytes <= ring->bytes && ring->start < ring->capacity);
    u64 first = smaller(bytes, ring->capacity - ring->start);
    memcpy(to, ring->buffer + ring->start, first);
    memcpy(to + first, ring->buffer, bytes - first);
}

static bool resize(struct ring *ring, u64 capacity) {
    ASSERT(ring->bytes <= capacity);
    u8 *buffer = scratch_alloc(ring->account, capacity);
    if (!buffer) return false;
    if (ring->bytes) copy_out(ring, buffer, ring->bytes);
    scratch_free(ring->buffer);
    ring->buffer = buffer;
    ring->capacity = capacity;
    ring->start = 0;
    return true;
}

bool ring_init(struct ring *ring, struct account *account, u64 first, u64 limit) {
    *ring = (struct ring){.account = account, .limit = limit};
    return !first || resize(ring, first);
}

void ring_free(struct ring *ring) {
    if (!ring->buffer) return;
    scratch_free(ring->buffer);
    *ring = (struct ring){.account = ring->account};
}

void ring_make_room(struct ring *ring, u64 bytes) {
    u64 wanted = smaller(ring->bytes + bytes, ring->limit), capacity = ring->capacity;
    if (capacity >= wanted) return;
    if (!capacity) capacity = RING_FIRST_BYTES;
    while (capacity < wanted) capacity *= 2;
    if (!resize(ring, smaller(capacity, ring->limit)) && ring->capacity) ring->limit = ring->capacity;
}

void ring_put(struct ring *ring, const void *from, u64 bytes) {
    ASSERT(bytes <= ring_room(ring) && ring->start <= ring->capacity);
    u64 end = ring->start + ring->bytes, at = end < ring->capacity ? end : end - ring->capacity;
    u64 first = smaller(bytes, ring->capacity - at);
    memcpy(ring->buffer + at, from, first);
    memcpy(ring->buffer, (const u8 *)from + first, bytes - first);
    ring->bytes += bytes;
}

u64 ring_take(struct ring *ring, void *to, u64 bytes) {
    u64 count = smaller(bytes, ring->bytes);
    if (!count) return 0;
    copy_out(ring, to, count);
    ring->bytes -= count;
    ring->start = ring->bytes ? (ring->start + count) % ring->capacity : 0;
    return count;
}
