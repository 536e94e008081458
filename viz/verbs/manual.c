// See manual.h. In completion, what an option takes decides what is offered: a choice its words, a FILE, DIR or PATH
// the names of files, anything else nothing.
#include "viz/verbs/manual.h"

#include <stdlib.h>
#include <string.h>

#include "viz/verbs/commands.h"

// ---- The manual page

// A backslash would begin a request in roff, and so would a dot or quote at a line's start.
static void put_roff(struct buffer *text, const char *words) {
    for (bool start = true; *words; start = *words++ == '\n') {
        if (start && (*words == '.' || *words == '\'')) buffer_text(text, "\\&");
        if (*words == '\\') {
            buffer_text(text, "\\e");
        } else if (*words == '-') {
            buffer_text(text, "\\-");
        } else if (*words == '\'') {
            buffer_text(text, "\\(aq");
        } else {
            buffer_byte(text, (u8)*words);
        }
    }
}

// Paragraphs, one for each line.
static void put_paragraphs(struct buffer *text, const char *words) {
    while (*words) {
        size_t length = strcspn(words, "\n");
        char *line = text_copy_span(words, length);
        buffer_text(text, ".PP\n"), put_roff(text, line), buffer_byte(text, '\n');
        words += length + (words[length] != 0);
        free(line);
    }
}

static void put_page_rules(struct buffer *text, const struct option_rule *rules, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct buffer usage = {0};
        option_put_usage(&usage, &rules[i]);
        buffer_text(text, ".TP\n.B "), put_roff(text, buffer_string(&usage)), buffer_byte(text, '\n');
        put_roff(text, rules[i].help), buffer_byte(text, '\n');
        buffer_free(&usage);
    }
}

static void put_page_examples(struct buffer *text, const char *examples) {
    buffer_text(text, ".PP\n.nf\n.RS 2\n"), put_roff(text, examples), buffer_text(text, ".RE\n.fi\n");
}

static void put_page_command(struct buffer *text, const struct command *command) {
    buffer_format(text, ".SS gnomon %s\n", command->name);
    put_roff(text, command->summary), buffer_byte(text, '\n');
    buffer_text(text, ".PP\n.B gnomon "), put_roff(text, command->usage), buffer_byte(text, '\n');
    put_page_examples(text, command->examples);
    put_page_rules(text, command->rules, command->rule_count);
    if (command->notes) put_paragraphs(text, command->notes);
}

void manual_put_page(struct buffer *text) {
    buffer_text(text, ".\\\" Made from the table of options by gnomon help --format man\n"
                      ".TH GNOMON 1 \"\" \"gnomon " GNOMON_VERSION "\" \"User Commands\"\n"
                      ".ad l\n.SH NAME\ngnomon \\- runs and measures Java programs on a kernel of its own\n"
                      ".SH SYNOPSIS\n");
    for (size_t i = 0; i < command_count; i++) {
        buffer_text(text, i ? ".br\n.B gnomon " : ".B gnomon "), put_roff(text, command_table[i]->usage);
        buffer_byte(text, '\n');
    }
    buffer_text(text, ".SH DESCRIPTION\n"), put_roff(text, MANUAL_SUMMARY), buffer_byte(text, '\n');
    put_page_examples(text, MANUAL_EXAMPLES);
    buffer_text(text, ".SH COMMANDS\n");
    for (size_t i = 0; i < command_count; i++) put_page_command(text, command_table[i]);
    buffer_text(text, ".SH OPTIONS OF ALL COMMANDS\n");
    put_page_rules(text, option_common_rules, option_common_count);
    buffer_text(text, ".SH EXIT STATUS\n"), put_roff(text, MANUAL_STATUS), buffer_byte(text, '\n');
    buffer_text(text,
                ".SH ENVIRONMENT\n.TP\n.B JAVA_HOME\nthe JDK 17 to use, if not the one that\n.B java\nbelongs to\n"
                ".TP\n.B XDG_CACHE_HOME\nwhere images of the JDK are kept, if not in\n.I ~/.cache\n"
                ".TP\n.B NO_COLOR\nno colours, whatever it says\n");
}

// ---- Completion

static bool takes_file(const struct option_rule *rule) {
    if (!rule->value) return false;
    return strcmp(rule->value, "FILE") == 0 || strcmp(rule->value, "DIR") == 0 || strcmp(rule->value, "PATH") == 0 ||
           strcmp(rule->value, "HOST[:GUEST]") == 0;
}

static void put_names(struct buffer *text, const struct option_rule *rule, const char *between) {
    buffer_text(text, rule->name);
    if (rule->other) buffer_format(text, "%s%s", between, rule->other);
}

// "a|b" as "a b".
static void put_choices(struct buffer *text, const char *choices) {
    for (; *choices; choices++) buffer_byte(text, *choices == '|' ? ' ' : (u8)*choices);
}

static void put_command_names(struct buffer *text) {
    for (size_t i = 0; i < command_count; i++) buffer_format(text, "%s%s", i ? " " : "", command_table[i]->name);
}

// What may follow an option that wants a value.
static void put_bash_values(struct buffer *text, const char *command, const struct option_rule *rules, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct option_rule *rule = &rules[i];
        if (rule->kind == OPTION_FLAG || rule->kind == OPTION_OPTIONAL) continue;
        const char *between = rule->other ? "|" : "", *other = rule->other ? rule->other : "";
        buffer_format(text, "    %s:%s", command, rule->name);
        if (rule->other) buffer_format(text, "%s%s:%s", between, command, other);
        buffer_text(text, ") ");
        if (rule->kind == OPTION_CHOICE) {
            buffer_text(text, "words='"), put_choices(text, rule->choices), buffer_text(text, "'");
        } else {
            buffer_text(text, takes_file(rule) ? "files=1" : "files=");
        }
        buffer_text(text, " ;;\n");
    }
}

static void put_bash_options(struct buffer *text, const struct command *command) {
    buffer_format(text, "    %s) words='", command->name);
    for (size_t i = 0; i < command->rule_count; i++) put_names(text, &command->rules[i], " "), buffer_byte(text, ' ');
    for (size_t i = 0; i < option_common_count; i++) {
        buffer_text(text, i ? " " : ""), put_names(text, &option_common_rules[i], " ");
    }
    buffer_text(text, "' ;;\n");
}

void manual_put_bash(struct buffer *text) {
    buffer_text(text,
                "# Completion of gnomon for bash, made from the table of options by gnomon help --format bash\n"
                "_gnomon() {\n"
                "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
                "  local words='' files=1\n"
                "  COMPREPLY=()\n"
                "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                "    COMPREPLY=($(compgen -W '");
    put_command_names(text);
    buffer_text(text, " --help --version' -- \"$current\"))\n    return\n  fi\n"
                      "  case \"$verb:$previous\" in\n");
    for (size_t i = 0; i < command_count; i++) {
        put_bash_values(text, command_table[i]->name, command_table[i]->rules, command_table[i]->rule_count);
    }
    put_bash_values(text, "*", option_common_rules, option_common_count);
    buffer_text(text, "    *) case \"$verb\" in\n");
    for (size_t i = 0; i < command_count; i++) put_bash_options(text, command_table[i]);
    buffer_text(text, "    esac\n"
                      "    case \"$current\" in -*) files= ;; *) words= ;; esac\n"
                      "    if [ \"$verb\" = help ] && [ \"${current#-}\" = \"$current\" ]; then files=; words='");
    put_command_names(text);
    buffer_text(text, "'; fi ;;\n"
                      "  esac\n"
                      "  if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                      "  elif [ -n \"$files\" ]; then COMPREPLY=($(compgen -f -- \"$current\"))\n"
                      "  fi\n"
                      "}\n"
                      "complete -o filenames -F _gnomon gnomon\n");
}

// In zsh a help text stands in brackets inside of single quotes, so that these are written otherwise.
static void put_zsh_text(struct buffer *text, const char *words) {
    for (; *words; words++) {
        if (*words == '\'') {
            buffer_text(text, "'\\''");
        } else if (strchr("[]:\\", *words)) {
            buffer_format(text, "\\%c", *words);
        } else {
            buffer_byte(text, (u8)*words);
        }
    }
}

static void put_zsh_rule(struct buffer *text, const struct option_rule *rule, const char *name) {
    bool repeats = rule->kind == OPTION_LIST;
    buffer_format(text, " \\\n        '%s%s[", repeats ? "*" : "", name);
    put_zsh_text(text, rule->help);
    buffer_text(text, "]");
    if (rule->kind == OPTION_CHOICE) {
        buffer_text(text, ":value:("), put_choices(text, rule->choices), buffer_byte(text, ')');
    } else if (rule->kind != OPTION_FLAG && rule->kind != OPTION_OPTIONAL) {
        buffer_byte(text, ':'), put_zsh_text(text, rule->value), buffer_text(text, takes_file(rule) ? ":_files" : ": ");
    }
    buffer_byte(text, '\'');
}

static void put_zsh_rules(struct buffer *text, const struct option_rule *rules, size_t count) {
    for (size_t i = 0; i < count; i++) {
        put_zsh_rule(text, &rules[i], rules[i].name);
        if (rules[i].other) put_zsh_rule(text, &rules[i], rules[i].other);
    }
}

void manual_put_zsh(struct buffer *text) {
    buffer_text(text, "#compdef gnomon\n"
                      "# Completion of gnomon for zsh, made from the table of options by gnomon help --format zsh\n"
                      "_gnomon() {\n"
                      "  local -a verbs\n"
                      "  verbs=(");
    for (size_t i = 0; i < command_count; i++) {
        buffer_format(text, "\n    '%s:", command_table[i]->name), put_zsh_text(text, command_table[i]->summary);
        buffer_byte(text, '\'');
    }
    buffer_text(text, ")\n"
                      "  if (( CURRENT == 2 )); then _describe command verbs; return; fi\n"
                      "  local verb=$words[2]\n"
                      "  shift words; (( CURRENT-- ))\n"
                      "  case $verb in\n");
    for (size_t i = 0; i < command_count; i++) {
        buffer_format(text, "    %s) _arguments", command_table[i]->name);
        put_zsh_rules(text, command_table[i]->rules, command_table[i]->rule_count);
        put_zsh_rules(text, option_common_rules, option_common_count);
        if (command_table[i]->takes == TAKES_COMMAND) {
            buffer_text(text, " \\\n        '*:command:("), put_command_names(text), buffer_text(text, ")' ;;\n");
        } else if (command_table[i]->takes == TAKES_NOTHING) {
            buffer_text(text, " ;;\n");
        } else {
            buffer_text(text, " \\\n        '*:file:_files' ;;\n");
        }
    }
    buffer_text(text, "  esac\n}\n_gnomon \"$@\"\n");
}
