// Small formatted text; see print.h.
#include "base/print.h"

#include "base/string.h"

struct sink {
    char *next, *end; // `end`: of the room for text, without the terminating zero byte
    size_t length;
};

static void put(struct sink *sink, char letter) {
    if (sink->next < sink->end) *sink->next++ = letter;
    sink->length++;
}

static void put_text(struct sink *sink, const char *text, size_t length, size_t width, bool left) {
    size_t pad = width > length ? width - length : 0;
    for (size_t i = 0; i < pad && !left; i++) put(sink, ' ');
    size_t room = (size_t)(sink->end - sink->next), fits = length < room ? length : room;
    memcpy(sink->next, text, fits); // names may have 64 KiB
    sink->next += fits;
    sink->length += length;
    for (size_t i = 0; i < pad && left; i++) put(sink, ' ');
}

struct number {
    u64 value;
    unsigned base;
    bool negative, zeros, left;
    size_t width;
};

static void put_number(struct sink *sink, const struct number *number) {
    char digits[24];
    size_t start = sizeof(digits);
    u64 value = number->value;
    do {
        digits[--start] = "0123456789abcdef"[value % number->base];
        value /= number->base;
    } while (value);
    if (number->zeros) {
        size_t width = number->width < sizeof(digits) - 1 ? number->width : sizeof(digits) - 1;
        size_t wanted = width - (number->negative && width ? 1 : 0);
        while (sizeof(digits) - start < wanted) digits[--start] = '0';
    }
    if (number->negative) digits[--start] = '-';
    put_text(sink, digits + start, sizeof(digits) - start, number->width, number->left);
}

// Reads an argument of the given width, as the sign of its conversion demands.
static u64 take_unsigned(va_list *arguments, bool is_long) {
    return is_long ? va_arg(*arguments, u64) : va_arg(*arguments, u32);
}
static s64 take_signed(va_list *arguments, bool is_long) {
    return is_long ? va_arg(*arguments, s64) : va_arg(*arguments, s32);
}

// Handles one conversion; `format` is just after the %. Returns what follows it.
static const char *put_conversion(struct sink *sink, const char *format, va_list *arguments) {
    struct number number = {.base = 10};
    size_t precision = INT32_MAX;
    bool is_long = false;
    for (; *format == '-' || *format == '0'; format++) {
        if (*format == '-') number.left = true;
        if (*format == '0') number.zeros = true;
    }
    for (; *format >= '0' && *format <= '9'; format++) number.width = number.width * 10 + (size_t)(*format - '0');
    if (format[0] == '.' && format[1] == '*') {
        int limit = va_arg(*arguments, int);
        precision = limit < 0 ? 0 : (size_t)limit;
        format += 2;
    }
    for (; *format == 'l' || *format == 'z'; format++) is_long = true;
    switch (*format) {
    case 's': {
        const char *text = va_arg(*arguments, const char *);
        if (!text) text = "(null)";
        put_text(sink, text, strnlen(text, precision), number.width, number.left);
        return format + 1;
    }
    case 'c': {
        char letter = (char)va_arg(*arguments, int);
        put_text(sink, &letter, 1, number.width, number.left);
        return format + 1;
    }
    case 'd': {
        s64 value = take_signed(arguments, is_long);
        number.negative = value < 0;
        number.value = number.negative ? -(u64)value : (u64)value;
        break;
    }
    case 'p':
        put_text(sink, "0x", 2, 0, false);
        number.value = (uintptr_t)va_arg(*arguments, void *);
        number.base = 16;
        break;
    case 'x':
        number.base = 16;
        number.value = take_unsigned(arguments, is_long);
        break;
    case 'u': number.value = take_unsigned(arguments, is_long); break;
    default: // "%%", and anything unknown, is copied as it is
        if (*format) put(sink, *format);
        return *format ? format + 1 : format;
    }
    put_number(sink, &number);
    return format + 1;
}

size_t print_format_list(char *to, size_t bytes, const char *format, va_list arguments) {
    struct sink sink = {.next = to, .end = bytes ? to + bytes - 1 : to};
    va_list copy;
    va_copy(copy, arguments);
    while (*format) {
        if (*format == '%') {
            format = put_conversion(&sink, format + 1, &copy);
        } else {
            put(&sink, *format++);
        }
    }
    va_end(copy);
    if (bytes) *sink.next = 0;
    return sink.length;
}

size_t print_format(char *to, size_t bytes, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t length = print_format_list(to, bytes, format, arguments);
    va_end(arguments);
    return length;
}
