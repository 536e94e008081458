// See options.h.
#include "viz/cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/cli/nearest.h"
#include "viz/cli/terminal.h"
#include "viz/cli/time.h"

#define FIELD(name) offsetof(struct message_settings, name)

const struct option_rule option_common_rules[] = {
    {"--color", NULL, OPTION_CHOICE, FIELD(color), "", "colours: on a terminal without NO_COLOR (auto), or as said",
     "auto|always|never", 0, 0},
    {"--verbose", "-v", OPTION_FLAG, FIELD(verbose), NULL, "say on stderr what is being done", NULL, 0, 0},
    {"--quiet", "-q", OPTION_FLAG, FIELD(quiet), NULL, "nothing but errors on stderr", NULL, 0, 0},
    {"--help", "-h", OPTION_FLAG, FIELD(help), NULL, "show this", NULL, 0, 0},
};
const size_t option_common_count = COUNT_OF(option_common_rules);

static const struct option_rule *rule_among(const struct option_rule *rules, size_t count, const char *name,
                                            size_t length) {
    for (size_t i = 0; i < count; i++) {
        const struct option_rule *rule = &rules[i];
        if (strlen(rule->name) == length && memcmp(rule->name, name, length) == 0) return rule;
        if (rule->other && strlen(rule->other) == length && memcmp(rule->other, name, length) == 0) return rule;
    }
    return NULL;
}

static bool rule_is_common(const struct option_rule *rule) {
    return rule >= option_common_rules && rule < option_common_rules + option_common_count;
}

static const struct option_rule *rule_find(const struct command *command, const char *name, size_t length) {
    const struct option_rule *rule = rule_among(command->rules, command->rule_count, name, length);
    return rule ? rule : rule_among(option_common_rules, option_common_count, name, length);
}

static void nearest_try_rules(struct nearest *nearest, const struct option_rule *rules, size_t count) {
    for (size_t i = 0; i < count; i++) {
        nearest_try(nearest, rules[i].name);
        if (rules[i].other) nearest_try(nearest, rules[i].other);
    }
}

static bool refuse_option(const struct command *command, const char *argument, size_t length, struct problem *problem) {
    char *name = text_copy_span(argument, length);
    struct nearest nearest = {.word = name};
    nearest_try_rules(&nearest, command->rules, command->rule_count);
    nearest_try_rules(&nearest, option_common_rules, option_common_count);
    problem_set(problem, STATUS_USAGE, "%s: unknown option '%s'%s (see gnomon %s --help)", command->name, argument,
                nearest_hint(&nearest), command->name);
    free(name);
    return false;
}

static bool number_parse(const struct option_rule *rule, const char *value, u64 *number, struct problem *problem) {
    char *end;
    errno = 0;
    *number = strtoull(value, &end, 10);
    if (value[0] >= '0' && value[0] <= '9' && !*end && !errno && *number >= rule->low && *number <= rule->high) {
        return true;
    }
    return problem_set(problem, STATUS_USAGE, "%s: expected a number from %llu to %llu, found '%s'", rule->name,
                       (unsigned long long)rule->low, (unsigned long long)rule->high, value);
}

static bool choice_is_known(const char *choices, const char *value) {
    size_t length = strlen(value);
    for (const char *at = choices;; at++) {
        if (strncmp(at, value, length) == 0 && length && (at[length] == '|' || !at[length])) return true;
        at = strchr(at, '|');
        if (!at) return false;
    }
}

static bool time_parse(const struct option_rule *rule, const char *value, u64 *ns, struct problem *problem) {
    char *end = NULL;
    double number = value[0] >= '0' && value[0] <= '9' ? strtod(value, &end) : -1;
    for (size_t i = 0; number >= 0 && end && i < TIME_UNITS; i++) {
        const struct time_unit *unit = &time_units[i];
        if (strcmp(*end ? end : "ms", unit->name) != 0 || number * unit->ns > 9e18) continue;
        *ns = (u64)(number * unit->ns + 0.5);
        return true;
    }
    return problem_set(problem, STATUS_USAGE, "%s: expected a time like 20ms or 1.5s, found '%s'", rule->name, value);
}

static bool choice_unknown(const struct option_rule *rule, const char *value, struct problem *problem) {
    struct nearest nearest = {.word = value};
    for (const char *choice = rule->choices; *choice;) {
        size_t length = strcspn(choice, "|");
        char *one = text_copy_span(choice, length);
        nearest_try(&nearest, one);
        free(one);
        choice += length + (choice[length] == '|');
    }
    return problem_set(problem, STATUS_USAGE, "%s: expected one of %s, found '%s'%s", rule->name, rule->choices, value,
                       nearest_hint(&nearest));
}

static bool option_store(const struct option_rule *rule, const char *value, void *target, struct problem *problem) {
    void *field = (char *)target + rule->offset;
    switch (rule->kind) {
    case OPTION_FLAG: *(bool *)field = true; return true;
    case OPTION_TEXT: *(const char **)field = value; return true;
    case OPTION_LIST: text_list_add(field, value); return true;
    case OPTION_TIME: return time_parse(rule, value, field, problem);
    case OPTION_OPTIONAL:
    case OPTION_NUMBER: return number_parse(rule, value, field, problem);
    case OPTION_CHOICE:
        if (!choice_is_known(rule->choices, value)) {
            return choice_unknown(rule, value, problem);
        }
        *(const char **)field = value;
        return true;
    }
    return false;
}

static bool option_take(const struct command *command, const char *argument, char **next, bool *took_next, void *target,
                        const struct option_rule **found, struct problem *problem) {
    const char *equals = argument[1] == '-' ? strchr(argument, '=') : NULL;
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const struct option_rule *rule = rule_find(command, argument, length);
    const char *value = equals ? equals + 1 : NULL;
    // -DNAME=VALUE
    if (!rule && argument[1] != '-' && strlen(argument) > 2) {
        rule = rule_find(command, argument, 2), value = argument + 2;
    }
    if (!rule) return refuse_option(command, argument, length, problem);
    if (rule->kind == OPTION_FLAG && value) {
        return problem_set(problem, STATUS_USAGE, "%s: expected no value, found '%s'", rule->name, value);
    }
    if (rule->kind == OPTION_OPTIONAL && !value) value = rule->choices;
    if (rule->kind == OPTION_FLAG) value = "";
    if (!value) {
        if (!next) return problem_set(problem, STATUS_USAGE, "%s: expected a value (%s)", argument, rule->value);
        value = *next;
        *took_next = true;
    }
    *found = rule;
    return option_store(rule, value, rule_is_common(rule) ? message_settings() : target, problem);
}

bool options_parse(const struct command *command, int count, char **arguments, void *target,
                   struct text_list *positional, struct text_list *rest, bool *help, struct problem *problem) {
    message_settings()->help = false;
    for (int i = 0; i < count; i++) {
        char *argument = arguments[i];
        if (strcmp(argument, "--") == 0) {
            while (++i < count) text_list_add(rest ? rest : positional, arguments[i]);
            return true;
        }
        if (argument[0] != '-' || !argument[1]) {
            text_list_add(positional, argument);
            continue;
        }
        const struct option_rule *rule = NULL;
        bool took_next = false;
        if (!option_take(command, argument, i + 1 < count ? &arguments[i + 1] : NULL, &took_next, target, &rule,
                         problem)) {
            return false;
        }
        i += took_next;
        if (!message_settings()->help) continue;
        *help = true;
        return true;
    }
    return true;
}

// ---- Help

void option_put_usage(struct buffer *text, const struct option_rule *rule) {
    const char *value = rule->kind == OPTION_CHOICE ? rule->choices : rule->value;
    if (rule->other) buffer_format(text, "%s, ", rule->other);
    buffer_format(text, "%s%s%s", rule->name, value && rule->kind != OPTION_OPTIONAL ? " " : "", value ? value : "");
}

// So that they can be broken between lines.
static void space_choices(struct buffer *usage) {
    struct buffer spaced = {0};
    for (size_t i = 0; i < usage->size; i++) {
        buffer_byte(&spaced, usage->data[i]);
        if (usage->data[i] == '|') buffer_byte(&spaced, ' ');
    }
    buffer_free(usage);
    *usage = spaced;
}

static void put_rules(struct buffer *text, const struct option_rule *rules, size_t count, u32 columns) {
    u32 indent = columns < 80 ? 8 : 32;
    for (size_t i = 0; i < count; i++) {
        struct buffer left = {0};
        option_put_usage(&left, &rules[i]);
        if (left.size > 28 || columns < 80) {
            if (left.size + 2 > columns) space_choices(&left);
            buffer_text(text, "  "), buffer_wrapped(text, buffer_string(&left), 4, columns);
            buffer_format(text, "%*s", (int)indent, "");
        } else {
            buffer_format(text, "  %-28s  ", buffer_string(&left));
        }
        buffer_wrapped(text, rules[i].help, indent, columns);
        buffer_free(&left);
    }
}

void options_put_help(struct buffer *text, const struct command *command) {
    u32 columns = terminal_help_columns();
    buffer_wrapped(text, command->summary, 0, columns);
    char *usage = text_format("Usage: gnomon %s", command->usage);
    buffer_format(text, "\nExamples:\n%s\n", command->examples);
    buffer_wrapped(text, usage, 4, columns);
    free(usage);
    if (command->rule_count) buffer_text(text, "\nOptions:\n");
    put_rules(text, command->rules, command->rule_count, columns);
    buffer_text(text, "\nOptions of all commands:\n");
    put_rules(text, option_common_rules, option_common_count, columns);
    if (command->notes) buffer_byte(text, '\n'), buffer_wrapped(text, command->notes, 0, columns);
}

static void print_help(const struct command *command) {
    struct buffer text = {0};
    options_put_help(&text, command);
    fwrite(text.data, 1, text.size, stdout);
    buffer_free(&text);
}

bool command_begin(const struct command *command, int count, char **arguments, void *target, struct text_list *names,
                   struct text_list *rest, int *status) {
    struct problem problem = {0};
    bool help = false, done = options_parse(command, count, arguments, target, names, rest, &help, &problem);
    if (done && !help && command->expects && (names->count < command->least || names->count > command->most)) {
        done = problem_set(&problem, STATUS_USAGE, "%s: expected %s, found %zu names", command->name, command->expects,
                           names->count);
    }
    *status = done ? 0 : problem_print(&problem);
    if (help) print_help(command);
    return done && !help;
}
