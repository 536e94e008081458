// See message.h.
#include "viz/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool quiet_notes;

static void make_printable(char *text) {
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 127) *text = '?';
    }
}

bool problem_set(struct problem *problem, int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof(problem->text), format, arguments);
    va_end(arguments);
    make_printable(problem->text);
    problem->status = status;
    return false;
}

bool problem_set_errno(struct problem *problem, const char *path, const char *verb) {
    return problem_set(problem, STATUS_BAD_INPUT, "%s: cannot %s: %s", path, verb, strerror(errno));
}

int problem_print(const struct problem *problem) {
    fflush(stdout);
    fprintf(stderr, "gnomon: %s\n", problem->text);
    return problem->status;
}

void message_note(const char *format, ...) {
    if (quiet_notes) return;
    char line[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    make_printable(line);
    fprintf(stderr, "gnomon: %s\n", line);
}

void message_set_quiet(bool quiet) { quiet_notes = quiet; }
