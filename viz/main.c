// gnomon, the host tool: starts programs on the Gnomon kernel and shows what was recorded. This file chooses the
// command.
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/panic.h"
#include "viz/verbs/commands.h"

// An assertion of what the tool shares with the kernel does not hold.
_Noreturn void panic(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("gnomon: internal error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

static int refuse_nothing(void) {
    struct problem problem = {0};
    struct buffer names = {0};
    for (size_t i = 0; i < command_count; i++) {
        const char *before = i == 0 ? "" : i + 1 < command_count ? ", " : " or ";
        buffer_format(&names, "%s%s", before, command_table[i]->name);
    }
    problem_set(&problem, STATUS_USAGE, "expected a command: %s (see gnomon --help)", buffer_string(&names));
    buffer_free(&names);
    return problem_print(&problem);
}

static int run_command(int count, char **arguments) {
    struct problem problem = {0};
    if (count < 2) return refuse_nothing();
    bool help = strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0;
    bool version = strcmp(arguments[1], "--version") == 0;
    if (help || version) return command_help.run(version, arguments + 1);
    const struct command *command = command_find(arguments[1], &problem);
    return command ? command->run(count - 2, arguments + 2) : problem_print(&problem);
}

int main(int count, char **arguments) {
    // a reader that has seen enough is not a reason to leave a guest running or a file half written
    signal(SIGPIPE, SIG_IGN);
    int status = run_command(count, arguments);
    if (fflush(stdout) == 0 || errno == EPIPE || status) return status;
    struct problem problem = {0};
    problem_set_errno(&problem, "stdout", "write");
    return problem_print(&problem);
}
