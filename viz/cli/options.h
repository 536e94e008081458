// The one table of the command line: a command has rules, one per option, in the order in which --help shows them;
// beside them stand the options that all commands have. Parsing, help, manual page, completion and "did you mean" are
// made from it, so an option exists once it has a line there. Options may stand anywhere before "--"; "--name value",
// "--name=value". Errors have status 2.
#ifndef VIZ_CLI_OPTIONS_H
#define VIZ_CLI_OPTIONS_H

#include "viz/cli/buffer.h"

#define GNOMON_VERSION "0.2"

enum option_kind {
    OPTION_FLAG,     // bool
    OPTION_TEXT,     // const char *
    OPTION_LIST,     // struct text_list; may be repeated
    OPTION_NUMBER,   // u64, from `low` to `high`
    OPTION_CHOICE,   // const char *, one of `choices` ("a|b|c")
    OPTION_TIME,     // u64, nanoseconds: "20ms", "1.5s"; milliseconds if there is no unit
    OPTION_OPTIONAL, // u64 as OPTION_NUMBER, after '='; alone it means `choices`, a number
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

// What a command's positional arguments are, for the completion.
enum command_takes { TAKES_RECORDING, TAKES_PROGRAM, TAKES_COMMAND, TAKES_NOTHING };

struct command {
    const char *name, *summary, *usage;
    const char *examples; // what --help begins with
    const struct option_rule *rules;
    size_t rule_count;
    const char *notes; // what --help ends with, or NULL
    enum command_takes takes;
    const char *expects; // so many names, from `least` to `most`; NULL: the command looks at them itself
    size_t least, most;
    int (*run)(int count, char **arguments);
};

// Fills in `target`; arguments that are not options go to `positional`, those after "--" to `rest` (NULL: not allowed).
// Options and positional arguments mix freely until "--". Options that all commands have go to message_settings(). Sets
// *help if --help was given.
bool options_parse(const struct command *command, int count, char **arguments, void *target,
                   struct text_list *positional, struct text_list *rest, bool *help, struct problem *problem);
void options_put_help(struct buffer *text, const struct command *command);
// What every command begins with: parses its arguments, and counts the names. Returns false if nothing is left to do:
// help was shown, or an error was printed; `status` is the command's then.
bool command_begin(const struct command *command, int count, char **arguments, void *target, struct text_list *names,
                   struct text_list *rest, int *status);
// "--name, -n VALUE" as --help and the manual show it.
void option_put_usage(struct buffer *text, const struct option_rule *rule);

extern const struct option_rule option_common_rules[];
extern const size_t option_common_count;

#endif
