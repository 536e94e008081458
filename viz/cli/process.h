// Child processes of the tool.
#ifndef VIZ_CLI_PROCESS_H
#define VIZ_CLI_PROCESS_H

#include <sys/types.h>

#include "viz/cli/options.h"

struct process {
    pid_t pid;
    bool ended;
    int status; // as of waitpid
};

// Starts a program with an argument list and the descriptor `input` as its input, which stays the caller's; its output
// (both kinds) goes to the file `log`. It dies with the tool.
bool process_start(struct process *process, const struct text_list *arguments, int input, const char *log,
                   struct problem *problem);
// Looks whether it has ended; true when it has.
bool process_poll(struct process *process);
void process_kill(struct process *process);
// Runs to the end, at most `limit_seconds`; its output goes to `log`. False if it could not start, failed or took too
// long. `doing` is what the user is told while it lasts.
bool process_run(const struct text_list *arguments, const char *doing, const char *log, u64 limit_seconds,
                 struct problem *problem);
// The first line of a file, cut to what fits an error line; "" if there is none.
void process_first_line(const char *path, char *line, size_t size);
// Runs a filter: writes `input` to its standard input, collects its output. `limit_seconds` bounds it.
bool process_filter(const struct text_list *arguments, const struct buffer *input, struct buffer *output,
                    u64 limit_seconds, struct problem *problem);
u64 process_now_ns(void); // monotonic
// The path of a file that stands beside the tool, in the build directory as well as installed. NULL and the problem if
// it does not; `what` names it.
char *process_beside(const char *name, const char *what, struct problem *problem);

#endif
