// Small formatted text, without floating point, allocation or locks: any level, also while the kernel dies.
//
// Formats: %s %.*s %c %d %u %x %p and %%, with l for 64 bits, a width, 0 for padding with zeros and - for left.
#ifndef BASE_PRINT_H
#define BASE_PRINT_H

#include <stdarg.h>

#include "base/types.h"

// Writes at most `bytes`, the ending zero byte included; returns the length that the whole text has.
size_t print_format(char *to, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));
size_t print_format_list(char *to, size_t bytes, const char *format, va_list arguments);
// To the console (machine_console_write): for panics and for tests.
void print_console(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
