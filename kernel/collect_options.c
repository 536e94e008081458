// The collector's options. See kernel/collect_options.h.
#include "kernel/collect_options.h"

#include "kernel/options.h"
#include "kernel/string.h"

// The text behind "key=" among the properties; NULL: it is not given. *length: of the text.
static const char *property(const char *key, size_t *length) {
    struct option option;
    size_t key_length = strlen(key);
    for (bool found = option_first("property", &option); found; found = option_next("property", &option)) {
        if (option.length <= key_length || option.value[key_length] != '=' || memcmp(option.value, key, key_length)) continue;
        *length = option.length - key_length - 1;
        return option.value + key_length + 1;
    }
    return NULL;
}

static u64 number(const char *key) {
    size_t length;
    const char *text = property(key, &length);
    u64 result = 0;
    for (size_t i = 0; text && i < length; i++) {
        u8 digit = (u8)(text[i] - '0');
        if (digit > 9) return 0;
        result = result * 10 + digit;
    }
    return result;
}

void collect_options_read(struct collect_options *options) {
    size_t length;
    const char *text = property("gnomon.gc", &length);
    options->off = text && length == 3 && memcmp(text, "off", 3) == 0;
    options->stress = number("gnomon.gc.stress");
    options->verify = number("gnomon.gc.verify");
    options->protect = number("gnomon.gc.protect") != 0;
}
