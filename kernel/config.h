// What the log is asked for, from the user's options.
#ifndef KERNEL_CONFIG_H
#define KERNEL_CONFIG_H

#include "log/log.h"

// Needs machine_options. Keys are those of base/archive.h; a key that is missing keeps its default.
void config_read(struct log_config *config);

#endif
