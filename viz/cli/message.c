// See message.h.
#include "viz/cli/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct message_settings *message_settings(void) {
    static struct message_settings settings;
    return &settings;
}

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

static void print_note(const char *format, va_list arguments) {
    char line[600];
    vsnprintf(line, sizeof(line), format, arguments);
    make_printable(line);
    fprintf(stderr, "gnomon: %s\n", line);
}

void message_note(const char *format, ...) {
    if (message_settings()->quiet) return;
    va_list arguments;
    va_start(arguments, format);
    print_note(format, arguments);
    va_end(arguments);
}

void message_detail(const char *format, ...) {
    if (message_settings()->quiet || !message_settings()->verbose) return;
    va_list arguments;
    va_start(arguments, format);
    print_note(format, arguments);
    va_end(arguments);
}
