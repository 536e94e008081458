// The verbs of the tool: those of this room, a file each (cmd_NAME.c), and the table of all.
#ifndef VIZ_VERBS_COMMANDS_H
#define VIZ_VERBS_COMMANDS_H

#include "viz/cli/options.h"

extern const struct command command_report, command_export, command_query, command_info, command_check, command_help,
    command_diff, command_heap, command_ctl, command_events, command_replay, command_shell, command_slow;

extern const struct command *const command_table[]; // in the order in which the help shows them
extern const size_t command_count;
// Returns NULL and a problem, with the nearest name, if there is none of this name.
const struct command *command_find(const char *name, struct problem *problem);

#endif
