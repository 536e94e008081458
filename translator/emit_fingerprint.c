// The fingerprint of a method's code: a hash of what would be there without instruments. It is of what has been encoded
// before jumps are shortened: with instruments between, a jump may need its long form. See emit.h.
#include "translator/emit.h"
#include "translator/translate.h"

static void add(u64 *hash, u64 value) {
    *hash = (*hash ^ value) * 0x9e3779b97f4a7c15ull;
    *hash ^= *hash >> 29;
}

// How many of the bytes before the offset are not instruments'.
struct rest {
    const struct emitter *m;
    u32 *before; // by range: how many bytes are in those before it
};

static struct rest rest_of(const struct emitter *m) {
    struct rest rest = {m, ARENA_RAW_ARRAY(m->arena, u32, m->instrument_count + 1)};
    u32 bytes = 0;
    for (u32 i = 0; i < m->instrument_count; i++) {
        arena_step(m->arena, i);
        rest.before[i] = bytes;
        bytes += m->instruments[i].end - m->instruments[i].start;
    }
    rest.before[m->instrument_count] = bytes;
    return rest;
}

// The first range that ends at or behind the offset; as many as there are if none does.
static u32 range_from(const struct emitter *m, u32 offset) {
    u32 low = 0, high = m->instrument_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (m->instruments[middle].end < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Whether what ends at the offset is instruments'.
static bool is_instruments(const struct emitter *m, u32 end) {
    u32 range = range_from(m, end);
    return range < m->instrument_count && m->instruments[range].start < end;
}

static u32 rest_before(const struct rest *rest, u32 offset) {
    u32 range = range_from(rest->m, offset);
    return (is_instruments(rest->m, offset) ? rest->m->instruments[range].start : offset) - rest->before[range];
}

#define DISTANCE_BYTES 4u // of a jump, whose end they are

// All but the distances of jumps.
static void add_bytes(u64 *hash, const struct emitter *m) {
    u32 at = 0, jump = 0;
    for (u32 i = 0; i <= m->instrument_count; i++) {
        u32 end = i < m->instrument_count ? m->instruments[i].start : encode_offset(&m->out);
        for (; at < end; at++) {
            while (jump < m->jump_count && m->jumps[jump].end <= at) jump++;
            bool is_distance = jump < m->jump_count && at + DISTANCE_BYTES >= m->jumps[jump].end;
            if (!is_distance) add(hash, m->out.start[at]);
        }
        if (i < m->instrument_count) at = m->instruments[i].end;
        arena_poll(m->arena);
    }
}

// A branch to a detour leads to where that ends.
static void add_jumps(u64 *hash, const struct rest *rest) {
    const struct emitter *m = rest->m;
    u32 *ends = ARENA_RAW_ARRAY(m->arena, u32, m->label_count);
    for (u32 i = 0; i < m->label_count; i++) ends[i] = i;
    for (u32 i = 0; i < m->cold_count; i++) {
        const struct cold *cold = &m->colds[i];
        if (cold->kind == COLD_DETOUR) ends[cold->label] = m->targets[emit_at(m, cold->value)->block];
    }
    for (u32 i = 0; i < m->jump_count; i++) {
        arena_poll(m->arena);
        if (is_instruments(m, m->jumps[i].end)) continue;
        add(hash, rest_before(rest, m->jumps[i].end));
        add(hash, rest_before(rest, m->labels[ends[m->jumps[i].label]].offset));
    }
}

u64 emit_fingerprint(const struct emitter *m) {
    u64 hash = m->frame_bytes;
    struct rest rest = rest_of(m);
    add_bytes(&hash, m);
    add_jumps(&hash, &rest);
    for (u32 i = 0; i < m->site_count; i++) {
        arena_step(m->arena, i);
        add(&hash, rest_before(&rest, m->sites[i].offset));
        add(&hash, (u64)m->sites[i].site << 32 | m->sites[i].map);
    }
    for (u32 i = 0; i < m->map_count * m->map_words; i++) add(&hash, m->maps[i]);
    return hash;
}
