// A profile as the user wants to see it: filtered, sorted, cut. Shared by report and export, so that the same options
// mean the same everywhere.
#ifndef VIZ_VIEW_H
#define VIZ_VIEW_H

#include "viz/json.h"
#include "viz/options.h"
#include "viz/profile.h"

struct view {
    const struct profile *profile;
    struct text_list filter; // patterns; none: everything
    const char *package;     // only methods of its classes and of the packages below it; NULL: of all
    u64 top, package_top;    // of the methods, of each of the package's tables; 0: all
    struct text_list source; // directories with the program's sources, for the page
    const char *sort;        // by which key the profile was sorted (PROFILE_SORT_KEYS)
    u32 columns;             // of the terminal that text is for; 0: none, and nothing is left out for its sake
};

// Whether the filter, by "pkg.Class.method", and the package select a method.
bool view_selects(const struct view *view, u32 method);
// A problem if one of the filter's patterns is none.
bool view_check_patterns(const struct view *view, struct problem *problem);
// A problem if a pattern is none, or if there are patterns and no method matches.
bool view_check_filter(const struct view *view, struct problem *problem);
// Only whether the patterns are some.
bool view_check_patterns(const struct view *view, struct problem *problem);
// What was lost and, where only a part of the recording is looked at, which: "nothing; only thread 3 (worker)".
void view_describe_scope(const struct profile *profile, struct buffer *text);
// One line each, for the head of every report: what was lost, how good the clock is, what was instrumented, what ran.
void view_describe_losses(const struct profile *profile, struct buffer *text);
void view_describe_clock(const struct recording *recording, struct buffer *text);
void view_describe_instruments(const struct profile *profile, struct buffer *text);
// in what state the samples found the machine
void view_describe_samples(const struct profile *profile, struct buffer *text);
void view_describe_run(const struct recording *recording, struct buffer *text);
// What a probe or a record costs (enum calibration_subject); nothing if that was not measured.
void view_describe_calibration(const struct profile *profile, u32 subject, struct buffer *text);

void report_text(struct buffer *text, const struct view *view);
// Its parts, which `gnomon shell` shows by themselves: what the figures are worth, the ledger, the methods.
void report_head_text(struct buffer *text, const struct view *view);
void report_ledger_text(struct buffer *text, const struct view *view);
void report_methods_text(struct buffer *text, const struct view *view);
void report_json(struct buffer *text, const struct view *view);
bool report_html(struct buffer *text, const struct view *view, struct problem *problem);

// The view's package: its first `package_top` methods by each of the five figures. Members of `json`'s open object.
bool report_package_exists(const struct view *view); // whether any of its methods was timed
void report_package_text(struct buffer *text, const struct view *view);
void report_package_json(struct json *json, const struct view *view);
// report_threads.c: each thread's time, running, preempted and waiting; an array for the page, a member of `json`'s
// open object.
void report_threads_text(struct buffer *text, const struct view *view);
s64 report_thread_running(const struct recording *recording, const struct region_thread *thread); // ticks, up to now
void report_threads_html(struct buffer *text, const struct profile *profile);
void report_threads_json(struct json *json, const struct view *view);
// Figures and their errors, as members of `json`'s open object.
void report_json_times(struct json *json, const struct recording *recording, const struct figures *figures);
void report_json_errors(struct json *json, const struct recording *recording, const struct figure_errors *errors);
// report_heap.c: the last census, ages by class, collections; nothing where nothing was asked for, but in JSON, where
// they are members of `json`'s open object. The page gets a section.
void report_heap_text(struct buffer *text, const struct view *view);
void report_heap_html(struct buffer *text, const struct view *view);
void report_heap_json(struct json *json, const struct profile *profile);
// One method as an object, as it stands in "methods".
void report_json_method(struct json *json, const struct recording *recording, const struct method_figures *method);

// The counters of --counters, where there were any (viz/counters.c).
void counters_text(struct buffer *text, const struct view *view);
void counters_json(struct json *json, const struct recording *recording);

#endif
