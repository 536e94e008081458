// What the region records of the heap: censuses, which are appended, and the table of ages by class. Thread level only.
#include "base/panic.h"
#include "base/string.h"
#include "log/state.h"

bool log_census(const struct region_census *census, const struct region_census_class *classes) {
    struct region_section *section = log_state.census_section;
    u64 class_bytes = census ? (u64)census->class_count * sizeof(*classes) : 0, total = sizeof(*census) + class_bytes;
    if (!census || section->bytes - section->used < total) {
        section->lost++;
        log_lost(LOSS_CENSUS);
        return false;
    }
    struct region_census *at = (struct region_census *)(log_state.census + section->used);
    *at = *census;
    at->ticks = log_ticks();
    memcpy(at + 1, classes, class_bytes);
    // The census first, then the count that makes it visible.
    __atomic_store_n(&section->used, section->used + total, __ATOMIC_RELEASE);
    return true;
}

#define AGES_STEPS 64u // how many are looked at before the table counts as full

// The class's row, made if it is new; NULL if there is no room.
static struct region_ages *ages_row(u32 class) {
    for (u32 step = 0; step < AGES_STEPS; step++) {
        struct region_ages *row = &log_state.ages[(class + step) % log_state.ages_capacity];
        if (!row->class) __atomic_store_n(&row->class, class, __ATOMIC_RELEASE);
        if (row->class == class) return row;
    }
    return NULL;
}

void log_survival(u32 class, u32 age, u64 bytes) {
    if (!log_state.ages) return;
    ASSERT(class && age && age <= COUNT_OF(log_state.ages->objects));
    struct region_ages *row = ages_row(class);
    if (!row) {
        log_state.ages_section->lost++;
        log_lost(LOSS_AGES);
        return;
    }
    row->objects[age - 1]++;
    row->bytes[age - 1] += bytes;
}

void log_survival_ends(void) {
    if (log_state.ages) log_lost(LOSS_AGES_EARLY);
}
