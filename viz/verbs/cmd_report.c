// gnomon report: a recording as a table for people, as JSON for scripts, or as a page for a browser.
#include <string.h>
#include <unistd.h>

#include "viz/analyse/filter.h"
#include "viz/cli/sink.h"
#include "viz/cli/terminal.h"
#include "viz/html/page.h"
#include "viz/report/report.h"
#include "viz/verbs/commands.h"

struct report_settings {
    struct text_list source;
    const char *format, *output, *sort, *package;
    struct text_list names;
    struct filter filter;
    u64 top, package_top;
};

#define FIELD(name) offsetof(struct report_settings, name)

static const struct option_rule rules[] = {
    {"--format", "-f", OPTION_CHOICE, FIELD(format), "", "text (default), json or html; else by FILE's ending",
     "text|json|html", 0, 0},
    {"-o", NULL, OPTION_TEXT, FIELD(output), "FILE", "write to FILE; - is stdout (default)", NULL, 0, 0},
    {"--sort", NULL, OPTION_CHOICE, FIELD(sort), "",
     "order of the methods, largest first (elapsed, or samples where nothing was timed)", PROFILE_SORT_KEYS, 0, 0},
    {"--top", NULL, OPTION_NUMBER, FIELD(top), "N",
     "only the first N methods; 0: all (a screenful on a terminal, else all)", NULL, 0, UINT32_MAX},
    {"--source", NULL, OPTION_LIST, FIELD(source), "PATH",
     "html: show samples and times beside the sources in this directory; may repeat", NULL, 0, 0},
    {"--package", NULL, OPTION_TEXT, FIELD(package), "NAME",
     "only methods of this package and those below it; text: its first N (5) by each figure; html: shown first", NULL,
     0, 0},
    FILTER_RULES(struct report_settings, filter, "--to"),
};

static const char *format_of(const struct report_settings *settings) {
    if (settings->format) return settings->format;
    if (settings->output && (text_ends_with(settings->output, ".html") || text_ends_with(settings->output, ".htm"))) {
        return "html";
    }
    return settings->output && text_ends_with(settings->output, ".json") ? "json" : "text";
}

static bool write_report(const struct report_settings *settings, const struct view *view, struct problem *problem) {
    struct buffer text = {0};
    const char *format = format_of(settings);
    bool done = true;
    if (strcmp(format, "json") == 0) {
        report_json(&text, view);
    } else if (strcmp(format, "html") == 0) {
        done = report_html(&text, view, problem);
    } else {
        report_text(&text, view);
    }
    done = done && sink_write_file(settings->output ? settings->output : "-", text.data, text.size, problem);
    buffer_free(&text);
    return done;
}

static bool package_is_there(const struct view *view, const char *path, struct problem *problem) {
    if (!view->package || report_package_exists(view)) return true;
    return problem_set(problem, STATUS_BAD_INPUT,
                       "%s: expected timed methods of package '%s', found none (gnomon run --time '%s.**')", path,
                       view->package, view->package);
}

static bool report_recording(struct report_settings *settings, struct recording *recording, struct problem *problem) {
    struct profile profile;
    profile_make(&profile, recording);
    // Where nothing was timed, samples are all that there is to sort by
    if (!settings->sort) settings->sort = profile.edge_count || !profile.sample_count ? "elapsed" : "samples";
    profile_sort(&profile, settings->sort);
    struct view view = {.profile = &profile,
                        .filter = settings->filter.methods,
                        .package = settings->package,
                        .source = settings->source,
                        .top = settings->top,
                        .package_top = settings->package_top,
                        .sort = settings->sort,
                        .columns = terminal_columns_for(settings->output)};
    bool done = view_check_filter(&view, problem) && package_is_there(&view, settings->names.items[0], problem) &&
                write_report(settings, &view, problem);
    profile_free(&profile);
    return done;
}

static int report_main(int count, char **arguments) {
    enum { UNSET = UINT32_MAX, SCREENFUL = 20, PACKAGE_TOP = 5 };
    struct report_settings settings = {.top = UNSET};
    struct problem problem = {0};
    int status;
    struct recording recording;
    if (!command_begin(&command_report, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    settings.package_top = settings.top == UNSET ? PACKAGE_TOP : settings.top;
    if (settings.top == UNSET) {
        settings.top = !settings.output && !settings.format && isatty(STDOUT_FILENO) ? SCREENFUL : 0;
    }
    if (!recording_open(&recording, settings.names.items[0], &problem)) return problem_print(&problem);
    bool done =
        recording_select(&recording, &settings.filter, &problem) && report_recording(&settings, &recording, &problem);
    recording_close(&recording);
    return done ? 0 : problem_print(&problem);
}

const struct command command_report = {
    .name = "report",
    .summary = "Shows where the time of a run went: the ledger, and every timed or sampled method.",
    .usage = "report [options] DIR",
    .examples =
        "  gnomon report out\n  gnomon report out --sort self --top 10 --filter 'com.example.**'\n"
        "  gnomon report out --package com.example.driver\n"
        "  gnomon report out -o report.html --source src\n  gnomon report out --format json | jq '.methods[0]'\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .expects = "one directory of a run",
    .least = 1,
    .most = 1,
    .run = report_main};
