// See filter.h.
#include "viz/analyse/filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/pattern.h"
#include "viz/analyse/frames.h"

// ---- Patterns

bool filter_check_patterns(const struct text_list *patterns, struct problem *problem) {
    for (size_t i = 0; i < patterns->count; i++) {
        const char *pattern = patterns->items[i];
        if (pattern_is_valid(pattern, strlen(pattern))) continue;
        return problem_set(problem, STATUS_USAGE, "--filter: expected a pattern like pkg.Class.method, found '%s'",
                           pattern);
    }
    return true;
}

bool filter_selects(const struct recording *recording, const struct text_list *patterns, u32 method) {
    if (!patterns->count) return true;
    const struct method_name *name = recording_method(recording, method);
    if (!name) return false;
    char *full = text_format("%s.%s", name->class_name, name->name);
    struct pattern_list list = {.patterns = memory_get(patterns->count * sizeof(*list.patterns))};
    for (size_t i = 0; i < patterns->count; i++) {
        pattern_list_add(&list, patterns->items[i], strlen(patterns->items[i]));
    }
    bool selected = pattern_list_selects(&list, full, strlen(full));
    free(list.patterns);
    free(full);
    return selected;
}

// ---- Threads, domains and times

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

enum { THREADS_MOST = 1 << 24 }; // a damaged recording may have any number

static bool is_named(const struct recording *recording, u32 number, const char *name) {
    const char *own = recording_domain_name(recording, number);
    return own && strcmp(own, name) == 0;
}

static void describe_domains(const struct recording *recording, struct buffer *text) {
    enum { SHOWN = 16 };
    for (size_t i = 0; i < recording->domains.count && i < SHOWN; i++) {
        buffer_format(text, "%s%s", i ? ", " : "", recording->domains.items[i].text);
    }
    if (recording->domains.count > SHOWN) buffer_format(text, " and %zu more", recording->domains.count - SHOWN);
    buffer_string(text);
}

static bool check_domain(const struct recording *recording, const char *name, struct problem *problem) {
    struct buffer names = {0};
    for (size_t i = 0; i < recording->domains.count; i++) {
        if (strcmp(recording->domains.items[i].text, name) == 0) return true;
    }
    describe_domains(recording, &names);
    problem_set(problem, STATUS_BAD_INPUT, "%s: expected --domain with the name of one of %zu domains (%s), found %s",
                recording->reader.path, recording->domains.count, buffer_string(&names), name);
    buffer_free(&names);
    return false;
}

static void choose_threads(struct recording *recording, const char *name) {
    struct reader_range *range = &recording->reader.range;
    u32 limit = 0;
    for (size_t i = 0; i < recording->thread_count; i++) {
        u32 number = recording->threads[i].number;
        if (number >= limit && number < THREADS_MOST) limit = number + 1;
    }
    recording->chosen_threads = memory_get(limit + 1);
    memset(recording->chosen_threads, 0, limit + 1);
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        if (thread->number >= limit) continue;
        recording->chosen_threads[thread->number] = is_named(recording, thread->domain, name);
    }
    range->domain = name;
    range->threads = recording->chosen_threads;
    range->thread_limit = limit;
}

static void keep_rows(struct recording *recording) {
    const struct reader_range *range = &recording->reader.range;
    size_t kept = 0;
    for (size_t i = 0; i < recording->row_count && !reader_range_has_time(range); i++) {
        if (reader_range_has_thread(range, recording->rows[i].thread)) recording->rows[kept++] = recording->rows[i];
    }
    recording->row_count = kept;
}

// The others go behind them.
static void keep_threads(struct recording *recording) {
    size_t kept = 0, left = 0, count = recording->thread_count;
    struct region_thread *others = memory_get((count + 1) * sizeof(*others));
    for (size_t i = 0; i < count; i++) {
        if (reader_range_has_thread(&recording->reader.range, recording->threads[i].number)) {
            recording->threads[kept++] = recording->threads[i];
        } else {
            others[left++] = recording->threads[i];
        }
    }
    if (left) memcpy(recording->threads + kept, others, left * sizeof(*others));
    recording->thread_count = kept;
    free(others);
}

bool recording_select(struct recording *recording, const struct filter *filter, struct problem *problem) {
    struct reader_range *range = &recording->reader.range;
    if (!filter->thread && !filter->domain && !filter->from_ns && !filter->until_ns) return true;
    if (filter->until_ns && filter->until_ns <= filter->from_ns) {
        return problem_set(problem, STATUS_USAGE, "--until: expected a time after --from, found %llu ns",
                           (unsigned long long)filter->until_ns);
    }
    if (filter->thread && !check_thread(recording, filter->thread, problem)) return false;
    if (filter->domain && !check_domain(recording, filter->domain, problem)) return false;
    if (filter->domain) choose_threads(recording, filter->domain);
    if (filter->thread && !reader_range_has_thread(range, (u32)filter->thread)) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: expected --thread of a thread of %s, found %llu of %s",
                           recording->reader.path, filter->domain, (unsigned long long)filter->thread,
                           recording_domain_name(recording, recording_thread_domain(recording, (u32)filter->thread)));
    }
    range->thread = (u32)filter->thread;
    if (filter->from_ns) range->from_ticks = recording_ticks_at(recording, filter->from_ns);
    if (filter->until_ns) range->until_ticks = recording_ticks_at(recording, filter->until_ns);
    keep_rows(recording);
    keep_threads(recording);
    return true;
}

// ---- Methods

struct method_filter {
    u32 *ids; // sorted
    size_t count;
    struct frames frames;
    struct buffer words;
};

static bool has_method(const struct method_filter *filter, u32 id) {
    return bsearch(&id, filter->ids, filter->count, sizeof(id), compare_u32);
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
    if (!filter_check_patterns(patterns, problem)) return NULL;
    struct method_filter *filter = memory_get(sizeof(*filter));
    filter->ids = memory_get((recording->method_count + 1) * sizeof(*filter->ids));
    for (size_t i = 0; i < recording->method_count; i++) {
        u32 id = recording->methods[i].id;
        if (filter_selects(recording, patterns, id)) filter->ids[filter->count++] = id;
    }
    qsort(filter->ids, filter->count, sizeof(*filter->ids), compare_u32);
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
        buffer_format(text, "thread %u (%s)", range->thread, recording_thread_words(recording, range->thread));
    }
    if (range->domain) buffer_format(text, "%sdomain %s", range->thread ? ", " : "", range->domain);
    const char *before = reader_range_has_threads(range) ? ", " : "";
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
    if (reader_range_has_threads(range) || range->methods || reader_range_has_time(range)) {
        buffer_text(text, "; the ledger and what was lost are the whole run's");
    }
}
