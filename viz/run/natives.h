// gnomon run --list-natives: the native methods that a program has or may reach and that the kernel lacks.
#ifndef VIZ_RUN_NATIVES_H
#define VIZ_RUN_NATIVES_H

#include "viz/run/jdk.h"

// `list` is the text of the kernel's natives, "class name descriptor" on each line, '*' for any. Prints on standard
// output.
bool natives_print(const char *list, const struct program *program, const struct jdk *jdk, struct problem *problem);

#endif
