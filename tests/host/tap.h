// Test Anything Protocol, for unit tests: `prove` counts the lines.
#ifndef TESTS_HOST_TAP_H
#define TESTS_HOST_TAP_H

#include <stdbool.h>

// One result; `format` names it. On failure the caller prints what it expected and got with tap_note.
bool tap_ok(bool passed, const char *format, ...) __attribute__((format(printf, 2, 3)));
// What cannot be tested for want of something; a failure where CI is set.
void tap_skip(const char *name, const char *reason);
void tap_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Compare, and show both values when they differ.
bool tap_is_int(long long got, long long expected, const char *name);
bool tap_is_text(const char *got, const char *expected, const char *name);
// Prints the plan; the value to return from main.
int tap_done(void);

#endif
