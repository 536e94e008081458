// gnomon shell: a recording, or a running guest, examined by commands. Each command is one line of the table in
// shell_commands.c: its name, its arguments, what it does; help, completion and "did you mean" come from there.
// Anything that can be done to a running guest belongs in that table too. cmd_shell.c reads lines and does not know
// what they mean.
#ifndef VIZ_VERBS_SHELL_H
#define VIZ_VERBS_SHELL_H

#include "viz/screen/session.h"

struct shell {
    struct session session;
    bool ended; // by the user
};

// What its arguments are, for the completion.
enum shell_takes { SHELL_NOTHING, SHELL_METHODS, SHELL_KEYS, SHELL_COMMANDS, SHELL_OPTIONS };

struct shell_command {
    const char *name, *arguments, *help;
    enum shell_takes takes;
    // `words` begin with the command's name. Prints what it has to say; returns false with a problem.
    bool (*run)(struct shell *shell, const struct text_list *words, struct problem *problem);
};

extern const struct shell_command shell_command_table[];
extern const size_t shell_command_count;

// Runs one line. Words are separated by spaces; quotes ('' or "") keep them together; what follows # is ignored.
bool shell_run_line(struct shell *shell, const char *line, struct problem *problem);
const struct shell_command *shell_command_find(const char *name, size_t length); // NULL if there is none

// shell_method.c: one method with its callers and callees, and what it calls as a tree.
bool shell_show(struct shell *shell, const struct text_list *words, struct problem *problem);
bool shell_graph(struct shell *shell, const struct text_list *words, struct problem *problem);

// Prints a buffer and frees it.
void shell_print(struct buffer *text);

#endif
