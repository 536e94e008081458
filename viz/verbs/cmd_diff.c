// gnomon diff: what changed from one recording to another, as tables, as JSON, or as a page. Its exit status is as for
// diff: 0 no difference, 1 a difference, 2 trouble.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/analyse/diff.h"
#include "viz/analyse/filter.h"
#include "viz/analyse/view.h"
#include "viz/cli/sink.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/cli/time.h"
#include "viz/html/page.h"
#include "viz/verbs/commands.h"

enum { STATUS_SAME = 0, STATUS_DIFFERENT = 1, STATUS_TROUBLE = 2 };

struct diff_settings {
    const char *format, *output, *sort;
    struct text_list names;
    struct filter filter;
    u64 top, noise;
};

#define FIELD(name) offsetof(struct diff_settings, name)

static const struct option_rule rules[] = {
    {"--format", "-f", OPTION_CHOICE, FIELD(format), "", "text (default), json or html; else by FILE's ending",
     "text|json|html", 0, 0},
    {"-o", NULL, OPTION_TEXT, FIELD(output), "FILE", "write to FILE; - is stdout (default)", NULL, 0, 0},
    {"--sort", NULL, OPTION_CHOICE, FIELD(sort), "", "which figure of methods is compared (cpu-self)",
     "elapsed|self|cpu|cpu-self|count", 0, 0},
    {"--top", NULL, OPTION_NUMBER, FIELD(top), "N", "text: only the first N of each table (20); 0: all", NULL, 0,
     UINT32_MAX},
    {"--noise", NULL, OPTION_NUMBER, FIELD(noise), "PERCENT",
     "what two runs of the same may differ by in real time (20); adds to the errors", NULL, 0, 1000},
    FILTER_RULES(struct diff_settings, filter, "--to"),
};

struct result {
    struct diff *diff;
    struct changes methods, packages, samples, events;
    struct partings partings;
    bool deterministic, different;
};

static void result_make(struct result *result, struct diff *diff) {
    *result = (struct result){.diff = diff, .deterministic = diff_is_deterministic(diff)};
    diff_methods(&result->methods, diff);
    diff_packages(&result->packages, diff);
    diff_samples(&result->samples, diff);
    diff_events(&result->events, diff);
    if (result->deterministic) diff_records(&result->partings, diff);
    result->different = result->methods.count || result->packages.count || result->samples.count ||
                        result->events.count || result->partings.exact.found;
}

static void result_free(struct result *result) {
    changes_free(&result->methods), changes_free(&result->packages);
    changes_free(&result->samples), changes_free(&result->events);
    partings_free(&result->partings);
}

// ---- Text

static double largest(const struct changes *changes) {
    double most = 0;
    for (size_t i = 0; i < changes->count; i++) {
        most = fmax(most, fmax(fabs(changes->items[i].a), fabs(changes->items[i].b)));
    }
    return most;
}

// b / a with its error, or that there is none.
static void put_factor(struct table *table, const struct change *change) {
    if (change->a > 0 && change->b > 0) {
        double factor = change->b / change->a;
        table_cell(table, "×%.3f ±%-7.3f", factor, factor * change->error / fmin(change->a, change->b));
    } else {
        table_cell(table, "%s", change->a == change->b ? "" : change->a > 0 ? "gone   " : "new    ");
    }
}

static void put_change(struct table *table, const struct change *change, const struct time_unit *unit,
                       bool has_counts) {
    int digits = unit->ns > 1 ? 3 : 0;
    double difference = change->b - change->a;
    enum table_color color = fabs(difference) <= change->error ? TABLE_PLAIN : difference > 0 ? TABLE_BAD : TABLE_GOOD;
    table_cell_colored(table, color, "%+.*f ±%-9.*f", digits, difference / unit->ns, digits, change->error / unit->ns);
    put_factor(table, change);
    table_cell(table, "%.*f", digits, change->a / unit->ns);
    table_cell(table, "%.*f", digits, change->b / unit->ns);
    if (has_counts) {
        table_cell(table, "%llu", (unsigned long long)change->a_count);
        table_cell(table, "%llu", (unsigned long long)change->b_count);
    }
    table_name(table, "%s", change->name);
}

static void put_changes(struct buffer *text, const struct changes *changes, const char *what, const char *name,
                        bool is_time, bool has_counts, u64 top, u32 terminal) {
    static const struct table_column columns[] = {{"Difference", 26, 0}, {"Factor", 18, 2},     {"A", 14, 3},
                                                  {"B", 14, 3},          {"Calls in A", 11, 5}, {"in B", 11, 5}};
    struct table table;
    struct time_unit unit = is_time ? time_unit_of(largest(changes), 100) : (struct time_unit){.ns = 1};
    if (!changes->count && !changes->within) return;
    char *title = text_format("%s: %zu changed, %zu the same within the errors", what, changes->count, changes->within);
    buffer_byte(text, '\n'), buffer_wrapped(text, title, 2, terminal);
    free(title);
    if (!changes->count) return;
    char *names = is_time ? text_format("%s (times in %s)", name, unit.name) : text_copy(name);
    table_begin(&table, text, columns, has_counts ? 6 : 4, names, terminal);
    free(names);
    size_t shown = top && top < changes->count ? (size_t)top : changes->count;
    for (size_t i = 0; i < shown; i++) put_change(&table, &changes->items[i], &unit, has_counts);
    table_end(&table);
    if (shown < changes->count) buffer_format(text, "%zu more (--top 0 shows all)\n", changes->count - shown);
}

static void put_side(struct buffer *text, char letter, const struct diff_side *side, u32 terminal) {
    struct buffer line = {0};
    buffer_format(&line, "%s: ", side->recording.reader.path);
    view_describe_run(&side->recording, &line);
    buffer_format(&line, "; %.6f ms; lost: ", recording_ms(&side->recording, side->profile.elapsed_ticks));
    view_describe_losses(&side->profile, &line);
    buffer_format(text, "%c            ", letter), buffer_wrapped(text, buffer_string(&line), 13, terminal);
    buffer_free(&line);
}

// What was measured differently differs for that reason alone.
static void put_instruments(struct buffer *text, const struct diff *diff, u32 terminal) {
    struct buffer a = {0}, b = {0};
    if (diff->a.recording.profile.sample_hz != diff->b.recording.profile.sample_hz ||
        diff->a.recording.patterns.count != diff->b.recording.patterns.count) {
        view_describe_instruments(&diff->a.profile, &a), view_describe_instruments(&diff->b.profile, &b);
        char *line = text_format("NOT THE SAME: A %s; B %s", buffer_string(&a), buffer_string(&b));
        buffer_text(text, "instruments  "), buffer_wrapped(text, line, 13, terminal);
        free(line);
    }
    buffer_free(&a), buffer_free(&b);
}

static void put_lines(struct buffer *text, const char *before, const struct buffer *lines, u32 terminal) {
    for (const char *at = buffer_string(lines); *at;) {
        size_t length = strcspn(at, "\n");
        char *line = text_copy_span(at, length);
        buffer_text(text, before), buffer_wrapped(text, line, 6, terminal);
        free(line);
        at += length + (at[length] != 0);
    }
}

static void put_parting(struct buffer *text, const struct parting *parting, const char *what, u32 terminal) {
    char *title = text_format("%s after %llu equal records: A at instruction %llu%s, B at instruction %llu%s", what,
                              (unsigned long long)parting->records, (unsigned long long)parting->a_ticks,
                              parting->a_ended ? ", where it ends" : "", (unsigned long long)parting->b_ticks,
                              parting->b_ended ? ", where it ends" : "");
    buffer_byte(text, '\n'), buffer_wrapped(text, title, 2, terminal);
    free(title);
    put_lines(text, "both  ", &parting->common, terminal);
    put_lines(text, "A     ", &parting->a, terminal);
    put_lines(text, "B     ", &parting->b, terminal);
}

static void put_partings(struct buffer *text, const struct result *result, u32 terminal) {
    const struct partings *partings = &result->partings;
    if (!result->deterministic) return;
    if (partings->overwritten) {
        char *line =
            text_format("Compared from where both still have their records: %llu were overwritten in one of them",
                        (unsigned long long)partings->overwritten);
        buffer_byte(text, '\n'), buffer_wrapped(text, line, 2, terminal);
        free(line);
    }
    if (!partings->exact.found) {
        buffer_format(text, "\nAll %llu records are equal, to the instruction\n",
                      (unsigned long long)partings->compared);
        return;
    }
    if (partings->exact.a_ended && partings->exact.b_ended) {
        buffer_format(text, "\nAll %llu records are equal; A ends at instruction %llu, B at instruction %llu\n",
                      (unsigned long long)partings->compared, (unsigned long long)partings->exact.a_ticks,
                      (unsigned long long)partings->exact.b_ticks);
        return;
    }
    put_parting(text, &partings->exact, "They part", terminal);
    if (partings->happening.found) {
        put_parting(text, &partings->happening, "There only times, sizes or addresses differ. Something else happens",
                    terminal);
    }
}

static void put_text(struct buffer *text, const struct result *result, const struct diff_settings *settings,
                     u32 terminal) {
    const struct diff *diff = result->diff;
    char *title = text_format("Methods by %s", settings->sort);
    put_side(text, 'A', &diff->a, terminal), put_side(text, 'B', &diff->b, terminal);
    put_instruments(text, diff, terminal);
    if (!result->deterministic) {
        buffer_format(text, "noise        %llu %% of each time, which two runs of the same may differ by (--noise)\n",
                      (unsigned long long)settings->noise);
    }
    put_partings(text, result, terminal);
    bool is_time = strcmp(settings->sort, "count") != 0;
    put_changes(text, &result->methods, title, "Method", is_time, true, settings->top, terminal);
    put_changes(text, &result->packages, "Packages, by their methods' own time", "Package", is_time, true,
                settings->top, terminal);
    put_changes(text, &result->samples, "Methods by samples", "Method", true, false, settings->top, terminal);
    put_changes(text, &result->events, "Events", "Event", false, false, settings->top, terminal);
    if (!result->different) buffer_text(text, "\nNo difference beyond the errors\n");
    free(title);
}

// ---- JSON

static void put_json_changes(struct json *json, const char *name, const struct changes *changes, bool is_time,
                             bool has_counts) {
    json_begin_object(json, name);
    json_put_integer(json, "within_errors", (s64)changes->within);
    json_begin_array(json, "changed");
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->items[i];
        json_begin_object(json, NULL);
        json_put_text(json, "name", change->name);
        json_put_real(json, is_time ? "a_ns" : "a", change->a);
        json_put_real(json, is_time ? "b_ns" : "b", change->b);
        json_put_real(json, is_time ? "difference_ns" : "difference", change->b - change->a);
        json_put_real(json, is_time ? "err_ns" : "err", change->error);
        if (change->a > 0 && change->b > 0) {
            json_put_real(json, "factor", change->b / change->a);
            json_put_real(json, "factor_err", change->b / change->a * change->error / fmin(change->a, change->b));
        }
        if (has_counts) json_put_integer(json, "a_count", (s64)change->a_count);
        if (has_counts) json_put_integer(json, "b_count", (s64)change->b_count);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

static void put_json_lines(struct json *json, const char *name, const struct buffer *lines) {
    json_begin_array(json, name);
    for (const char *at = buffer_string(lines); *at; at += strcspn(at, "\n") + 1) {
        char *line = text_copy_span(at, strcspn(at, "\n"));
        json_put_text(json, NULL, line);
        free(line);
    }
    json_end(json);
}

static void put_json_parting(struct json *json, const char *name, const struct parting *parting) {
    if (!parting->found) return;
    json_begin_object(json, name);
    json_put_integer(json, "equal_records", (s64)parting->records);
    json_put_integer(json, "a_instructions", (s64)parting->a_ticks);
    json_put_integer(json, "b_instructions", (s64)parting->b_ticks);
    json_put_bool(json, "a_ended", parting->a_ended);
    json_put_bool(json, "b_ended", parting->b_ended);
    put_json_lines(json, "common", &parting->common);
    put_json_lines(json, "a", &parting->a);
    put_json_lines(json, "b", &parting->b);
    json_end(json);
}

static void put_json_side(struct json *json, const char *name, const struct diff_side *side) {
    json_begin_object(json, name);
    json_put_text(json, "path", side->recording.reader.path);
    json_put_text(json, "main", side->recording.main_class);
    json_put_integer(json, "exit_status", side->recording.reader.header.exit_status);
    json_put_integer(json, "elapsed_ns", recording_ns(&side->recording, side->profile.elapsed_ticks));
    json_put_integer(json, "lost", (s64)side->profile.loss_total);
    json_end(json);
}

static void put_json(struct json *json, const char *name, const struct result *result,
                     const struct diff_settings *settings) {
    bool is_time = strcmp(settings->sort, "count") != 0;
    json_begin_object(json, name);
    json_put_bool(json, "different", result->different);
    json_put_bool(json, "deterministic", result->deterministic);
    json_put_text(json, "figure", settings->sort);
    json_put_integer(json, "noise_percent", result->deterministic ? 0 : (s64)settings->noise);
    put_json_side(json, "a", &result->diff->a);
    put_json_side(json, "b", &result->diff->b);
    put_json_changes(json, "methods", &result->methods, is_time, true);
    put_json_changes(json, "packages", &result->packages, is_time, true);
    put_json_changes(json, "samples", &result->samples, true, false);
    put_json_changes(json, "events", &result->events, false, false);
    if (result->deterministic) {
        json_begin_object(json, "records");
        json_put_integer(json, "equal", (s64)result->partings.compared);
        json_put_integer(json, "overwritten", (s64)result->partings.overwritten);
        put_json_parting(json, "first_difference", &result->partings.exact);
        put_json_parting(json, "first_other_event", &result->partings.happening);
        json_end(json);
    }
    json_end(json);
}

// ---- The command

static bool side_open(struct diff_side *side, const char *path, const struct filter *filter, struct problem *problem) {
    if (!recording_open(&side->recording, path, problem)) return false;
    if (!recording_select(&side->recording, filter, problem)) {
        recording_close(&side->recording);
        return false;
    }
    profile_make(&side->profile, &side->recording);
    return true;
}

static void side_close(struct diff_side *side) {
    profile_free(&side->profile);
    recording_close(&side->recording);
}

static bool check_filter(const struct diff *diff, struct problem *problem) {
    const struct view a = {.profile = &diff->a.profile, .filter = *diff->filter},
                      b = {.profile = &diff->b.profile, .filter = *diff->filter};
    struct problem ignored;
    return view_check_filter(&a, problem) || (problem->status != STATUS_USAGE && view_check_filter(&b, &ignored));
}

static const char *format_of(const struct diff_settings *settings) {
    if (settings->format) return settings->format;
    if (settings->output && text_ends_with(settings->output, ".json")) return "json";
    return settings->output && text_ends_with(settings->output, ".html") ? "html" : "text";
}

// Its status, and the difference written.
static int compare(struct diff *diff, const struct diff_settings *settings, struct problem *problem) {
    struct result result;
    struct buffer text = {0};
    if (!check_filter(diff, problem)) return STATUS_TROUBLE;
    const char *format = format_of(settings);
    result_make(&result, diff);
    struct json json = {.text = &text};
    if (strcmp(format, "json") == 0) {
        json.lines = 2;
        put_json(&json, NULL, &result, settings);
        buffer_byte(&text, '\n');
    } else if (strcmp(format, "html") == 0) {
        json.lines = 1;
        diff_begin_html(&json, diff);
        put_json(&json, "diff", &result, settings);
        diff_end_html(&json);
    } else {
        put_text(&text, &result, settings, terminal_columns_for(settings->output));
    }
    bool done = sink_write_file(settings->output ? settings->output : "-", text.data, text.size, problem);
    int status = !done ? STATUS_TROUBLE : result.different ? STATUS_DIFFERENT : STATUS_SAME;
    result_free(&result);
    buffer_free(&text);
    return status;
}

static int trouble(struct problem *problem) {
    problem->status = STATUS_TROUBLE;
    return problem_print(problem);
}

static int diff_main(int count, char **arguments) {
    struct diff_settings settings = {.sort = "cpu-self", .top = 20, .noise = 20};
    struct problem problem = {0};
    int status;
    struct diff *diff;
    if (!command_begin(&command_diff, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    diff = memory_get(sizeof(*diff));
    diff->sort = settings.sort, diff->filter = &settings.filter.methods, diff->noise = (double)settings.noise / 100;
    status = STATUS_TROUBLE;
    if (side_open(&diff->a, settings.names.items[0], &settings.filter, &problem)) {
        if (side_open(&diff->b, settings.names.items[1], &settings.filter, &problem)) {
            status = compare(diff, &settings, &problem);
            side_close(&diff->b);
        }
        side_close(&diff->a);
    }
    free(diff);
    return problem.status ? trouble(&problem) : status;
}

const struct command command_diff = {
    .name = "diff",
    .summary = "Compares two runs: what changed beyond the errors of both, and where deterministic runs part.",
    .usage = "diff [options] A B",
    .examples = "  gnomon diff before after\n  gnomon diff before after --sort elapsed --filter 'com.example.**'\n"
                "  gnomon diff before after -o diff.html\n  gnomon diff first second --format json | jq "
                ".records.first_difference\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes =
        "A figure has changed if it differs by more than the errors of both recordings; what lies within them is left "
        "out and counted. The error of a time is that of the instruments and, in real time, how much the calls differ "
        "from each other (three deviations; for fewer than 30 calls, the part of the run that the host took) and "
        "--noise.\n"
        "For two deterministic recordings the first record that differs is shown, with its instruction.\n"
        "Exit status: 0 no difference, 1 a difference, 2 trouble.",
    .expects = "two directories of runs",
    .least = 2,
    .most = 2,
    .run = diff_main};
