// See filter.h.
#include "viz/analyse/filter.h"

#include <stdlib.h>
#include <string.h>

#include "viz/analyse/frames.h"
#include "viz/analyse/view.h"

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
    if (filter->from_ns) range->from_ticks = recording_ticks_at(recording, filter->from_ns);
    if (filter->until_ns) range->until_ticks = recording_ticks_at(recording, filter->until_ns);
    keep_rows(recording);
    keep_thread(recording);
    return true;
}

// ---- Methods

struct method_filter {
    u32 *ids; // sorted
    size_t count;
    struct frames frames;
    struct buffer words;
};

static int compare_ids(const void *left, const void *right) {
    u32 a = *(const u32 *)left, b = *(const u32 *)right;
    return a < b ? -1 : a > b;
}

static bool has_method(const struct method_filter *filter, u32 id) {
    return bsearch(&id, filter->ids, filter->count, sizeof(id), compare_ids);
}

static bool stack_has_method(struct method_filter *filter, const struct event *event) {
    struct walk_sample sample = walk_sample_of(event);
    frames_of(&filter->frames, &sample);
    for (size_t i = 0; i < filter->frames.count; i++) {
        if (has_method(filter, frames_get(&filter->frames, filter->frames.at[i])->method)) return true;
    }
    return false;
}

static bool is_wanted(struct method_filter *filter, const struct event *event) {
    switch (event->record->id) {
    case EVENT_method_enter:
    case EVENT_method_leave:
    case EVENT_method_unwind: return has_method(filter, event->record->a);
    case EVENT_sample: return stack_has_method(filter, event);
    default: return true;
    }
}

void method_filter_free(struct method_filter *filter) {
    if (!filter) return;
    frames_free(&filter->frames);
    buffer_free(&filter->words);
    free(filter->ids);
    free(filter);
}

struct method_filter *recording_select_methods(struct recording *recording, const struct text_list *patterns,
                                               struct problem *problem) {
    struct profile profile = {.recording = recording};
    const struct view view = {.profile = &profile, .filter = *patterns};
    if (!view_check_patterns(&view, problem)) return NULL;
    struct method_filter *filter = memory_get(sizeof(*filter));
    filter->ids = memory_get((recording->method_count + 1) * sizeof(*filter->ids));
    for (size_t i = 0; i < recording->method_count; i++) {
        u32 id = recording->methods[i].id;
        if (view_selects(&view, id)) filter->ids[filter->count++] = id;
    }
    qsort(filter->ids, filter->count, sizeof(*filter->ids), compare_ids);
    for (size_t i = 0; i < patterns->count; i++) {
        buffer_format(&filter->words, "%s%s", i ? " " : "", patterns->items[i]);
    }
    frames_init(&filter->frames, recording);
    recording->reader.range.wanted = is_wanted;
    recording->reader.range.methods = filter;
    if (filter->count) return filter;
    problem_set(problem, STATUS_BAD_INPUT, "%s: expected methods that match --filter %s, found none of %zu",
                recording->reader.path, buffer_string(&filter->words), recording->method_count);
    method_filter_free(filter);
    recording->reader.range.wanted = NULL, recording->reader.range.methods = NULL;
    return NULL;
}

// ---- Words

void recording_describe_selection(const struct recording *recording, struct buffer *text) {
    const struct reader_range *range = &recording->reader.range;
    if (range->thread) {
        buffer_format(text, "thread %u (%s)", range->thread, recording_thread_title(recording, range->thread));
    }
    const char *before = range->thread ? ", " : "";
    if (range->methods) {
        buffer_format(text, "%smethods that match %s, and samples with one on the stack", before,
                      buffer_string(&range->methods->words));
        before = ", ";
    }
    if (range->from_ticks) {
        buffer_format(text, "%sfrom %.6f ms", before,
                      (double)recording_ns_since_start(recording, range->from_ticks) / 1e6);
        before = " ";
    }
    if (range->until_ticks) {
        buffer_format(text, "%suntil %.6f ms", before,
                      (double)recording_ns_since_start(recording, range->until_ticks) / 1e6);
    }
    if (reader_range_has_time(range)) {
        buffer_text(text, "; timed methods are sums over the whole run and are left out");
    }
    if (range->thread || range->methods || reader_range_has_time(range)) {
        buffer_text(text, "; the ledger and what was lost are the whole run's");
    }
}
