// gnomon events: what was recorded, a line for each event, or figures for each type.
#include <string.h>

#include "viz/analyse/filter.h"
#include "viz/cli/terminal.h"
#include "viz/report/event_list.h"
#include "viz/verbs/commands.h"

struct events_settings {
    const char *format, *output;
    bool stat;
    struct text_list names, events;
    struct filter filter;
};

#define FIELD(name) offsetof(struct events_settings, name)

static const struct option_rule rules[] = {
    {"--events", NULL, OPTION_LIST, FIELD(events), "LIST",
     "only these: names of events, of groups (gnomon help run) or of a component's own, with commas; may repeat", NULL,
     0, 0},
    {"--stat", NULL, OPTION_FLAG, FIELD(stat), NULL,
     "figures instead of lines: counts, rates, intervals between events of a type, and which follows which", NULL, 0,
     0},
    {"--format", "-f", OPTION_CHOICE, FIELD(format), "", "text (default), json or csv", "text|json|csv", 0, 0},
    {"-o", NULL, OPTION_TEXT, FIELD(output), "FILE", "write to FILE; - is stdout (default)", NULL, 0, 0},
    FILTER_RULES(struct events_settings, filter, "--to"),
};

static enum list_format format_of(const struct events_settings *settings) {
    if (!settings->format || strcmp(settings->format, "text") == 0) return LIST_TEXT;
    return strcmp(settings->format, "json") == 0 ? LIST_JSON : LIST_CSV;
}

static bool write_events(const struct events_settings *settings, const struct event_choice *choice,
                         struct problem *problem) {
    struct sink sink;
    if (!sink_open(&sink, settings->output ? settings->output : "-", problem)) return false;
    (settings->stat ? event_stat_write : event_list_write)(&sink, choice, format_of(settings),
                                                           terminal_columns_for(settings->output));
    return sink_close(&sink, true);
}

static int events_main(int count, char **arguments) {
    struct events_settings settings = {0};
    struct problem problem = {0};
    int status;
    struct recording recording;
    struct event_choice choice;
    if (!command_begin(&command_events, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    if (!recording_open(&recording, settings.names.items[0], &problem)) return problem_print(&problem);
    bool done = recording_select(&recording, &settings.filter, &problem) &&
                event_choice_make(&choice, &recording, &settings.events, &settings.filter.methods, &problem);
    if (done) done = write_events(&settings, &choice, &problem), event_choice_free(&choice);
    recording_close(&recording);
    return done ? 0 : problem_print(&problem);
}

const struct command command_events = {
    .name = "events",
    .summary = "Shows what was recorded: a line for each event, or how often each occurs and what follows it.",
    .usage = "events [options] DIR",
    .examples = "  gnomon events out | less -S\n  gnomon events out --events log,collection --from 20ms --until 40ms\n"
                "  gnomon events out --filter 'com.example.**' --thread 3\n  gnomon events out --stat\n"
                "  gnomon events out --format csv -o events.csv\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes =
        "Times are ms since the kernel's entry. 'since before' is what has passed since the event in the line above, "
        "'since log 0' since the last EventLog.logEvent with number 0, whether that is shown or not.\n"
        "--filter shows events that refer to such a method. What was lost is shown where it is missing, "
        "whatever is filtered.\n"
        "--stat: an interval's ± is the standard error of the mean and what the clock's rate leaves open; a "
        "follower is the next of the events that are shown, on any thread.",
    .expects = "one directory of a run",
    .least = 1,
    .most = 1,
    .run = events_main};
