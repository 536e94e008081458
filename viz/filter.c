// See filter.h.
#include "viz/filter.h"

#include <string.h>

static u64 ticks_at(const struct recording *recording, u64 ns) {
    long double ticks = recording_is_deterministic(recording)
                            ? (long double)ns
                            : (long double)ns * (long double)recording_hz(recording, NULL) / 1e9L;
    return recording->reader.header.start_ticks + (ticks < 9e18L ? (u64)(ticks + 0.5L) : (u64)INT64_MAX);
}

static bool check_thread(const struct recording *recording, u64 number, struct problem *problem) {
    u64 last = 0;
    for (size_t i = 0; i < recording->thread_count; i++) {
        if (recording->threads[i].number == number) return true;
        if (recording->threads[i].number > last) last = recording->threads[i].number;
    }
    return problem_set(problem, STATUS_BAD_INPUT,
                       "%s: expected --thread with the number of one of %zu threads (the last is %llu), found %llu",
                       recording->reader.path, recording->thread_count, (unsigned long long)last,
                       (unsigned long long)number);
}

static void keep_rows(struct recording *recording) {
    const struct reader_range *range = &recording->reader.range;
    size_t kept = 0;
    for (size_t i = 0; i < recording->row_count && !reader_range_has_time(range); i++) {
        if (recording->rows[i].thread == range->thread) recording->rows[kept++] = recording->rows[i];
    }
    recording->row_count = kept;
}

static void keep_thread(struct recording *recording) {
    u32 thread = recording->reader.range.thread;
    for (size_t i = 0; thread && i < recording->thread_count; i++) {
        if (recording->threads[i].number == thread) recording->threads[0] = recording->threads[i];
    }
    if (thread) recording->thread_count = 1;
}

bool recording_select(struct recording *recording, const struct filter *filter, struct problem *problem) {
    struct reader_range *range = &recording->reader.range;
    if (!filter->thread && !filter->from_ns && !filter->until_ns) return true;
    if (filter->until_ns && filter->until_ns <= filter->from_ns) {
        return problem_set(problem, STATUS_USAGE, "--until: expected a time after --from, found %llu ns",
                           (unsigned long long)filter->until_ns);
    }
    if (filter->thread && !check_thread(recording, filter->thread, problem)) return false;
    range->thread = (u32)filter->thread;
    if (filter->from_ns) range->from_ticks = ticks_at(recording, filter->from_ns);
    if (filter->until_ns) range->until_ticks = ticks_at(recording, filter->until_ns);
    keep_rows(recording);
    keep_thread(recording);
    return true;
}

void recording_describe_selection(const struct recording *recording, struct buffer *text) {
    const struct reader_range *range = &recording->reader.range;
    u64 start = recording->reader.header.start_ticks;
    if (range->thread) {
        buffer_format(text, "thread %u (%s)", range->thread, recording_thread_title(recording, range->thread));
    }
    const char *before = range->thread ? ", " : "";
    if (range->from_ticks) {
        buffer_format(text, "%sfrom %.6f ms", before,
                      (double)recording_ns(recording, (s64)(range->from_ticks - start)) / 1e6);
        before = " ";
    }
    if (range->until_ticks) {
        buffer_format(text, "%suntil %.6f ms", before,
                      (double)recording_ns(recording, (s64)(range->until_ticks - start)) / 1e6);
    }
    if (reader_range_has_time(range)) {
        buffer_text(text, "; timed methods are sums over the whole run and are left out");
    }
    if (range->thread || reader_range_has_time(range)) {
        buffer_text(text, "; the ledger and what was lost are the whole run's");
    }
}
