// Small formatted text, without floating point, allocation or locks: any level, even while the kernel dies.
//
// Formats: %s %.*s %c %d %u %x %p and %%, with l for 64 bits, a width, 0 for padding with zeros and - for left-aligned.
#ifndef BASE_PRINT_H
#define BASE_PRINT_H

#include <stdarg.h>

#include "base/types.h"

// Writes at most `bytes`, including the terminating zero byte; returns the length of the whole text.
size_t print_format(char *to, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));
size_t print_format_list(char *to, size_t bytes, const char *format, va_list arguments);
// To the console (machine_console_write): for panics and for tests.
void print_console(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
