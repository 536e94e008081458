// The console of a test: what the code under test has said, one text after the other.
#ifndef BOOT_PC_TEST_SAID_H
#define BOOT_PC_TEST_SAID_H

#include <stdarg.h>
#include <string.h>

#include "base/print.h"

static char said[512]; // said[0] = 0 begins anew

void print_console(const char *format, ...) {
    size_t length = strlen(said);
    va_list arguments;
    va_start(arguments, format);
    print_format_list(said + length, sizeof(said) - length, format, arguments);
    va_end(arguments);
}

#endif
