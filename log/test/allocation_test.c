// Counters of allocation when the tables are small: nothing is missing from the sums, whatever finds no room.
#include <stdlib.h>

#include "log/thread.h"
#include "log_fixture.h"
#include "tap.h"

#define REGION_BYTES (2 * MIB)
#define METHOD METHOD_ID_FIRST

static struct log_site site_at(u32 bytecode_index, u32 class) {
    return (struct log_site){METHOD, class, (u16)bytecode_index, ALLOCATION_CODE, 0};
}

static void test_sites(void) {
    fixture_start(REGION_BYTES, REGION_ALLOCATIONS);
    struct log_site unknown = site_at(1, 0), known = site_at(1, 7), other = site_at(1, 8), fixed = site_at(2, 7);
    fixed.object_bytes = 24;
    tap_is_int(log_allocation_find(&unknown), 0, "no site yet");
    u32 number = log_allocation_add(&unknown, 12, "A", 1);
    tap_is_int(number, 1, "the first is behind \"other\"");
    tap_is_int(log_allocation_find(&known), number, "a class that is loaded later is that of its site");
    tap_is_int(log_state.allocation_sites[number].class, 7, "which has its number then");
    tap_is_int(log_allocation_find(&other), 0, "another class is another site");
    u32 second = log_allocation_add(&fixed, 13, "", 0);
    log_allocated(number, 16), log_allocated(number, 40), log_allocated(second, 24);
    const struct allocation_count *counts = log_self()->allocations->counts;
    tap_is_int((s64)counts[number].objects, 2, "objects are counted");
    tap_is_int((s64)counts[number].bytes, 56, "and their bytes");
    tap_ok(counts[second].objects == 1 && counts[second].bytes == 0, "but for objects of one size");
    known.object_bytes = 16;
    log_allocation_find(&known);
    tap_ok(log_allocation_is_fixed(number), "which a site has as soon as its class is known");
    for (u32 i = 0; log_state.allocation_sites_section->used < log_state.allocation_site_capacity; i++) {
        struct log_site more = site_at(100 + i, 7);
        log_allocation_add(&more, 0, "", 0);
    }
    struct log_site last = site_at(60000, 7);
    tap_is_int(log_allocation_add(&last, 0, "", 0), 0, "a full table has \"other\" left");
    tap_is_int((s64)log_state.loss[LOSS_ALLOCATION_SITES], 1, "and counts what came too late");
    fixture_stop();
}

static u64 objects_of(u32 thread) {
    u64 objects = 0;
    for (u64 i = 0; i < log_state.allocation_rows_section->used; i++) {
        if (log_state.allocation_rows[i].thread == thread) objects += log_state.allocation_rows[i].count.objects;
    }
    return objects;
}

// Each thread makes one object at each site, and ends.
static void run_thread(struct log_thread *thread, struct log_thread *first, u32 sites) {
    fixture_switch(thread, SWITCH_yield);
    for (u32 site = 1; site <= sites; site++) log_allocated(site, 8);
    fixture_switch(first, SWITCH_end);
    free(thread);
}

static void test_threads(void) {
    enum { SITES = 100, THREADS = 60 };
    fixture_start(REGION_BYTES, REGION_ALLOCATIONS);
    struct log_thread *first = log_self();
    for (u32 i = 0; i < SITES; i++) {
        struct log_site site = site_at(i, 7);
        log_allocation_add(&site, 0, "", 0);
    }
    for (u32 i = 0; i < THREADS; i++) run_thread(fixture_thread(2 + i), first, SITES);
    tap_is_int((s64)objects_of(2), SITES, "a thread that has ended leaves rows");
    const struct allocation_block *shared = (const struct allocation_block *)log_state.allocation_blocks;
    u64 objects = 0, rows = log_state.allocation_rows_section->used;
    for (u32 site = 0; site <= SITES; site++) objects += shared->counts[site].objects;
    tap_is_int((s64)(rows + objects), (s64)SITES * THREADS, "rows and, when they are full, the common block have all");
    tap_ok(objects && log_state.loss[LOSS_ALLOCATION_ROWS] == objects, "what found no row is counted");
    fixture_stop();
}

static u64 objects_in_block(const struct log_thread *thread, u32 site) {
    return thread->allocations ? thread->allocations->counts[site].objects : 0;
}

// More threads than blocks, by turns: each keeps its counters, in its block or in a row.
static void test_many_threads(void) {
    enum { THREADS = 100, ROUNDS = 7 };
    fixture_start(REGION_BYTES, REGION_ALLOCATIONS);
    struct log_thread *threads[THREADS], *first = log_self();
    struct log_site at = site_at(1, 7);
    u32 site = log_allocation_add(&at, 0, "", 0), wrong = 0;
    for (u32 i = 0; i < THREADS; i++) threads[i] = fixture_thread(2 + i);
    for (u32 i = 0; i < THREADS * ROUNDS; i++) {
        fixture_switch(threads[i % THREADS], SWITCH_yield);
        for (u32 made = 0; made <= i % THREADS; made++) log_allocated(site, 8);
    }
    for (u32 i = 0; i < THREADS; i++) {
        u64 made = objects_of(2 + i) + objects_in_block(threads[i], site);
        wrong += made != (u64)ROUNDS * (i + 1);
    }
    tap_is_int(wrong, 0, "each of more threads than there are blocks has what it has made");
    tap_ok(log_state.allocation_rows_section->used <= THREADS, "a thread has one row for a site");
    fixture_switch(first, SWITCH_yield);
    for (u32 i = 0; i < THREADS; i++) free(threads[i]);
    fixture_stop();
}

int main(void) {
    test_sites();
    test_threads();
    test_many_threads();
    return tap_done();
}
