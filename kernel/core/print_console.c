// Formatted text to the machine's console; separate from print.c, which needs no machine.
#include "base/print.h"
#include "kernel/core/machine.h"

void print_console(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    size_t length = print_format_list(text, sizeof(text), format, arguments);
    va_end(arguments);
    machine_console_write(text, length < sizeof(text) ? length : sizeof(text) - 1);
}
