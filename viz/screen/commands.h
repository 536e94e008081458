// The verbs of this room, a file each (cmd_NAME.c).
#ifndef VIZ_SCREEN_COMMANDS_H
#define VIZ_SCREEN_COMMANDS_H

#include "viz/cli/options.h"

extern const struct command command_top;

#endif
