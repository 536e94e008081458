// See offsets.h.
#include "viz/read/offsets.h"

#define OFFSET_LIMIT (1ll << 61) // more than a counter that has run for years

static u64 size_of(s64 ticks) { return ticks < 0 ? (u64)-ticks : (u64)ticks; }

// From now on `ticks` is what is taken off, and the error what it leaves.
static struct region_offset choose(struct region_offset offset) {
    bool is_known = offset.measured_ticks && offset.ticks < OFFSET_LIMIT && offset.ticks > -OFFSET_LIMIT &&
                    offset.error_ticks < (u64)OFFSET_LIMIT;
    if (!is_known) return (struct region_offset){0};
    if (size_of(offset.ticks) > offset.error_ticks) return offset;
    return (struct region_offset){0, offset.error_ticks + size_of(offset.ticks), offset.measured_ticks};
}

void offsets_choose(struct offsets *offsets) {
    for (u32 i = 0; i < offsets->count; i++) offsets->items[i] = choose(offsets->items[i]);
}

u64 offsets_put_right(const struct offsets *offsets, u32 cpu, u64 ticks) {
    s64 offset = cpu < offsets->count ? offsets->items[cpu].ticks : 0;
    u64 size = size_of(offset);
    if (offset > 0) return ticks > size ? ticks - size : 0;
    return ticks > UINT64_MAX - size ? UINT64_MAX : ticks + size;
}

// The two largest errors: the processor that boots has none, and is one of those between which they lie.
u64 offsets_error(const struct offsets *offsets) {
    u64 first = 0, second = 0;
    for (u32 i = 0; i < offsets->count; i++) {
        u64 error = offsets->items[i].error_ticks;
        if (error > first) {
            second = first, first = error;
        } else if (error > second) {
            second = error;
        }
    }
    return first + second;
}

u64 offsets_distance(const struct offsets *offsets) {
    s64 lowest = 0, highest = 0;
    for (u32 i = 0; i < offsets->count; i++) {
        s64 ticks = offsets->items[i].ticks;
        if (ticks < lowest) lowest = ticks;
        if (ticks > highest) highest = ticks;
    }
    return (u64)highest - (u64)lowest + offsets_error(offsets);
}
