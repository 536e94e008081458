// See buffer.h.
#include "viz/cli/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *memory_check(void *memory) {
    if (memory) return memory;
    fputs("gnomon: out of memory\n", stderr);
    exit(STATUS_BAD_INPUT);
}

void *memory_get(size_t bytes) { return memory_check(calloc(1, bytes ? bytes : 1)); }
void *memory_resize(void *memory, size_t bytes) { return memory_check(realloc(memory, bytes ? bytes : 1)); }

char *text_copy_span(const char *start, size_t length) {
    char *copy = memory_get(length + 1);
    memcpy(copy, start, length);
    return copy;
}

char *text_copy(const char *text) { return text_copy_span(text, strlen(text)); }

char *text_format(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0) text = NULL;
    va_end(arguments);
    return memory_check(text);
}

bool text_starts_with(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

bool text_ends_with(const char *text, const char *suffix) {
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && memcmp(text + length - end, suffix, end) == 0;
}

static void buffer_reserve(struct buffer *buffer, size_t more) {
    if (buffer->size + more + 1 <= buffer->capacity) return;
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity < buffer->size + more + 1) capacity *= 2;
    buffer->data = memory_resize(buffer->data, capacity);
    buffer->capacity = capacity;
}

void buffer_append(struct buffer *buffer, const void *bytes, size_t size) {
    buffer_reserve(buffer, size);
    if (size) memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    buffer->data[buffer->size] = 0;
}

void buffer_text(struct buffer *buffer, const char *text) { buffer_append(buffer, text, strlen(text)); }

void buffer_byte(struct buffer *buffer, u8 byte) {
    buffer_reserve(buffer, 1);
    buffer->data[buffer->size++] = byte;
    buffer->data[buffer->size] = 0;
}

void buffer_integer(struct buffer *buffer, s64 value) {
    u8 digits[20];
    size_t at = sizeof(digits);
    u64 rest = value < 0 ? -(u64)value : (u64)value;
    do {
        digits[--at] = (u8)('0' + rest % 10);
    } while (rest /= 10);
    if (value < 0) digits[--at] = '-';
    buffer_append(buffer, digits + at, sizeof(digits) - at);
}

void buffer_varint(struct buffer *buffer, u64 value) {
    for (; value > 127; value >>= 7) buffer_byte(buffer, (u8)(value | 128));
    buffer_byte(buffer, (u8)value);
}

void buffer_format(struct buffer *buffer, const char *format, ...) {
    size_t more = 0, room;
    do {
        va_list arguments;
        buffer_reserve(buffer, more);
        room = buffer->capacity - buffer->size;
        va_start(arguments, format);
        int length = vsnprintf((char *)buffer->data + buffer->size, room, format, arguments);
        va_end(arguments);
        if (length < 0) return;
        more = (size_t)length;
    } while (more >= room);
    buffer->size += more;
}

void buffer_free(struct buffer *buffer) {
    free(buffer->data);
    *buffer = (struct buffer){0};
}

const char *buffer_string(const struct buffer *buffer) { return buffer->data ? (const char *)buffer->data : ""; }

// The length of the well-formed UTF-8 sequence at `text`, 0 if there is none (overlong forms and surrogates included).
static size_t utf8_length(const u8 *text) {
    if (text[0] < 0x80) return 1;
    if (text[0] >= 0xc2 && text[0] < 0xe0) return (text[1] & 0xc0) == 0x80 ? 2 : 0;
    if ((text[0] & 0xf0) == 0xe0) {
        if ((text[1] & 0xc0) != 0x80 || (text[2] & 0xc0) != 0x80) return 0;
        u32 point = (text[0] & 15u) << 12 | (text[1] & 63u) << 6 | (text[2] & 63u);
        return point >= 0x800 && (point < 0xd800 || point >= 0xe000) ? 3 : 0;
    }
    if (text[0] < 0xf0 || text[0] > 0xf4) return 0;
    if ((text[1] & 0xc0) != 0x80 || (text[2] & 0xc0) != 0x80 || (text[3] & 0xc0) != 0x80) return 0;
    u32 point = (text[0] & 7u) << 18 | (text[1] & 63u) << 12;
    return point >= 0x10000 && point < 0x110000 ? 4 : 0;
}

size_t buffer_character(struct buffer *buffer, const u8 *text) {
    size_t length = utf8_length(text);
    if (length) {
        buffer_append(buffer, text, length);
    } else {
        buffer_text(buffer, "\xef\xbf\xbd");
    }
    return length ? length : 1;
}

void buffer_utf8(struct buffer *buffer, const char *text) {
    for (const u8 *at = (const u8 *)text; *at;) at += buffer_character(buffer, at);
}

void buffer_quoted(struct buffer *buffer, const char *text) {
    buffer_byte(buffer, '"');
    for (; *text; text++) {
        if (*text == '"') buffer_byte(buffer, '"');
        buffer_byte(buffer, (u8)*text);
    }
    buffer_byte(buffer, '"');
}

void buffer_xml(struct buffer *buffer, const char *text) {
    for (const u8 *at = (const u8 *)text; *at;) {
        if (*at == '&') {
            buffer_text(buffer, "&amp;"), at++;
        } else if (*at == '<') {
            buffer_text(buffer, "&lt;"), at++;
        } else if (*at == '>') {
            buffer_text(buffer, "&gt;"), at++;
        } else if (*at == '"') {
            buffer_text(buffer, "&quot;"), at++;
        } else if (*at < ' ') {
            buffer_byte(buffer, ' '), at++;
        } else {
            at += buffer_character(buffer, at);
        }
    }
}

void text_list_add(struct text_list *list, const char *item) {
    ARRAY_GROW(list->items, list->count, list->capacity);
    list->items[list->count++] = item;
}

int compare_u32(const void *left, const void *right) {
    u32 a = *(const u32 *)left, b = *(const u32 *)right;
    return (a > b) - (a < b);
}

int compare_texts(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }
