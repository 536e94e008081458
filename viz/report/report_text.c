// gnomon report --format text: the head, the ledger, the table of methods or a package's tables.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/allocations.h"
#include "viz/analyse/filter.h"
#include "viz/analyse/switches.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/cli/time.h"
#include "viz/report/report.h"

static struct time_unit choose_unit(const struct profile *profile) {
    double largest = 0;
    for (size_t i = 0; i < profile->method_count; i++) {
        double ns = fabs((double)recording_ns(profile->recording, profile->methods[i].own.elapsed));
        if (ns > largest) largest = ns;
    }
    return time_unit_of(largest, 100);
}

// A line of the head: what it is about, and words.
static void put_line(struct buffer *text, const char *label, struct buffer *words, u32 columns) {
    buffer_format(text, "%-12s ", label);
    buffer_wrapped(text, buffer_string(words), 13, columns);
    buffer_free(words);
}

void report_head_text(struct buffer *text, const struct view *view) {
    const struct profile *profile = view->profile;
    const struct recording *recording = profile->recording;
    struct buffer words = {0};
    view_describe_run(recording, &words), put_line(text, "run", &words, view->columns);
    view_describe_clock(recording, &words), put_line(text, "clock", &words, view->columns);
    recording_describe_selection(recording, &words);
    if (words.size) put_line(text, "filter", &words, view->columns);
    view_describe_losses(profile, &words), put_line(text, "lost", &words, view->columns);
    view_describe_instruments(profile, &words), put_line(text, "instruments", &words, view->columns);
    if (profile->sample_count) {
        view_describe_samples(profile, &words), put_line(text, "samples", &words, view->columns);
    }
    if (profile->open_activations) {
        buffer_format(&words, "%llu activations had not ended and are counted up to the recording's end",
                      (unsigned long long)profile->open_activations);
        put_line(text, "open", &words, view->columns);
    }
    if (recording->crash.ticks) {
        buffer_text(&words, recording->crash.reason), put_line(text, "crash", &words, view->columns);
    }
}

#define PARTS_SHOWN 5

// Takes the name.
static void put_part(struct buffer *text, const struct view *view, const struct account_part *part, double total,
                     char *name) {
    const struct recording *recording = view->profile->recording;
    double error_ns = (double)recording_error_ns(recording, part->error);
    char *line = text_format("%-22s %15.6f ±%-8.3f %7.2f  %s", "", recording_ms(recording, part->ticks), error_ns / 1e6,
                             (double)part->ticks * 100 / total, name);
    buffer_text(text, "    "), buffer_wrapped(text, line, 4, view->columns);
    free(line), free(name);
}

// Those that are not worth a line of their own have one together, so that the lines add up.
static void put_parts(struct buffer *text, const struct view *view, const struct account *account, double total) {
    struct account_part rest = {0};
    for (size_t i = 0; i < account->part_count; i++) {
        const struct account_part *part = &account->parts[i];
        if (i >= PARTS_SHOWN) {
            rest.ticks += part->ticks, rest.error += part->error;
            continue;
        }
        char *name = part->calls ? text_format("%llu x  %s", (unsigned long long)part->calls, part->name)
                                 : text_copy(part->name);
        put_part(text, view, part, total, name);
    }
    if (account->part_count <= PARTS_SHOWN) return;
    put_part(text, view, &rest, total, text_format("%zu others", account->part_count - PARTS_SHOWN));
}

void report_ledger_text(struct buffer *text, const struct view *view) {
    const struct profile *profile = view->profile;
    double total = profile->elapsed_ticks ? (double)profile->elapsed_ticks : 1;
    buffer_format(text, "\nWhere the time went %32s %7s\n", "ms", "%");
    for (size_t i = 0; i < profile->ledger_count; i++) {
        const struct account *account = &profile->ledger[i];
        if (!account->ticks && strcmp(account->name, "unobserved") != 0) continue;
        double error_ns = (double)recording_error_ns(profile->recording, account->error);
        buffer_format(text, "  %-24s %15.6f ±%-8.3f %7.2f\n", account->name,
                      recording_ms(profile->recording, account->ticks), error_ns / 1e6,
                      (double)account->ticks * 100 / total);
        put_parts(text, view, account, total);
    }
    s64 open = profile->elapsed_ticks - profile->ledger_ticks;
    char *line = text_format("%-24s %15.6f           %7.2f   by the clock: %.6f, difference %lld ticks", "total",
                             recording_ms(profile->recording, profile->ledger_ticks),
                             (double)profile->ledger_ticks * 100 / total,
                             recording_ms(profile->recording, profile->elapsed_ticks), (long long)open);
    buffer_text(text, "  "), buffer_wrapped(text, line, 2, view->columns);
    free(line);
    struct buffer words = {0};
    view_describe_unpolled(profile->recording, &words);
    if (words.size) {
        line = text_format("%-24s %s", "longest without a poll", buffer_string(&words));
        buffer_text(text, "  "), buffer_wrapped(text, line, 2, view->columns);
        free(line);
    }
    buffer_free(&words);
}

static void put_figure(struct table *table, const struct recording *recording, const struct time_unit *unit, s64 ticks,
                       double error_ticks) {
    double error_ns = (double)recording_error_ns(recording, error_ticks);
    table_cell(table, "%.3f ±%-8.3f", (double)recording_ns(recording, ticks) / unit->ns, error_ns / unit->ns);
}

enum { INLINED_COLUMN = 1, RATE_COLUMN = 6, SAMPLES_COLUMN, METHOD_COLUMNS };

// Where methods were timed for a part of the run only, counts cannot be compared with each other, but rates can.
static bool has_rates(const struct recording *recording) {
    return recording->reader.header.flags & REGION_CONTROLLED && !reader_range_has_time(&recording->reader.range);
}

// The figure by which the methods are sorted stays longest when the terminal is narrow.
static void begin_methods(struct table *table, struct buffer *text, const struct view *view,
                          const struct time_unit *unit) {
    static const struct {
        const char *key;
        struct table_column column;
    } all[METHOD_COLUMNS] = {{"count", {"Count", 10, 1}},          {"inlined", {"Inlined", 10, 2}},
                             {"elapsed", {"Elapsed incl", 24, 4}}, {"self", {"Elapsed excl", 24, 3}},
                             {"cpu", {"CPU incl", 24, 5}},         {"cpu-self", {"CPU excl", 24, 2}},
                             {"rate", {"Calls/s timed", 14, 2}},   {"samples", {"Samples", 8, 1}}};
    const char *sort = view->sort ? view->sort : "elapsed";
    struct table_column columns[METHOD_COLUMNS];
    u32 count = 0;
    for (u32 i = 0; i < METHOD_COLUMNS; i++) {
        if (i == INLINED_COLUMN && !view->profile->inlined) continue;
        if (i == RATE_COLUMN && !has_rates(view->profile->recording)) continue;
        if (i == SAMPLES_COLUMN && !view->profile->sample_count) continue;
        columns[count] = all[i].column;
        if (strcmp(sort, all[i].key) == 0) columns[count].rank = 0;
        count++;
    }
    char *title = text_format("Method (times in %s)", unit->name);
    buffer_byte(text, '\n');
    table_begin(table, text, columns, count, title, view->columns);
    free(title);
}

// Calls per second of the time in which the method was timed.
static void put_rate(struct table *table, const struct recording *recording, const struct method_figures *method) {
    const struct method_name *name = recording_method(recording, method->id);
    u64 ticks = name && name->class_name[0] ? switches_timed_ticks(recording, name) : 0;
    s64 ns = recording_ns(recording, (s64)ticks);
    if (ns > 0) {
        table_cell(table, "%.3f", (double)method->own.count * 1e9 / (double)ns);
    } else {
        table_cell(table, "-");
    }
}

static void put_method(struct table *table, const struct view *view, const struct time_unit *unit,
                       const struct method_figures *method) {
    const struct recording *recording = view->profile->recording;
    table_cell(table, "%llu", (unsigned long long)method->own.count);
    if (view->profile->inlined) table_cell(table, "%llu", (unsigned long long)method->own.inlined);
    put_figure(table, recording, unit, method->own.elapsed, method->errors.elapsed);
    put_figure(table, recording, unit, method->own.exclusive_elapsed, method->errors.exclusive);
    put_figure(table, recording, unit, method->own.cpu, method->errors.cpu);
    put_figure(table, recording, unit, method->own.exclusive_cpu, method->errors.exclusive_cpu);
    if (has_rates(recording)) put_rate(table, recording, method);
    if (view->profile->sample_count) table_cell(table, "%llu", (unsigned long long)method->samples);
    table_name(table, "%s%s", recording_method_words(recording, method->id), method->own.open ? "  [open]" : "");
}

// Where nothing was timed there are only samples.
static void begin_sampled(struct table *table, struct buffer *text, const struct view *view) {
    static const struct table_column columns[] = {{"Samples", 10, 0}, {"%", 7, 1}};
    buffer_byte(text, '\n');
    table_begin(table, text, columns, COUNT_OF(columns), "Method (in which samples were taken)", view->columns);
}

static void put_sampled(struct table *table, const struct view *view, const struct method_figures *method) {
    table_cell(table, "%llu", (unsigned long long)method->samples);
    table_cell(table, "%.2f", (double)method->samples * 100 / (double)view->profile->sample_count);
    table_name(table, "%s", recording_method_words(view->profile->recording, method->id));
}

static bool is_only_sampled(const struct profile *profile) {
    return profile->sample_count && !profile->edge_count && profile->method_count;
}

void report_methods_text(struct buffer *text, const struct view *view) {
    const struct profile *profile = view->profile;
    struct time_unit unit = choose_unit(profile);
    struct table table;
    bool sampled = is_only_sampled(profile);
    u64 shown = 0, selected = 0;
    if (sampled) {
        begin_sampled(&table, text, view);
    } else {
        begin_methods(&table, text, view, &unit);
    }
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        if (!view_selects(view, method->id)) continue;
        selected++;
        if (view->top && shown == view->top) continue;
        shown++;
        if (sampled) {
            put_sampled(&table, view, method);
        } else {
            put_method(&table, view, &unit, method);
        }
    }
    if (shown < selected) {
        buffer_format(text, "%llu more (--top 0 shows all)\n", (unsigned long long)(selected - shown));
    }
    table_end(&table);
    const char *hint = "no method was timed or sampled (gnomon run --time PATTERN, --sample HZ)";
    if (sampled) hint = "no method was timed: gnomon run --time PATTERN counts calls and times each of them";
    if (!profile->method_count || sampled) buffer_text(text, "  "), buffer_wrapped(text, hint, 2, view->columns);
}

static void put_events(struct buffer *text, const struct view *view) {
    static const struct table_column columns[] = {{"Count", 10, 0}};
    const struct profile *profile = view->profile;
    struct table table;
    if (!profile->event_count) return;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Event", view->columns);
    for (size_t i = 0; i < profile->event_count; i++) {
        table_cell(&table, "%llu", (unsigned long long)profile->events[i].count);
        table_name(&table, "%s", recording_event_name(profile->recording, profile->events[i].id));
    }
}

void report_text(struct buffer *text, const struct view *view) {
    report_head_text(text, view);
    if (view->profile->recording->reader.header.state == REGION_EMPTY) return;
    report_ledger_text(text, view);
    report_processors_text(text, view);
    report_domains_text(text, view);
    report_memory_text(text, view);
    if (view->package) {
        report_package_text(text, view);
        witnesses_text(text, view);
        return;
    }
    report_methods_text(text, view);
    report_exact_text(text, view);
    witnesses_text(text, view);
    report_threads_text(text, view);
    report_sharing_text(text, view);
    report_traffic_text(text, view);
    report_net_text(text, view);
    counters_text(text, view);
    report_heap_text(text, view);
    put_events(text, view);
    report_allocations_text(text, view);
}
