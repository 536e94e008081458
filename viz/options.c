// See options.h.
#include "viz/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_list_add(struct text_list *list, const char *item) {
    ARRAY_GROW(list->items, list->count, list->capacity);
    list->items[list->count++] = item;
}

static const struct option_rule *rule_find(const struct command *command, const char *name, size_t length) {
    for (size_t i = 0; i < command->rule_count; i++) {
        const struct option_rule *rule = &command->rules[i];
        if (strlen(rule->name) == length && memcmp(rule->name, name, length) == 0) return rule;
        if (rule->other && strlen(rule->other) == length && memcmp(rule->other, name, length) == 0) return rule;
    }
    return NULL;
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

static bool option_store(const struct option_rule *rule, const char *value, void *target, struct problem *problem) {
    void *field = (char *)target + rule->offset;
    switch (rule->kind) {
    case OPTION_FLAG: *(bool *)field = true; return true;
    case OPTION_TEXT: *(const char **)field = value; return true;
    case OPTION_LIST: text_list_add(field, value); return true;
    case OPTION_OPTIONAL:
    case OPTION_NUMBER: return number_parse(rule, value, field, problem);
    case OPTION_CHOICE:
        if (!choice_is_known(rule->choices, value)) {
            return problem_set(problem, STATUS_USAGE, "%s: expected one of %s, found '%s'", rule->name, rule->choices,
                               value);
        }
        *(const char **)field = value;
        return true;
    }
    return false;
}

bool options_parse(const struct command *command, int count, char **arguments, void *target,
                   struct text_list *positional, struct text_list *rest, bool *help, struct problem *problem) {
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (strcmp(argument, "--") == 0 && rest) {
            while (++i < count) text_list_add(rest, arguments[i]);
            return true;
        }
        if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            *help = true;
            return true;
        }
        if (argument[0] != '-' || !argument[1]) {
            text_list_add(positional, argument);
            continue;
        }
        const char *equals = argument[1] == '-' ? strchr(argument, '=') : NULL;
        const struct option_rule *rule =
            rule_find(command, argument, equals ? (size_t)(equals - argument) : strlen(argument));
        const char *value = equals ? equals + 1 : NULL;
        // -DNAME=VALUE
        if (!rule && argument[1] != '-' && strlen(argument) > 2) {
            rule = rule_find(command, argument, 2), value = argument + 2;
        }
        if (!rule) {
            return problem_set(problem, STATUS_USAGE, "%s: unknown option '%s' (see gnomon %s --help)", command->name,
                               argument, command->name);
        }
        if (rule->kind == OPTION_FLAG && value) {
            return problem_set(problem, STATUS_USAGE, "%s: expected no value, found '%s'", rule->name, value);
        }
        if (rule->kind == OPTION_OPTIONAL && !value) value = rule->choices;
        if (rule->kind != OPTION_FLAG && !value) {
            if (++i == count) {
                return problem_set(problem, STATUS_USAGE, "%s: expected a value (%s)", argument, rule->value);
            }
            value = arguments[i];
        }
        if (!option_store(rule, value, target, problem)) return false;
    }
    return true;
}

// Lines that are too long are broken at spaces.
static void print_notes(const char *text) {
    enum { WIDTH = 120 };
    while (*text) {
        size_t part = strcspn(text, "\n");
        if (part > WIDTH) {
            for (part = WIDTH; part > 1 && text[part] != ' ';) part--;
        }
        printf("%.*s\n", (int)part, text);
        text += part + (text[part] != 0);
    }
}

void options_print_help(const struct command *command) {
    printf("%s\n\nExamples:\n%s\nUsage: gnomon %s\n", command->summary, command->examples, command->usage);
    if (command->rule_count) printf("\nOptions:\n");
    for (size_t i = 0; i < command->rule_count; i++) {
        const struct option_rule *rule = &command->rules[i];
        char left[80];
        const char *value = rule->kind == OPTION_CHOICE ? rule->choices : rule->value;
        const char *gap = value && rule->kind != OPTION_OPTIONAL ? " " : "";
        snprintf(left, sizeof(left), "%s%s%s%s%s", rule->other ? rule->other : "", rule->other ? ", " : "", rule->name,
                 gap, value ? value : "");
        if (strlen(left) > 28) {
            printf("  %s\n  %-28s  %s\n", left, "", rule->help);
        } else {
            printf("  %-28s  %s\n", left, rule->help);
        }
    }
    if (command->notes) putchar('\n'), print_notes(command->notes);
}
