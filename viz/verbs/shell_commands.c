// The commands of gnomon shell; see shell.h. A verb of the tool is run as it is, in a process of its own, so that
// Ctrl-C ends that and not the shell.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "viz/cli/nearest.h"
#include "viz/cli/terminal.h"
#include "viz/report/report.h"
#include "viz/verbs/commands.h"
#include "viz/verbs/shell.h"

enum { LIST_SHOWN = 20 };

void shell_print(struct buffer *text) {
    if (text->size) fwrite(text->data, 1, text->size, stdout);
    fflush(stdout);
    buffer_free(text);
}

static struct view *view_of(struct shell *shell) {
    shell->session.view.columns = terminal_columns();
    return &shell->session.view;
}

// ---- What is shown of the profile

// The words are a number, of how many are shown, and patterns.
static bool run_list(struct shell *shell, const struct text_list *words, struct problem *problem) {
    struct view view = *view_of(shell);
    struct text_list patterns = {0};
    struct buffer text = {0};
    view.top = LIST_SHOWN;
    for (size_t i = 1; i < words->count; i++) {
        char *end;
        u64 number = strtoull(words->items[i], &end, 10);
        if (!*end) {
            view.top = number;
        } else {
            text_list_add(&patterns, words->items[i]);
        }
    }
    if (patterns.count) view.filter = patterns;
    bool done = view_check_filter(&view, problem);
    if (done) report_methods_text(&text, &view);
    free(patterns.items);
    shell_print(&text);
    return done;
}

static bool run_sort(struct shell *shell, const struct text_list *words, struct problem *problem) {
    static const char keys[] = PROFILE_SORT_KEYS;
    for (const char *key = keys; words->count == 2 && *key;) {
        size_t length = strcspn(key, "|");
        if (strlen(words->items[1]) == length && memcmp(words->items[1], key, length) == 0) {
            static char chosen[sizeof(keys)];
            snprintf(chosen, sizeof(chosen), "%.*s", (int)length, key);
            session_sort(&shell->session, chosen);
            struct text_list list = {0};
            text_list_add(&list, "list");
            bool done = run_list(shell, &list, problem);
            free(list.items);
            return done;
        }
        key += length + (key[length] != 0);
    }
    return problem_set(problem, STATUS_USAGE, "sort: expected one of %s, found %s", keys,
                       words->count > 1 ? words->items[1] : "none");
}

static bool run_threads(struct shell *shell, const struct text_list *words, struct problem *problem) {
    struct buffer text = {0};
    (void)words, (void)problem;
    report_threads_text(&text, view_of(shell));
    shell_print(&text);
    return true;
}

static bool run_ledger(struct shell *shell, const struct text_list *words, struct problem *problem) {
    struct buffer text = {0};
    (void)words, (void)problem;
    report_head_text(&text, view_of(shell));
    report_ledger_text(&text, view_of(shell));
    report_domains_text(&text, view_of(shell));
    shell_print(&text);
    return true;
}

// ---- What the instruments cost

static void put_cost(struct buffer *text, const struct shell *shell, const char *what, u64 count, u32 subject) {
    const struct region_calibration *chosen = &shell->session.profile.chosen[subject];
    const struct recording *recording = &shell->session.recording;
    if (!count || !chosen->repeats) return;
    buffer_format(text, "  %-36s %12llu x %8lld ± %-6lld ns = %12.6f ± %.6f ms\n", what, (unsigned long long)count,
                  (long long)recording_ns(recording, chosen->full_ticks),
                  (long long)recording_ns(recording, (s64)chosen->full_error),
                  (double)recording_ns_estimated(recording, (double)count * (double)chosen->full_ticks) / 1e6,
                  (double)recording_ns_estimated(recording, (double)count * (double)chosen->full_error) / 1e6);
}

static bool run_stat(struct shell *shell, const struct text_list *words, struct problem *problem) {
    const struct profile *profile = &shell->session.profile;
    const struct recording *recording = &shell->session.recording;
    struct buffer text = {0}, facts = {0};
    u64 pairs[PROBE_PAIRS] = {0};
    (void)words, (void)problem;
    view_describe_instruments(profile, &facts);
    buffer_wrapped(&text, buffer_string(&facts), 0, terminal_columns());
    for (size_t i = 0; i < profile->edge_count; i++) {
        for (u32 kind = 0; kind < PROBE_PAIRS; kind++) pairs[kind] += profile->edges[i].figures.pairs[kind];
    }
    s64 ticks = profile->ledger_count > LEDGER_instrument ? profile->ledger[LEDGER_instrument].ticks : 0;
    buffer_format(&text,
                  "instruments took %.6f ms of %.6f ms (%.2f %%), which are in no other figure; of it by count:\n",
                  recording_ms(recording, ticks), recording_ms(recording, profile->elapsed_ticks),
                  profile->elapsed_ticks ? (double)ticks * 100 / (double)profile->elapsed_ticks : 0);
    put_cost(&text, shell, "timed calls that returned", pairs[CALIBRATE_RETURN], CALIBRATE_RETURN);
    put_cost(&text, shell, "timed calls left by an exception", pairs[CALIBRATE_EXCEPTION], CALIBRATE_EXCEPTION);
    put_cost(&text, shell, "records (as one made inline)", profile->record_count, CALIBRATE_RECORD);
    buffer_format(&text, "lost: "), view_describe_losses(profile, &text), buffer_byte(&text, '\n');
    buffer_free(&facts);
    shell_print(&text);
    return true;
}

// ---- The shell itself

static bool run_reload(struct shell *shell, const struct text_list *words, struct problem *problem) {
    (void)words;
    if (!session_read(&shell->session, problem)) return false;
    struct buffer text = {0};
    const struct recording *recording = &shell->session.recording;
    buffer_format(&text, "%s, %.6f ms, read in %.0f ms\n", recording_state(recording),
                  (double)recording_ns_since_start(recording, recording->end_ticks) / 1e6,
                  (double)shell->session.read_ns / 1e6);
    shell_print(&text);
    return true;
}

static bool run_quit(struct shell *shell, const struct text_list *words, struct problem *problem) {
    (void)words, (void)problem;
    return shell->ended = true;
}

static bool run_help(struct shell *shell, const struct text_list *words, struct problem *problem) {
    struct buffer text = {0};
    u32 columns = terminal_help_columns();
    (void)shell, (void)words, (void)problem;
    for (size_t i = 0; i < shell_command_count; i++) {
        const struct shell_command *command = &shell_command_table[i];
        char *usage = text_format("%s %s", command->name, command->arguments);
        buffer_format(&text, "  %-28s ", usage);
        buffer_wrapped(&text, command->help, 31, columns);
        free(usage);
    }
    buffer_text(&text, "A METHOD is pkg.Class.method, or a pattern, or a method's name alone.\n");
    shell_print(&text);
    return true;
}

// ---- Verbs of the tool: `events --stat` is `gnomon events DIR --stat`

// Unless the verb has no such option, or the user has given it.
static void add_option(struct text_list *to, const struct command *verb, const struct text_list *words,
                       const char *option, const char *value) {
    bool has = false;
    for (u32 i = 0; i < verb->rule_count; i++) has |= strcmp(verb->rules[i].name, option) == 0;
    for (size_t i = 1; i < words->count; i++) has &= !text_starts_with(words->items[i], option);
    if (has && value) text_list_add(to, option), text_list_add(to, value);
}

// The part that the shell looks at is what its verbs look at.
static void add_filter(struct text_list *to, const struct command *verb, const struct text_list *words,
                       const struct filter *filter) {
    for (size_t i = 0; i < filter->methods.count; i++) {
        add_option(to, verb, words, "--filter", filter->methods.items[i]);
    }
    char *thread = text_format("%llu", (unsigned long long)filter->thread),
         *from = text_format("%lluns", (unsigned long long)filter->from_ns),
         *until = text_format("%lluns", (unsigned long long)filter->until_ns);
    add_option(to, verb, words, "--thread", filter->thread ? thread : NULL);
    add_option(to, verb, words, "--domain", filter->domain);
    add_option(to, verb, words, "--from", filter->from_ns ? from : NULL);
    add_option(to, verb, words, "--until", filter->until_ns ? until : NULL);
}

static int verb_in_child(const struct command *verb, const struct text_list *words, const struct session *session) {
    struct text_list arguments = {0};
    signal(SIGINT, SIG_DFL);
    text_list_add(&arguments, session->path);
    add_filter(&arguments, verb, words, &session->filter);
    for (size_t i = 1; i < words->count; i++) text_list_add(&arguments, words->items[i]);
    int status = verb->run((int)arguments.count, (char **)(uintptr_t)arguments.items);
    fflush(stdout);
    return status;
}

static bool run_verb(struct shell *shell, const struct text_list *words, struct problem *problem) {
    const struct command *verb = command_find(words->items[0], problem);
    if (!verb) return false;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) return problem_set_errno(problem, words->items[0], "start");
    if (!child) _exit(verb_in_child(verb, words, &shell->session));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status)) { // it has said why
        problem->status = WEXITSTATUS(status);
        return false;
    }
    return true;
}

const struct shell_command shell_command_table[] = {
    {"list", "[N] [PATTERN...]", "the first N (20) methods, or those that match, with their figures; 0: all",
     SHELL_METHODS, run_list},
    {"sort", "KEY", "the order of the methods: " PROFILE_SORT_KEYS, SHELL_KEYS, run_sort},
    {"show", "METHOD", "a method with its callers and callees", SHELL_METHODS, shell_show},
    {"graph", "METHOD [DEPTH]", "what a method calls, as a tree (3 levels)", SHELL_METHODS, shell_graph},
    {"threads", "", "how long each thread ran and waited", SHELL_NOTHING, run_threads},
    {"ledger", "", "what the figures are worth, and where all the time went", SHELL_NOTHING, run_ledger},
    {"stat", "", "what the instruments cost", SHELL_NOTHING, run_stat},
    {"events", "[OPTION...]", "what was recorded, as gnomon events: events --stat, events --events log", SHELL_OPTIONS,
     run_verb},
    {"replay", "[OPTION...]", "traced calls as a tree, as gnomon replay", SHELL_OPTIONS, run_verb},
    {"slow", "[PATTERN...]", "why the slowest calls of timed methods took so long, as gnomon slow", SHELL_METHODS,
     run_verb},
    {"heap", "[A [B]]", "a census, or the difference of two, as gnomon heap", SHELL_OPTIONS, run_verb},
    {"ctl", "REQUEST [ARGUMENT]", "switches the instruments of a guest that runs, as gnomon ctl", SHELL_METHODS,
     run_verb},
    {"report", "[OPTION...]", "as gnomon report", SHELL_OPTIONS, run_verb},
    {"export", "[OPTION...]", "as gnomon export", SHELL_OPTIONS, run_verb},
    {"info", "", "as gnomon info", SHELL_OPTIONS, run_verb},
    {"check", "", "as gnomon check", SHELL_OPTIONS, run_verb},
    {"reload", "", "reads the recording again: a guest that runs has done more since", SHELL_NOTHING, run_reload},
    {"help", "", "this", SHELL_COMMANDS, run_help},
    {"quit", "", "ends the shell, as the end of input does", SHELL_NOTHING, run_quit},
};
const size_t shell_command_count = COUNT_OF(shell_command_table);

const struct shell_command *shell_command_find(const char *name, size_t length) {
    for (size_t i = 0; i < shell_command_count; i++) {
        const struct shell_command *command = &shell_command_table[i];
        if (strlen(command->name) == length && memcmp(command->name, name, length) == 0) return command;
    }
    return NULL;
}

// ---- Lines

// The next word, to be freed; NULL at the end of the line.
static char *next_word(const char **at, struct problem *problem) {
    struct buffer word = {0};
    *at += strspn(*at, " \t");
    if (!**at || **at == '#') return NULL;
    buffer_append(&word, "", 0);
    while (**at && !strchr(" \t", **at)) {
        char quote = **at;
        if (quote != '\'' && quote != '"') {
            buffer_byte(&word, (u8) * (*at)++);
            continue;
        }
        const char *end = strchr(*at + 1, quote);
        if (!end) {
            problem_set(problem, STATUS_USAGE, "expected another %c, found the line's end", quote);
            break;
        }
        buffer_append(&word, *at + 1, (size_t)(end - *at - 1));
        *at = end + 1;
    }
    return problem->status ? (buffer_free(&word), NULL) : (char *)word.data;
}

static bool run_words(struct shell *shell, const struct text_list *words, struct problem *problem) {
    const char *name = words->items[0];
    const struct shell_command *command = shell_command_find(name, strlen(name));
    if (!command) {
        struct nearest nearest = {.word = name};
        for (size_t i = 0; i < shell_command_count; i++) nearest_try(&nearest, shell_command_table[i].name);
        return problem_set(problem, STATUS_USAGE, "unknown command '%s'%s (see help)", name, nearest_hint(&nearest));
    }
    if (!*command->arguments && command->takes != SHELL_OPTIONS && words->count > 1 && command->run != run_help) {
        return problem_set(problem, STATUS_USAGE, "%s: expected nothing after it, found '%s'", name, words->items[1]);
    }
    // A guest that is gone may have left nothing to read
    if (!shell->session.is_open && command->run != run_reload && command->run != run_quit) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: expected a recording, found none (reload)",
                           shell->session.path);
    }
    return command->run(shell, words, problem);
}

bool shell_run_line(struct shell *shell, const char *line, struct problem *problem) {
    struct text_list words = {0};
    char *word;
    while ((word = next_word(&line, problem))) text_list_add(&words, word);
    bool done = !problem->status && (!words.count || run_words(shell, &words, problem));
    for (size_t i = 0; i < words.count; i++) free((char *)words.items[i]);
    free(words.items);
    return done;
}
