// The timing pool of the region: blocks of a power of two of bytes for stacks of activations, the probes' caches and
// histograms. A block that is given back serves the next request of its size; a request that finds none there is cut
// from a larger one, or from what has never been in use. So the pool's memory is touched only as far as it was ever
// needed. Thread level only; a reader sees a block only through what points to it.
#include "base/panic.h"
#include "log/machine.h"
#include "log/state.h"

#define PREPARE_BYTES (64 * KIB)
#define SMALL_SIZES 3u // what is left over between larger ones is used before new memory
#define LARGEST_BYTES (TIMING_POOL_LEAST << (POOL_SIZES - 1))

static u32 size_of(u64 bytes) {
    u32 size = 0;
    while ((u64)TIMING_POOL_LEAST << size < bytes) size++;
    return size;
}

u64 pool_offset(const void *memory) { return (u64)memory - (u64)log_state.pool; }

void *pool_at(u64 offset) {
    ASSERT(offset && offset < log_state.pool_bytes);
    return (u8 *)log_state.pool + offset;
}

void pool_init(void) {
    struct timing_pool *pool = log_state.pool;
    machine_prepare((u64)pool, PREPARE_BYTES < log_state.pool_bytes ? PREPARE_BYTES : log_state.pool_bytes);
    pool->address = (u64)pool;
    pool->taken = sizeof(*pool);
}

// The list of a size is linked through the blocks' first words: offsets, 0 at its end.
void pool_give(void *memory, u64 bytes) {
    u64 *list = &log_state.pool_free[size_of(bytes)];
    ASSERT(pool_offset(memory) % ((u64)TIMING_POOL_LEAST << size_of(bytes)) == 0);
    ASSERT(bytes <= LARGEST_BYTES && pool_offset(memory) + bytes <= log_state.pool->taken);
    *(u64 *)memory = *list;
    *list = pool_offset(memory);
}

static void *take_free(u32 size) {
    u64 offset = log_state.pool_free[size];
    if (!offset) return NULL;
    ASSERT(offset < log_state.pool->taken);
    log_state.pool_free[size] = *(u64 *)pool_at(offset);
    return pool_at(offset);
}

// From what was never in use, at a multiple of its size.
static void *take_new(u64 bytes) {
    struct timing_pool *pool = log_state.pool;
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): region_create has set it
    u64 ready = ALIGN_UP(pool->taken, (u64)PREPARE_BYTES);
    // What lies before it is for smaller ones.
    while (pool->taken % bytes && pool->taken + bytes <= log_state.pool_bytes) {
        u64 small = pool->taken & -pool->taken;
        void *memory = pool_at(pool->taken);
        pool->taken += small;
        pool_give(memory, small);
    }
    u64 offset = pool->taken;
    if (offset + bytes > log_state.pool_bytes) return NULL;
    pool->taken += bytes;
    u64 end = ALIGN_UP(pool->taken, (u64)PREPARE_BYTES);
    if (end > log_state.pool_bytes) end = log_state.pool_bytes;
    if (end > ready) machine_prepare((u64)pool + ready, end - ready);
    return pool_at(offset);
}

// Takes the smallest of the larger ones below `end`, and gives back what is left over.
static void *take_part(u32 size, u32 end) {
    u32 larger = size + 1;
    while (larger < end && !log_state.pool_free[larger]) larger++;
    if (larger >= end) return NULL;
    u8 *memory = take_free(larger);
    ASSERT(memory);
    while (larger-- > size) pool_give(memory + ((u64)TIMING_POOL_LEAST << larger), (u64)TIMING_POOL_LEAST << larger);
    return memory;
}

void *pool_take(u64 bytes) {
    ASSERT(bytes && !(bytes & (bytes - 1)));
    u32 size = size_of(bytes);
    if (bytes > LARGEST_BYTES) return NULL;
    void *memory = take_free(size);
    if (!memory) memory = take_part(size, SMALL_SIZES);
    if (!memory) memory = take_new(bytes);
    return memory ? memory : take_part(size, POOL_SIZES);
}
