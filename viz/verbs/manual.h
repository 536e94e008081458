// The table of options as what an installation brings beside the tool: a manual page, and completion for bash and zsh.
// `gnomon help --format` prints them.
#ifndef VIZ_VERBS_MANUAL_H
#define VIZ_VERBS_MANUAL_H

#include "viz/cli/options.h"

#define MANUAL_SUMMARY \
    "gnomon runs a Java program on a bare-metal kernel that measures it, and shows where the time went."
#define MANUAL_EXAMPLES                                                              \
    "  gnomon run --time 'com.example.**' -o out app.jar\n"                          \
    "  gnomon run --deterministic --time '**' -o out -cp classes Main -- argument\n" \
    "  gnomon report out\n"                                                          \
    "  gnomon report out -o report.html\n"                                           \
    "  gnomon export out --to callgrind -o callgrind.out\n"
#define MANUAL_STATUS \
    "Exit status: 2 usage, 1 bad input, 3 the guest died, 124 timeout; 'run' passes on the program's own."

void manual_put_page(struct buffer *text); // man(7), for section 1
void manual_put_bash(struct buffer *text);
void manual_put_zsh(struct buffer *text);

#endif
