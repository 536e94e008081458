// The commands of the tool, one file each (cmd_NAME.c).
#ifndef VIZ_COMMANDS_H
#define VIZ_COMMANDS_H

#include "viz/options.h"

extern const struct command command_run, command_report, command_export, command_info, command_check;

#endif
