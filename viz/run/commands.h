// The verbs of this room, a file each (cmd_NAME.c).
#ifndef VIZ_RUN_COMMANDS_H
#define VIZ_RUN_COMMANDS_H

#include "viz/cli/options.h"

extern const struct command command_run, command_iso, command_import, command_cache;

#endif
