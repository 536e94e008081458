// gnomon report --package: the top methods of one package by each of the five figures, and what the package took as a
// whole. "Exclusive" is what the package's methods did not spend in methods that were timed as well, so it depends on
// what else was timed.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/report/report.h"

enum { FIGURES = 5 };

static const char *const titles[FIGURES] = {"count", "elapsed, inclusive", "elapsed, exclusive", "CPU, inclusive",
                                            "CPU, exclusive"};
static const char *const names[FIGURES] = {"count", "elapsed_incl_ns", "elapsed_excl_ns", "cpu_incl_ns", "cpu_excl_ns"};

static s64 figure_of(const struct method_figures *method, u32 figure) {
    const struct figures *own = &method->own;
    const s64 values[FIGURES] = {(s64)own->count, own->elapsed, own->exclusive_elapsed, own->cpu, own->exclusive_cpu};
    return values[figure];
}

// In ticks; a count has none.
static double error_of(const struct method_figures *method, u32 figure) {
    const struct figure_errors *errors = &method->errors;
    const double values[FIGURES] = {0, errors->elapsed, errors->exclusive, errors->cpu, errors->exclusive_cpu};
    return values[figure];
}

static bool is_inclusive(u32 figure) { return figure == 1 || figure == 3; }

struct package {
    const struct method_figures **methods;
    size_t count;
    s64 sums[FIGURES]; // of inclusive figures without use: they overlap
    double errors[FIGURES];
};

static void package_find(struct package *package, const struct view *view) {
    const struct profile *profile = view->profile;
    *package = (struct package){.methods = memory_get((profile->method_count + 1) * sizeof(*package->methods))};
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        if (!method->own.count || !view_selects(view, method->id)) continue;
        package->methods[package->count++] = method;
        for (u32 figure = 0; figure < FIGURES; figure++) {
            package->sums[figure] += figure_of(method, figure);
            package->errors[figure] += error_of(method, figure);
        }
    }
}

static u32 sorted_figure;
static const struct recording *sorted_recording;

static int compare(const void *left, const void *right) {
    const struct method_figures *a = *(const struct method_figures *const *)left,
                                *b = *(const struct method_figures *const *)right;
    s64 x = figure_of(a, sorted_figure), y = figure_of(b, sorted_figure);
    if (x != y) return x < y ? 1 : -1;
    int order =
        strcmp(recording_method_label(sorted_recording, a->id), recording_method_label(sorted_recording, b->id));
    return order ? order : (a->id > b->id) - (a->id < b->id);
}

// The first of the package by a figure; returns how many there are to show.
static size_t package_sort(struct package *package, const struct view *view, u32 figure) {
    sorted_figure = figure;
    sorted_recording = view->profile->recording;
    qsort(package->methods, package->count, sizeof(*package->methods), compare);
    return view->package_top && view->package_top < package->count ? view->package_top : package->count;
}

static double us(const struct view *view, double ticks) {
    return (double)recording_ns_estimated(view->profile->recording, ticks) / 1e3;
}

static void put_row(struct table *table, const struct view *view, const struct package *package,
                    const struct method_figures *method, u32 figure) {
    double value = (double)figure_of(method, figure), whole = (double)package->sums[figure];
    if (is_inclusive(figure)) whole = (double)view->profile->elapsed_ticks;
    double part = whole > 0 ? 100 * value / whole : 0;
    if (figure == 0) {
        table_cell(table, "%.0f", value);
    } else {
        table_cell(table, "%.3f ±%-9.3f", us(view, value), us(view, ceil(error_of(method, figure))));
    }
    table_cell(table, "%.2f %%", part);
    table_name(table, "%s%s", recording_method_words(view->profile->recording, method->id),
               method->own.open ? "  [open]" : "");
}

void report_package_text(struct buffer *text, const struct view *view) {
    struct package package;
    package_find(&package, view);
    double run = view->profile->elapsed_ticks ? (double)view->profile->elapsed_ticks : 1;
    buffer_format(text, "\nPackage %s: %lld calls of %zu timed methods\n  ", view->package, (long long)package.sums[0],
                  package.count);
    char *line = text_format("their own time (without timed methods that they call): elapsed %.3f ±%.3f us, CPU %.3f "
                             "±%.3f us, %.2f %% of the run's%s",
                             us(view, (double)package.sums[2]), us(view, ceil(package.errors[2])),
                             us(view, (double)package.sums[4]), us(view, ceil(package.errors[4])),
                             100 * (double)package.sums[2] / run,
                             (double)package.sums[2] > run ? ", in several threads at once" : "");
    buffer_wrapped(text, line, 2, view->columns);
    free(line);
    for (u32 figure = 0; figure < FIGURES; figure++) {
        size_t shown = package_sort(&package, view, figure);
        const struct table_column columns[] = {{figure ? "us" : "calls", 25, 0},
                                               {is_inclusive(figure) ? "of run" : "of pkg", 9, 1}};
        struct table table;
        buffer_format(text, "\nTop %zu by %s\n", shown, titles[figure]);
        table_begin(&table, text, columns, COUNT_OF(columns), "Method", view->columns);
        for (size_t i = 0; i < shown; i++) put_row(&table, view, &package, package.methods[i], figure);
        table_end(&table);
    }
    free(package.methods);
}

void report_package_json(struct json *json, const struct view *view) {
    struct package package;
    const struct recording *recording = view->profile->recording;
    package_find(&package, view);
    json_begin_object(json, "package");
    json_put_text(json, "name", view->package);
    json_put_integer(json, "methods", (s64)package.count);
    json_put_integer(json, "count", package.sums[0]);
    json_put_integer(json, "elapsed_excl_ns", recording_ns(recording, package.sums[2]));
    json_put_integer(json, "cpu_excl_ns", recording_ns(recording, package.sums[4]));
    json_put_integer(json, "err_excl_ns", recording_error_ns(recording, package.errors[4]));
    json_put_integer(json, "elapsed_err_excl_ns", recording_error_ns(recording, package.errors[2]));
    json_begin_object(json, "top");
    for (u32 figure = 0; figure < FIGURES; figure++) {
        size_t shown = package_sort(&package, view, figure);
        json_begin_array(json, names[figure]);
        for (size_t i = 0; i < shown; i++) report_json_method(json, recording, package.methods[i]);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    free(package.methods);
}

bool report_package_exists(const struct view *view) {
    struct package package;
    package_find(&package, view);
    free(package.methods);
    return package.count > 0;
}
