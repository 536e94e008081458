// What timing and sampling say, beside each other (viz/analyse/witness.h).
#include <math.h>
#include <stdlib.h>

#include "viz/analyse/witness.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/report/report.h"

static bool is_shown(const struct witnesses *witnesses, const struct view *view, size_t at, u64 *shown) {
    if (!view_selects(view, witnesses->methods[at].method)) return false;
    return (*shown)++ < WITNESSES_SHOWN || !witnesses->methods[at].agrees;
}

static double us(const struct recording *recording, double ticks) {
    return (double)recording_ns_estimated(recording, ticks) / 1e3;
}

static void put_line(struct buffer *text, const char *line, u32 columns) {
    buffer_byte(text, '\n');
    buffer_wrapped(text, line, 2, columns);
}

// All that disagree have been tested.
static size_t agreeing_of_tested(const struct witnesses *witnesses) {
    return witnesses->tested - (witnesses->count - witnesses->agreeing);
}

static void put_agreement(struct buffer *text, const struct witnesses *witnesses, u32 columns) {
    bool all = witnesses->agreeing == witnesses->count;
    char *title = text_format("Two witnesses: what timing and sampling say that methods took themselves (CPU) agrees "
                              "within their errors for %zu of %zu methods; %zu more took too little time to tell%s",
                              agreeing_of_tested(witnesses), witnesses->tested, witnesses->count - witnesses->tested,
                              all ? "" : "; where they disagree, timing may distort what it measures");
    put_line(text, title, columns);
    free(title);
}

static void put_witness(struct table *table, const struct recording *recording, const struct witness *witness) {
    table_cell(table, "%.3f ±%-9.3f", us(recording, (double)witness->timed_ticks),
               us(recording, ceil(witness->timed_error)));
    table_cell(table, "%.3f ±%-11.3f", us(recording, witness->sampled_ticks), us(recording, witness->sampled_error));
    table_cell(table, "%llu", (unsigned long long)witness->samples);
    table_name(table, "%s%s", recording_method_label(recording, witness->method), witness->agrees ? "" : "  DISAGREES");
}

static void put_others(struct table *table, u64 samples, const char *what) {
    table_cell(table, "%s", ""), table_cell(table, "%s", "");
    table_cell(table, "%llu", (unsigned long long)samples);
    table_name(table, "%s", what);
}

static void put_table(struct buffer *text, const struct witnesses *witnesses, const struct view *view) {
    static const struct table_column columns[] = {{"by timing", 24, 0}, {"by sampling", 27, 1}, {"Samples", 8, 2}};
    struct table table;
    u64 shown = 0;
    table_begin(&table, text, columns, COUNT_OF(columns), "Method (times in us)", view->columns);
    for (size_t i = 0; i < witnesses->count; i++) {
        if (is_shown(witnesses, view, i, &shown)) put_witness(&table, view->profile->recording, &witnesses->methods[i]);
    }
    if (witnesses->outside || witnesses->unknown) put_others(&table, witnesses->outside, "outside of timed methods");
    if (witnesses->unknown) put_others(&table, witnesses->unknown, "whose stack is not known far enough");
    table_end(&table);
}

void witnesses_text(struct buffer *text, const struct view *view) {
    static const char no_stacks[] =
        "Timing and sampling are not compared: the samples have no stacks (gnomon run --stacks N)";
    struct witnesses witnesses;
    if (!witnesses_make(&witnesses, view->profile)) {
        if (view->profile->sample_count && view->profile->edge_count) put_line(text, no_stacks, view->columns);
        return;
    }
    put_agreement(text, &witnesses, view->columns);
    put_table(text, &witnesses, view);
    if (witnesses.off_ticks) {
        buffer_format(text, "  (no samples were taken in %.3f s of the run: there timing has more)\n",
                      us(view->profile->recording, (double)witnesses.off_ticks) / 1e6);
    }
    witnesses_free(&witnesses);
}

void witnesses_json(struct json *json, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    struct witnesses witnesses;
    u64 shown = 0;
    if (!witnesses_make(&witnesses, view->profile)) return;
    json_begin_object(json, "witnesses");
    json_put_integer(json, "methods", (s64)witnesses.count);
    json_put_integer(json, "agreeing", (s64)witnesses.agreeing);
    json_put_integer(json, "tested", (s64)witnesses.tested);
    json_put_integer(json, "unsampled_ns", recording_ns(recording, (s64)witnesses.off_ticks));
    json_put_integer(json, "samples_outside", (s64)witnesses.outside);
    json_put_integer(json, "samples_unknown", (s64)witnesses.unknown);
    json_begin_array(json, "shown");
    for (size_t i = 0; i < witnesses.count; i++) {
        const struct witness *witness = &witnesses.methods[i];
        if (!is_shown(&witnesses, view, i, &shown)) continue;
        const struct method_name *name = recording_method(recording, witness->method);
        json_begin_object(json, NULL);
        json_put_text(json, "class", name->class_name);
        json_put_text(json, "method", name->name);
        json_put_text(json, "descriptor", name->descriptor);
        json_put_integer(json, "timed_ns", recording_ns(recording, witness->timed_ticks));
        json_put_integer(json, "timed_err_ns", recording_error_ns(recording, witness->timed_error));
        json_put_integer(json, "samples", (s64)witness->samples);
        json_put_integer(json, "sampled_ns", recording_ns_estimated(recording, witness->sampled_ticks));
        json_put_integer(json, "sampled_err_ns", recording_error_ns(recording, witness->sampled_error));
        json_put_bool(json, "agree", witness->agrees);
        json_put_bool(json, "tested", witness->is_tested);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    witnesses_free(&witnesses);
}

void witnesses_html(struct json *json, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    struct witnesses witnesses;
    u64 shown = 0;
    if (!witnesses_make(&witnesses, view->profile)) {
        json_put_null(json, "witnesses");
        return;
    }
    json_begin_object(json, "witnesses");
    json_put_integer(json, "tested", (s64)witnesses.tested);
    json_put_integer(json, "agreeing", (s64)agreeing_of_tested(&witnesses));
    json_put_integer(json, "short", (s64)(witnesses.count - witnesses.tested));
    json_begin_array(json, "rows");
    for (size_t i = 0; i < witnesses.count; i++) {
        const struct witness *witness = &witnesses.methods[i];
        if (!is_shown(&witnesses, view, i, &shown)) continue;
        json_begin_array(json, NULL);
        json_put_text(json, NULL, recording_method_label(recording, witness->method));
        json_put_integer(json, NULL, recording_ns(recording, witness->timed_ticks));
        json_put_integer(json, NULL, recording_error_ns(recording, witness->timed_error));
        json_put_integer(json, NULL, recording_ns_estimated(recording, witness->sampled_ticks));
        json_put_integer(json, NULL, recording_error_ns(recording, witness->sampled_error));
        json_put_integer(json, NULL, (s64)witness->samples);
        json_put_bool(json, NULL, witness->agrees);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    witnesses_free(&witnesses);
}
