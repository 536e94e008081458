// Command line options from a table: one rule per option, in the order in which --help shows them. Options may stand
// anywhere before "--"; "--name value", "--name=value". Errors have status 2.
#ifndef VIZ_OPTIONS_H
#define VIZ_OPTIONS_H

#include "viz/buffer.h"

struct text_list {
    const char **items;
    size_t count, capacity;
};

enum option_kind {
    OPTION_FLAG,     // bool
    OPTION_TEXT,     // const char *
    OPTION_LIST,     // struct text_list; may repeat
    OPTION_NUMBER,   // u64, from `low` to `high`
    OPTION_CHOICE,   // const char *, one of `choices` ("a|b|c")
    OPTION_OPTIONAL, // u64 as OPTION_NUMBER, behind '='; alone it means `choices`, a number
};

struct option_rule {
    const char *name;  // with its dashes
    const char *other; // a second spelling, or NULL
    enum option_kind kind;
    size_t offset;     // of the target's field
    const char *value; // what --help calls the value
    const char *help;
    const char *choices;
    u64 low, high;
};

struct command {
    const char *name, *summary, *usage;
    const char *examples; // what --help begins with
    const struct option_rule *rules;
    size_t rule_count;
    const char *notes; // what --help ends with, or NULL
    int (*run)(int count, char **arguments);
};

// Fills in `target`; what is no option goes to `positional`, what stands after "--" to `rest` (NULL: not allowed).
// Options and names mix freely until "--". Sets *help when --help was asked for.
bool options_parse(const struct command *command, int count, char **arguments, void *target,
                   struct text_list *positional, struct text_list *rest, bool *help, struct problem *problem);
void options_print_help(const struct command *command);
void text_list_add(struct text_list *list, const char *item);

// The commands of the tool, one file each (cmd_NAME.c).

extern const struct command command_run, command_report, command_export, command_query, command_info, command_check;

#endif
