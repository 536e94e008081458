// See pattern.h.
#include "viz/pattern.h"

#include <string.h>

#include "base/pattern.h"

bool pattern_is_valid(const char *pattern) {
    pattern += *pattern == '!';
    return *pattern && !strpbrk(pattern, "/ \t\n!") && !strstr(pattern, "***");
}

bool pattern_matches(const char *pattern, const char *name, size_t length) {
    pattern += *pattern == '!';
    return pattern_names(pattern, strlen(pattern), name, length);
}

bool pattern_list_selects(const struct text_list *patterns, const char *name) {
    size_t length = strlen(name);
    bool wanted = true;
    for (size_t i = 0; i < patterns->count; i++) {
        if (patterns->items[i][0] != '!') wanted = false;
    }
    for (size_t i = 0; i < patterns->count; i++) {
        if (!pattern_matches(patterns->items[i], name, length)) continue;
        if (patterns->items[i][0] == '!') return false;
        wanted = true;
    }
    return wanted;
}
