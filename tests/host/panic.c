// A panic of the code under test, of tests that have no other.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/panic.h"
#include "base/print.h"

_Noreturn void panic(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    print_format_list(text, sizeof(text), format, arguments);
    va_end(arguments);
    fprintf(stderr, "panic: %s\n", text);
    abort();
}
