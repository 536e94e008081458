// The counters of --counters in reports: their sums, those of each thread, and those of each timed method.
#include <stdlib.h>

#include "log/events.h"
#include "viz/cli/table.h"
#include "viz/read/event_text.h"
#include "viz/report/report.h"

// How many counters there are, up to the first that is none.
static u32 kind_count(const struct recording *recording) {
    const u8 *kinds = recording->profile.counters;
    u32 count = 0;
    while (count < COUNTERS_MOST && kinds[count] && counter_name(kinds[count] - 1u)) count++;
    return count;
}

static s64 total_of(const struct recording *recording, u32 kind) {
    s64 sum = 0;
    for (size_t i = 0; i < recording->counter_count; i++) sum += recording->counters[i].values[kind];
    return sum;
}

static bool has_any(const struct region_counters *counters, u32 kinds) {
    for (u32 i = 0; i < kinds; i++) {
        if (counters->values[i]) return true;
    }
    return false;
}

static const char *name_of_thread(const struct recording *recording, const struct region_counters *counters) {
    return counters->thread ? recording_thread_words(recording, counters->thread) : "(threads without an entry)";
}

// ---- Methods

static const char *name_of_method(const struct recording *recording, const struct region_method_counters *entry) {
    return entry->method ? recording_method_label(recording, entry->method) : "(methods without an entry)";
}

// Each reading of a pair, and what the pairs inside have counted, is known to so much.
static u64 error_of(const struct recording *recording, const struct region_method_counters *entry, u32 kind) {
    const struct region_counted_cost *cost = &recording->counted_cost;
    return entry->calls * (u64)llabs(cost->inner_error[kind]) + entry->pairs * (u64)llabs(cost->full_error[kind]);
}

static int by_first_counter(const void *left, const void *right) {
    const struct region_method_counters *const *a = left, *const *b = right;
    if ((*a)->exclusive[0] != (*b)->exclusive[0]) return (*a)->exclusive[0] > (*b)->exclusive[0] ? -1 : 1;
    return ((*a)->method > (*b)->method) - ((*a)->method < (*b)->method);
}

static size_t choose_methods(const struct region_method_counters **chosen, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    size_t count = 0;
    for (size_t at = 0; at < recording->method_counter_count; at++) {
        const struct region_method_counters *entry = &recording->method_counters[at];
        if (entry->calls && (!entry->method || view_selects(view, entry->method))) chosen[count++] = entry;
    }
    if (count) qsort(chosen, count, sizeof(*chosen), by_first_counter);
    return count;
}

// Columns of counters, the first of which stays on a narrow terminal.
static void begin_table(struct table *table, const struct view *view, struct buffer *text, bool calls, u32 kinds,
                        const char *name) {
    struct table_column columns[TABLE_COLUMNS] = {{"Calls", 10, 0}};
    for (u32 i = 0; i < kinds; i++) {
        const char *counter = counter_name(view->profile->recording->profile.counters[i] - 1u);
        columns[calls + i] = (struct table_column){counter, calls ? 24 : 18, i};
    }
    table_begin(table, text, columns, calls + kinds, name, view->columns);
}

static void put_methods(struct buffer *text, const struct view *view, u32 kinds) {
    const struct recording *recording = view->profile->recording;
    const struct region_method_counters **chosen = memory_get((recording->method_counter_count + 1) * sizeof(*chosen));
    size_t count = choose_methods(chosen, view), shown = view->top && view->top < count ? view->top : count;
    struct table table;
    if (count) {
        buffer_text(text, "\nCounted in methods themselves; each of their probes reads the counters, which is the "
                          "instruments' time\n");
        begin_table(&table, view, text, true, kinds, "Method");
    }
    for (size_t at = 0; at < shown; at++) {
        const struct region_method_counters *entry = chosen[at];
        table_cell(&table, "%llu", (unsigned long long)entry->calls);
        for (u32 i = 0; i < kinds; i++) {
            table_cell(&table, "%lld ±%-9llu", (long long)entry->exclusive[i],
                       (unsigned long long)error_of(recording, entry, i));
        }
        table_name(&table, "%s", name_of_method(recording, entry));
    }
    if (shown < count) buffer_format(text, "%zu more (--top 0 shows all)\n", count - shown);
    if (count) table_end(&table);
    free(chosen);
}

static void put_json_methods(struct json *json, const struct recording *recording, u32 kind) {
    json_put_integer(json, "pair", recording->counted_cost.full[kind]);
    json_begin_array(json, "methods");
    for (size_t at = 0; at < recording->method_counter_count; at++) {
        const struct region_method_counters *entry = &recording->method_counters[at];
        if (!entry->calls) continue;
        json_begin_object(json, NULL);
        json_put_text(json, "label", name_of_method(recording, entry));
        json_put_integer(json, "calls", (s64)entry->calls);
        json_put_integer(json, "incl", entry->inclusive[kind]);
        json_put_integer(json, "excl", entry->exclusive[kind]);
        json_put_integer(json, "err", (s64)error_of(recording, entry, kind));
        json_end(json);
    }
    json_end(json);
}

void counters_text(struct buffer *text, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    u32 kinds = kind_count(recording);
    if (!kinds) return;
    struct table table;
    buffer_byte(text, '\n');
    begin_table(&table, view, text, false, kinds, "Thread");
    for (u32 i = 0; i < kinds; i++) table_cell(&table, "%lld", (long long)total_of(recording, i));
    table_name(&table, "all");
    for (size_t at = 0; at < recording->counter_count; at++) {
        const struct region_counters *counters = &recording->counters[at];
        if (!has_any(counters, kinds)) continue;
        for (u32 i = 0; i < kinds; i++) table_cell(&table, "%lld", (long long)counters->values[i]);
        table_name(&table, "%s", name_of_thread(recording, counters));
    }
    table_end(&table);
    put_methods(text, view, kinds);
}

void counters_json(struct json *json, const struct recording *recording) {
    u32 kinds = kind_count(recording);
    if (!kinds) return;
    json_begin_array(json, "counters");
    for (u32 i = 0; i < kinds; i++) {
        json_begin_object(json, NULL);
        json_put_text(json, "name", counter_name(recording->profile.counters[i] - 1u));
        json_put_integer(json, "total", total_of(recording, i));
        json_begin_array(json, "threads");
        for (size_t at = 0; at < recording->counter_count; at++) {
            const struct region_counters *counters = &recording->counters[at];
            if (!counters->values[i]) continue;
            json_begin_object(json, NULL);
            json_put_integer(json, "number", counters->thread);
            json_put_text(json, "name", name_of_thread(recording, counters));
            json_put_integer(json, "value", counters->values[i]);
            json_end(json);
        }
        json_end(json);
        put_json_methods(json, recording, i);
        json_end(json);
    }
    json_end(json);
}
