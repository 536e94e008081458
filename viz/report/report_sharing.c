// Where processors and threads waited for each other, in reports: the kernel's lock, stops of the world, monitors.
#include <string.h>

#include "viz/analyse/sharing.h"
#include "viz/cli/table.h"
#include "viz/report/report.h"

enum { USES_SHOWN = 10 };

static const char *const reasons[] = {"collection", "end", "other"};

static s64 ns(const struct sharing *sharing, u64 ticks) { return recording_ns(sharing->recording, (s64)ticks); }
static double ms(const struct sharing *sharing, u64 ticks) { return (double)ns(sharing, ticks) / 1e6; }

static const char *class_name(const struct recording *recording, u32 id) {
    const struct class_name *class = recording_class(recording, id);
    return class ? class->name : "(class not known)";
}

// ---- Words

static void put_locks_text(struct buffer *text, const struct view *view, const struct sharing *sharing) {
    static const struct table_column columns[] = {{"Takes", 12, 0},   {"Waits", 10, 1}, {"Waited", 14, 2},
                                                  {"Longest", 12, 3}, {"Held", 14, 4},  {"Longest", 12, 5}};
    struct table table;
    if (!sharing->lock_count) return;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "The kernel's lock, by processor (times in ms)",
                view->columns);
    for (size_t i = 0; i < sharing->lock_count; i++) {
        const struct region_lock *lock = &sharing->locks[i];
        table_cell(&table, "%llu", (unsigned long long)lock->takes);
        table_cell(&table, "%llu", (unsigned long long)lock->waits);
        table_cell(&table, "%.3f", ms(sharing, lock->waited_ticks));
        table_cell(&table, "%.3f", ms(sharing, lock->waited_longest));
        table_cell(&table, "%.3f", ms(sharing, lock->held_ticks));
        table_cell(&table, "%.3f", ms(sharing, lock->held_longest));
        table_name(&table, "%zu", i);
    }
    table_end(&table);
}

// Its length on the average, from the queue's first event to the end.
static double mean_length(const struct sharing *sharing, const struct run_queue *queue) {
    u64 ticks = sharing->recording->end_ticks - queue->since;
    return queue->changes && ticks ? queue->waited / (double)ticks : 0;
}

// Each change was read on one processor or the other, a step of the counter late or early.
static double mean_length_error(const struct sharing *sharing, const struct profile *profile,
                                const struct run_queue *queue) {
    u64 ticks = sharing->recording->end_ticks - queue->since;
    if (!queue->changes || !ticks || profile->rates.is_exact) return 0;
    return (double)queue->changes * (profile->rates.step + sharing->distance_error) / (double)ticks;
}

static void put_queues_text(struct buffer *text, const struct view *view, const struct sharing *sharing) {
    static const struct table_column columns[] = {
        {"Changes", 12, 2}, {"Length", 18, 0}, {"Longest", 9, 1}, {"Not empty", 14, 3}};
    struct table table;
    if (!sharing->queue_count) return;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Threads that waited for a processor (times in ms)",
                view->columns);
    for (size_t i = 0; i < sharing->queue_count; i++) {
        const struct run_queue *queue = &sharing->queues[i];
        table_cell(&table, "%llu", (unsigned long long)queue->changes);
        table_cell(&table, "%.3f ±%-7.4f", mean_length(sharing, queue),
                   mean_length_error(sharing, view->profile, queue));
        table_cell(&table, "%u", queue->longest);
        table_cell(&table, "%.3f", ms(sharing, queue->ticks));
        table_name(&table, "%zu", i);
    }
    table_end(&table);
}

static u64 count_reason(const struct sharing *sharing, const char *reason) {
    u64 count = 0;
    for (size_t i = 0; i < sharing->stop_count; i++) count += strcmp(sharing->stops[i].reason, reason) == 0;
    return count;
}

static void put_stops_text(struct buffer *text, const struct view *view, const struct sharing *sharing) {
    static const struct table_column columns[] = {{"Median", 12, 0}, {"p99", 12, 2}, {"Longest", 12, 1}};
    static const char *const names[] = {"until all others stood", "until they went on"};
    struct table table;
    if (!sharing->stop_count) return;
    buffer_format(text, "\nThe world was stopped %zu times", sharing->stop_count);
    for (size_t i = 0; i < COUNT_OF(reasons); i++) {
        buffer_format(text, "%s %llu %s", i ? "," : ":", (unsigned long long)count_reason(sharing, reasons[i]),
                      reasons[i]);
    }
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "(times in ms)", view->columns);
    for (u32 figure = STOP_WAITED; figure <= STOP_STOOD; figure++) {
        table_cell(&table, "%.4f", ms(sharing, sharing_percentile(sharing, figure, 0.5)));
        table_cell(&table, "%.4f", ms(sharing, sharing_percentile(sharing, figure, 0.99)));
        table_cell(&table, "%.4f", ms(sharing, sharing_percentile(sharing, figure, 1)));
        table_name(&table, "%s", names[figure]);
    }
    table_end(&table);
}

static void put_monitor_cells(struct table *table, const struct view *view, const struct sharing *sharing,
                              const struct monitor_use *use) {
    double distance = sharing->distance_error;
    s64 waited_error = profile_pieces_error_ns(view->profile, use->waited, use->waits, distance),
        held_error = profile_pieces_error_ns(view->profile, use->held, use->holds, distance);
    table_cell(table, "%llu", (unsigned long long)use->waits);
    table_cell(table, "%.3f ±%-8.3f", ms(sharing, use->waited), (double)waited_error / 1e6);
    table_cell(table, "%.3f", ms(sharing, use->longest ? use->longest->waited : 0));
    table_cell(table, "%llu", (unsigned long long)use->holds);
    table_cell(table, "%.3f ±%-8.3f", ms(sharing, use->held), (double)held_error / 1e6);
    table_cell(table, "%.3f", ms(sharing, use->held_longest));
}

static void put_monitor_name(struct table *table, const struct recording *recording, const struct monitor_use *use) {
    const struct monitor_wait *longest = use->longest;
    struct buffer name = {0};
    buffer_text(&name, class_name(recording, use->class));
    if (use->method) buffer_format(&name, " in %s", recording_method_label(recording, use->method));
    if (longest) {
        buffer_format(&name, " (longest wait: %s for %s)", recording_thread_words(recording, longest->thread),
                      recording_thread_words(recording, longest->owner));
    }
    table_name(table, "%s", buffer_string(&name));
    buffer_free(&name);
}

static void put_monitors_text(struct buffer *text, const struct view *view, const struct sharing *sharing) {
    static const struct table_column columns[] = {{"Waits", 10, 0}, {"Waited", 24, 1}, {"Longest", 14, 2},
                                                  {"Holds", 10, 3}, {"Held", 24, 4},   {"Longest", 14, 5}};
    struct table table;
    if (!sharing->use_count) return;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Monitors that others had (times in ms)", view->columns);
    for (size_t i = 0; i < sharing->use_count && i < USES_SHOWN; i++) {
        put_monitor_cells(&table, view, sharing, &sharing->uses[i]);
        put_monitor_name(&table, sharing->recording, &sharing->uses[i]);
    }
    if (sharing->use_count > USES_SHOWN) buffer_format(text, "%zu more\n", sharing->use_count - USES_SHOWN);
    table_end(&table);
}

void report_sharing_text(struct buffer *text, const struct view *view) {
    const struct sharing *sharing = view->profile->sharing;
    put_locks_text(text, view, sharing);
    put_queues_text(text, view, sharing);
    put_stops_text(text, view, sharing);
    put_monitors_text(text, view, sharing);
}

// ---- JSON

static void put_locks_json(struct json *json, const struct sharing *sharing, const struct profile *profile) {
    json_begin_array(json, "kernel_lock");
    for (size_t i = 0; i < sharing->lock_count; i++) {
        const struct region_lock *lock = &sharing->locks[i];
        json_begin_object(json, NULL);
        json_put_integer(json, "processor", (s64)i);
        json_put_integer(json, "takes", (s64)lock->takes);
        json_put_integer(json, "waits", (s64)lock->waits);
        json_put_integer(json, "waited_ns", ns(sharing, lock->waited_ticks));
        json_put_integer(json, "waited_err_ns", profile_pieces_error_ns(profile, lock->waited_ticks, lock->waits, 0));
        json_put_integer(json, "waited_longest_ns", ns(sharing, lock->waited_longest));
        json_put_integer(json, "held_ns", ns(sharing, lock->held_ticks));
        json_put_integer(json, "held_err_ns", profile_pieces_error_ns(profile, lock->held_ticks, lock->takes, 0));
        json_put_integer(json, "held_longest_ns", ns(sharing, lock->held_longest));
        json_end(json);
    }
    json_end(json);
}

static void put_queues_json(struct json *json, const struct sharing *sharing, const struct profile *profile) {
    json_begin_array(json, "run_queues");
    for (size_t i = 0; i < sharing->queue_count; i++) {
        const struct run_queue *queue = &sharing->queues[i];
        json_begin_object(json, NULL);
        json_put_integer(json, "processor", (s64)i);
        json_put_integer(json, "changes", (s64)queue->changes);
        json_put_real(json, "length", mean_length(sharing, queue));
        json_put_real(json, "length_err", mean_length_error(sharing, profile, queue));
        json_put_integer(json, "longest", queue->longest);
        json_put_integer(json, "waited_ns", recording_ns_estimated(sharing->recording, queue->waited));
        json_put_integer(json, "not_empty_ns", ns(sharing, queue->ticks));
        json_put_integer(json, "not_empty_err_ns",
                         profile_pieces_error_ns(profile, queue->ticks, queue->changes, sharing->distance_error));
        json_end(json);
    }
    json_end(json);
}

static void put_stop_figure(struct json *json, const struct sharing *sharing, const struct profile *profile,
                            enum stop_figure figure, const char *name) {
    u64 longest = sharing_percentile(sharing, figure, 1);
    json_begin_object(json, name);
    json_put_integer(json, "p50_ns", ns(sharing, sharing_percentile(sharing, figure, 0.5)));
    json_put_integer(json, "p99_ns", ns(sharing, sharing_percentile(sharing, figure, 0.99)));
    json_put_integer(json, "max_ns", ns(sharing, longest));
    json_put_integer(json, "err_ns", profile_pieces_error_ns(profile, longest, 1, 0));
    json_end(json);
}

static void put_stops_json(struct json *json, const struct sharing *sharing, const struct profile *profile) {
    json_begin_object(json, "world_stops");
    json_put_integer(json, "count", (s64)sharing->stop_count);
    for (size_t i = 0; i < COUNT_OF(reasons); i++) {
        json_put_integer(json, reasons[i], (s64)count_reason(sharing, reasons[i]));
    }
    put_stop_figure(json, sharing, profile, STOP_WAITED, "waited");
    put_stop_figure(json, sharing, profile, STOP_STOOD, "stood");
    json_begin_array(json, "last");
    for (size_t cpu = 0; cpu < profile->processor_count; cpu++) {
        u64 count = 0;
        for (size_t i = 0; i < sharing->stop_count; i++) {
            count += sharing->stops[i].last == cpu && sharing->stops[i].cpu != cpu;
        }
        json_put_integer(json, NULL, (s64)count);
    }
    json_end(json);
    json_end(json);
}

static void put_monitors_json(struct json *json, const struct sharing *sharing, const struct profile *profile) {
    const struct recording *recording = sharing->recording;
    json_begin_array(json, "monitors");
    for (size_t i = 0; i < sharing->use_count; i++) {
        const struct monitor_use *use = &sharing->uses[i];
        json_begin_object(json, NULL);
        json_put_text(json, "class", class_name(recording, use->class));
        if (use->method) json_put_text(json, "method", recording_method_label(recording, use->method));
        json_put_integer(json, "waits", (s64)use->waits);
        json_put_integer(json, "waited_ns", ns(sharing, use->waited));
        json_put_integer(json, "err_ns",
                         profile_pieces_error_ns(profile, use->waited, use->waits, sharing->distance_error));
        json_put_integer(json, "longest_ns", ns(sharing, use->longest ? use->longest->waited : 0));
        if (use->longest) {
            json_put_text(json, "longest_thread", recording_thread_title(recording, use->longest->thread));
            json_put_text(json, "longest_owner", recording_thread_title(recording, use->longest->owner));
        }
        json_put_integer(json, "holds", (s64)use->holds);
        json_put_integer(json, "held_ns", ns(sharing, use->held));
        json_put_integer(json, "held_err_ns",
                         profile_pieces_error_ns(profile, use->held, use->holds, sharing->distance_error));
        json_put_integer(json, "held_longest_ns", ns(sharing, use->held_longest));
        json_end(json);
    }
    json_end(json);
}

void report_sharing_json(struct json *json, const struct profile *profile) {
    put_locks_json(json, profile->sharing, profile);
    put_queues_json(json, profile->sharing, profile);
    put_stops_json(json, profile->sharing, profile);
    put_monitors_json(json, profile->sharing, profile);
}
