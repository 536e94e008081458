// Options that the user gave. See kernel/core/options.h.
#include "kernel/core/options.h"

#include "base/narrow.h"
#include "base/string.h"

struct options machine_options;

static bool find_from(const char *line, const char *end, const char *key, struct option *option) {
    size_t key_length = strlen(key);
    while (line && line < end) {
        const char *line_end = line;
        while (line_end < end && *line_end != '\n') line_end++;
        if ((size_t)(line_end - line) > key_length && memcmp(line, key, key_length) == 0 && line[key_length] == '=') {
            const char *value = line + key_length + 1;
            *option = (struct option){value, (size_t)(line_end - value), line_end + 1, end};
            return true;
        }
        line = line_end + 1;
    }
    return false;
}

bool option_first(const struct options *options, const char *key, struct option *option) {
    return find_from(options->start, options->end, key, option);
}
bool option_next(const char *key, struct option *option) { return find_from(option->next, option->end, key, option); }

bool option_property(const struct options *options, const char *name, struct option *option) {
    size_t length = strlen(name);
    for (bool found = option_first(options, "property", option); found; found = option_next("property", option)) {
        if (option->length <= length || memcmp(option->value, name, length) != 0 || option->value[length] != '=') {
            continue;
        }
        option->value += length + 1;
        option->length -= length + 1;
        return true;
    }
    return false;
}

bool option_is(const struct option *option, const char *text) {
    return option->length == strlen(text) && memcmp(option->value, text, option->length) == 0;
}

bool option_is_number(const struct option *option, u64 *number) {
    *number = 0;
    for (size_t i = 0; i < option->length; i++) {
        u8 digit = low_u8(option->value[i] - '0');
        if (digit > 9 || *number > (UINT64_MAX - digit) / 10) return false;
        *number = *number * 10 + digit;
    }
    return option->length > 0;
}

static u64 number_of(const struct option *option, u64 otherwise) {
    u64 number;
    return option_is_number(option, &number) ? number : otherwise;
}

u64 option_number(const struct options *options, const char *key, u64 otherwise) {
    struct option option;
    return option_first(options, key, &option) ? number_of(&option, otherwise) : otherwise;
}

u64 option_property_number(const struct options *options, const char *name, u64 otherwise) {
    struct option option;
    return option_property(options, name, &option) ? number_of(&option, otherwise) : otherwise;
}
