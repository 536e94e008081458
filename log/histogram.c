// The histograms of the timing rows: a window of buckets around the durations that have been seen, in the pool. The
// exit's probe counts what falls into the window; this is called for anything else. Thread level only.
#include "base/panic.h"
#include "base/string.h"
#include "log/state.h"

enum { FIRST_BYTES = 128, BEFORE_FIRST = 5 };

static u32 buckets_in(u64 bytes) {
    u64 buckets = (bytes - sizeof(struct timing_window)) / sizeof(u64);
    return buckets < TIMING_BUCKET_END - TIMING_BUCKET_FIRST ? (u32)buckets : TIMING_BUCKET_END - TIMING_BUCKET_FIRST;
}

static u64 bytes_for(u32 buckets) {
    ASSERT(buckets <= TIMING_BUCKET_END - TIMING_BUCKET_FIRST);
    u64 bytes = FIRST_BYTES;
    while (buckets_in(bytes) < buckets) bytes *= 2;
    return bytes;
}

static struct timing_window *window_of(const struct timing_row *row) {
    return (struct timing_window *)(uintptr_t)row->histogram;
}

static u32 lesser(u32 a, u32 b) { return a < b ? a : b; }

// Calls shorter than the limit make the row one of short calls: as long as there were none, no window reaches down that
// far; but buckets in the window stay when the limit changes, as it does in calibration.
static u32 lowest_bucket(const struct timing_row *row, u32 bucket) {
    const struct timing_window *old = window_of(row);
    u32 needed = old->size ? lesser(old->first, bucket) : bucket;
    bool may_turn = row->inner_ticks < timing_short_limit_ticks && row->inner_ticks != timing_short_inner_ticks;
    u32 lowest = may_turn ? timing_bucket(timing_short_limit_ticks - row->inner_ticks) : TIMING_BUCKET_FIRST;
    return lesser(lowest, needed);
}

static u32 within(u32 first, u32 size, u32 lowest) {
    ASSERT(size <= TIMING_BUCKET_END - lowest);
    if ((s32)first < (s32)lowest) return lowest;
    return first + size > TIMING_BUCKET_END ? TIMING_BUCKET_END - size : first;
}

// Where a window of so many buckets begins that includes the bucket and all of the old window: what is left over lies
// on the side to which it grows.
static u32 first_of(const struct timing_window *old, u32 bucket, u32 size, u32 lowest) {
    if (!old->size) return within(bucket - BEFORE_FIRST, size, lowest);
    return within(bucket < old->first ? old->first + old->size - size : old->first, size, lowest);
}

static u32 span(const struct timing_window *old, u32 bucket) {
    if (!old->size) return 1;
    return bucket < old->first ? old->first + old->size - bucket : bucket + 1 - old->first;
}

// The row has either one window or the other, complete.
static void window_replace(struct timing_row *row, struct timing_window *window) {
    struct timing_window *old = window_of(row);
    __atomic_store_n(&row->histogram, (u64)window, __ATOMIC_RELEASE);
    if (old->size) pool_give(old, bytes_for(old->size));
}

static struct timing_window *window_grow(struct timing_row *row, u32 bucket) {
    const struct timing_window *old = window_of(row);
    u64 bytes = bytes_for(span(old, bucket));
    u32 lowest = lowest_bucket(row, bucket), most = TIMING_BUCKET_END - lowest;
    struct timing_window *window = pool_take(bytes);
    if (!window) return NULL;
    memset(window, 0, bytes);
    window->size = lesser(buckets_in(bytes), most);
    window->first = first_of(old, bucket, window->size, lowest);
    ASSERT(bucket - window->first < window->size);
    ASSERT(!old->size || (window->first <= old->first &&
                          old->first + old->size <= window->first + window->size)); // nothing counted is lost
    for (u32 i = 0; i < old->size; i++) window->counts[old->first - window->first + i] = old->counts[i];
    window_replace(row, window);
    return window;
}

void histogram_add(struct timing_row *row, s64 elapsed) {
    struct timing_window *window = window_of(row);
    if (elapsed < 0) {
        row->below_zero++;
        return;
    }
    if ((u64)elapsed + row->inner_ticks < timing_short_limit_ticks) row->inner_ticks = (u32)timing_short_inner_ticks;
    u32 bucket = timing_bucket((u64)elapsed);
    if (bucket - window->first >= window->size) window = window_grow(row, bucket);
    if (window) {
        window->counts[bucket - window->first]++;
    } else {
        log_lost(LOSS_HISTOGRAMS);
    }
}

void histogram_clear(struct timing_row *row) {
    row->below_zero = 0;
    window_replace(row, (struct timing_window *)log_state.pool->no_window);
}
