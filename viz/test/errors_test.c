// What single calls and percentiles may be off by, in a recording whose host has taken time from a known part of the
// calls: the truth is known, and must lie within.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"
#include "viz/analyse/profile.h"
#include "viz/cli/sink.h"
#include "viz/test/make_region.h"

// A call takes TOOK ticks and has PAIRS pairs of probes inside; the host has come into LONG of the CALLS, in which
// LONG_TOOK have passed.
enum { CALLS = 1000, LONG = 20, TOOK = 200, LONG_TOOK = 50000, PAIRS = 3, FULL = 40, FULL_ERROR = 3, INNER_ERROR = 2 };

static char path[] = "/tmp/gnomon-errors-XXXXXX";

static struct region_section *find(u8 *region, u32 id) {
    struct region_section *section = (struct region_section *)(region + REGION_DIRECTORY_OFFSET);
    while (section->id != id) section++;
    return section;
}

static void *data(u8 *region, u32 id) {
    const struct region_section *section = find(region, id);
    return region + section->offset + section->data_offset;
}

// All calls of `a` are in the row of its only caller.
static struct timing_row *row_of_a(u8 *region) {
    struct timing_row *row = data(region, SECTION_TIMING);
    while (row->callee != TRACED_METHOD_A) row++;
    return row;
}

static void fill(u8 *region) {
    struct timing_row *row = row_of_a(region);
    struct timing_pool *pool = data(region, SECTION_TIMING_POOL);
    struct timing_window *window = (struct timing_window *)((u8 *)pool + pool->taken);
    ((struct region_header *)region)->flags &= ~(u32)REGION_DETERMINISTIC;
    row->histogram = pool->address + pool->taken;
    *window = (struct timing_window){.first = timing_bucket(TOOK)};
    window->size = timing_bucket(LONG_TOOK) - window->first + 1;
    window->counts[0] = CALLS - LONG;
    window->counts[window->size - 1] = LONG;
    pool->taken += 1024;
    row->count = CALLS;
    row->elapsed = row->exclusive_elapsed = (CALLS - LONG) * TOOK + LONG * LONG_TOOK;
    row->away = row->exclusive_away = 0;
    row->probes = CALLS * ((s64)row->inner_ticks + PAIRS * FULL);
    row->minimum = TOOK;
    row->maximum = LONG_TOOK;
}

static void test_calls(const struct method_figures *method) {
    double calibration = INNER_ERROR + PAIRS * FULL_ERROR;
    struct percentile half = profile_percentile(method, 0.5), most = profile_percentile(method, 0.99),
                      longest = profile_longest(method), shortest = profile_shortest(method);
    tap_ok(fabs(half.value - TOOK) <= TOOK / 16.0, "half of the calls: %.0f", half.value);
    tap_ok(half.error >= calibration + 3, "a usual call has its own error, its pairs' and the bucket's: %.1f of %.1f",
           half.error, calibration);
    tap_ok(half.error <= calibration + TOOK / 8.0, "and nothing of the host, which few calls met: %.1f", half.error);
    tap_ok(shortest.error >= calibration && shortest.error <= half.error, "so has the shortest: %.1f", shortest.error);
    tap_ok(most.value > 40000 && most.value - most.error <= TOOK, "nearly all: %.0f, which may all be the host's: %.0f",
           most.value, most.error);
    tap_ok(longest.value - longest.error <= TOOK, "and so may the longest: %.0f, %.0f", longest.value, longest.error);
}

static void test_recording(void) {
    size_t bytes;
    struct problem problem;
    struct recording recording;
    struct profile profile;
    u8 *region = make_region(MAKE_ENDED, &bytes);
    fill(region);
    if (!sink_write_file(path, region, bytes, &problem) || !recording_open(&recording, path, &problem)) exit(1);
    profile_make(&profile, &recording);
    test_calls(profile_method(&profile, TRACED_METHOD_A));
    profile_free(&profile);
    recording_close(&recording);
    free(region);
}

// 100 durations of 1,000 to 1,099 ticks, 100 of 2,000 and 10 of 9,000.
static void test_least(void) {
    struct histogram histogram = {.total = 210};
    const double first = (double)timing_bucket_start(timing_bucket(1000));
    histogram.counts[timing_bucket(1000)] = 100;
    histogram.counts[timing_bucket(2000)] = 100;
    histogram.counts[timing_bucket(9000)] = 10;
    tap_ok(histogram_least(&histogram, 1, 0, 0, 0) > 8000, "nothing was added: the longest is the longest");
    tap_ok(histogram_least(&histogram, 1, 0, 1e6, 9) > 8000, "to fewer than there are: one is as it is");
    tap_ok(histogram_least(&histogram, 1, 0, 5e4, 10) > 8000, "too little to make them all longer");
    double next = histogram_least(&histogram, 1, 0, 1e6, 10);
    tap_ok(next <= 2000 && next > 1800, "to all of them: they may be as the next ones");
    tap_ok(histogram_least(&histogram, 0.5, 0, 1e9, 4) > 1800, "half of them has a rank that 5 must leave");
    tap_ok(histogram_least(&histogram, 0.5, 0, 1e9, 5) == first, "and so it lies below");
    tap_ok(histogram_least(&histogram, 0.5, 1000, 1e9, 1e9) == 1000, "but never below the shortest");
}

// An interrupt that was charged with 7,000 ticks more than its readings say struck a call, and took few of them.
static void test_struck(void) {
    struct profile profile = {.rates = {.interrupt_ticks = 7000}};
    struct figures figures = {.elapsed = 4000, .cpu = -2000, .exclusive_elapsed = 4000, .exclusive_cpu = -2000};
    struct figure_errors errors = profile_errors(&profile, &figures, 0);
    tap_ok(errors.cpu >= 2000 && errors.exclusive_cpu >= 2000, "CPU time is no less than nothing: -2000 ±%.0f",
           errors.exclusive_cpu);
    tap_ok(errors.elapsed == 0, "elapsed time has nothing of it: ±%.0f", errors.elapsed);
    figures.cpu = figures.exclusive_cpu = 4000;
    errors = profile_errors(&profile, &figures, 0);
    tap_ok(errors.cpu == 0, "nor has a call that nothing was taken from: ±%.0f", errors.cpu);
}

int main(void) {
    int descriptor = mkstemp(path);
    if (descriptor < 0) return 1;
    close(descriptor);
    test_recording();
    test_least();
    test_struck();
    unlink(path);
    return tap_done();
}
