// What --exact counted, in reports.
#include <stdlib.h>

#include "viz/analyse/exact_profile.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/report/report.h"

enum { LINES_SHOWN = 15, FUNCTIONS_SHOWN = 15 };

static double percent(u64 part, u64 whole) { return whole ? (double)part * 100 / (double)whole : 0; }

static void put_methods(struct buffer *text, const struct exact_profile *exact, const struct view *view) {
    static const struct table_column columns[] = {
        {"Instructions", 15, 0}, {"%", 7, 1}, {"Own", 15, 3}, {"Inlined", 15, 2}};
    const struct recording *recording = view->profile->recording;
    struct table table;
    u64 shown = 0, selected = 0;
    table_begin(&table, text, columns, COUNT_OF(columns), "Method", view->columns);
    for (size_t i = 0; i < exact->method_count; i++) {
        const struct exact_method *method = &exact->methods[i];
        if (!view_selects(view, method->method)) continue;
        selected++;
        if (view->top && shown == view->top) continue;
        shown++;
        table_cell(&table, "%llu", (unsigned long long)method->own + method->inlined);
        table_cell(&table, "%.2f", percent(method->own + method->inlined, exact->translated));
        table_cell(&table, "%llu", (unsigned long long)method->own);
        table_cell(&table, "%llu", (unsigned long long)method->inlined);
        table_name(&table, "%s", recording_method_label(recording, method->method));
    }
    if (shown < selected) {
        buffer_format(text, "%llu more (--top 0 shows all)\n", (unsigned long long)(selected - shown));
    }
    table_end(&table);
}

static int by_executions(const void *a, const void *b) {
    const struct exact_line *left = *(const struct exact_line *const *)a, *right = *(const struct exact_line *const *)b;
    if (left->executions != right->executions) return left->executions < right->executions ? 1 : -1;
    return (left > right) - (left < right);
}

static void put_lines(struct buffer *text, const struct exact_profile *exact, const struct view *view) {
    static const struct table_column columns[] = {{"Instructions", 15, 0}, {"%", 7, 1}};
    const struct exact_line **lines = memory_get((exact->line_count + 1) * sizeof(*lines));
    struct table table;
    size_t count = 0;
    for (size_t i = 0; i < exact->line_count; i++) {
        if (exact->lines[i].line && view_selects(view, exact->lines[i].method)) lines[count++] = &exact->lines[i];
    }
    if (count) qsort(lines, count, sizeof(*lines), by_executions);
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Line", view->columns);
    for (size_t i = 0; i < count && i < LINES_SHOWN; i++) {
        table_cell(&table, "%llu", (unsigned long long)lines[i]->executions);
        table_cell(&table, "%.2f", percent(lines[i]->executions, exact->translated));
        table_name(&table, "%s:%u", recording_method_label(view->profile->recording, lines[i]->method), lines[i]->line);
    }
    table_end(&table);
    free(lines);
}

static void put_functions(struct buffer *text, const struct exact_profile *exact, const struct view *view) {
    static const struct table_column columns[] = {{"Instructions", 15, 0}, {"%", 7, 1}};
    struct table table;
    size_t count = exact->function_count < FUNCTIONS_SHOWN ? exact->function_count : FUNCTIONS_SHOWN;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Function of the kernel", view->columns);
    for (size_t i = 0; i < count; i++) {
        table_cell(&table, "%llu", (unsigned long long)exact->functions[i].executions);
        table_cell(&table, "%.2f", percent(exact->functions[i].executions, exact->kernel));
        table_name(&table, "%s", exact_symbol_name(exact->exact, exact->functions[i].symbol));
    }
    table_end(&table);
}

void report_exact_text(struct buffer *text, const struct view *view) {
    struct exact_profile exact;
    if (!exact_profile_make(&exact, view->profile->recording)) return;
    struct buffer words = {0};
    buffer_format(
        &words,
        "Every instruction: %llu; in methods %llu, stubs %llu, the kernel %llu, the firmware %llu, unknown %llu",
        (unsigned long long)exact.all, (unsigned long long)exact.translated, (unsigned long long)exact.stubs,
        (unsigned long long)exact.kernel, (unsigned long long)exact.firmware, (unsigned long long)exact.unknown);
    buffer_byte(text, '\n'), buffer_wrapped(text, buffer_string(&words), 2, view->columns);
    buffer_free(&words);
    put_methods(text, &exact, view);
    put_lines(text, &exact, view);
    put_functions(text, &exact, view);
    exact_profile_free(&exact);
}

static void put_json_lines(struct json *json, const struct exact_profile *exact, u32 method) {
    size_t count;
    const struct exact_line *lines = exact_profile_lines(exact, method, &count);
    json_begin_array(json, "lines");
    for (size_t i = 0; i < count; i++) {
        json_begin_array(json, NULL);
        json_put_integer(json, NULL, lines[i].line), json_put_integer(json, NULL, (s64)lines[i].executions);
        json_end(json);
    }
    json_end(json);
}

void report_exact_json(struct json *json, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    struct exact_profile exact;
    u64 shown = 0;
    if (!exact_profile_make(&exact, recording)) return;
    json_begin_object(json, "exact");
    json_put_integer(json, "instructions", (s64)exact.all);
    json_put_integer(json, "translated", (s64)exact.translated);
    json_put_integer(json, "stubs", (s64)exact.stubs);
    json_put_integer(json, "kernel", (s64)exact.kernel);
    json_put_integer(json, "firmware", (s64)exact.firmware);
    json_put_integer(json, "unknown", (s64)exact.unknown);
    json_put_integer(json, "faults", (s64)exact.faults);
    json_put_integer(json, "end_ticks", (s64)exact.exact->header.end_ticks);
    json_begin_array(json, "methods");
    for (size_t i = 0; i < exact.method_count && (!view->top || shown < view->top); i++) {
        const struct exact_method *method = &exact.methods[i];
        if (!view_selects(view, method->method)) continue;
        shown++;
        json_begin_object(json, NULL);
        json_put_text(json, "label", recording_method_label(recording, method->method));
        json_put_integer(json, "own", (s64)method->own);
        json_put_integer(json, "inlined", (s64)method->inlined);
        put_json_lines(json, &exact, method->method);
        json_end(json);
    }
    json_end(json);
    json_begin_array(json, "functions");
    for (size_t i = 0; i < exact.function_count; i++) {
        json_begin_object(json, NULL);
        json_put_text(json, "name", exact_symbol_name(exact.exact, exact.functions[i].symbol));
        json_put_integer(json, "instructions", (s64)exact.functions[i].executions);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    exact_profile_free(&exact);
}
