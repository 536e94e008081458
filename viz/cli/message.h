// What the tool says to its user: an error is one line on stderr that names the file, what was expected and what was
// found. Functions that can fail take a problem and return false (or NULL) with it filled in; only a command prints it,
// once.
#ifndef VIZ_CLI_MESSAGE_H
#define VIZ_CLI_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

// The tool's own exit statuses.
enum { STATUS_BAD_INPUT = 1, STATUS_USAGE = 2, STATUS_GUEST_DIED = 3, STATUS_TIMEOUT = 124, STATUS_INTERRUPTED = 130 };

struct problem {
    int status;
    char text[600];
};

// Fills in a problem; line breaks and control characters become '?', so that it stays one line. Returns false.
bool problem_set(struct problem *problem, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
// The same for a failed system call on a file: "PATH: cannot VERB: strerror(errno)", status 1.
bool problem_set_errno(struct problem *problem, const char *path, const char *verb);
// Prints "gnomon: TEXT" on stderr and returns the status.
int problem_print(const struct problem *problem);

// The options of all commands that control what the tool prints.
struct message_settings {
    bool quiet, verbose, help;
    const char *color; // "auto", "always" or "never"; NULL: auto
};
struct message_settings *message_settings(void);

// Prints a line for the user on stderr, unless --quiet; the other, only with --verbose.
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void message_detail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
