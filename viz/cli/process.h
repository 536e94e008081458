// Child processes of the tool.
#ifndef VIZ_CLI_PROCESS_H
#define VIZ_CLI_PROCESS_H

#include <sys/types.h>

#include "viz/cli/buffer.h"

struct process {
    pid_t pid;
    bool ended;
    int status; // as from waitpid
};

// Starts a program with an argument list and the descriptor `input` as its input, which remains the caller's; its
// output (both kinds) goes to the file `log`. It dies with the tool.
bool process_start(struct process *process, const struct text_list *arguments, int input, const char *log,
                   struct problem *problem);
// Returns true if it has ended.
bool process_poll(struct process *process);
void process_kill(struct process *process);
// Runs it to the end, for at most `limit_seconds`; its output goes to `log`. Returns false if it could not start,
// failed or took too long. `doing` is what the user is told meanwhile.
bool process_run(const struct text_list *arguments, const char *doing, const char *log, u64 limit_seconds,
                 struct problem *problem);
// The first line of a file, cut to fit an error line; "" if there is none.
void process_first_line(const char *path, char *line, size_t size);
// Runs a filter: writes `input` to its standard input, and collects its output. It may take `limit_seconds`.
bool process_filter(const struct text_list *arguments, const struct buffer *input, struct buffer *output,
                    u64 limit_seconds, struct problem *problem);
// The path of a file that lies beside the tool, in the build directory as well as when installed. Returns NULL and the
// problem if it does not exist; `what` names it.
char *process_beside(const char *name, const char *what, struct problem *problem);

#endif
