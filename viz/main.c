// gnomon, the host tool: starts programs on the Gnomon kernel and shows what was recorded. This file chooses the
// command.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "viz/options.h"

static const struct command *const commands[] = {&command_run,   &command_report, &command_export,
                                                 &command_query, &command_info,   &command_check};

static void print_help(void) {
    puts("gnomon runs a Java program on a bare-metal kernel that measures it, and shows where the time went.\n\n"
         "Examples:\n"
         "  gnomon run --time 'com.example.**' -o out app.jar\n"
         "  gnomon run --deterministic --time '**' -o out -cp classes Main -- argument\n"
         "  gnomon report out\n"
         "  gnomon report out -o report.html\n"
         "  gnomon export out --to callgrind -o callgrind.out\n\n"
         "Commands:");
    for (size_t i = 0; i < COUNT_OF(commands); i++) printf("  %-8s  %s\n", commands[i]->name, commands[i]->summary);
    puts("\n'gnomon help COMMAND' and 'gnomon COMMAND --help' tell more. Exit status: 2 usage, 1 bad input, 3 the "
         "guest died, 124 timeout;\n"
         "'run' passes on the program's own.");
}

static const struct command *command_find(const char *name) {
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (strcmp(name, commands[i]->name) == 0) return commands[i];
    }
    return NULL;
}

static int refuse_command(const char *name) {
    struct problem problem = {0};
    problem_set(&problem, STATUS_USAGE, "unknown command '%s' (see gnomon --help)", name);
    return problem_print(&problem);
}

static int refuse_nothing(void) {
    struct problem problem = {0};
    struct buffer names = {0};
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        const char *before = i == 0 ? "" : i + 1 < COUNT_OF(commands) ? ", " : " or ";
        buffer_format(&names, "%s%s", before, commands[i]->name);
    }
    problem_set(&problem, STATUS_USAGE, "expected a command: %s (see gnomon --help)", buffer_string(&names));
    buffer_free(&names);
    return problem_print(&problem);
}

static int run_command(int count, char **arguments) {
    if (count < 2) return refuse_nothing();
    if (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0 || strcmp(arguments[1], "help") == 0) {
        const struct command *about = count > 2 ? command_find(arguments[2]) : NULL;
        if (count > 2 && !about) return refuse_command(arguments[2]);
        if (about) {
            options_print_help(about);
        } else {
            print_help();
        }
        return 0;
    }
    const struct command *command = command_find(arguments[1]);
    return command ? command->run(count - 2, arguments + 2) : refuse_command(arguments[1]);
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
