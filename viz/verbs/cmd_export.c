// gnomon export: a recording in the formats of other tools.
#include <string.h>

#include "viz/analyse/filter.h"
#include "viz/cli/file.h"
#include "viz/export/database.h"
#include "viz/export/export.h"
#include "viz/verbs/commands.h"

struct export_settings {
    const char *to, *output, *diagram;
    struct text_list names;
    struct filter filter;
    u64 top;
    bool append;
};

const struct stream_format stream_formats[STREAM_FORMATS] = {
    {"chrome", ".chrome.json", export_chrome},
    {"folded", ".folded", export_folded},
    {"folded-allocation", NULL, export_folded_allocation},
    {"folded-wall", NULL, export_folded_wall},
    {"folded-off-cpu", NULL, export_folded_off_cpu},
    {"folded-wakers", NULL, export_folded_wakers},
    {"jfr", ".jfr", export_jfr},
    {"pftrace", ".pftrace", export_pftrace},
    {"pprof", ".pb.gz", export_pprof},
    {"speedscope", ".speedscope.json", export_speedscope},
};

const struct path_format path_formats[PATH_FORMATS] = {
    {"ctf", NULL, "DIRECTORY", export_ctf},
    {"sqlite", ".sqlite", "FILE", export_sqlite},
    {"uftrace", ".uftrace", "DIRECTORY", export_uftrace},
};

#define FIELD(name) offsetof(struct export_settings, name)
#define FORMATS                                                                                                   \
    "callgrind|chrome|csv|ctf|dot|folded|folded-allocation|folded-off-cpu|folded-wakers|folded-wall|jfr|pftrace|" \
    "pprof|speedscope|"                                                                                           \
    "sqlite|svg|uftrace"

static const struct option_rule rules[] = {
    {"--to", NULL, OPTION_CHOICE, FIELD(to), "", "the format; else by PATH's ending", FORMATS, 0, 0},
    {"-o", NULL, OPTION_TEXT, FIELD(output), "PATH", "write to PATH (ctf, uftrace: a directory); - is stdout (default)",
     NULL, 0, 0},
    {"--append", NULL, OPTION_FLAG, FIELD(append), NULL, "sqlite: add the run to those that the file already holds",
     NULL, 0, 0},
    {"--diagram", NULL, OPTION_CHOICE, FIELD(diagram), "", "svg: call graph (default) or time diagram", "calls|time", 0,
     0},
    FILTER_RULES(struct export_settings, filter, NULL),
    {"--top", NULL, OPTION_NUMBER, FIELD(top), "N", "dot, svg of the call graph: at most N methods (80)", NULL, 1,
     10000},
};

static const char *format_of(const struct export_settings *settings) {
    static const char *const endings[][2] = {
        {".dot", "dot"}, {".gv", "dot"}, {".svg", "svg"}, {".csv", "csv"}, {".callgrind", "callgrind"}};
    const char *name = settings->output ? strrchr(settings->output, '/') : NULL;
    name = name ? name + 1 : settings->output;
    if (settings->to || !name) return settings->to;
    if (text_starts_with(name, "callgrind.out")) return "callgrind";
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        if (text_ends_with(name, endings[i][0])) return endings[i][1];
    }
    for (size_t i = 0; i < COUNT_OF(stream_formats); i++) {
        const struct stream_format *format = &stream_formats[i];
        if (format->ending && text_ends_with(name, format->ending)) return format->name;
    }
    for (size_t i = 0; i < COUNT_OF(path_formats); i++) {
        const struct path_format *format = &path_formats[i];
        if (format->ending && text_ends_with(name, format->ending)) return format->name;
    }
    return NULL;
}

static bool is_time_diagram(const struct export_settings *settings) {
    return settings->diagram && strcmp(settings->diagram, "time") == 0;
}

// An option that a format has no use for is a misunderstanding, better said than passed over.
static bool check_options(const struct export_settings *settings, const char *format, struct problem *problem) {
    bool graph = strcmp(format, "dot") == 0 || (strcmp(format, "svg") == 0 && !is_time_diagram(settings));
    const char *found = is_time_diagram(settings) ? "the time diagram" : format;
    if (settings->diagram && strcmp(format, "svg") != 0) {
        return problem_set(problem, STATUS_USAGE, "--diagram: expected --to svg with it, found %s", format);
    }
    if (settings->append && strcmp(format, "sqlite") != 0) {
        return problem_set(problem, STATUS_USAGE, "--append: expected --to sqlite with it, found %s", format);
    }
    if (settings->top && !graph) {
        return problem_set(problem, STATUS_USAGE, "--top: expected a call graph (dot or svg) with it, found %s", found);
    }
    bool sums = is_time_diagram(settings) || strcmp(format, "callgrind") == 0;
    if (settings->filter.methods.count && sums) {
        return problem_set(problem, STATUS_USAGE,
                           "--filter: expected a format that can leave methods out, found %s, which needs all", found);
    }
    return true;
}

static bool make_text(const struct export_settings *settings, const char *format, const struct view *view,
                      struct buffer *text, struct problem *problem) {
    struct graph_pruned pruned;
    if (strcmp(format, "dot") == 0) {
        export_dot(text, view, (u32)settings->top, &pruned);
        return true;
    }
    if (strcmp(format, "svg") == 0 && is_time_diagram(settings)) return export_time_diagram_svg(text, view), true;
    if (strcmp(format, "svg") == 0) return export_call_graph_svg(text, view, (u32)settings->top, &pruned, problem);
    if (strcmp(format, "callgrind") == 0) return export_callgrind(text, view), true;
    return export_csv(text, view), true;
}

static const struct stream_format *stream_format_of(const char *format) {
    for (size_t i = 0; i < COUNT_OF(stream_formats); i++) {
        if (strcmp(stream_formats[i].name, format) == 0) return &stream_formats[i];
    }
    return NULL;
}

static const struct path_format *path_format_of(const char *format) {
    for (size_t i = 0; i < COUNT_OF(path_formats); i++) {
        if (strcmp(path_formats[i].name, format) == 0) return &path_formats[i];
    }
    return NULL;
}

static bool write_export(const struct export_settings *settings, const char *format, const struct view *view,
                         struct problem *problem) {
    const struct path_format *path = path_format_of(format);
    if (path && settings->output && strcmp(settings->output, "-") != 0) {
        if (settings->append) return database_append(settings->output, view, problem);
        return path->write(settings->output, view, problem);
    }
    if (path) {
        return problem_set(problem, STATUS_USAGE, "--to %s: expected -o %s, found %s", format, path->kind,
                           settings->output ? settings->output : "none");
    }
    struct sink sink;
    if (!sink_open(&sink, settings->output ? settings->output : "-", problem)) return false;
    const struct stream_format *stream = stream_format_of(format);
    bool done = stream ? stream->write(&sink, view, problem) : make_text(settings, format, view, &sink.text, problem);
    return sink_close(&sink, done);
}

// Only what happened to the methods that were asked for. Formats of sums look at them themselves.
static bool select_methods(const struct export_settings *settings, const char *format, struct recording *recording,
                           struct method_filter **methods, struct problem *problem) {
    const struct text_list *patterns = &settings->filter.methods;
    if (!patterns->count || (!stream_format_of(format) && !path_format_of(format))) return true;
    return (*methods = recording_select_methods(recording, patterns, problem)) != NULL;
}

static int export_main(int count, char **arguments) {
    struct export_settings settings = {0};
    struct problem problem = {0};
    int status;
    struct recording recording;
    struct profile profile;
    if (!command_begin(&command_export, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    const char *format = format_of(&settings);
    if (!format && settings.output) {
        problem_set(&problem, STATUS_USAGE, "%s: expected an ending that tells the format, or --to " FORMATS,
                    settings.output);
    } else if (!format) {
        problem_set(&problem, STATUS_USAGE, "--to: expected one of " FORMATS ", found none");
    } else {
        check_options(&settings, format, &problem);
    }
    if (problem.status || !format) return problem_print(&problem);
    if (!recording_open(&recording, settings.names.items[0], &problem)) return problem_print(&problem);
    struct method_filter *methods = NULL;
    bool done = recording_select(&recording, &settings.filter, &problem) &&
                select_methods(&settings, format, &recording, &methods, &problem);
    if (done) {
        profile_make(&profile, &recording);
        profile_sort(&profile, "elapsed");
        struct view view = {.profile = &profile, .filter = settings.filter.methods};
        done = (methods || view_check_filter(&view, &problem)) && write_export(&settings, format, &view, &problem);
        profile_free(&profile);
    }
    method_filter_free(methods);
    recording_close(&recording);
    return done ? 0 : problem_print(&problem);
}

const struct command command_export = {
    .name = "export",
    .summary = "Writes a recording in the formats of other tools.",
    .usage = "export [options] DIR",
    .examples = "  gnomon export out --to callgrind -o callgrind.out && callgrind_annotate callgrind.out\n"
                "  gnomon export out --to ctf -o trace && babeltrace2 trace\n"
                "  gnomon export out -o calls.svg\n  gnomon export out --diagram time -o time.svg\n"
                "  gnomon export out --to folded | flamegraph.pl > flames.svg\n"
                "  gnomon export out -o out.pftrace          # open it in ui.perfetto.dev\n"
                "  gnomon export out --append -o all.sqlite  # adds a run to a database of many\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes = "--filter: csv and call graphs show the methods that match. Formats of what happened leave out entries "
             "and exits "
             "of other methods, and samples with none of these on the stack. callgrind and the time diagram need all "
             "methods.",
    .expects = "one directory of a run",
    .least = 1,
    .most = 1,
    .run = export_main};
