// See pattern.h.
#include "viz/pattern.h"

#include <string.h>

bool pattern_is_valid(const char *pattern) {
    pattern += *pattern == '!';
    return *pattern && !strpbrk(pattern, "/ \t\n!") && !strstr(pattern, "***");
}

// Backtracking to the last '*' and the last '**' only is enough: what a later star can reach from an earlier position, it can reach from a later one
// too, save that '*' cannot cross a dot, and then the '**' before it moves on. Time: at most length squared.
bool pattern_matches(const char *pattern, const char *name, size_t length) {
    pattern += *pattern == '!';
    const char *star = NULL, *stars = NULL;
    size_t at = 0, star_at = 0, stars_at = 0;
    while (at < length || *pattern) {
        if (pattern[0] == '*' && pattern[1] == '*') {
            pattern += 2;
            stars = pattern, stars_at = at, star = NULL;
        } else if (*pattern == '*') {
            star = ++pattern, star_at = at;
        } else if (at < length && *pattern == name[at]) {
            pattern++, at++;
        } else if (star && star_at < length && name[star_at] != '.') {
            pattern = star, at = ++star_at;
        } else if (stars && stars_at < length) {
            pattern = stars, at = ++stars_at, star = NULL;
        } else {
            return false;
        }
    }
    return true;
}

bool pattern_list_selects(const struct text_list *patterns, const char *name) {
    size_t length = strlen(name);
    bool wanted = true;
    for (size_t i = 0; i < patterns->count; i++)
        if (patterns->items[i][0] != '!') wanted = false;
    for (size_t i = 0; i < patterns->count; i++) {
        if (!pattern_matches(patterns->items[i], name, length)) continue;
        if (patterns->items[i][0] == '!') return false;
        wanted = true;
    }
    return wanted;
}
