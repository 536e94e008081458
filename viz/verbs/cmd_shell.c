// gnomon shell: reads commands from a terminal, with completion and history (libedit), or from a script on standard
// input.
#include <editline/readline.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/cli/file.h"
#include "viz/verbs/commands.h"
#include "viz/verbs/shell.h"

enum { HISTORY_LINES = 1000 };

// ---- Completion: libedit asks for one candidate after the other, and knows no context

static const struct shell *completed_shell;
static const struct shell_command *completed_command;

static char *candidate(const char *name, const char *start, size_t length) {
    return strncmp(name, start, length) == 0 ? strdup(name) : NULL;
}

static char *complete_command(const char *start, int again) {
    static size_t next;
    if (!again) next = 0;
    while (next < shell_command_count) {
        char *found = candidate(shell_command_table[next++].name, start, strlen(start));
        if (found) return found;
    }
    return NULL;
}

static char *complete_key(const char *start, int again) {
    static const char *at = "";
    if (!again) at = PROFILE_SORT_KEYS;
    while (*at) {
        size_t length = strcspn(at, "|");
        char *key = text_copy_span(at, length), *found = candidate(key, start, strlen(start));
        at += length + (at[length] != 0);
        free(key);
        if (found) return found;
    }
    return NULL;
}

static char *complete_option(const char *start, int again) {
    static size_t next;
    struct problem ignored = {0};
    const struct command *verb = command_find(completed_command->name, &ignored);
    if (!again) next = 0;
    while (verb && next < verb->rule_count) {
        char *found = candidate(verb->rules[next++].name, start, strlen(start));
        if (found) return found;
    }
    return NULL;
}

// By the class's name, or by the method's alone.
static char *complete_method(const char *start, int again) {
    static size_t next;
    const struct profile *profile = &completed_shell->session.profile;
    if (!again) next = 0;
    while (next < profile->method_count) {
        const struct method_name *name = recording_method(profile->recording, profile->methods[next++].id);
        if (!name) continue;
        char *full = text_format("%s.%s", name->class_name, name->name);
        char *found = candidate(full, start, strlen(start));
        free(full);
        if (!found) found = candidate(name->name, start, strlen(start));
        if (found) return found;
    }
    return NULL;
}

static char **complete(const char *word, int start, int end) {
    static char *(*const by_kind[])(const char *, int) = {[SHELL_METHODS] = complete_method,
                                                          [SHELL_KEYS] = complete_key,
                                                          [SHELL_COMMANDS] = complete_command,
                                                          [SHELL_OPTIONS] = complete_option};
    const char *line = rl_line_buffer + strspn(rl_line_buffer, " \t");
    (void)end;
    rl_attempted_completion_over = 1; // no names of files
    if (line - rl_line_buffer >= start) return rl_completion_matches(word, complete_command);
    completed_command = shell_command_find(line, strcspn(line, " \t"));
    if (!completed_command || completed_command->takes == SHELL_NOTHING) return NULL;
    return rl_completion_matches(word, by_kind[completed_command->takes]);
}

// ---- Lines

// $XDG_STATE_HOME/gnomon/history. Returns NULL if there is no place for it.
static char *history_path(void) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct problem ignored = {0};
    if (!(state && *state) && !(home && *home)) return NULL;
    char *directory = state && *state ? text_format("%s/gnomon", state) : text_format("%s/.local/state/gnomon", home);
    char *path = directory_make(directory, &ignored) ? text_format("%s/history", directory) : NULL;
    free(directory);
    return path;
}

static void run_terminal(struct shell *shell) {
    char *history = history_path(), *line;
    rl_readline_name = "gnomon";
    rl_attempted_completion_function = complete;
    rl_completer_word_break_characters = " \t";
    completed_shell = shell;
    using_history();
    stifle_history(HISTORY_LINES);
    if (history) read_history(history);
    signal(SIGINT, SIG_IGN); // it is for the verbs that a command runs
    while (!shell->ended && (line = readline("gnomon> "))) {
        struct problem problem = {0};
        if (line[strspn(line, " \t")]) add_history(line);
        if (!shell_run_line(shell, line, &problem) && problem.text[0]) problem_print(&problem);
        free(line);
    }
    if (!shell->ended) putchar('\n');
    if (history) write_history(history);
    free(history);
}

// Goes on after a line that failed; the status is that of the first one.
static int run_script(struct shell *shell) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    int status = 0;
    while (!shell->ended && (length = getline(&line, &capacity, stdin)) >= 0) {
        struct problem problem = {0};
        if (length && line[length - 1] == '\n') line[length - 1] = 0;
        if (shell_run_line(shell, line, &problem)) continue;
        if (problem.text[0]) problem_print(&problem);
        if (!status) status = problem.status;
    }
    free(line);
    return status;
}

struct shell_settings {
    struct text_list names, execute;
    struct filter filter;
};

#define FIELD(name) offsetof(struct shell_settings, name)

static const struct option_rule rules[] = {
    {"--execute", "-e", OPTION_LIST, FIELD(execute), "LINE", "run this command and end; may repeat", NULL, 0, 0},
    FILTER_RULES(struct shell_settings, filter, "--to"),
};

static int run_lines(struct shell *shell, const struct text_list *lines) {
    for (size_t i = 0; i < lines->count && !shell->ended; i++) {
        struct problem problem = {0};
        if (shell_run_line(shell, lines->items[i], &problem)) continue;
        if (problem.text[0]) problem_print(&problem);
        return problem.status;
    }
    return 0;
}

static int shell_main(int count, char **arguments) {
    struct shell_settings settings = {0};
    struct problem problem = {0};
    int status;
    if (!command_begin(&command_shell, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    struct shell shell = {.session = {.path = settings.names.items[0], .filter = settings.filter}};
    if (!session_read(&shell.session, &problem)) return problem_print(&problem);
    setlocale(LC_CTYPE, "");
    status = 0;
    if (settings.execute.count) {
        status = run_lines(&shell, &settings.execute);
    } else if (isatty(STDIN_FILENO)) {
        run_terminal(&shell);
    } else {
        status = run_script(&shell);
    }
    session_close(&shell.session);
    return status;
}

const struct command command_shell = {
    .name = "shell",
    .summary = "Examines a recording, or a running guest, by commands: methods, callers, threads, events.",
    .usage = "shell [options] DIR",
    .examples = "  gnomon shell out\n  gnomon shell out -e 'sort count' -e 'show com.example.Store.put'\n"
                "  gnomon shell out < commands.txt\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes = "'help' lists the commands. Tab completes commands, methods and options, arrows lead through the "
             "history, which is kept in $XDG_STATE_HOME/gnomon/history. If standard input is not a terminal it is a "
             "script: one command a line, # for comments; the status is that of the first line that failed.",
    .expects = "one directory of a run",
    .least = 1,
    .most = 1,
    .run = shell_main};
