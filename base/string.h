// The memory and text functions of the C library that a freestanding program must bring along (GCC may itself generate
// calls of the first four). Host tests link the C library's own.
#ifndef BASE_STRING_H
#define BASE_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t length);

#endif
