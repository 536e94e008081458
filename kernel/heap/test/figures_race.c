// What interrupts see of heaps, between threads of the host under ThreadSanitizer: one changes and publishes as fast as
// it can, others read. A reader has figures that belong together, which get never older, or none; and it has what was
// published last in the middle of a change.
#include <pthread.h>
#include <stdlib.h>

#include "tap.h"

#include "kernel/heap/figures.c"

#define ROUNDS 200000u
#define READERS 2u

struct machine machine = {.cpu_count = 1};
struct cpu cpus[CPUS_MOST];
_Thread_local struct cpu *race_cpu = &cpus[0];
bool kernel_lock_is_held(void) { return true; }

static struct heap_figures_place *place;
static bool ended;
static u32 torn, older, seen;

static void change(u64 round) {
    place->now.young = round;
    place->now.old = 2 * round;
    place->now.large = 3 * round;
    place->now.committed = 6 * round;
}

static bool belongs_together(const struct heap_figures *figures) {
    u64 round = figures->young;
    return figures->old == 2 * round && figures->large == 3 * round && figures->committed == 6 * round;
}

static void *read_all(void *argument) {
    struct heap_figures figures;
    for (u64 last = 0; !__atomic_load_n(&ended, __ATOMIC_ACQUIRE);) {
        if (!heap_figures_read(0, &figures)) continue;
        if (!belongs_together(&figures)) __atomic_fetch_add(&torn, 1, __ATOMIC_RELAXED);
        if (figures.young < last) __atomic_fetch_add(&older, 1, __ATOMIC_RELAXED);
        last = figures.young;
        __atomic_fetch_add(&seen, 1, __ATOMIC_RELAXED);
    }
    return argument;
}

static void test_threads(void) {
    pthread_t readers[READERS];
    for (u32 i = 0; i < READERS; i++) {
        if (pthread_create(&readers[i], NULL, read_all, NULL)) exit(1);
    }
    for (u64 round = 1; round <= ROUNDS || !__atomic_load_n(&seen, __ATOMIC_RELAXED); round++) {
        change(round);
        heap_figures_publish(place);
    }
    __atomic_store_n(&ended, true, __ATOMIC_RELEASE);
    for (u32 i = 0; i < READERS; i++) pthread_join(readers[i], NULL);
    tap_ok(seen && !torn, "%u readings, of which %u are of two changes", seen, torn);
    tap_is_int(older, 0, "none is older than the one before");
}

// As an interrupt finds it that strikes the writer.
static void test_middle(void) {
    struct heap_figures figures;
    change(5);
    heap_figures_publish(place);
    change(6);
    place->of[(place->turn + 1) & 1].young = 6; // has begun
    tap_ok(heap_figures_read(0, &figures) && belongs_together(&figures) && figures.young == 5,
           "in the middle of a change it is what was published before");
    heap_figures_publish(place);
    tap_ok(heap_figures_read(0, &figures) && belongs_together(&figures) && figures.young == 6, "after it, the new one");
}

static void test_places(void) {
    struct heap_figures figures;
    struct heap_figures_place *second = heap_figures_open(7);
    tap_ok(heap_figures_count() == 2 && heap_figures_read(1, &figures) && figures.domain == 7, "a second heap's place");
    second->now.collections++;
    heap_figures_publish(second);
    tap_ok(heap_figures_any_collected(), "it is being collected");
    second->now.collections++;
    heap_figures_publish(second);
    tap_ok(!heap_figures_any_collected(), "and no more");
    heap_figures_close(second);
    tap_ok(!heap_figures_read(1, &figures), "a heap that has ended has no figures");
    tap_ok(heap_figures_open(8) == second && heap_figures_count() == 2, "and leaves its place to the next");
}

int main(void) {
    place = heap_figures_open(1);
    test_threads();
    test_middle();
    test_places();
    return tap_done();
}
