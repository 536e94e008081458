// The file of `gnomon run --components`: which components a system consists of, each of which becomes a domain
// (docs/components.md). It is read and checked as a whole before anything is started.
#ifndef VIZ_RUN_COMPONENTS_H
#define VIZ_RUN_COMPONENTS_H

#include "viz/run/program.h"

// Reads the file, checks each component by itself, and makes of all of them one program: that which starts the others,
// with all their jars and directories. `arguments` are the program's. Every fault is a problem of status 1 that names
// file and line, and what was expected there.
bool components_open(struct program *program, struct text_list *arguments, const char *path, const char *leave_out,
                     struct problem *problem);

#endif
