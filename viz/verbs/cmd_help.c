// gnomon help: which commands there are, and what each takes; the same as a manual page and as completion for shells,
// which the build installs.
#include <stdio.h>
#include <string.h>

#include "viz/cli/terminal.h"
#include "viz/verbs/commands.h"
#include "viz/verbs/manual.h"

struct help_settings {
    const char *format;
    bool version;
    struct text_list names;
};

#define FIELD(name) offsetof(struct help_settings, name)

static const struct option_rule rules[] = {
    {"--format", "-f", OPTION_CHOICE, FIELD(format), "",
     "text (default), or all of it as a manual page or as completion for a shell", "text|man|bash|zsh", 0, 0},
    {"--version", NULL, OPTION_FLAG, FIELD(version), NULL, "the version of gnomon", NULL, 0, 0},
};

static void put_overview(struct buffer *text) {
    u32 columns = terminal_help_columns();
    buffer_wrapped(text, MANUAL_SUMMARY, 0, columns);
    buffer_text(text, "\nExamples:\n" MANUAL_EXAMPLES "\nCommands:\n");
    for (size_t i = 0; i < command_count; i++) {
        buffer_format(text, "  %-8s  ", command_table[i]->name);
        buffer_wrapped(text, command_table[i]->summary, 12, columns);
    }
    buffer_text(text, "\n");
    buffer_wrapped(text,
                   "'gnomon help COMMAND' and 'gnomon COMMAND --help' say more, 'man gnomon' says all.\n" MANUAL_STATUS,
                   0, columns);
}

static bool put_help(const struct help_settings *settings, struct buffer *text, struct problem *problem) {
    const char *format = settings->format ? settings->format : "text";
    if (settings->names.count > 1 || (settings->names.count && strcmp(format, "text") != 0)) {
        return problem_set(problem, STATUS_USAGE, "help: expected at most one command, as text, found %zu names as %s",
                           settings->names.count, format);
    }
    if (settings->version) {
        buffer_text(text, "gnomon " GNOMON_VERSION "\n");
    } else if (strcmp(format, "man") == 0) {
        manual_put_page(text);
    } else if (strcmp(format, "bash") == 0) {
        manual_put_bash(text);
    } else if (strcmp(format, "zsh") == 0) {
        manual_put_zsh(text);
    } else if (settings->names.count) {
        const struct command *about = command_find(settings->names.items[0], problem);
        if (!about) return false;
        options_put_help(text, about);
    } else {
        put_overview(text);
    }
    return true;
}

static int help_main(int count, char **arguments) {
    struct help_settings settings = {0};
    struct problem problem = {0};
    int status;
    struct buffer text = {0};
    if (!command_begin(&command_help, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    bool done = put_help(&settings, &text, &problem);
    if (text.size) fwrite(text.data, 1, text.size, stdout);
    buffer_free(&text);
    return done ? 0 : problem_print(&problem);
}

const struct command command_help = {.name = "help",
                                     .summary = "Lists the commands, or explains one of them.",
                                     .usage = "help [options] [COMMAND]",
                                     .examples = "  gnomon help run\n  gnomon help --format man | man -l -\n",
                                     .rules = rules,
                                     .rule_count = COUNT_OF(rules),
                                     .takes = TAKES_COMMAND,
                                     .run = help_main};
