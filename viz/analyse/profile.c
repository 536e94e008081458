// See profile.h.
#include "viz/analyse/profile.h"

#include <stdlib.h>

static size_t slot_of(const struct profile *profile, u32 id) {
    size_t slot = (id * 0x9e3779b9u >> 8) & (profile->slot_count - 1);
    while (profile->slots[slot] && profile->methods[profile->slots[slot] - 1].id != id) {
        slot = (slot + 1) & (profile->slot_count - 1);
    }
    return slot;
}

struct method_figures *profile_method(const struct profile *profile, u32 id) {
    if (!profile->slot_count) return NULL;
    u32 found = profile->slots[slot_of(profile, id)];
    return found ? &profile->methods[found - 1] : NULL;
}

void profile_index(struct profile *profile) {
    free(profile->slots);
    profile->slot_count = 64;
    while (profile->slot_count < profile->method_count * 2 + 2) profile->slot_count *= 2;
    profile->slots = memory_get(profile->slot_count * sizeof(*profile->slots));
    for (size_t i = 0; i < profile->method_count; i++) {
        profile->slots[slot_of(profile, profile->methods[i].id)] = (u32)i + 1;
    }
}

struct method_figures *profile_method_make(struct profile *profile, u32 id) {
    struct method_figures *method = profile_method(profile, id);
    if (method) return method;
    ARRAY_GROW(profile->methods, profile->method_count, profile->method_capacity);
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it cannot see that a capacity means memory
    profile->methods[profile->method_count++] =
        (struct method_figures){.id = id, .own = {.minimum = INT64_MAX, .maximum = INT64_MIN}};
    if (profile->method_count * 2 > profile->slot_count) {
        profile_index(profile);
    } else {
        profile->slots[slot_of(profile, id)] = (u32)profile->method_count;
    }
    return &profile->methods[profile->method_count - 1];
}

void figures_add(struct figures *to, const struct figures *from) {
    to->count += from->count, to->nested += from->nested, to->exceptions += from->exceptions;
    to->abandoned += from->abandoned, to->open += from->open, to->inlined += from->inlined;
    ticks_add(&to->raw, from->raw), ticks_add(&to->elapsed, from->elapsed), ticks_add(&to->cpu, from->cpu);
    ticks_add(&to->exclusive_elapsed, from->exclusive_elapsed), ticks_add(&to->exclusive_cpu, from->exclusive_cpu);
    if (from->minimum < to->minimum) to->minimum = from->minimum;
    if (from->maximum > to->maximum) to->maximum = from->maximum;
    for (u32 i = 0; i < PROBE_PAIRS; i++) to->pairs[i] += from->pairs[i];
    to->inner_ticks += from->inner_ticks;
}
