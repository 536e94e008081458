// See pattern.h.
#include "base/pattern.h"

struct pattern pattern_read(const char *text, size_t length) {
    bool leaves_out = length && text[0] == '!';
    return (struct pattern){text + leaves_out, length - leaves_out, leaves_out};
}

bool pattern_is_valid(const char *text, size_t length) {
    struct pattern pattern = pattern_read(text, length);
    u32 stars = 0;
    for (size_t i = 0; i < pattern.length; i++) {
        char at = pattern.text[i];
        stars = at == '*' ? stars + 1 : 0;
        if (at == '/' || at == ' ' || at == '\t' || at == '\n' || at == '!' || stars == 3) return false;
    }
    return pattern.length != 0;
}

// Backtracks only to the last '*' and the last '**': what a later star can reach from an earlier place it can also
// reach from a later one, except that '*' does not cross a dot, and then the '**' before it moves on.
bool pattern_names(const struct pattern *pattern, const char *name, size_t length) {
    const char *next = pattern->text, *end = next + pattern->length, *star = NULL, *stars = NULL;
    size_t at = 0, star_at = 0, stars_at = 0;
    while (at < length || next < end) {
        if (next + 1 < end && next[0] == '*' && next[1] == '*') {
            next += 2;
            stars = next, stars_at = at, star = NULL;
        } else if (next < end && *next == '*') {
            star = ++next, star_at = at;
        } else if (next < end && at < length && *next == name[at]) {
            next++, at++;
        } else if (star && star_at < length && name[star_at] != '.') {
            next = star, at = ++star_at;
        } else if (stars && stars_at < length) {
            next = stars, at = ++stars_at, star = NULL;
        } else {
            return false;
        }
    }
    return true;
}

void pattern_list_add(struct pattern_list *list, const char *text, size_t length) {
    struct pattern *pattern = &list->patterns[list->count++];
    *pattern = pattern_read(text, length);
    if (!pattern->leaves_out) list->names_some = true;
}

bool pattern_list_selects(const struct pattern_list *list, const char *name, size_t length) {
    bool selected = list->count && !list->names_some;
    for (u32 i = 0; i < list->count; i++) {
        const struct pattern *pattern = &list->patterns[i];
        if ((!pattern->leaves_out && selected) || !pattern_names(pattern, name, length)) continue;
        if (pattern->leaves_out) return false;
        selected = true;
    }
    return selected;
}
