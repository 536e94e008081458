// See tap.h.
#include "tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count, failed;

static void print_lines(const char *prefix, const char *format, va_list arguments) {
    fputs(prefix, stdout);
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
}

bool tap_ok(bool passed, const char *format, ...) {
    char prefix[32];
    snprintf(prefix, sizeof(prefix), "%sok %d - ", passed ? "" : "not ", ++count);
    if (!passed) failed++;
    va_list arguments;
    va_start(arguments, format);
    print_lines(prefix, format, arguments);
    va_end(arguments);
    return passed;
}

void tap_skip(const char *name, const char *reason) {
    if (getenv("CI")) {
        tap_ok(false, "%s: %s, and CI is set", name, reason);
    } else {
        printf("ok %d - %s # SKIP %s\n", ++count, name, reason);
    }
}

void tap_note(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_lines("# ", format, arguments);
    va_end(arguments);
}

bool tap_is_int(long long got, long long expected, const char *name) {
    bool same = got == expected;
    tap_ok(same, "%s", name);
    if (!same) tap_note("got %lld, expected %lld", got, expected);
    return same;
}

bool tap_is_text(const char *got, const char *expected, const char *name) {
    bool same = strcmp(got, expected) == 0;
    tap_ok(same, "%s", name);
    if (!same) tap_note("got '%s', expected '%s'", got, expected);
    return same;
}

int tap_done(void) {
    printf("1..%d\n", count);
    return failed != 0;
}
