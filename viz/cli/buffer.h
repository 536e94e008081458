// Growing memory for the host tool: bytes, text, and arrays. Running out of memory ends the program with a line on
// stderr, so no caller has to check.
#ifndef VIZ_CLI_BUFFER_H
#define VIZ_CLI_BUFFER_H

#include <stdarg.h>

#include "base/types.h"
#include "viz/cli/message.h"

struct buffer {
    u8 *data; // always followed by a zero byte once something was appended
    size_t size, capacity;
};

void *memory_get(size_t bytes) __attribute__((returns_nonnull)); // zeroed
void *memory_resize(void *memory, size_t bytes) __attribute__((returns_nonnull));
char *text_copy(const char *text);
char *text_copy_span(const char *start, size_t length);
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool text_starts_with(const char *text, const char *prefix);
bool text_ends_with(const char *text, const char *suffix);

void buffer_append(struct buffer *buffer, const void *bytes, size_t size);
// A number of variable length: seven bits a byte, the lowest first (LEB128).
void buffer_varint(struct buffer *buffer, u64 value);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_byte(struct buffer *buffer, u8 byte);
void buffer_integer(struct buffer *buffer, s64 value); // in decimal
void buffer_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_free(struct buffer *buffer);
// The text so far; "" if nothing was appended.
const char *buffer_string(const struct buffer *buffer);

// Appends one character of `text`, or U+FFFD for a byte that is none; returns the bytes consumed.
size_t buffer_character(struct buffer *buffer, const u8 *text);
// Appends text, with bytes that are not UTF-8 replaced by U+FFFD.
void buffer_utf8(struct buffer *buffer, const char *text);
// Appends text as XML character data (bytes that are not UTF-8 become U+FFFD).
void buffer_xml(struct buffer *buffer, const char *text);
// Appends text as a field of CSV, with its quotes (RFC 4180).
void buffer_quoted(struct buffer *buffer, const char *text);

// Makes room for one more element in an array that grows by doubling; `count` is the number in use.
#define ARRAY_GROW(array, count, capacity)                                  \
    do {                                                                    \
        if ((count) == (capacity)) {                                        \
            (capacity) = (capacity) ? (capacity)*2 : 16;                    \
            (array) = memory_resize((array), (capacity) * sizeof *(array)); \
        }                                                                   \
    } while (0)

// How many elements of a sorted array come before the first one for which `condition`, such as `.id < id`, is false.
#define ARRAY_LEADING(array, count, condition)             \
    ({                                                     \
        size_t first_ = 0;                                 \
        for (size_t end_ = (count); first_ < end_;) {      \
            size_t middle_ = first_ + (end_ - first_) / 2; \
            if ((array)[middle_] condition) {              \
                first_ = middle_ + 1;                      \
            } else {                                       \
                end_ = middle_;                            \
            }                                              \
        }                                                  \
        first_;                                            \
    })

struct text_list {
    const char **items; // the texts themselves are the caller's
    size_t count, capacity;
};

void text_list_add(struct text_list *list, const char *item);

// For qsort and bsearch, of numbers and of pointers to texts.
int compare_u32(const void *left, const void *right);
int compare_texts(const void *left, const void *right);

#endif
